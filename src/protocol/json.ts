/**
 * Reads JSON from outside. JSON.parse accepts any depth; code that walks the result often does not, so the
 * depth is bounded here. Two equal keys in one object are refused, because two programs could then read two
 * different calls. The transport bounds the length of a text.
 */
import type { Json, JsonObject } from '../facts/event/event.ts';

export interface JsonLimits {
  /** How deep arrays and objects may be nested. */
  readonly depth: number;
}

/** Deeper than any tool input seen, and far from the depth at which a recursive walk fails. */
const defaultJsonLimits: JsonLimits = { depth: 128 };

export type JsonReading =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly problem: 'syntax'; readonly message: string }
  | {
      readonly ok: false;
      readonly problem: 'depth' | 'duplicate';
      /** The value of JSON.parse; use it only to find the id for the answer. */
      readonly value: Json;
      readonly message: string;
    };

/**
 * Reads one JSON text. Never throws; a message quotes nothing of the text. A key `__proto__` is an own key
 * like any other.
 */
export function readJson(text: string, limits: JsonLimits = defaultJsonLimits): JsonReading {
  let value: Json;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, problem: 'syntax', message: 'the text is not one JSON value' };
  }
  const { depth, pairs } = measure(text);
  if (depth > limits.depth) {
    const message = `the JSON is nested more than ${limits.depth} levels deep`;
    return { ok: false, problem: 'depth', value, message };
  }
  if (countKeys(value) < pairs) {
    return {
      ok: false,
      problem: 'duplicate',
      value,
      message: 'an object of the JSON has the same key twice',
    };
  }
  return { ok: true, value };
}

/** Whether the value is a JSON object, and not an array or null. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of an object's own key; inherited values are no part of a message. */
export function own(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** One pass over valid JSON: how deep it is nested, and how many `key: value` pairs are written in it. */
function measure(text: string): { depth: number; pairs: number } {
  let depth = 0;
  let open = 0;
  let pairs = 0;
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case 0x22:
        i = endOfString(text, i);
        break;
      case 0x3a:
        pairs += 1;
        break;
      case 0x5b:
      case 0x7b:
        open += 1;
        if (open > depth) depth = open;
        break;
      case 0x5d:
      case 0x7d:
        open -= 1;
    }
  }
  return { depth, pairs };
}

/** The offset of the quote that closes the string opened at `start`. */
function endOfString(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1);
  while (isEscaped(text, quote)) quote = text.indexOf('"', quote + 1);
  return quote;
}

/** Whether there is an odd number of backslashes before the quote. */
function isEscaped(text: string, quote: number): boolean {
  let start = quote;
  while (text.charCodeAt(start - 1) === 0x5c) start -= 1;
  return (quote - start) % 2 === 1;
}

/**
 * How many keys the objects of a value have in all; it uses its own stack, because the caller sets the
 * limit on depth.
 */
function countKeys(value: Json): number {
  let count = 0;
  const stack: Json[] = [value];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const children = Object.values(next) as Json[];
    if (!Array.isArray(next)) count += children.length;
    for (const child of children) if (typeof child === 'object') stack.push(child);
  }
  return count;
}
