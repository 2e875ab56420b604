/**
 * The oracle: what a checked bundle says about an event, worked out straight
 * over the tree, with nothing prepared, nothing skipped and no code of the
 * engine. Slow, and meant to be read beside docs/language.md.
 */
import type {
  Absence,
  CheckedBundle,
  CheckedCompare,
  CheckedExpression,
  CheckedRule,
  CheckedWindow,
  Pattern,
  Template,
} from '../../src/check/tree/checked.ts';
import type { SourcePlace } from '../../src/check/tree/source-place.ts';
import { type Effects, noEffects } from '../../src/facts/effect/effect.ts';
import type { Event, Json } from '../../src/facts/event/event.ts';
import { otherReadings } from '../../src/pattern/path/path-readings.ts';
import { isKnown } from '../../src/pattern/path/path-shape.ts';
import { textShape } from '../../src/pattern/text/shape.ts';
import {
  type Binding,
  choicesOf,
  judgeEffect,
  judgeObject,
  judgeOpaque,
  shownPart,
  unknownParts,
} from './effects.ts';
import {
  all,
  anyOf,
  because,
  type Cause,
  certainly,
  everyOf,
  type Judgement,
  MIGHT,
  NOT,
  negate,
  no,
  some,
  without,
  yes,
} from './judgement.ts';
import {
  type Answer,
  isInWorkspace,
  isRelative,
  matchPath,
  type ReferencePath,
  readPath,
  showPath,
} from './path.ts';
import { type Found, isPortable, kindOf, readElements, readField, textsIn } from './read.ts';
import { composed, folded, matchesName, visible } from './text.ts';
import { isOpenSlowly } from './window.ts';

export interface ReferenceUnknown {
  readonly field: string;
  readonly cause: Exclude<Cause, 'no workspace'>;
  readonly place: SourcePlace;
}

export interface ReferenceResult {
  readonly code: string;
  readonly answer: Answer;
  /** Unknown only for what the rule says to note. */
  readonly noted: boolean;
  /** Of a rule that is unknown: everything that is not known, in the order written. */
  readonly unknowns: readonly ReferenceUnknown[];
  /** The objects that decided. */
  readonly binding: Binding;
  /** It would deny, and is only watched. */
  readonly isWatched: boolean;
}

export interface ReferenceDecision {
  readonly effect: 'deny' | 'none';
  readonly code: string | undefined;
  readonly reason: string | undefined;
  readonly results: readonly ReferenceResult[];
}

// ── the decision ──────────────────────────────────────────────────────────────────────────

const severities = ['low', 'medium', 'high', 'critical'];

/**
 * Decides a call that does what `effects` say; or, in layers, what the layer of the rules knows of it, and what each lower
 * one adds. A rule comes to the most of what it comes to with none of these, the first, the first two, and so on.
 */
export function decide(
  { rules }: CheckedBundle,
  event: Event,
  effects: Effects | readonly Effects[] = noEffects,
  at?: number,
): ReferenceDecision {
  const [own = noEffects, ...lower] = Array.isArray(effects)
    ? (effects as readonly Effects[])
    : [effects as Effects];
  const readings = [own];
  for (const more of lower) readings.push(together(readings.at(-1) ?? own, more));
  const chosen = rules.map((rule) => {
    const each = readings.map((reading) => ({ reading, result: decideRule(rule, event, reading, at) }));
    const best = Math.max(...each.map(({ result }) => rankOf(result)));
    return (
      each.find(({ result }) => rankOf(result) === best) ?? {
        reading: own,
        result: decideRule(rule, event, own, at),
      }
    );
  });
  const decided = chosen.map(({ reading, result }, place) => ({
    reading,
    result: rolledOut(rules[place], result, event, at),
  }));
  const results = decided.map(({ result }) => result);
  const denying = rules.filter((rule, place) => {
    const { answer, noted, isWatched } = results[place] ?? { answer: 'no', noted: false, isWatched: false };
    return (
      rule.effect === 'deny' &&
      !isWatched &&
      (answer === 'yes' || (answer === 'unknown' && !noted && rule.unsure === 'deny'))
    );
  });
  const gravest = Math.max(...denying.map(({ severity }) => severities.indexOf(severity)));
  const isSure = (rule: CheckedRule): boolean => results[rules.indexOf(rule)]?.answer === 'yes';
  const grave = denying.filter(({ severity }) => severities.indexOf(severity) === gravest);
  const code = (grave.some(isSure) ? grave.filter(isSure) : grave).map((rule) => rule.code).sort()[0];
  const rule = denying.find((each) => each.code === code);
  const { result, reading = own } = (rule && decided[rules.indexOf(rule)]) ?? {};
  return {
    effect: rule === undefined ? 'none' : 'deny',
    code,
    reason:
      rule &&
      result &&
      `${caution(result)}${reasonOf(rule, { event, binding: result.binding, effects: reading })}`,
    results,
  };
}

/** The same, with what it means that a rule denies later, or for some. */
function rolledOut(
  rule: CheckedRule | undefined,
  result: ReferenceResult,
  event: Event,
  at: number | undefined,
): ReferenceResult {
  const { from, share, place, paused = [] } = rule?.rollout ?? {};
  if (rule === undefined || place === undefined || result.answer === 'no') return result;
  if (at !== undefined && paused.some(({ expires, longest }) => expires - longest <= at && at < expires))
    return { ...result, isWatched: true };
  const session = event.session?.id;
  if (share !== undefined && session !== undefined && positionOf(rule.code, session) >= share)
    return { ...result, isWatched: true };
  if (from === undefined) return result;
  if (at !== undefined) return { ...result, isWatched: at < Date.parse(`${from.day}T00:00:00Z`) };
  const unknowns = [...result.unknowns, { field: 'time', cause: 'missing', place } as const];
  return { ...result, answer: 'unknown', unknowns };
}

/** FNV-1a over the units of both texts, each with 2 ** 16 behind it, and the last step of MurmurHash3; from 0 to 100. */
function positionOf(code: string, session: string): number {
  const word = 2n ** 32n;
  const units = [code, session].flatMap((text) => [
    ...text.split('').map((unit) => unit.charCodeAt(0)),
    0x10000,
  ]);
  const hash = units.reduce((sum, unit) => ((sum ^ BigInt(unit)) * 0x01000193n) % word, 0x811c9dc5n);
  const once = ((hash ^ (hash >> 16n)) * 0x85ebca6bn) % word;
  const twice = ((once ^ (once >> 13n)) * 0xc2b2ae35n) % word;
  return (Number(twice ^ (twice >> 16n)) * 100) / Number(word);
}

const rankOf = ({ answer, noted }: ReferenceResult): number =>
  answer === 'no' ? 0 : answer === 'yes' ? 3 : noted ? 1 : 2;

/** Everything that both tell of, one behind the other. */
function together(own: Effects, lower: Effects): Effects {
  const places = own.commands.length;
  // An end of a pipe that is no command of its own is none of the others either.
  const moved = (place: number, by: number, count: number): number => (place < count ? place + by : -1);
  const pipesOf = ({ pipes, commands }: Effects, by: number): Effects['pipes'] =>
    pipes.map((pipe) => ({
      ...pipe,
      from: moved(pipe.from, by, commands.length),
      to: moved(pipe.to, by, commands.length),
    }));
  const shifted = <Item extends object>(item: Item): Item => ({
    ...item,
    ...('command' in item && typeof item.command === 'number' ? { command: item.command + places } : {}),
  });
  const more = Object.fromEntries(
    Object.entries({ ...lower, pipes: pipesOf(lower, places) }).map(([name, items]) => [
      name,
      Array.isArray(items) ? items.map(shifted) : items,
    ]),
  ) as unknown as Effects;
  const ownPipes = pipesOf(own, 0);
  const lists = Object.entries({ ...own, pipes: ownPipes }).map(([name, items]) => [
    name,
    Array.isArray(items) ? [...items, ...(more[name as 'paths'] ?? [])] : items,
  ]);
  const added = Object.values(more).flatMap((items) => (Array.isArray(items) ? items : []));
  const addedBefore = ownPipes.filter((_, at) => own.added?.has(own.pipes[at] ?? own) === true);
  return {
    ...Object.fromEntries(lists),
    added: new Set([...(own.added ?? []), ...addedBefore, ...added]),
  };
}

/** Stands where a reason says which part of the call is not known. */
export const doubt = '<doubt>';

/** A rule that only could hold says so before its reason. */
function caution({ answer, unknowns }: ReferenceResult): string {
  if (answer !== 'unknown') return '';
  const isOpen = unknowns.some(({ cause, field }) => cause === 'unresolved' || field === 'time');
  return `Denied to be safe, because ${isOpen ? doubt : 'the event has too little information'}: `;
}

/** Every combination of one choice of each, the last changing fastest. */
const combinations = <Item>(choices: readonly (readonly Item[])[]): (readonly Item[])[] =>
  choices.reduce<(readonly Item[])[]>(
    (made, items) => made.flatMap((each) => items.map((item) => [...each, item])),
    [[]],
  );

/** The first combination of objects of those that the rule holds for best. */
function decideRule(
  rule: CheckedRule,
  event: Event,
  effects: Effects,
  at: number | undefined,
): ReferenceResult {
  const { slots } = rule;
  const bindings = combinations(slots.map((slot) => choicesOf(slot, effects, slots.length)));
  const results = bindings.map((binding) => decideFor(rule, { event, effects, binding, at }));
  const best = Math.max(...results.map(rankOf));
  const first = results.find((each) => rankOf(each) === best);
  if (first === undefined) throw new Error('there is always a combination');
  return first;
}

function decideFor(
  rule: CheckedRule,
  call: Pick<Scene, 'event' | 'effects' | 'binding' | 'at'>,
): ReferenceResult {
  const { code, absences } = rule;
  const { binding } = call;
  const scene: Scene = { ...call, absences, notesSkip: false };
  const answer = holds(rule, scene);
  const notes = absences.some(({ action }) => action === 'note');
  const noted = notes && answer !== 'no' && holds(rule, { ...scene, notesSkip: true }) === 'no';
  if (answer !== 'unknown' && !noted) return { code, answer, noted, unknowns: [], binding, isWatched: false };
  const unknowns = [
    ...rule.when.flatMap((each) => unknownsIn(each, 'deny', scene)),
    ...rule.unless.flatMap((each) => unknownsIn(each, 'excuse', scene)),
  ];
  return { code, answer: 'unknown', noted, unknowns, binding, isWatched: false };
}

/** All of `when`, and no `unless` for certain. */
function holds(rule: CheckedRule, scene: Scene): Answer {
  const when = all(rule.when.map((each) => judge(each, 'deny', scene)));
  const excused = rule.unless.map((each) => judge(each, 'excuse', scene)).includes('yes');
  return excused ? 'no' : when;
}

// ── expressions ───────────────────────────────────────────────────────────────────────────

export interface Scene {
  readonly event: Event;
  readonly effects: Effects;
  /** The objects that the rule is judged for. */
  readonly binding: Binding;
  readonly absences: readonly Absence[];
  /** Take `if … note` for `if … skip`. */
  readonly notesSkip: boolean;
  /** When the call is decided; undefined where it is not said. */
  readonly at: number | undefined;
}

/** What the rule does where an expression holds. */
export type Side = 'deny' | 'excuse';
const turned = (side: Side): Side => (side === 'deny' ? 'excuse' : 'deny');

function judge(expression: CheckedExpression, side: Side, scene: Scene): Answer {
  switch (expression.kind) {
    case 'and':
      return all(expression.operands.map((each) => judge(each, side, scene)));
    case 'or':
      return some(expression.operands.map((each) => judge(each, side, scene)));
    case 'not':
      return NOT[judge(expression.operand, turned(side), scene)];
    case 'might':
      return MIGHT[judge(expression.operand, side, scene)];
    case 'condition':
      return isOver(expression, scene) ? 'no' : judge(expression.expression, side, within(expression, scene));
    case 'compare':
      return judgeCompare(expression, side, scene).answer;
    case 'effect':
      return judgeEffect(expression, side, scene).answer;
    case 'object':
      return judgeObject(expression, side, scene).answer;
    case 'opaque':
      return judgeOpaque(expression, scene).answer;
    // Calls are judged alone here: nothing came before. What memory does has a model of its own.
    case 'label':
    case 'limit':
    case 'denials':
      return 'no';
    case 'window':
      return judgeWindow(expression, scene);
    default:
      return expression satisfies never;
  }
}

type Condition = CheckedExpression & { readonly kind: 'condition' };

/** An exception that has ended, holds not yet, or of which this is not known. */
const isOver = ({ exception }: Condition, { at }: Scene): boolean =>
  exception !== undefined &&
  !(at !== undefined && at < exception.expires && exception.expires - at <= exception.longest);

/** What a rule says of absences is not said of the exceptions to it. */
const within = ({ exception }: Condition, scene: Scene): Scene =>
  exception === undefined ? scene : { ...scene, absences: [], notesSkip: false };

function unknownsIn(expression: CheckedExpression, side: Side, scene: Scene): ReferenceUnknown[] {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.operands.flatMap((each) => unknownsIn(each, side, scene));
    case 'not':
      return unknownsIn(expression.operand, turned(side), scene);
    case 'might':
      return unknownsIn(expression.operand, side, scene);
    case 'condition':
      return isOver(expression, scene)
        ? []
        : unknownsIn(expression.expression, side, within(expression, scene));
    case 'compare':
      return told(judgeCompare(expression, side, scene), expression.field.text, expression.place);
    case 'effect': {
      const verbs = expression.verbs.map((verb) => (verb === 'connects' ? 'connects to' : verb));
      return told(judgeEffect(expression, side, scene), verbs.join(' or '), expression.place);
    }
    case 'object':
      return told(judgeObject(expression, side, scene), expression.text, expression.place);
    case 'opaque':
    case 'label':
    case 'limit':
    case 'denials':
      return [];
    case 'window':
      return judgeWindow(expression, scene) === 'unknown'
        ? [{ field: 'time', cause: 'missing', place: expression.place }]
        : [];
    default:
      return expression satisfies never;
  }
}

function judgeWindow({ window, negated }: CheckedWindow, { at }: Scene): Answer {
  if (at === undefined) return 'unknown';
  return isOpenSlowly(window, at) === negated ? 'no' : 'yes';
}

function told({ answer, cause }: Judgement, field: string, place: SourcePlace): ReferenceUnknown[] {
  if (answer !== 'unknown' || cause === undefined) return [];
  return [
    cause === 'no workspace' ? { field: 'workspace', cause: 'missing', place } : { field, cause, place },
  ];
}

// ── one comparison ────────────────────────────────────────────────────────────────────────

/** How a value is looked at, and what is known beside it. */
interface View {
  readonly scene: Scene;
  readonly compare: CheckedCompare;
  /** Only the exact, canonical value counts: nobody is excused for a resemblance. */
  readonly exact: boolean;
}

const mirrored = ({ scene, compare, exact }: View): View => ({ scene, compare, exact: !exact });

function judgeCompare(compare: CheckedCompare, side: Side, scene: Scene): Judgement {
  const { field, operator, negated, quantifier, measure } = compare;
  const { event } = scene;
  if (operator === 'missing' || operator === 'present') {
    const { state } = readField(field, event);
    if (state === 'meaningless') return no;
    const isMissing = state !== 'value';
    return certainly(isMissing === ((operator === 'missing') !== negated));
  }
  const exact = negated ? side === 'deny' : side === 'excuse';
  const view: View = { scene, compare, exact };
  // The whole comparison pushes the way of its side; a value inside it, the other way where it is negated.
  const whole: View = { scene, compare, exact: side === 'excuse' };
  const judgeValue = (value: Json): Judgement => {
    const result = test(value, view);
    return negated ? negate(result) : result;
  };
  const judgeFound = (found: Found): Judgement => {
    if (found.state === 'meaningless') return no;
    return settle(found.state === 'value' ? judgeValue(found.value) : absent(found), whole);
  };
  if (quantifier === undefined) {
    const found = readField(field, event);
    if (measure === undefined || found.state !== 'value') return judgeFound(found);
    const number = measure === 'size' ? sizeOf(found.value) : countOf(found.value);
    return settle(number === undefined ? because('type') : judgeValue(number), whole);
  }
  const parts = measure === 'text' ? texts(compare, side, event) : readElements(field, event);
  if (!isMany(parts)) return parts.state === 'meaningless' ? no : settle(absent(parts), whole);
  if (quantifier === 'any') return anyOf(parts.map(judgeFound));
  return parts.length === 0 ? no : everyOf(parts.map(judgeFound));
}

const isMany = (parts: Found | readonly Found[]): parts is readonly Found[] => Array.isArray(parts);
const absent = ({ state }: Found): Judgement => because(state === 'missing' ? 'missing' : 'type');

/** The texts inside the field: names of members count where finding one denies, or having none excuses. */
function texts(
  { field, quantifier, negated }: CheckedCompare,
  side: Side,
  event: Event,
): Found | readonly Found[] {
  const found = readField(field, event);
  if (found.state !== 'value') return found;
  const denies = side === 'deny' && quantifier === 'any';
  const excuses = side === 'excuse' && quantifier === 'every' && negated;
  // Names alone are no texts to excuse a call for.
  const names = denies || (excuses && textsIn(found.value, false).length > 0);
  return textsIn(found.value, names).map((value) => ({ state: 'value', value }));
}

const sizeOf = (value: Json): number =>
  new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)).length;

const countOf = (value: Json): number | undefined =>
  value !== null && typeof value === 'object' ? Object.keys(value).length : undefined;

/**
 * What the rule says about a part that is not known. To apply the rule is
 * to take the part for what makes the rule hold, to skip it for the opposite.
 */
const settle = (judgement: Judgement, { scene, compare, exact }: View): Judgement =>
  settleFor(judgement, compare.field.text, scene, exact);

/** The same for a field by its text; undefined for an object. */
export function settleFor(
  judgement: Judgement,
  about: string | undefined,
  { absences, notesSkip }: Scene,
  exact: boolean,
): Judgement {
  const { answer, cause } = judgement;
  if (answer !== 'unknown' || cause === undefined) return judgement;
  const field = cause === 'no workspace' ? 'workspace' : about;
  const clauses = absences.filter((each) => each.field.text === field);
  const isMissing = cause === 'missing' || cause === 'no workspace';
  const clause =
    (isMissing ? clauses.find(({ state }) => state === 'missing') : undefined) ??
    clauses.find(({ state }) => state === 'unknown');
  if (clause === undefined || (clause.action === 'note' && !notesSkip)) return judgement;
  return certainly((clause.action === 'apply') !== exact);
}

// ── one value ─────────────────────────────────────────────────────────────────────────────

function test(value: Json, view: View): Judgement {
  const { operator, patterns } = view.compare;
  switch (operator) {
    case 'is':
      return isOneOf(value, patterns, view);
    case 'contains':
      return textTest(value, view, (text, part) => text.includes(part));
    case 'starts with':
      return textTest(value, view, (text, part) => text.slice(0, part.length) === part);
    case 'ends with':
      return textTest(value, view, (text, part) => part === '' || text.slice(-part.length) === part);
    case 'matches':
      if (typeof value !== 'string') return because('type');
      return certainly(
        patterns.some((pattern) => viewsOf(value, view).some((text) => matchesRegex(pattern, text))),
      );
    case 'under':
      return typeof value === 'string' ? isBelowOneOf(value, patterns, view) : because('type');
    case '<':
    case '<=':
    case '>':
    case '>=':
      return order(value, operator, patterns);
    case 'missing':
    case 'present':
      throw new Error('decided without a value');
    default:
      return operator satisfies never;
  }
}

function order(value: Json, operator: '<' | '<=' | '>' | '>=', [bound]: readonly Pattern[]): Judgement {
  if (typeof value !== 'number') return because('type');
  const limit = bound?.kind === 'constant' ? Number(bound.value) : Number.NaN;
  const sign = value < limit ? '<' : value > limit ? '>' : '=';
  return certainly(operator.includes(sign));
}

function matchesRegex(pattern: Pattern, text: string): boolean {
  if (pattern.kind !== 'regex') throw new Error('not a regular expression');
  return new RegExp(pattern.source, `${pattern.flags}u`).test(text);
}

// ── is, in ────────────────────────────────────────────────────────────────────────────────

/** `null` compares with everything; any other value with patterns of its own type only. */
function isOneOf(value: Json, patterns: readonly Pattern[], view: View): Judgement {
  const onlyNull = patterns.every((each) => each.kind === 'constant' && each.value === null);
  const fitting = patterns.filter((each) => fits(value, each));
  if (value !== null && !onlyNull && fitting.length === 0) return because('type');
  return anyOf(fitting.map((each) => isOne(value, each, view)));
}

function fits(value: Json, pattern: Pattern): boolean {
  if (pattern.kind === 'list') return pattern.items.some((each) => fits(value, each));
  if (pattern.kind !== 'constant') return typeof value === 'string';
  if (value === null || pattern.value === null) return value === pattern.value;
  return typeof value === typeof pattern.value;
}

function isOne(value: Json, pattern: Pattern, view: View): Judgement {
  const text = typeof value === 'string' ? value : '';
  switch (pattern.kind) {
    case 'text':
      return certainly(view.exact ? text === pattern.value : composed(text) === composed(pattern.value));
    case 'name':
      if (matchesName(pattern.value, text)) return yes;
      return certainly(!view.exact && matchesName(folded(pattern.value), folded(text)));
    case 'kind':
      return settle(isKind(text, pattern.value, view), view);
    case 'path':
      return isPath(text, pattern.value, view, false);
    case 'constant':
      return certainly(value === pattern.value);
    case 'list': {
      const among = (items: readonly Pattern[], seen: View): Judgement =>
        anyOf(items.filter((each) => fits(value, each)).map((each) => isOne(value, each, seen)));
      return without(among(pattern.items, view), among(pattern.except, mirrored(view)));
    }
    default:
      throw new Error(`${pattern.kind} is no alternative`);
  }
}

/** A word of the harness's own tells nothing about the portable kinds; they are told from the tool too. */
function isKind(text: string, wanted: string, { scene: { event }, exact, compare }: View): Judgement {
  const is = (word: string): Judgement =>
    certainly(exact ? word === wanted : folded(word) === folded(wanted));
  if (compare.field.entry.type !== 'kind') return is(text);
  if (!isPortable(wanted)) return is(event.tool?.kind ?? text);
  return kindOf(event).state === 'portable' ? is(text) : because('ambiguous');
}

// ── texts ─────────────────────────────────────────────────────────────────────────────────

/** What the thing compared is made of: decides how else it could be read. */
function typeOf({ field, quantifier, measure }: CheckedCompare): 'path' | 'name' | 'text' {
  const { type } = field.entry;
  if (measure === 'text') return 'text';
  if (type === 'path' || (type === 'paths' && quantifier !== undefined)) return 'path';
  return type === 'name' || type === 'kind' || type === 'origin' || type === 'way' ? 'name' : 'text';
}

function viewsOf(text: string, view: View): readonly string[] {
  const type = typeOf(view.compare);
  if (type === 'path') {
    const shown = pathViews(text, view).map(showPath);
    return view.exact ? shown.slice(0, 1) : [text, ...shown];
  }
  if (view.exact) return [text];
  return [text, ...(type === 'name' ? [visible(text), folded(text)] : [composed(text)])];
}

function textTest(value: Json, view: View, holds: (text: string, part: string) => boolean): Judgement {
  if (typeof value !== 'string') return because('type');
  return certainly(view.compare.patterns.some((pattern) => hasPart(value, pattern, view, holds)));
}

function hasPart(
  text: string,
  pattern: Pattern,
  view: View,
  holds: (text: string, part: string) => boolean,
): boolean {
  if (pattern.kind === 'list') {
    return (
      pattern.items.some((each) => hasPart(text, each, view, holds)) &&
      !pattern.except.some((each) => hasPart(text, each, mirrored(view), holds))
    );
  }
  if (pattern.kind !== 'text' && pattern.kind !== 'name') throw new Error(`${pattern.kind} is no text`);
  const part = pattern.value;
  const isName = typeOf(view.compare) === 'name';
  const parts = view.exact ? [part] : [part, composed(part), ...(isName ? [folded(part)] : [])];
  return viewsOf(text, view).some((each) => parts.some((wanted) => holds(each, wanted)));
}

// ── paths ─────────────────────────────────────────────────────────────────────────────────

export function currentDirectory({ session }: Event): ReferencePath | undefined {
  if (session?.cwd === undefined) return undefined;
  const cwd = readPath(session.cwd, undefined);
  return cwd.anchor === 'floating' ? undefined : cwd;
}

/** The current directory means roots that are withheld; the root of a system or a drive is no workspace. */
export function workspaceRoots(event: Event): readonly ReferencePath[] | undefined {
  const cwd = currentDirectory(event);
  const isWorkspace = ({ anchor, segments: [first, ...rest] }: ReferencePath): boolean =>
    anchor !== 'root' || rest.length > 0 || (first !== undefined && !/^[a-z]:$|^\\\\/.test(first));
  const roots = (event.session?.workspaceRoots ?? []).map((root) => readPath(root, cwd)).filter(isWorkspace);
  if (roots.length > 0) return roots;
  return cwd !== undefined && isWorkspace(cwd) ? [cwd] : undefined;
}

/** The canonical path, and what else it may be; an exception has to hold for all of it but aliases. */
function pathViews(text: string, { scene: { event }, exact }: View): readonly ReferencePath[] {
  const cwd = currentDirectory(event);
  const others = otherReadings(textShape(text), cwd).filter((path) => !exact || path.isAlias !== true);
  return [readPath(text, cwd), ...others.filter(isKnown)];
}

const longestPath = 32_768;

function isPath(text: string, pattern: string, view: View, below: boolean): Judgement {
  if (text.length > longestPath) return settle(because('size'), view);
  const roots = workspaceRoots(view.scene.event);
  const judgements = pathViews(text, view).map((path): Judgement => {
    const answer = matchPath(pattern, path, roots, { exact: view.exact, below });
    if (answer !== 'unknown') return { answer };
    return because(isRelative(pattern) && roots === undefined ? 'no workspace' : 'ambiguous');
  });
  return (view.exact ? everyOf : anyOf)(judgements.map((each) => settle(each, view)));
}

const isBelowOneOf = (text: string, patterns: readonly Pattern[], view: View): Judgement =>
  anyOf(patterns.map((pattern) => isBelowOne(text, pattern, view)));

function isBelowOne(text: string, pattern: Pattern, view: View): Judgement {
  switch (pattern.kind) {
    case 'path':
      return isPath(text, pattern.value, view, true);
    case 'workspace':
      return settle(isBelowWorkspace(text, view), view);
    case 'list':
      return without(
        isBelowOneOf(text, pattern.items, view),
        isBelowOneOf(text, pattern.except, mirrored(view)),
      );
    default:
      throw new Error(`${pattern.kind} is no directory`);
  }
}

function isBelowWorkspace(text: string, view: View): Judgement {
  if (text.length > longestPath) return because('size');
  const roots = workspaceRoots(view.scene.event);
  if (roots === undefined) return because('no workspace');
  return (view.exact ? everyOf : anyOf)(
    pathViews(text, view).map((path) =>
      anyOf(
        roots.map((root) => {
          const answer = isInWorkspace(path, root, view.exact);
          return answer === 'unknown' ? because('ambiguous') : { answer };
        }),
      ),
    ),
  );
}

// ── reasons ───────────────────────────────────────────────────────────────────────────────

type Told = Pick<Scene, 'event' | 'binding' | 'effects'>;

function reasonOf({ code, reason, hint }: CheckedRule, scene: Told): string {
  const main =
    reason === undefined ? `The policy rule ${code} does not allow this call.` : fill(reason, scene);
  return hint === undefined ? main : `${main} ${fill(hint, scene)}`;
}

function fill({ parts }: Template, { event, binding, effects }: Told): string {
  return parts
    .map((part) => {
      if (part.kind === 'text') return part.text;
      if (part.kind === 'label' || part.kind === 'limit') return '(not known)';
      if (part.kind === 'object')
        return shownPart(binding[part.slot], part.of, effects) ?? unknownParts[part.of];
      const found = readField(part.field, event);
      if (found.state !== 'value') return '(not given)';
      const text = typeof found.value === 'string' ? found.value : JSON.stringify(found.value);
      const clean = text.slice(0, 4000).replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ');
      return clean.length > 200 ? `${clean.slice(0, 199)}…` : clean;
    })
    .join('');
}
