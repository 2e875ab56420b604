/**
 * The state of one input while an entry of the tables reads it: which uses count, the values of their fields, and what
 * is known of the whole call.
 */
import type { HostShape } from '../../pattern/host.ts';
import type { PathShape } from '../../pattern/path/path-shape.ts';
import type { InputSpan, PathEffect } from '../effect/effect.ts';
import type { Json, JsonObject } from '../event/event.ts';
import { isList } from '../event/json.ts';
import type { Recorder } from '../record/recorder.ts';
import type { ShellContext } from '../shell/analyze.ts';
import type { ToolUse, ToolUseName } from './entry.ts';
import { type FieldFinder, type FoundField, isObject, noFields } from './fields.ts';
import { nameKey } from './name-key.ts';

export interface ApplyContext extends Omit<ShellContext, 'field' | 'dialect'> {
  /** Steps to the input: `[]`, or those to a call inside a call. */
  readonly prefix: readonly (string | number)[];
  /** Records a call inside the call. */
  call(value: JsonObject, field: readonly (string | number)[]): void;
}

export interface ToolReading {
  /** The uses whose condition holds. */
  readonly uses: readonly ToolUse[];
  readonly find: FieldFinder;
  readonly context: ApplyContext;
  readonly recorder: Recorder;
  /** The directories that relative paths are resolved against. */
  readonly base: PathShape | undefined;
  /** Hosts that the call connects to, and files whose content it sends, in the order in which they are found. */
  readonly hosts: HostShape[];
  readonly uploads: PathEffect[];
  /** Whether the input has unlisted fields that may change the effects. */
  readonly hasOthers: boolean;
  /** A cache of `valuesOfName`. */
  readonly values: Map<ToolUseName, readonly FoundField[]>;
}

/** All values of a use, from all fields that it may be in; collected once, however many paths need them. */
export function valuesOfName(reading: ToolReading, name: ToolUseName): readonly FoundField[] {
  const known = reading.values.get(name);
  if (known !== undefined) return known;
  let values = noFields;
  for (const use of reading.uses) {
    if (use.name === name) values = joined(values, valuesOf(reading, use));
  }
  // An absent value is not cached, because a new search costs no more.
  if (values.length > 0) reading.values.set(name, values);
  return values;
}

export function valuesOf({ find, context }: ToolReading, { fields, words }: ToolUse): readonly FoundField[] {
  let values = noFields;
  for (const steps of fields) values = joined(values, find(steps));
  for (const word of words) {
    if (word.kind === 'text') values = joined(values, [{ field: context.prefix, value: word.text }]);
  }
  return values;
}

/** Joins two lists; almost always one of them is empty. */
const joined = (before: readonly FoundField[], after: readonly FoundField[]): readonly FoundField[] =>
  after.length === 0 ? before : before.length === 0 ? after : [...before, ...after];

/** The texts of a value: the value itself, or the elements of a list. Anything else is an unknown part. */
export function eachText(
  reading: ToolReading,
  found: FoundField,
  take: (text: string, span: InputSpan) => void,
): void {
  const { field, value } = found;
  if (typeof value === 'string') take(value, spanOfField(found));
  else if (value !== null && typeof value === 'object' && isList(value)) {
    for (const [index, element] of value.entries()) {
      const inner = { field: [...field, index], value: element };
      if (typeof element === 'string') take(element, spanOfField(inner));
      else if (element !== null) misfit(reading, inner);
    }
  } else misfit(reading, found);
}

/** The same for paths, which may also be inside objects of a list: `{ path: "a", range: … }`. */
export function eachPath(
  reading: ToolReading,
  found: FoundField,
  take: (text: string, span: InputSpan) => void,
): void {
  const { field, value } = found;
  const list = value !== null && typeof value === 'object' && isList(value) ? value : undefined;
  const places =
    list === undefined
      ? [found]
      : list.map((element, index) => ({ field: [...field, index], value: element }));
  for (const place of places) {
    if (typeof place.value === 'string') take(place.value, spanOfField(place));
    else if (isObject(place.value)) pathInside(reading, place, place.value, take);
    else if (place.value !== null) misfit(reading, place);
  }
}

const pathKeys: ReadonlySet<string> = new Set(
  ['path', 'file_path', 'filename', 'file', 'absolute_path', 'target_file', 'uri', 'relative_path'].map(
    nameKey,
  ),
);

function pathInside(
  reading: ToolReading,
  found: FoundField,
  value: JsonObject,
  take: (text: string, span: InputSpan) => void,
): void {
  let isFound = false;
  for (const [key, text] of Object.entries(value)) {
    if (!pathKeys.has(nameKey(key)) || typeof text !== 'string' || text === '') continue;
    isFound = true;
    take(text, spanOfField({ field: [...found.field, key], value: text }));
  }
  if (!isFound) misfit(reading, found);
}

/** Records a value with a type that its field should not have. */
export function misfit(reading: ToolReading, found: FoundField): void {
  const name = found.field.join('.');
  recordUnknown(reading, found, `the field \`${name}\` is not of a type that is understood`);
}

function recordUnknown({ recorder }: ToolReading, found: FoundField, why: string): void {
  const { value } = found;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  recorder.unknown({ sort: 'value', text: text.slice(0, 200), why, span: spanOfField(found) });
}

export function spanOfField({ field, value }: FoundField): InputSpan {
  return { field, start: 0, end: typeof value === 'string' ? value.length : 0 };
}

/** The limit of directories that the call may mean. */
export const mostBases = 4;

/** The place of what no field says. */
export const spanOfCall = ({ context }: ToolReading): InputSpan => ({
  field: context.prefix,
  start: 0,
  end: 0,
});

/** Words: a text, a number, or a list of these. Undefined for anything else. */
export function textsOf(value: Json): readonly string[] | undefined {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  if (value === null || typeof value === 'boolean') return [];
  if (!isList(value) || value.length > 10_000) return undefined;
  const texts = value.flatMap((each) =>
    typeof each === 'string' || typeof each === 'number' ? [String(each)] : [],
  );
  return texts.length === value.length ? texts : undefined;
}
