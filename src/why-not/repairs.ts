/**
 * Situations near one in which a rule does not hold, in which it may: for each
 * question whose answer keeps it from holding, other fields, other words of a
 * command, another call, or calls before it. All are guesses.
 */
import type { CheckedExpression, CheckedRule, EffectVerb, ObjectTest } from '../check/checked.ts';
import type { CompiledRule } from '../compile/compiled-rule.ts';
import { isLogic, type LeafMatcher, type Matcher } from '../compile/matcher.ts';
import { type Obstacle, obstaclesOf } from '../engine/closest.ts';
import type { JsonObject } from '../facts/event.ts';
import { follow } from '../facts/read.ts';
import { clientRepairs, isOfClient } from './client-repairs.ts';
import { compareRepairs, textPlaces } from './compare-repairs.ts';
import { earlierFor, type FindCalls, markingCalls } from './earlier-calls.ts';
import { objectAt, withCall, withEventValue } from './edit-event.ts';
import type { Ingredients } from './ingredients.ts';
import { shellEdits } from './shell-edits.ts';
import type { Setting, Situation, Tried } from './situation.ts';
import { witnessCalls, witnessLines } from './witness-calls.ts';

/** What a search has to work with. */
export interface Kitchen {
  readonly rule: CompiledRule;
  readonly setting: Setting;
  readonly ingredients: Ingredients;
  /** Each matcher of the rule, and what it was compiled from. */
  readonly sources: ReadonlyMap<LeafMatcher, CheckedExpression>;
  readonly find: FindCalls;
}

/** The comparisons and predicates of a rule by their matchers: both trees have one shape. */
export function sourcesOf({
  when,
  unless,
  checked,
}: CompiledRule): ReadonlyMap<LeafMatcher, CheckedExpression> {
  const sources = new Map<LeafMatcher, CheckedExpression>();
  const pair = (matcher: Matcher, expression: CheckedExpression | undefined): void => {
    if (expression === undefined) return;
    if (!isLogic(matcher)) {
      sources.set(matcher, expression);
      return;
    }
    const inner = partsOf(expression);
    for (const [index, part] of matcher.parts.entries()) pair(part, inner[index]);
  };
  const top = (matcher: Matcher | undefined, expressions: CheckedRule['when']): void => {
    if (matcher !== undefined && isLogic(matcher))
      for (const [index, part] of matcher.parts.entries()) pair(part, expressions[index]);
  };
  top(when, checked.when);
  top(unless, checked.unless);
  return sources;
}

function partsOf(expression: CheckedExpression): readonly CheckedExpression[] {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.operands;
    case 'not':
    case 'might':
      return [expression.operand];
    case 'condition':
      return [expression.expression];
    default:
      return [];
  }
}

/** Situations to try, without those that are the same. */
export function repairsOf(tried: Tried, kitchen: Kitchen): readonly Situation[] {
  const obstacles = obstaclesOf(kitchen.rule, tried.facts, tried.binding);
  const found = new Map<string, Situation>();
  const put = (situation: Situation): void => {
    found.set(JSON.stringify([situation.event, situation.earlier, situation.client]), situation);
  };
  for (const obstacle of obstacles) for (const each of fieldRepairs(obstacle, tried, kitchen)) put(each);
  if (obstacles.some(({ matcher }) => matcher.kind !== 'compare')) {
    for (const event of sameCallRepairs(tried, kitchen)) put({ ...tried, event });
    for (const event of otherCallRepairs(tried, kitchen)) put({ ...tried, event });
  } else for (const event of exampleRepairs(tried, kitchen)) put({ ...tried, event });
  return [...found.values()].map(({ event, earlier, client }) => ({ event, earlier, client }));
}

// ── fields, and what was before ───────────────────────────────────────────────────────────

function fieldRepairs({ matcher, goal }: Obstacle, tried: Tried, kitchen: Kitchen): readonly Situation[] {
  const expression = kitchen.sources.get(matcher);
  if (expression === undefined) return [];
  const wanted = goal === 'yes' || goal === 'not-no';
  const { setting, find } = kitchen;
  switch (expression.kind) {
    case 'compare':
      if (isOfClient(expression))
        return clientRepairs(expression, wanted, tried.facts).map((client) => ({ ...tried, client }));
      return compareRepairs(expression, wanted, tried.event, tried.facts).map((event) => ({
        ...tried,
        event,
      }));
    case 'label':
    case 'limit':
    case 'denials':
      if (!wanted) return [];
      return earlierFor(expression, tried, setting, find).map((each) => withEarlier(tried, each));
    case 'effect':
      return expression.tests.flatMap((test) => markedRepairs(test, tried, kitchen));
    case 'object':
      return markedRepairs(expression.test, tried, kitchen);
    default:
      return [];
  }
}

const withEarlier = (
  { event, earlier, client }: Situation,
  more: Situation['earlier'][number],
): Situation => ({
  event,
  earlier: [...earlier, more],
  client,
});

/** A file of the rule's own, where the call is about none that could have the label. */
const markedFile = 'example.sh';
const mostMarked = 6;

/** What is done to the file by each verb. */
const onFile: Partial<Readonly<Record<EffectVerb, string>>> = {
  runs: `bash ${markedFile}`,
  reads: `cat ${markedFile}`,
  writes: `echo example > ${markedFile}`,
  deletes: `rm ${markedFile}`,
  moves: `mv ${markedFile} /tmp/example`,
  copies: `cp ${markedFile} /tmp/example`,
};

function markedRepairs(
  { operator, negated, patterns }: ObjectTest,
  tried: Tried,
  { setting, find, ingredients }: Kitchen,
): readonly Situation[] {
  if (operator !== 'labelled' || negated) return [];
  const labels = patterns.flatMap((pattern) => (pattern.kind === 'label' ? [pattern.value] : []));
  const { paths, executed } = tried.facts.effects;
  const touched = [...new Set([...executed, ...paths].map(({ text }) => text))].slice(0, mostMarked);
  const lines = [...ingredients.verbs].flatMap((verb) => onFile[verb] ?? []);
  const events = lines.flatMap((command) => [
    ...sameFieldWith(command, tried),
    withCall(tried.event, { kind: 'command', command }),
  ]);
  return labels.flatMap((label) => {
    const others = markingCalls(label, [markedFile], tried, setting, find).slice(0, mostMarked);
    return [
      ...markingCalls(label, touched, tried, setting, find).map((each) => withEarlier(tried, each)),
      ...others.flatMap((each) => events.map((event) => withEarlier({ ...tried, event }, each))),
    ];
  });
}

/** The command line of the call with another command behind it; nothing where it has none. */
function sameFieldWith(command: string, { event, facts }: Tried): readonly JsonObject[] {
  const [first] = facts.effects.commands;
  const text = first && follow(objectAt(objectAt(event, 'tool'), 'input'), first.span.field);
  if (first === undefined || typeof text !== 'string') return [];
  return [...withInput(event, first.span.field, `${text} && ${command}`)];
}

// ── the call ──────────────────────────────────────────────────────────────────────────────

/** The same tool, with another text in one of its fields. */
function* sameCallRepairs({ event, facts }: Tried, { ingredients }: Kitchen): Generator<JsonObject> {
  const { commands } = facts.effects;
  const input = objectAt(objectAt(event, 'tool'), 'input');
  const fields = new Map(commands.map(({ span }) => [JSON.stringify(span.field), span.field] as const));
  for (const [key, field] of fields) {
    const text = follow(input, field);
    if (typeof text !== 'string') continue;
    const own = commands.filter(({ span }) => JSON.stringify(span.field) === key);
    for (const edit of shellEdits(text, own, ingredients)) yield* withInput(event, field, edit);
  }
  const { paths, hosts, contents } = ingredients;
  const others = [...paths, ...hosts.map((host) => `https://${host}/`), ...contents];
  for (const steps of textPlaces(input).slice(0, 12)) {
    if (fields.has(JSON.stringify(steps))) continue;
    for (const text of others) yield* withInput(event, steps, text);
  }
}

function* withInput(
  event: JsonObject,
  steps: readonly (string | number)[],
  text: string,
): Generator<JsonObject> {
  const changed = withEventValue(event, ['tool', 'input', ...steps], text);
  if (changed !== undefined) yield changed;
}

/** Another tool, or the shell. */
function* otherCallRepairs({ event }: Tried, { ingredients }: Kitchen): Generator<JsonObject> {
  for (const command of witnessLines(ingredients)) yield withCall(event, { kind: 'command', command });
  for (const call of witnessCalls(ingredients)) if (call.kind !== 'recorded') yield withCall(event, call);
}

/** For a rule about fields alone: the calls of its own tests. */
function* exampleRepairs({ event }: Tried, { ingredients }: Kitchen): Generator<JsonObject> {
  for (const call of ingredients.examples) if (call.kind !== 'recorded') yield withCall(event, call);
}
