/** Replaces secrets in commands that are known by their place only, in texts and in lists of words. */
import { secretParts } from './command-secrets.ts';
import { wordsOfText } from './command-words.ts';
import { commandSigns } from './signs.ts';

const mark = '[redacted]';

/** Quotes in quotes that are looked into. */
const deepest = 4;

/** A text without the secrets of the commands in it, however deep those are in quotes. */
export const replaceCommandSecrets = (text: string): string =>
  commandSigns.some((sign) => sign.test(text)) ? replaceAt(text, deepest) : text;

/** The words of one command, a program and its arguments, without its secrets. */
export function replaceSecretWords(words: readonly string[]): readonly string[] {
  const parts = secretParts(words.map((text) => ({ text, end: 'none' })));
  if (parts.length === 0) return words;
  const replaced = [...words];
  for (const { word, from } of parts) {
    const text = words[word] ?? '';
    const value = valueIn(text, from, text.length);
    if (value !== undefined) replaced[word] = text.slice(0, value[0]) + mark + text.slice(value[1]);
  }
  return replaced;
}

type Range = readonly [start: number, end: number];

/** First the secrets among its own words, then those in what it has in quotes. */
function replaceAt(text: string, depth: number): string {
  const before = wordsOfText(text);
  const { words } = before;
  const secret = secretParts(words).flatMap(({ word, from }): Range[] => {
    const placed = words[word];
    if (placed === undefined) return [];
    const value = valueIn(text, placed.start + from, placed.start + placed.text.length);
    return value === undefined ? [] : [value];
  });
  const safe = put(text, secret, () => mark);
  if (depth === 0) return safe;
  const { quoted } = safe === text ? before : wordsOfText(safe);
  return put(safe, quoted, (inside) => replaceAt(inside, depth - 1));
}

/** Puts something in the place of each range; of those that overlap, of the one that begins first. */
function put(text: string, ranges: readonly Range[], instead: (inside: string) => string): string {
  let result = '';
  let at = 0;
  for (const [start, end] of ranges) {
    if (start < at) continue;
    result += text.slice(at, start) + instead(text.slice(start, end));
    at = end;
  }
  return result + text.slice(at);
}

/** A value without space and quotes around it; undefined where it is empty, or only names a variable or standard input. */
function valueIn(text: string, from: number, to: number): Range | undefined {
  let start = from;
  let end = to;
  while (start < end && /\s/.test(text.charAt(start))) start++;
  const [opening = ''] = /^\\{0,16}["']/.exec(text.slice(start, Math.min(end, start + 17))) ?? [];
  start += opening.length;
  // The quote at the end may have begun before the value: `--user='sam:SECRET'`.
  const [closing = ''] = /\\{0,16}["']$/.exec(text.slice(Math.max(start, end - 17), end)) ?? [];
  end -= closing.length;
  const value = text.slice(start, end);
  // A word may begin behind the bracket of a mark, which begins lists too.
  const isMark = value.startsWith(mark) || text.startsWith(mark, start - 1);
  const isNone = value === '' || value === '-' || isMark;
  return isNone || /^\$(?:[A-Za-z_]\w*|\{\w+\}|\([^()]*)$/.test(value) ? undefined : [start, end];
}
