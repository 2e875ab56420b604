/** What can be read from JSON without knowing its meaning: its lists, texts and size. */
import type { Json } from './event.ts';

export const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/**
 * Every text inside a value: its strings and, with `keys`, the keys of its
 * objects, which tools use for names and paths.
 */
export function textsIn(value: Json, keys: boolean): readonly string[] {
  const texts: string[] = [];
  const open: Json[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') texts.push(next);
    else if (next === null || typeof next !== 'object') continue;
    else if (isList(next)) for (const item of next) open.push(item);
    else {
      for (const [key, item] of Object.entries(next)) {
        if (keys) texts.push(key);
        open.push(item);
      }
    }
  }
  return texts;
}

/** The size of a value in bytes: of a text, its UTF-8; of anything else, its compact JSON. */
export function sizeOf(value: Json): number {
  return utf8Length(typeof value === 'string' ? value : JSON.stringify(value));
}

function utf8Length(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x80) continue;
    bytes += code < 0x800 ? 1 : 2;
    // A surrogate pair is one character of four bytes; a lone one is written as a character of three.
    if (code >= 0xd800 && code <= 0xdbff && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) at++;
  }
  return bytes;
}
