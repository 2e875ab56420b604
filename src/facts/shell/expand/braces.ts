/**
 * Brace expansion: `{a,b}` and `{1..9}` turn one word into several, before anything else is expanded. The
 * parser marks the braces. The text between the commas is parsed again, since it may contain quotes and
 * expansions.
 */
import { parse, type WordPart } from 'unbash';

/** The most words that one word may expand to. */
const mostWords = 256;

/** The words that a word with braces expands to, each as its parts; undefined if there are too many. */
export function expandBraces(parts: readonly WordPart[]): readonly (readonly WordPart[])[] | undefined {
  if (!parts.some(({ type }) => type === 'BraceExpansion')) return [parts];
  let words: WordPart[][] = [[]];
  for (const part of parts) {
    const choices = part.type === 'BraceExpansion' ? alternatives(part.text, 0) : [[part]];
    if (choices === undefined || words.length * choices.length > mostWords) return undefined;
    words = words.flatMap((word) => choices.map((choice) => [...word, ...choice]));
  }
  return words;
}

function alternatives(text: string, depth: number): readonly (readonly WordPart[])[] | undefined {
  if (depth > 8) return undefined;
  const body = text.slice(1, -1);
  const sequence = /^(-?\d{1,9}|[a-zA-Z])\.\.(-?\d{1,9}|[a-zA-Z])(?:\.\.(-?\d{1,9}))?$/.exec(body);
  if (sequence !== null) return countUp(sequence[1] ?? '', sequence[2] ?? '', sequence[3]);
  const words: (readonly WordPart[])[] = [];
  const choices = splitAtCommas(body);
  // Without a comma the braces are text: `{..}`.
  for (const choice of choices.length === 1 ? [`\\{${body}\\}`] : choices) {
    const expanded = expandParts(choice, depth);
    if (expanded === undefined || words.length + expanded.length > mostWords) return undefined;
    words.push(...expanded);
  }
  return words;
}

/** An alternative may contain braces itself. */
function expandParts(choice: string, depth: number): readonly (readonly WordPart[])[] | undefined {
  const parts = partsOf(choice);
  let words: WordPart[][] = [[]];
  for (const part of parts) {
    const choices = part.type === 'BraceExpansion' ? alternatives(part.text, depth + 1) : [[part]];
    if (choices === undefined || words.length * choices.length > mostWords) return undefined;
    words = words.flatMap((word) => choices.map((each) => [...word, ...each]));
  }
  return words;
}

function partsOf(text: string): readonly WordPart[] {
  if (text === '') return [];
  const [statement] = parse(`: ${text}`).commands;
  const word = statement?.command.type === 'Command' ? statement.command.args[0] : undefined;
  if (word?.type === 'Word') return word.parts ?? [literal(word.value, word.text)];
  return [literal(text, text)];
}

const literal = (value: string, text: string): WordPart => ({ type: 'Literal', pos: 0, end: 0, value, text });

function countUp(from: string, to: string, step: string | undefined): readonly WordPart[][] | undefined {
  const numeric = /\d/.test(from) && /\d/.test(to);
  if (!numeric && (/\d/.test(from) || /\d/.test(to))) return [[literal(`{${from}..${to}}`, '')]];
  const start = numeric ? Number(from) : from.charCodeAt(0);
  const end = numeric ? Number(to) : to.charCodeAt(0);
  const by = Math.max(1, Math.abs(Number(step ?? 1)));
  if (Math.abs(end - start) / by > mostWords) return undefined;
  const width = numeric && /^-?0\d/.test(from) ? from.length : 0;
  const words: WordPart[][] = [];
  for (let at = start; start <= end ? at <= end : at >= end; at += start <= end ? by : -by) {
    const text = numeric ? String(at).padStart(width, '0') : String.fromCharCode(at);
    words.push([literal(text, text)]);
  }
  return words;
}

/** Splits a text at the commas outside of quotes, expansions and inner braces. */
function splitAtCommas(body: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = '';
  let start = 0;
  for (let at = 0; at < body.length; at++) {
    const character = body[at] ?? '';
    if (character === '\\' && quote !== "'") at++;
    else if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === "'" || character === '"' || character === '`') quote = character;
    else if (character === '{' || character === '(') depth++;
    else if (character === '}' || character === ')') depth--;
    else if (character === ',' && depth === 0) {
      parts.push(body.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(body.slice(start));
  return parts;
}
