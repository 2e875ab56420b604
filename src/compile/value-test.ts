/**
 * Compares one value with the alternatives of a comparison. What depends on the policy only is done once: patterns are
 * compiled, plain names and texts become sets.
 */
import type { CheckedCompare, Pattern } from '../check/tree/checked.ts';
import type { Json } from '../facts/event/event.ts';
import { isList } from '../facts/event/json.ts';
import type { Facts } from '../facts/facts.ts';
import type { PathReading } from '../pattern/path/path-readings.ts';
import { longestPath, type PathValue, showPath } from '../pattern/path/path-value.ts';
import { regexSearch } from '../pattern/regex/regex-search.ts';
import { composed, isAscii } from '../pattern/text/composed.ts';
import { fold, foldButCase } from '../pattern/text/fold.ts';
import { compileName } from '../pattern/text/name.ts';
import { NO, YES } from '../pattern/text/truth.ts';
import type { FieldType } from '../vocabulary/fields.ts';
import { isKind } from '../vocabulary/kinds.ts';
import type { Settle } from './compilation.ts';
import { lazily } from './lazily.ts';
import { AMBIGUOUS, anyOf, type Outcome, outcomeIf, TOO_LONG, WRONG_TYPE } from './outcome.ts';
import { compilePlaceTest } from './path-test.ts';

export type ValueTest = (value: Json, facts: Facts) => Outcome;

/** How a value is read: its type, and whether only its exact form counts. */
export interface ValueReading {
  readonly type: FieldType;
  readonly exact: boolean;
  /** Applied to each alternative by itself, so that their order never matters. */
  readonly settle: Settle;
}

const settled =
  (test: ValueTest, { settle, exact }: ValueReading): ValueTest =>
  (value, facts) =>
    settle(test(value, facts), exact);

/** Compiles the right-hand side of a comparison. */
export function compileValueTest(compare: CheckedCompare, reading: ValueReading): ValueTest {
  const { operator, patterns } = compare;
  switch (operator) {
    case 'is':
      return compileChoice(patterns, reading);
    case 'contains':
      return compileTextTest(patterns, reading, (text, part) => text.includes(part));
    case 'starts with':
      return compileTextTest(patterns, reading, (text, part) => text.startsWith(part));
    case 'ends with':
      return compileTextTest(patterns, reading, (text, part) => text.endsWith(part));
    case 'matches':
      return compileRegexTest(patterns, reading);
    case 'under':
      return compileUnder(patterns, reading);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return compileOrder(operator, patterns);
    case 'missing':
    case 'present':
      throw new Error(`${operator} is decided without a value`);
    default:
      return operator satisfies never;
  }
}

// ── is, in ────────────────────────────────────────────────────────────────────────────────

/** One alternative, and the values that it can be compared with. */
interface Choice {
  readonly accepts: (value: Json) => boolean;
  readonly test: ValueTest;
}

function compileChoice(patterns: readonly Pattern[], reading: ValueReading): ValueTest {
  const choices = compileChoices(patterns, reading);
  const onlyNull = patterns.every((each) => each.kind === 'constant' && each.value === null);
  const [only] = choices;
  if (choices.length === 1 && only !== undefined) {
    const { accepts, test } = only;
    const unfit = (value: Json): Outcome => (value === null || onlyNull ? NO : WRONG_TYPE);
    return (value, facts) => (accepts(value) ? test(value, facts) : unfit(value));
  }
  return (value, facts) => {
    // `null` is a value, and comparable with everything; other types are with their own only.
    if (value !== null && !onlyNull && !choices.some(({ accepts }) => accepts(value))) return WRONG_TYPE;
    return anyOf(choices, ({ accepts, test }) => (accepts(value) ? test(value, facts) : NO));
  };
}

/**
 * Plain texts, and plain names, become a set each; names with `*` share a folded value;
 * paths are found by a name in them; the rest are tried one by one.
 */
function compileChoices(patterns: readonly Pattern[], reading: ValueReading): Choice[] {
  const texts = patterns.flatMap((each) => (each.kind === 'text' ? each.value : []));
  const names = patterns.flatMap((each) => (isPlainName(each) ? each.value : []));
  const wild = patterns.flatMap((each) =>
    each.kind === 'name' && each.value.includes('*') ? each.value : [],
  );
  const rest = patterns.filter((each) => each.kind !== 'text' && each.kind !== 'name');
  const paths = rest.filter(({ kind }) => kind === 'path');
  // Among other patterns they keep their places, so that the first cause of not knowing is the same.
  const areAllPaths = paths.length > 0 && paths.length === rest.length;
  const sets = [
    ...(texts.length === 0 ? [] : [compileSet(texts, reading.exact ? same : composed)]),
    ...(names.length === 0 ? [] : [compileSet(names, reading.exact ? same : fold)]),
    ...(wild.length === 0 ? [] : [compileNames(wild, reading)]),
  ];
  return areAllPaths
    ? [...sets, compilePaths(paths, reading)]
    : [...sets, ...rest.map((pattern) => compileOne(pattern, reading))];
}

const isPlainName = (pattern: Pattern): pattern is Pattern & { readonly kind: 'name' } =>
  pattern.kind === 'name' && !pattern.value.includes('*');

const isText = (value: Json): value is string => typeof value === 'string';

const same = (text: string): string => text;

/** Equality with one of many texts, in the view that counts. */
function compileSet(keys: readonly string[], view: (text: string) => string): Choice {
  const set = new Set(keys.map(view));
  return { accepts: isText, test: (value) => outcomeIf(set.has(view(value as string))) };
}

/** One of many name patterns; a long value is folded once for all of them. */
function compileNames(texts: readonly string[], { exact }: ValueReading): Choice {
  const names = texts.map(compileName);
  const test = (value: string): boolean => {
    if (names.some((name) => name.testExact(value))) return true;
    if (exact) return false;
    const folded = fold(value);
    return names.some((name) => name.testFolded(folded));
  };
  return { accepts: isText, test: (value) => outcomeIf(test(value as string)) };
}

function compileOne(pattern: Pattern, reading: ValueReading): Choice {
  switch (pattern.kind) {
    case 'text':
      return compileSet([pattern.value], reading.exact ? same : composed);
    case 'name':
      return compileNames([pattern.value], reading);
    case 'kind':
      return { accepts: isText, test: settled(compileKind(pattern.value, reading), reading) };
    case 'path':
      return compilePaths([pattern], reading);
    case 'constant':
      return {
        accepts: (value) => (pattern.value === null ? value === null : typeof value === typeof pattern.value),
        test: (value) => outcomeIf(value === pattern.value),
      };
    case 'list':
      return compileList(pattern, reading);
    case 'regex':
    case 'workspace':
    case 'own':
    case 'host':
    case 'command':
    case 'option':
    case 'package':
    case 'operand':
    case 'label':
      throw new Error(`a ${pattern.kind} is no choice`);
    default:
      return pattern satisfies never;
  }
}

/** A list fits where one of its items does and none of its exceptions. Where they excuse, they are compared exactly. */
function compileList(list: Pattern & { readonly kind: 'list' }, reading: ValueReading): Choice {
  const items = compileChoices(list.items, reading);
  const excepted = compileChoices(list.except, { ...reading, exact: !reading.exact });
  const accepts = (value: Json): boolean => value === null || items.some((item) => item.accepts(value));
  const among = (choices: readonly Choice[], value: Json, facts: Facts): Outcome =>
    anyOf(choices, (choice) => (choice.accepts(value) ? choice.test(value, facts) : NO));
  return {
    accepts,
    test(value, facts) {
      const inside = among(items, value, facts);
      if (inside === NO || excepted.length === 0) return inside;
      const outside = among(excepted, value, facts);
      if (outside === YES) return NO;
      return inside === YES && outside !== NO ? outside : inside;
    },
  };
}

/**
 * A kind of the harness's own says nothing about the nine portable ones; and what
 * was inferred in its place takes nothing away from what was declared.
 */
function compileKind(wanted: string, { exact, type }: ValueReading): ValueTest {
  const folded = fold(wanted);
  const names = (word: string): boolean => word === wanted || (!exact && fold(word) === folded);
  if (type !== 'kind') return (value) => outcomeIf(names(value as string));
  if (!isKind(wanted)) return (value, { event }) => outcomeIf(names(event.tool?.kind ?? (value as string)));
  return (value, { kind }) => (kind.state === 'known' ? outcomeIf(names(value as string)) : AMBIGUOUS);
}

// ── texts ─────────────────────────────────────────────────────────────────────────────────

/** The forms of a text that a deny looks at, and the one that an exception does. */
function textViews({ type, exact }: ValueReading): (text: string, facts: Facts) => readonly string[] {
  if (type === 'path') {
    return (text, facts) => {
      const canonical = facts.pathViews(text, exact).map(showPath);
      return exact ? canonical.slice(0, 1) : [text, ...canonical];
    };
  }
  if (exact) return (text) => [text];
  if (type === 'name' || type === 'kind' || type === 'origin' || type === 'way')
    return (text) => [text, foldButCase(text), fold(text)];
  return (text) => (isAscii(text) ? [text] : [text, composed(text)]);
}

/** The same forms of the author's own text. */
function partViews({ type, exact }: ValueReading, part: string): readonly string[] {
  if (exact) return [part];
  const folded =
    type === 'name' || type === 'kind' || type === 'origin' || type === 'way' ? [fold(part)] : [];
  return [...new Set([part, part.normalize('NFC'), ...folded])];
}

/** The views of one text, each worked out when it is first asked for. */
type Views = (exact: boolean) => readonly string[];

function compileTextTest(
  patterns: readonly Pattern[],
  reading: ValueReading,
  holds: (text: string, part: string) => boolean,
): ValueTest {
  const exactViews = textViews({ ...reading, exact: true });
  const wideViews = textViews({ ...reading, exact: false });
  const tests = patterns.map((pattern) => compilePart(pattern, reading, holds));
  return (value, facts) => {
    if (!isText(value)) return WRONG_TYPE;
    let exactly: readonly string[] | undefined;
    let widely: readonly string[] | undefined;
    const views: Views = (exact) => {
      if (exact) exactly ??= exactViews(value, facts);
      else widely ??= wideViews(value, facts);
      return (exact ? exactly : widely) ?? [];
    };
    return outcomeIf(tests.some((test) => test(views)));
  };
}

function compilePart(
  pattern: Pattern,
  reading: ValueReading,
  holds: (text: string, part: string) => boolean,
): (views: Views) => boolean {
  if (pattern.kind === 'list') {
    const items = pattern.items.map((item) => compilePart(item, reading, holds));
    const excepted = pattern.except.map((item) =>
      compilePart(item, { ...reading, exact: !reading.exact }, holds),
    );
    return (views) => items.some((test) => test(views)) && !excepted.some((test) => test(views));
  }
  if (pattern.kind !== 'text' && pattern.kind !== 'name')
    throw new Error(`a ${pattern.kind} is no part of a text`);
  const parts = partViews(reading, pattern.value);
  return (views) => views(reading.exact).some((text) => parts.some((part) => holds(text, part)));
}

function compileRegexTest(patterns: readonly Pattern[], reading: ValueReading): ValueTest {
  const views = textViews(reading);
  const tests = patterns.map((pattern) => lazily(() => compileOneRegex(pattern)));
  return settled((value, facts) => {
    if (!isText(value)) return WRONG_TYPE;
    const texts = views(value, facts);
    return anyOf(tests, (test) => anyOf(texts, test));
  }, reading);
}

function compileOneRegex(pattern: Pattern): (text: string) => Outcome {
  if (pattern.kind !== 'regex') throw new Error(`a ${pattern.kind} is no regular expression`);
  const regex = regexSearch(pattern.source, pattern.flags);
  return (text) => {
    const matches = regex.test(text);
    return matches === undefined ? TOO_LONG : outcomeIf(matches);
  };
}

// ── paths ─────────────────────────────────────────────────────────────────────────────────

/** A path in a field, as what is done to a path: the text names one path, in all of its readings. */
function compileFieldPaths(patterns: readonly Pattern[], reading: ValueReading, below: boolean): ValueTest {
  const { exact, settle } = reading;
  const test = compilePlaceTest(patterns, exact, { below, settle, cause: AMBIGUOUS });
  return (value, facts) => {
    const text = value as string;
    if (text.length > longestPath) return settle(TOO_LONG, exact);
    // All readings: an exception in a list looks at others than the list.
    const [path, ...others] = facts.pathViews(text, false).map(asCertain);
    return path === undefined ? NO : test({ path, others, recursive: false, text }, facts);
  };
}

/** A reading counts as what the field says, also where a shell might not expand it to that. */
const asCertain = ({ anchor, segments, isAlias }: PathValue & PathReading): PathValue & PathReading => ({
  anchor,
  segments,
  ...(isAlias === true ? { isAlias } : {}),
});

const compilePaths = (patterns: readonly Pattern[], reading: ValueReading): Choice => ({
  accepts: isText,
  test: compileFieldPaths(patterns, reading, false),
});

function compileUnder(patterns: readonly Pattern[], reading: ValueReading): ValueTest {
  const test = compileFieldPaths(patterns, reading, true);
  return (value, facts) => (isText(value) ? test(value, facts) : WRONG_TYPE);
}

// ── numbers ───────────────────────────────────────────────────────────────────────────────

/**
 * JSON numbers are rounded when they are read, but rounding keeps their order
 * with every number that a policy can hold: a comparison is never wrong.
 */
function compileOrder(operator: '<' | '<=' | '>' | '>=', patterns: readonly Pattern[]): ValueTest {
  const [only] = patterns;
  if (only?.kind !== 'constant' || typeof only.value !== 'number') throw new Error('an order needs a number');
  const bound = only.value;
  const tests = {
    '<': (value: number): boolean => value < bound,
    '<=': (value: number): boolean => value <= bound,
    '>': (value: number): boolean => value > bound,
    '>=': (value: number): boolean => value >= bound,
  };
  const test = tests[operator];
  return (value) => (typeof value === 'number' ? outcomeIf(test(value)) : WRONG_TYPE);
}

/** The number of elements of a list, or of entries of an object. */
export function elementCount(value: Json): number | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  return isList(value) ? value.length : Object.keys(value).length;
}
