/**
 * Events in which nothing is to be masked, which most are: found by one walk, and then
 * written down as they are, without a copy. It is `mask-event.ts` that says what is to be
 * masked; where there is a doubt here, it decides.
 */
import type { Json, JsonObject } from '../../facts/event/event.ts';
import { replaceSecretWords } from '../../mask/replace-command-secrets.ts';
import { isSensitiveName, isSensitiveOption } from '../../mask/sensitive-name.ts';
import { areHarmless, isKeptHarmless, redactKept } from './harmless-texts.ts';
import { programBeside } from './program-beside.ts';

/** Items, and characters of all of them, of a list that is looked at here. */
const longestList = 256;
const mostKept = 1024;
const longestName = 64;

/** Names of fields that are no secrets, and do not say that another field is one. */
let plainNames = new Set<string>();
/** Lists of words in which there is no secret, as texts. */
let plainLists = new Set<string>();

/**
 * The octets that the JSON text of an event has at most, if the whole event may be written
 * down as it is in the mode `masked`; undefined where something may have to be masked, or
 * a text has more characters than `longestText`.
 */
export function sizeOfPlain(event: JsonObject, longestText: number): number | undefined {
  const walk: Walk = { longestText, size: 0, unknown: [] };
  if (!isPlainObject(event, walk)) return undefined;
  const { unknown, size } = walk;
  if (unknown.length === 0 || areHarmless(unknown)) return size;
  return unknown.every((text) => redactKept(text) === text) ? size : undefined;
}

interface Walk {
  readonly longestText: number;
  size: number;
  /** Texts that are still to be looked at. */
  readonly unknown: string[];
}

/** Characters that a character of a text has in JSON at most, as `\u001f`. */
const widest = 6;

/** `beside` is the object that the value is a field of. */
function isPlain(value: Json, walk: Walk, beside: JsonObject | undefined): boolean {
  if (typeof value === 'string') return isPlainText(value, walk);
  if (Array.isArray(value)) return isPlainList(value, walk, beside && programBeside(beside));
  if (typeof value === 'object' && value !== null) return isPlainObject(value as JsonObject, walk);
  walk.size += 32;
  return true;
}

function isPlainText(text: string, walk: Walk): boolean {
  if (text.length > walk.longestText) return false;
  walk.size += widest * text.length + 3;
  if (!isKeptHarmless(text)) walk.unknown.push(text);
  return true;
}

function isPlainObject(object: JsonObject, walk: Walk): boolean {
  for (const key of Object.keys(object)) {
    if (!isPlainName(key)) return false;
    walk.size += widest * key.length + 4;
    if (!isPlain(object[key]!, walk, object)) return false;
  }
  return true;
}

/**
 * Whether a field's name is no secret, and neither its value nor that of another field is
 * one because of it. `value` may be the value of what a field beside it names; `__proto__`
 * is left to who copies with care.
 */
export function isPlainName(name: string): boolean {
  if (plainNames.has(name)) return true;
  if (name.length > longestName || name === 'value' || name === '__proto__' || isSensitiveName(name))
    return false;
  if (!areHarmless([name])) return false;
  if (plainNames.size > mostKept) plainNames = new Set();
  plainNames.add(name);
  return true;
}

/** A list may be the words of a command; its program may be in a field beside it. */
function isPlainList(list: readonly Json[], walk: Walk, program: string | undefined): boolean {
  if (list.length > longestList) return false;
  let key = `${program?.length ?? '-'}:${program ?? ''}`;
  for (const each of list) {
    if (!isPlain(each, walk, undefined)) return false;
    const word = typeof each === 'string' ? each : '';
    key += `${word.length}:${word}`;
    if (key.length > longestList || word.includes('\n')) return false;
  }
  walk.size += 2;
  return list.length === 0 || isPlainWords(key, list, program);
}

function isPlainWords(key: string, list: readonly Json[], program: string | undefined): boolean {
  if (plainLists.has(key)) return true;
  const words = list.map((each) => (typeof each === 'string' ? each : ''));
  const all = [program ?? '', ...words];
  if (words.some(isSensitiveOption) || replaceSecretWords(all) !== all) return false;
  if (plainLists.size > mostKept) plainLists = new Set();
  plainLists.add(key);
  return true;
}
