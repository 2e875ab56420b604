/**
 * The piece of an event that an answer comes from: the field, and the place in its text. It says where the matchers looked,
 * and not what they found.
 */
import { stepsText } from '../check/conditions/field.ts';
import type { CheckedCompare, Pattern, ResolvedField } from '../check/tree/checked.ts';
import type { Binding, EffectCandidate } from '../compile/candidate.ts';
import type { CompareMatcher, EffectMatcher } from '../compile/matcher.ts';
import { outcomeTruth } from '../compile/outcome.ts';
import type { InputSpan } from '../facts/effect/effect.ts';
import type { Json } from '../facts/event/event.ts';
import { isList } from '../facts/event/json.ts';
import type { Facts } from '../facts/facts.ts';
import { fieldReader, follow } from '../facts/read.ts';
import { compileRegex } from '../pattern/regex/regex.ts';
import type { FieldId } from '../vocabulary/fields.ts';

/** A piece of an event. */
export interface EventPart {
  /** As a policy names it: `input.command`, `input.edits[0].path`, `session.cwd`. */
  readonly field: string;
  /** The whole text there; undefined if the value is no text. */
  readonly value: string | undefined;
  /** UTF-16 offsets into it. */
  readonly start: number;
  readonly end: number;
}

/** The limit of pieces: more do not help a reader. */
const mostOrigins = 3;

/** The piece of the tool's input that a thing was read from. */
export function originOfSpan({ field, start, end }: InputSpan, { event }: Facts): EventPart {
  const value = follow(event.tool?.input ?? {}, field);
  const text = typeof value === 'string' ? value : undefined;
  const length = text?.length ?? 0;
  // An empty span means the whole text.
  const isWhole = end <= start || start >= length;
  return {
    field: `input${stepsText(field)}`,
    value: text,
    start: isWhole ? 0 : start,
    end: isWhole ? length : Math.min(end, length),
  };
}

/** The origin of an answer about what the call does; empty where the call has no such object. */
export function originsOfEffect(
  matcher: EffectMatcher,
  facts: Facts,
  binding: Binding,
): readonly EventPart[] {
  const candidate = matcher.about(facts, binding);
  return candidate === undefined ? [] : [originOfSpan(spanOf(candidate), facts)];
}

const spanOf = (candidate: EffectCandidate): InputSpan =>
  candidate.kind === 'unknown' ? candidate.part.span : candidate.effect.span;

/** The origin of the answer to a comparison; empty where the event has nothing there. */
export function originsOfCompare(
  { compare, each, judge }: CompareMatcher,
  facts: Facts,
  binding: Binding,
): readonly EventPart[] {
  if (compare === undefined) return [];
  const { field, quantifier } = compare;
  const value = fieldReader(field.entry.id, [])(facts);
  if (typeof value === 'symbol') return [];
  const name = rootName(field);
  if (each === undefined || quantifier === undefined) {
    const at = field.steps.length === 0 ? value : follow(value, field.steps);
    return typeof at === 'symbol' ? [] : [narrowed({ field: field.text, value: at }, compare)];
  }
  const decisive = outcomeTruth(judge(facts, binding));
  const found: EventPart[] = [];
  for (const place of placesIn(value, compare)) {
    if (outcomeTruth(each(place.value, facts)) !== decisive) continue;
    found.push(narrowed({ field: `${name}${stepsText(place.steps)}`, value: place.value }, compare));
    if (found.length === mostOrigins) break;
  }
  return found;
}

const roots: Partial<Readonly<Record<FieldId, string>>> = { extension: 'extensions' };
const rootName = ({ entry }: ResolvedField): string => roots[entry.id] ?? entry.spellings[0] ?? entry.id;

interface PlacedValue {
  readonly steps: readonly (string | number)[];
  readonly value: Json;
}

/** The elements of `any` and `every`: all texts, or the elements that the steps lead to. */
function placesIn(root: Json, { field, measure }: CheckedCompare): readonly PlacedValue[] {
  const reached = reach(root, field.steps, measure !== 'text');
  return measure === 'text' ? reached.flatMap(textsBelow) : reached;
}

function reach(root: Json, steps: readonly (string | number)[], takesApart: boolean): readonly PlacedValue[] {
  let open: readonly PlacedValue[] = [{ steps: [], value: root }];
  for (const step of steps) {
    open = open.flatMap((place) => {
      const through = typeof step === 'string' && isListValue(place.value) ? elementsOf(place) : [place];
      return through.flatMap(({ steps: before, value }) => {
        const next = follow(value, [step]);
        return typeof next === 'symbol' ? [] : [{ steps: [...before, step], value: next }];
      });
    });
  }
  return takesApart
    ? open.flatMap((place) => (isListValue(place.value) ? elementsOf(place) : [place]))
    : open;
}

const isListValue = (value: Json): value is readonly Json[] =>
  value !== null && typeof value === 'object' && isList(value);

const elementsOf = ({ steps, value }: PlacedValue): readonly PlacedValue[] =>
  isListValue(value) ? value.map((element, index) => ({ steps: [...steps, index], value: element })) : [];

/** Texts in the order of the event. It keeps its own stack, because the sender chooses the nesting. */
function textsBelow(place: PlacedValue): readonly PlacedValue[] {
  const found: PlacedValue[] = [];
  const open: PlacedValue[] = [place];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { steps, value } = next;
    if (typeof value === 'string') found.push(next);
    else if (isListValue(value)) open.push(...elementsOf(next).toReversed());
    else if (value !== null && typeof value === 'object')
      open.push(
        ...Object.entries(value)
          .map(([key, inner]): PlacedValue => ({ steps: [...steps, key], value: inner }))
          .toReversed(),
      );
  }
  return found;
}

// ── inside a text ─────────────────────────────────────────────────────────────────────────

/** The piece of a text that a pattern was found in; the whole text where that is not known. */
function narrowed(
  { field, value }: { readonly field: string; readonly value: Json },
  { operator, patterns }: CheckedCompare,
): EventPart {
  if (typeof value !== 'string') return { field, value: undefined, start: 0, end: 0 };
  const whole = { field, value, start: 0, end: value.length };
  if (
    operator !== 'contains' &&
    operator !== 'matches' &&
    operator !== 'starts with' &&
    operator !== 'ends with'
  )
    return whole;
  for (const pattern of patterns.flatMap(plainOnes)) {
    const found = findIn(value, pattern, operator);
    if (found !== undefined) return { ...whole, ...found };
  }
  return whole;
}

const plainOnes = (pattern: Pattern): readonly Pattern[] =>
  pattern.kind === 'list' ? pattern.items.flatMap(plainOnes) : [pattern];

function findIn(
  text: string,
  pattern: Pattern,
  operator: 'contains' | 'matches' | 'starts with' | 'ends with',
): { readonly start: number; readonly end: number } | undefined {
  if (pattern.kind === 'regex') return compileRegex(pattern.source, pattern.flags).pattern?.find(text);
  if (pattern.kind !== 'text' && pattern.kind !== 'name') return undefined;
  const part = pattern.value;
  const start =
    operator === 'contains'
      ? text.indexOf(part)
      : operator === 'starts with'
        ? text.startsWith(part)
          ? 0
          : -1
        : text.endsWith(part)
          ? text.length - part.length
          : -1;
  return start < 0 ? undefined : { start, end: start + part.length };
}
