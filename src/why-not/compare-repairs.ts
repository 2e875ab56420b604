/** Repairs of comparisons: events with other values in the field, for which the comparison may give the wanted answer. */
import type { CheckedCompare, Pattern } from '../check/tree/checked.ts';
import { ownPatterns } from '../compile/compilation.ts';
import type { Json, JsonObject } from '../facts/event/event.ts';
import { isList } from '../facts/event/json.ts';
import type { Facts } from '../facts/facts.ts';
import { builtIn } from '../facts/known.ts';
import { fieldReader, follow } from '../facts/read.ts';
import { kinds } from '../vocabulary/kinds.ts';
import { type EventSteps, withEventValue, withMcp, withoutEventValue, withoutMcp } from './edit-event.ts';
import { regexSamples } from './regex-samples.ts';
import { sampleNames, samplePaths } from './samples.ts';

/** At most so many items of lists are tried. */
const mostItems = 24;
/** No text with more characters is made, whatever size a rule asks for. */
const longestText = 4 * 1024 * 1024;
const mostElements = 2000;

/** Events with another value in the field; `wanted` is the answer that the comparison should give. */
export function compareRepairs(
  compare: CheckedCompare,
  wanted: boolean,
  event: JsonObject,
  facts: Facts,
): readonly JsonObject[] {
  const { operator, negated, field } = compare;
  const positive = wanted !== negated;
  if (operator === 'missing' || operator === 'present') {
    const absent = (operator === 'missing') === positive;
    return absent
      ? without(compare, event)
      : ['example', 1].flatMap((value) => withField(compare, event, field.steps, value));
  }
  if (compare.quantifier !== undefined) return quantifiedRepairs(compare, positive, event, facts);
  const current = valueAt(compare, facts);
  const values = valuesFor(compare, positive, current);
  const changed = values.flatMap((value) => withField(compare, event, field.steps, value));
  return positive ? changed : [...changed, ...without(compare, event)];
}

function valueAt({ field }: CheckedCompare, facts: Facts): Json | undefined {
  const value = fieldReader(field.entry.id, field.steps)(facts);
  return typeof value === 'symbol' ? undefined : value;
}

// ── values ────────────────────────────────────────────────────────────────────────────────

/** Values for which a comparison may give the wanted answer; `current`: the value in the event. */
export function valuesFor(
  compare: CheckedCompare,
  positive: boolean,
  current: Json | undefined,
): readonly Json[] {
  const { operator, measure, patterns } = compare;
  switch (operator) {
    case 'is':
      return positive ? patterns.flatMap(plainOnes).slice(0, mostItems).flatMap(values) : unlisted(compare);
    case 'contains':
    case 'starts with':
    case 'ends with':
      return positive
        ? texts(patterns).flatMap((text) => [besides(current, text, operator), text])
        : unlisted(compare);
    case 'matches':
      return positive
        ? patterns.flatMap((each) => (each.kind === 'regex' ? regexSamples(each.source, each.flags) : []))
        : unlisted(compare);
    case 'under':
      return positive
        ? patterns
            .flatMap(plainOnes)
            .slice(0, mostItems)
            .flatMap((each) => values(each).map((path) => `${String(path)}/example.txt`))
        : unlisted(compare);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return numbers(compare, positive).flatMap((number) => measured(number, measure, current));
    case 'missing':
    case 'present':
      return [];
    default:
      return operator satisfies never;
  }
}

const plainOnes = (pattern: Pattern): readonly Pattern[] =>
  pattern.kind === 'list' ? pattern.items.flatMap(plainOnes) : [pattern];

const texts = (patterns: readonly Pattern[]): readonly string[] =>
  patterns
    .flatMap(plainOnes)
    .slice(0, mostItems)
    .flatMap((each) => (each.kind === 'text' || each.kind === 'name' ? [each.value] : []));

function values(pattern: Pattern): readonly Json[] {
  switch (pattern.kind) {
    case 'text':
    case 'kind':
    case 'host':
    case 'command':
    case 'package':
      return [pattern.value];
    case 'name':
      return sampleNames(pattern.value);
    case 'path':
      return samplePaths(pattern.value);
    case 'regex':
      return regexSamples(pattern.source, pattern.flags);
    case 'constant':
      return [pattern.value];
    case 'workspace':
      return ['.'];
    case 'own':
      return ownPatterns(pattern.what, builtIn).flatMap(samplePaths);
    case 'option':
    case 'operand':
    case 'label':
    case 'list':
      return [];
    default:
      return pattern satisfies never;
  }
}

/** The current text with the part added: a smaller change than the part alone. */
function besides(
  current: Json | undefined,
  part: string,
  operator: 'contains' | 'starts with' | 'ends with',
): string {
  if (typeof current !== 'string' || current === '') return part;
  if (operator === 'starts with') return `${part}${current}`;
  return operator === 'ends with' ? `${current}${part}` : `${current} ${part}`;
}

/** Values that the rule's patterns probably do not match. */
function unlisted({ field: { entry } }: CheckedCompare): readonly Json[] {
  if (entry.type === 'kind') return kinds;
  if (entry.type === 'path' || entry.type === 'paths')
    return ['/srv/example', '/home/user/project', '/tmp/example'];
  return ['example', '/srv/example/file.txt', 'src/example.txt', '', 0];
}

function numbers({ operator, patterns }: CheckedCompare, positive: boolean): readonly number[] {
  const bounds = patterns.flatMap((each) =>
    each.kind === 'constant' && typeof each.value === 'number' ? [each.value] : [],
  );
  const isBelow = (operator === '<' || operator === '<=') === positive;
  return bounds.flatMap((bound) => (isBelow ? [bound, bound - 1] : [bound, bound + 1]));
}

/** A value of this size or count; the number itself where the value is what is compared. */
function measured(
  number: number,
  measure: CheckedCompare['measure'],
  current: Json | undefined,
): readonly Json[] {
  if (measure === 'size') {
    if (!Number.isInteger(number) || number < 0 || number > longestText) return [];
    const text = typeof current === 'string' ? current : '';
    return [text.length > number ? text.slice(0, number) : text.padEnd(number, 'x')];
  }
  if (measure !== 'count') return [number];
  if (!Number.isInteger(number) || number < 0 || number > mostElements) return [];
  const list = current !== null && typeof current === 'object' && isList(current) ? current : [];
  const more = Array.from({ length: Math.max(0, number - list.length) }, (): Json => list[0] ?? 'example');
  return [[...list.slice(0, number), ...more]];
}

// ── any and every ─────────────────────────────────────────────────────────────────────────

/** At most so many texts of an input are changed one by one. */
const mostTexts = 12;

function quantifiedRepairs(
  compare: CheckedCompare,
  positive: boolean,
  event: JsonObject,
  facts: Facts,
): readonly JsonObject[] {
  const { field, measure } = compare;
  const root = fieldReader(field.entry.id, [])(facts);
  const below = typeof root === 'symbol' ? undefined : follow(root, field.steps);
  const current = below === undefined || typeof below === 'symbol' ? undefined : below;
  const wanted = valuesFor(compare, positive, undefined);
  if (measure === 'text') {
    const places = current === undefined ? [] : textPlaces(current).slice(0, mostTexts);
    return wanted.flatMap((value) => [
      ...places.flatMap((steps) => withField(compare, event, [...field.steps, ...steps], value)),
      ...withField(compare, event, [...field.steps, 'example'], value),
    ]);
  }
  const list =
    current !== undefined && current !== null && typeof current === 'object' && isList(current)
      ? current
      : [];
  return [
    ...wanted.flatMap((value) => [
      ...withField(compare, event, field.steps, [...list, value]),
      ...withField(compare, event, field.steps, [value]),
      ...withField(
        compare,
        event,
        field.steps,
        list.map(() => value),
      ),
    ]),
    ...withField(compare, event, field.steps, []),
  ];
}

/** The places of all texts in a value, also those inside objects and lists. */
export function textPlaces(value: Json, steps: EventSteps = []): readonly EventSteps[] {
  if (typeof value === 'string') return [steps];
  if (value === null || typeof value !== 'object' || steps.length > 8) return [];
  const inner = isList(value) ? value.entries() : Object.entries(value);
  return [...inner].slice(0, 50).flatMap(([key, each]) => textPlaces(each, [...steps, key]));
}

// ── fields ────────────────────────────────────────────────────────────────────────────────

/** Where an event holds each field that is a plain part of it. */
const places: Partial<Readonly<Record<CheckedCompare['field']['entry']['id'], EventSteps>>> = {
  tool: ['tool', 'name'],
  kind: ['tool', 'kind'],
  input: ['tool', 'input'],
  'session.id': ['session', 'id'],
  'session.cwd': ['session', 'cwd'],
  'session.workspaceRoots': ['session', 'workspaceRoots'],
  'session.model': ['session', 'model'],
  'session.agent.id': ['session', 'agent', 'id'],
  'session.agent.type': ['session', 'agent', 'type'],
  'harness.name': ['harness', 'name'],
  'harness.version': ['harness', 'version'],
  source: ['source'],
  extension: ['extensions'],
  event: [],
};

function withField(
  { field: { entry } }: CheckedCompare,
  event: JsonObject,
  steps: EventSteps,
  value: Json,
): readonly JsonObject[] {
  if (entry.id === 'mcp.server') return typeof value === 'string' ? [withMcp(event, { server: value })] : [];
  if (entry.id === 'mcp.tool') return typeof value === 'string' ? [withMcp(event, { tool: value })] : [];
  if (entry.id === 'origin') return [value === 'mcp' ? withMcp(event, {}) : withoutMcp(event)];
  const isServerKind = entry.id === 'kind' && value === 'mcp';
  const place = places[entry.id];
  const changed = place === undefined ? undefined : withEventValue(event, [...place, ...steps], value);
  const whole = changed === undefined ? [] : [completed(changed, entry.id)];
  return isServerKind ? [withMcp(event, {}), ...whole] : whole;
}

/** Adds what the protocol requires beside a new field. */
function completed(event: JsonObject, id: string): JsonObject {
  const needed: readonly (readonly [string, EventSteps, Json])[] = [
    ['session.', ['session', 'id'], 'example'],
    ['session.agent.', ['session', 'agent', 'id'], 'example'],
    ['harness.', ['harness', 'name'], 'example'],
    ['harness.', ['harness', 'version'], 'unknown'],
  ];
  return needed.reduce((so, [prefix, steps, value]) => {
    if (!id.startsWith(prefix) || typeof follow(so, steps) !== 'symbol') return so;
    return withEventValue(so, steps, value) ?? so;
  }, event);
}

function without({ field: { entry, steps } }: CheckedCompare, event: JsonObject): readonly JsonObject[] {
  if (entry.id === 'mcp.server') {
    // A call that is of some server, but which one is not known.
    const undisclosed = withEventValue(withoutMcp(event), ['tool', 'kind'], 'mcp');
    return [withoutMcp(event), ...(undisclosed === undefined ? [] : [undisclosed])];
  }
  const place = places[entry.id];
  if (place === undefined) return [withoutMcp(event)];
  return [withoutEventValue(event, [...place, ...steps])];
}
