/**
 * Finds the fields of a tool's input by the steps of a table. Only own properties exist, and names are compared by
 * `nameKey`. Each value keeps its place, for messages and to pair content with its path.
 */
import { BoundedCache } from '../event/bounded-cache.ts';
import type { Json, JsonObject } from '../event/event.ts';
import { isList } from '../event/json.ts';
import type { FieldSteps } from './entry.ts';
import { nameKey } from './name-key.ts';

export interface FoundField {
  /** Steps below `input`, as the input spells them. */
  readonly field: readonly (string | number)[];
  readonly value: Json;
}

/** The limit of values of one field; no honest call has more. */
const mostValues = 1000;

/** Returns the values at the end of the steps, in the order of the input; null and an empty text count as absent. */
export type FieldFinder = (steps: FieldSteps) => readonly FoundField[];

/** The keys of an input as `nameKey` makes them, each with its spellings. */
export type FieldKeys = ReadonlyMap<string, readonly string[]>;

/** The shared result for an absent field: most fields of the tables are absent. */
export const noFields: readonly FoundField[] = [];

/** A finder for one input. It stops at `mostValues` and then sets `isCut`. */
export function fieldFinder(
  input: JsonObject,
  prefix: readonly (string | number)[],
): { readonly find: FieldFinder; readonly keys: FieldKeys; readonly isCut: () => boolean } {
  const own = groupKeys(input);
  let inside: Map<object, FieldKeys> | undefined;
  let isCut = false;
  const keysOf = (object: JsonObject): FieldKeys => {
    if (object === input) return own;
    inside ??= new Map();
    let known = inside.get(object);
    if (known === undefined) {
      known = groupKeys(object);
      inside.set(object, known);
    }
    return known;
  };
  let results: Map<FieldSteps, readonly FoundField[]> | undefined;
  const find = (steps: FieldSteps): readonly FoundField[] => {
    const first = steps[0] ?? '[]';
    if (first !== '[]' && !own.has(first)) return noFields;
    results ??= new Map();
    let found = results.get(steps);
    if (found === undefined) {
      found = follow(steps);
      results.set(steps, found);
    }
    return found;
  };
  const fieldAt = (key: string): readonly FoundField[] => {
    const value = input[key];
    if (value === undefined || value === null || value === '') return noFields;
    return [{ field: prefix.length === 0 ? [key] : [...prefix, key], value }];
  };
  const follow = (steps: FieldSteps): readonly FoundField[] => {
    const [only] = steps;
    if (steps.length === 1 && only !== undefined && only !== '[]') {
      const keys = own.get(only) ?? [];
      if (keys.length === 1 && keys[0] !== undefined) return fieldAt(keys[0]);
    }
    let found: FoundField[] = [{ field: prefix, value: input }];
    for (const step of steps) {
      const next: FoundField[] = [];
      for (const { field, value } of found) {
        if (next.length > mostValues) {
          isCut = true;
          break;
        }
        if (step === '[]') for (const element of elementsOf(value, field)) next.push(element);
        else if (isObject(value)) {
          for (const key of keysOf(value).get(step) ?? []) {
            const inner = value[key];
            if (inner !== undefined) next.push({ field: [...field, key], value: inner });
          }
        }
      }
      found = next;
    }
    if (found.length > mostValues) isCut = true;
    return found.slice(0, mostValues).filter(isThere);
  };
  return { find, keys: own, isCut: () => isCut };
}

const isThere = ({ value }: FoundField): boolean => value !== null && value !== '';

export const isObject = (value: Json): value is JsonObject =>
  value !== null && typeof value === 'object' && !isList(value);

/** Whether a field means yes, in one of the spellings that tools accept. */
export const isTrue = (value: Json): boolean =>
  value === true || value === 1 || (typeof value === 'string' && /^(?:true|yes|on|1)$/i.test(value.trim()));

/** The elements of a list. A list as JSON text, which some harnesses send, and a single value count too. */
function elementsOf(value: Json, field: readonly (string | number)[]): readonly FoundField[] {
  if (value === null) return [];
  if (isObject(value)) return [{ field, value }];
  if (typeof value === 'object') {
    return value
      .slice(0, mostValues + 1)
      .map((element, index) => ({ field: [...field, index], value: element }));
  }
  const list = typeof value === 'string' && /^\s*\[/.test(value) ? parseJson(value) : undefined;
  if (list === undefined || list === null || typeof list !== 'object' || !isList(list))
    return [{ field, value }];
  return list.slice(0, mostValues + 1).map((element) => ({ field, value: element }));
}

/** JSON inside a text; undefined if it is not JSON. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** A cache of keys, because names of fields repeat with every call. Long names are not kept. */
const knownKeys = new BoundedCache<string>(500);

function keyOfField(name: string): string {
  if (name.length > 40) return nameKey(name);
  let key = knownKeys.get(name);
  if (key === undefined) {
    key = nameKey(name);
    knownKeys.set(name, key);
  }
  return key;
}

/** Spellings of each key that an object has. */
function groupKeys(object: JsonObject): FieldKeys {
  const groups = new Map<string, string[]>();
  for (const key of Object.keys(object)) {
    if (key.length > 100) continue;
    const name = keyOfField(key);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [key]);
    else group.push(key);
  }
  return groups;
}
