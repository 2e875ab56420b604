/** Fields of a payload, which may have any form: present and of the right type, or undefined. */
import type { Json, JsonObject } from '../language/json.ts';
import { isJsonObject, own, readJson } from '../protocol/json.ts';

/** A text that is not empty: an empty name names nothing. */
export function textField(object: JsonObject | undefined, ...keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = object && own(object, key);
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}

export function objectOf(object: JsonObject | undefined, key: string): JsonObject | undefined {
  const value = object && own(object, key);
  return isJsonObject(value) ? value : undefined;
}

/** The texts of a list that are not empty; undefined where there is none. */
export function foldersNamed(object: JsonObject, key: string): readonly string[] | undefined {
  const folders = textsField(object, key)?.filter((each) => each !== '') ?? [];
  return folders.length === 0 ? undefined : folders;
}

/** The texts of a list; undefined where there is no list. */
export function textsField(object: JsonObject, key: string): readonly string[] | undefined {
  const value = own(object, key);
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : undefined;
}

/** A time as text or in milliseconds, which may be a text too → RFC 3339; undefined for anything else. */
export function timeField(object: JsonObject, key: string): string | undefined {
  const value = own(object, key);
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const isCount = typeof value === 'string' && /^\d{12,14}$/.test(value);
  const time = new Date(isCount ? Number(value) : value);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

/** A variable that is set to something. */
export const variableIn = (
  env: Readonly<Record<string, string | undefined>>,
  name: string,
): string | undefined => (env[name] === '' ? undefined : env[name]);

/** The input of a tool: an object, or the text of one, as some harnesses send it. Undefined for anything else. */
export function inputOf(value: Json | undefined): JsonObject | undefined {
  if (isJsonObject(value)) return value;
  if (typeof value !== 'string') return undefined;
  const reading = readJson(value);
  return reading.ok && isJsonObject(reading.value) ? reading.value : undefined;
}

/** What is wrong with a field that must have a text. */
export const wrongField = (object: JsonObject | undefined, key: string): string =>
  `\`${key}\` is ${describe(object && own(object, key))}`;

/** What is wrong with a field that must have an object. */
export const noObject = (key: string, value: Json | undefined): string =>
  `\`${key}\` must be a JSON object, and is ${describe(value)}`;

/** What is there instead, for a message. */
export function describe(value: Json | undefined): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (value === '') return 'empty';
  return typeof value === 'object' ? 'an object' : `a ${typeof value === 'string' ? 'text' : typeof value}`;
}
