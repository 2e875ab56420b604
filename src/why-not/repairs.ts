/**
 * Repairs: changed situations in which a rule may hold. Each is for a question whose answer keeps the rule from holding, and
 * changes fields, words of a command, the whole call, or the calls before it. All are guesses that the search tries.
 */
import type { CheckedExpression, CheckedRule, EffectVerb, ObjectTest } from '../check/tree/checked.ts';
import { childrenOf } from '../check/tree/walk.ts';
import type { CompiledRule } from '../compile/compiled-rule.ts';
import { isLogic, type LeafMatcher, type Matcher } from '../compile/matcher.ts';
import { obstaclesOf, type RuleObstacle } from '../engine/closest.ts';
import type { JsonObject } from '../facts/event/event.ts';
import { follow } from '../facts/read.ts';
import { clientRepairs, isOfClient } from './client-repairs.ts';
import { compareRepairs, textPlaces } from './compare-repairs.ts';
import { earlierFor, type FindCalls, labellingCalls } from './earlier-calls.ts';
import { objectAt, withCall, withEventValue } from './edit-event.ts';
import type { RepairCandidates } from './repair-candidates.ts';
import { sampleCalls, sampleLines } from './sample-calls.ts';
import { shellEdits } from './shell-edits.ts';
import type { SearchSetting, Situation, TriedSituation } from './situation.ts';
import { timeRepairs } from './time-repairs.ts';

/** What repairs are made from. */
export interface RepairContext {
  readonly rule: CompiledRule;
  readonly setting: SearchSetting;
  readonly candidates: RepairCandidates;
  /** For each matcher of the rule the expression that it was compiled from. */
  readonly sources: ReadonlyMap<LeafMatcher, CheckedExpression>;
  readonly find: FindCalls;
}

/** The expression of each matcher: the two trees have the same shape. */
export function expressionSources({
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
    const inner = childrenOf(expression);
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

/** The repairs of a situation, each once. */
export function repairsOf(tried: TriedSituation, context: RepairContext): readonly Situation[] {
  const obstacles = obstaclesOf(context.rule, tried.facts, tried.binding);
  const found = new Map<string, Situation>();
  const put = (situation: Situation): void => {
    found.set(situationKey(situation), situation);
  };
  for (const obstacle of obstacles) for (const each of fieldRepairs(obstacle, tried, context)) put(each);
  // An exception that ends excuses nothing.
  for (const { term } of context.rule.exceptions) put({ ...tried, at: term.expires });
  if (obstacles.some(({ matcher }) => matcher.kind !== 'compare')) {
    for (const event of sameCallRepairs(tried, context)) put({ ...tried, event });
    for (const event of otherCallRepairs(tried, context)) put({ ...tried, event });
  } else for (const event of exampleRepairs(tried, context)) put({ ...tried, event });
  return [...found.values()].map(({ event, earlier, client, at }) => ({ event, earlier, client, at }));
}

/** One key for each situation. */
export const situationKey = ({ event, earlier, client, at }: Situation): string =>
  JSON.stringify([event, earlier, client, at]);

// ── fields, and what was before ───────────────────────────────────────────────────────────

function fieldRepairs(
  { matcher, goal }: RuleObstacle,
  tried: TriedSituation,
  context: RepairContext,
): readonly Situation[] {
  const expression = context.sources.get(matcher);
  if (expression === undefined) return [];
  const wanted = goal === 'yes' || goal === 'not-no';
  const { setting, find } = context;
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
    case 'window': {
      const { at } = tried.facts;
      return at === undefined
        ? []
        : timeRepairs(expression, wanted, at).map((time) => ({ ...tried, at: time }));
    }
    case 'effect':
      return expression.tests.flatMap((test) => labelRepairs(test, tried, context));
    case 'object':
      return labelRepairs(expression.test, tried, context);
    default:
      return [];
  }
}

const withEarlier = (
  { event, earlier, client, at }: Situation,
  more: Situation['earlier'][number],
): Situation => ({
  event,
  earlier: [...earlier, more],
  client,
  at,
});

/** A file that is made up where the call names no file that could have the label. */
const labelledFile = 'example.sh';
const mostLabelled = 6;

/** For each verb a command that does it to that file. */
const onFile: Partial<Readonly<Record<EffectVerb, string>>> = {
  runs: `bash ${labelledFile}`,
  reads: `cat ${labelledFile}`,
  writes: `echo example > ${labelledFile}`,
  deletes: `rm ${labelledFile}`,
  moves: `mv ${labelledFile} /tmp/example`,
  copies: `cp ${labelledFile} /tmp/example`,
};

function labelRepairs(
  { operator, negated, patterns }: ObjectTest,
  tried: TriedSituation,
  { setting, find, candidates }: RepairContext,
): readonly Situation[] {
  if (operator !== 'labelled' || negated) return [];
  const labels = patterns.flatMap((pattern) => (pattern.kind === 'label' ? [pattern.value] : []));
  const { paths, executed } = tried.facts.effects;
  const touched = [...new Set([...executed, ...paths].map(({ text }) => text))].slice(0, mostLabelled);
  const lines = [...candidates.verbs].flatMap((verb) => onFile[verb] ?? []);
  const events = lines.flatMap((command) => [
    ...sameFieldWith(command, tried),
    withCall(tried.event, { kind: 'command', command }),
  ]);
  return labels.flatMap((label) => {
    const others = labellingCalls(label, [labelledFile], tried, setting, find).slice(0, mostLabelled);
    return [
      ...labellingCalls(label, touched, tried, setting, find).map((each) => withEarlier(tried, each)),
      ...others.flatMap((each) => events.map((event) => withEarlier({ ...tried, event }, each))),
    ];
  });
}

/** The command line of the call with another command behind it; empty where the call has no command line. */
function sameFieldWith(command: string, { event, facts }: TriedSituation): readonly JsonObject[] {
  const [first] = facts.effects.commands;
  const text = first && follow(objectAt(objectAt(event, 'tool'), 'input'), first.span.field);
  if (first === undefined || typeof text !== 'string') return [];
  return [...withInput(event, first.span.field, `${text} && ${command}`)];
}

// ── the call ──────────────────────────────────────────────────────────────────────────────

/** The same tool, with another text in one of its fields. */
function* sameCallRepairs(
  { event, facts }: TriedSituation,
  { candidates }: RepairContext,
): Generator<JsonObject> {
  const { commands } = facts.effects;
  const input = objectAt(objectAt(event, 'tool'), 'input');
  const fields = new Map(commands.map(({ span }) => [JSON.stringify(span.field), span.field] as const));
  for (const [key, field] of fields) {
    const text = follow(input, field);
    if (typeof text !== 'string') continue;
    const own = commands.filter(({ span }) => JSON.stringify(span.field) === key);
    for (const edit of shellEdits(text, own, candidates)) yield* withInput(event, field, edit);
  }
  const { paths, hosts, contents } = candidates;
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
function* otherCallRepairs({ event }: TriedSituation, { candidates }: RepairContext): Generator<JsonObject> {
  for (const command of sampleLines(candidates)) yield withCall(event, { kind: 'command', command });
  for (const call of sampleCalls(candidates)) if (call.kind !== 'recorded') yield withCall(event, call);
}

/** The calls of the rule's own tests, for a rule about fields alone. */
function* exampleRepairs({ event }: TriedSituation, { candidates }: RepairContext): Generator<JsonObject> {
  for (const call of candidates.examples) if (call.kind !== 'recorded') yield withCall(event, call);
}
