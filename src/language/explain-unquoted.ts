/**
 * Patterns without quotes: `reads *.pem`, `connects to example.com`. Parsing stops somewhere inside such a word. The whole
 * word is found here, so that the help can show it in quotes.
 */
import { effectVerbs } from '../vocabulary/effects.ts';
import { tokensOf } from './scan.ts';
import type { Span } from './source.ts';
import { clauseKeywords, operatorWords } from './words.ts';

/** Words that a pattern or a text follows. */
const before: ReadonlySet<string> = new Set([
  ...effectVerbs,
  ...['to', 'into', 'or', 'is', 'in', 'not', 'under', 'outside', 'contains', 'with', 'without'],
]);

/** A longer word is not shown: it would say nothing more. */
const longest = 80;

/** Characters of a pattern without quotes: all but white space, quotes, brackets and commas. */
const part = /[^\s"()[\]{},;#]/;

/** A sentence of help where reading stopped inside a pattern without quotes. */
export function adviceOfUnquoted(text: string, piece: Span, found: Span): string | undefined {
  const word = wordAround(text, piece, found.start);
  if (word === undefined) return undefined;
  const tokens = tokensOf(text, { start: piece.start, end: word.start });
  const words = tokens.map(({ start, end }) => text.slice(start, end));
  const lead = words.at(-1) ?? '';
  const raw = text.slice(word.start, word.end);
  if (before.has(lead) && isPattern(raw) && !(raw.startsWith('-') && /^with/.test(lead))) {
    return inQuotes(words, `${leading(words)} "${withoutQuotes(raw)}"`);
  }
  return adviceOfWords(text, piece, words, word);
}

/** Single quotes and back-ticks are for the text that they are around, and no part of it. */
const withoutQuotes = (raw: string): string => /^(['`])(.*)\1$/.exec(raw)?.[2] ?? raw;

/** `runs git push`: several words, and each could be a name. */
function adviceOfWords(text: string, piece: Span, words: readonly string[], word: Span): string | undefined {
  const verb = words.at(-2) ?? '';
  const first = words.at(-1) ?? '';
  if (verb !== 'runs' || !/^[A-Za-z]/.test(first) || operatorWords.has(first)) return undefined;
  const line =
    /^[^\r\n"#()]*/.exec(text.slice(word.start, Math.min(piece.end, word.start + longest)))?.[0] ?? '';
  const rest = line.split(/(?:^|\s+)(?:with|without|and|or|unless|reason|hint)\b/)[0]?.trim() ?? '';
  const named = rest === '' ? first : `${first} ${rest}`;
  return /^[A-Za-z0-9 _.:/=-]+$/.test(named) && !rest.startsWith('-')
    ? inQuotes(words, `runs "${named}"`)
    : undefined;
}

/** `if FIELD missing …` is a clause of bylaw; with a pattern in it somebody means a condition. */
function inQuotes(words: readonly string[], right: string): string {
  const clause = words.findLast((word) => clauseKeywords.some((each) => each === word));
  return clause === 'if'
    ? `a condition begins with \`when\`, and patterns are written in quotes: \`when ${right}\``
    : `patterns are written in quotes: \`${right}\``;
}

/** The verb, with `to` or another word between it and the pattern. */
function leading(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  const second = words.at(-2) ?? '';
  if (last === 'to' && second === 'connects') return 'connects to';
  const third = words.at(-3) ?? '';
  const isVerb = (word: string): boolean => effectVerbs.some((each) => each === word);
  if (second === 'or' && isVerb(last) && isVerb(third)) return `${third} or ${last}`;
  return last === 'to' || last === 'into' ? `… ${last}` : last;
}

/** Whether a word has something in it that no name of this language has. */
const isPattern = (raw: string): boolean =>
  raw.length <= longest && /[A-Za-z0-9*?]/.test(raw) && /[*?~/.:@]/.test(raw) && !/^[@<>=!]/.test(raw);

function wordAround(text: string, piece: Span, at: number): Span | undefined {
  let start = at;
  let end = at;
  while (start > piece.start && at - start <= longest && part.test(text[start - 1] ?? '')) start--;
  while (end < piece.end && end - at <= longest && part.test(text[end] ?? '')) end++;
  return end > start && end - start <= longest ? { start, end } : undefined;
}
