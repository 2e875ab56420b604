/**
 * One linear pass over a policy text before the grammar sees it. It finds what
 * the grammar cannot explain well (an open quote, a stray character, nesting
 * that would overflow a recursive parser), and where declarations and clauses
 * start, so that parsing can go on after an error. It builds no tree.
 */
import { type Diagnostic, errorAt } from './diagnostic.ts';
import type { Span } from './source.ts';
import { clauseKeywords, declarationKeywords, reservedWords } from './words.ts';

/** Parentheses, braces and brackets inside one another. */
export const maximalDepth = 64;
/** `not not not …` in a row. */
const maximalPrefixes = 8;

type TokenKind = 'word' | 'text' | 'regex' | 'symbol' | 'number';

/** Called for every token in order; `depth` is that of the brackets around it. */
type Visit = (kind: TokenKind, start: number, end: number, depth: number) => void;

const isSpace = (code: number): boolean =>
  code === 32 || (code >= 9 && code <= 13) || code === 0xfeff || code === 0xa0;
const isLetter = (code: number): boolean => (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isWordPart = (code: number): boolean =>
  isLetter(code) || isDigit(code) || code === 45 /* - */ || code === 95; /* _ */

const opening = '([{';
const closing = ')]}';
const symbols = "=!<>~@.,:-+*|&;?$%^'`\\";

/** Everything wrong with the letters and brackets of `text`, in order. */
export function findLexicalErrors(path: string, text: string, region: Span): Diagnostic[] {
  const found: Diagnostic[] = [];
  const report = (code: string, start: number, end: number, message: string, help: string): void => {
    found.push(errorAt(code, path, { start, end }, message, { help }));
  };
  let prefixes = 0;
  let tooDeep = false;
  walkTokens(
    text,
    region,
    (kind, start, end, depth) => {
      if (depth > maximalDepth && !tooDeep) {
        tooDeep = true;
        report(
          'too-deep',
          start,
          end,
          `brackets are nested more than ${maximalDepth} levels deep`,
          'name a part of the expression with `condition`, and use the name',
        );
      }
      const word = kind === 'word' ? text.slice(start, end) : '';
      prefixes = word === 'not' || word === 'might' ? prefixes + 1 : 0;
      if (prefixes === maximalPrefixes + 1) {
        report(
          'too-deep',
          start,
          end,
          'more than eight `not` or `might` in a row',
          'two `not` cancel each other',
        );
      }
    },
    report,
  );
  return found;
}

type Report = (code: string, start: number, end: number, message: string, help: string) => void;

/** Walks the tokens of a region; comments and white space are passed over. */
function walkTokens(text: string, region: Span, visit: Visit, report: Report = () => {}): void {
  let at = region.start;
  let depth = 0;
  const end = region.end;
  while (at < end) {
    const code = text.charCodeAt(at);
    if (isSpace(code)) {
      at++;
    } else if (code === 35 /* # */) {
      at = lineEnd(text, at, end);
    } else if (code === 34 /* " */) {
      const start = at;
      at = endOfText(text, at, end, report);
      visit('text', start, at, depth);
    } else if (code === 47 /* / */) {
      const start = at;
      at = endOfRegex(text, at, end, report);
      visit('regex', start, at, depth);
    } else if (isLetter(code) || isDigit(code)) {
      const start = at;
      while (at < end && isWordPart(text.charCodeAt(at))) at++;
      visit(isDigit(code) ? 'number' : 'word', start, at, depth);
    } else {
      const start = at++;
      const symbol = text[start] ?? '';
      if (opening.includes(symbol)) depth++;
      visit('symbol', start, at, depth);
      if (closing.includes(symbol)) depth = Math.max(0, depth - 1);
      if (!opening.includes(symbol) && !closing.includes(symbol) && !symbols.includes(symbol)) {
        while (at < end && isStray(text, at)) at++;
        report(
          'stray-character',
          start,
          at,
          `${describeCharacter(text, start)} means nothing outside quotes`,
          'text is written in double quotes: "…"',
        );
      }
    }
  }
}

function isStray(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code > 126 && !isSpace(code);
}

function describeCharacter(text: string, at: number): string {
  const point = text.codePointAt(at) ?? 0;
  const code = `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
  const printable =
    point > 32 && point !== 127 && /[\p{L}\p{N}\p{P}\p{S}]/u.test(String.fromCodePoint(point));
  return printable ? `\`${String.fromCodePoint(point)}\` (${code})` : `the character ${code}`;
}

function lineEnd(text: string, at: number, end: number): number {
  const next = text.indexOf('\n', at);
  return next < 0 || next > end ? end : next;
}

/** The offset after a quoted text; one that is not closed ends with its line. */
function endOfText(text: string, start: number, end: number, report: Report): number {
  let at = start + 1;
  while (at < end) {
    const character = text[at];
    if (character === '"') return at + 1;
    if (character === '\n' || character === '\r') break;
    if (character === '\\') {
      const letter = text[at + 1] ?? '';
      const wide = letter === 'u';
      const known = wide ? /^[0-9a-fA-F]{4}$/.test(text.slice(at + 2, at + 6)) : '"\\/nt'.includes(letter);
      if ((!known || letter === '') && letter !== '\n' && letter !== '\r') {
        report(
          'unknown-escape',
          at,
          Math.min(at + 2, end),
          `\`${text.slice(at, at + 2)}\` is no escape`,
          'a backslash in text is written `\\\\`; also known are `\\"`, `\\n`, `\\t` and `\\u0041`; paths are written with `/`',
        );
      }
      at++;
      if (text[at] === '\n' || text[at] === '\r') break;
    }
    at++;
  }
  const stop = Math.min(at, end);
  report(
    'unclosed-text',
    start,
    stop,
    'the text that starts here is not closed on its line',
    'close it with `"`; a longer text goes on one line, `\\n` is a line end inside it',
  );
  return stop;
}

function endOfRegex(text: string, start: number, end: number, report: Report): number {
  let at = start + 1;
  while (at < end) {
    const character = text[at];
    if (character === '\n' || character === '\r') break;
    if (character === '/') {
      if (at === start + 1) break;
      return at + 1;
    }
    at += character === '\\' && text[at + 1] !== '\n' && text[at + 1] !== '\r' ? 2 : 1;
  }
  const stop = Math.min(Math.max(at, start + 1), end);
  report(
    'unclosed-regex',
    start,
    stop,
    'the regular expression that starts here is not closed on its line',
    'close it with `/`; a slash inside it is written `\\/`',
  );
  return stop;
}

const declarationStarts: ReadonlySet<string> = new Set([
  ...declarationKeywords,
  'label',
  'limit',
  'window',
  'final',
  'wrapper',
  'alias',
]);
const clauseStarts: ReadonlySet<string> = new Set(clauseKeywords);
const stepStarts: ReadonlySet<string> = new Set(['denies', 'passes', 'unsure', 'given']);

/** The parts of a text that a declaration starts; what stands before the first is a part too. */
export function splitDeclarations(text: string): Span[] {
  return split(text, { start: 0, end: text.length }, (word, start, lineStart) => {
    if (!lineStart) return false;
    if (declarationStarts.has(word)) return true;
    const column = start === 0 || text[start - 1] === '\n';
    return column && !clauseStarts.has(word) && !stepStarts.has(word) && !reservedWords.has(word)
      ? looksLikeDeclaration(text, start + word.length)
      : false;
  });
}

/** A misspelt declaration at the left edge: a word and a name, such as `dney shell`. */
function looksLikeDeclaration(text: string, at: number): boolean {
  const rest = text.slice(at, at + 80);
  return /^[ \t]+[A-Za-z][A-Za-z0-9_.-]*[ \t]*(\r?\n|#|=|$)/.test(rest);
}

/** The head of a rule and each of its clauses. */
export function splitClauses(text: string, region: Span): Span[] {
  return split(text, region, (word, _start, lineStart, depth) =>
    clauseStarts.has(word) ? lineStart || depth === 0 : false,
  );
}

/** The head of a test block and each of its steps. */
export function splitSteps(text: string, region: Span): Span[] {
  return split(text, region, (word, _start, lineStart) => lineStart && stepStarts.has(word));
}

/** Cuts a region before each word that `starts` accepts; keys (`reason:`) and steps (`.reason`) are no words. */
function split(
  text: string,
  region: Span,
  starts: (word: string, start: number, lineStart: boolean, depth: number) => boolean,
): Span[] {
  const cuts: number[] = [];
  let lineOfLast = -1;
  walkTokens(text, region, (kind, start, end, depth) => {
    const from = lineOfLast < 0 ? region.start : lineOfLast;
    const lineStart = lineOfLast < 0 || text.slice(from, start).includes('\n');
    lineOfLast = end;
    if (kind !== 'word' || text[start - 1] === '.' || isKey(text, end)) return;
    if (starts(text.slice(start, end), start, lineStart, depth)) cuts.push(start);
  });
  const parts: Span[] = [];
  let last = region.start;
  for (const cut of cuts) {
    if (text.slice(last, cut).trim() !== '') parts.push({ start: last, end: cut });
    last = cut;
  }
  if (text.slice(last, region.end).trim() !== '') parts.push({ start: last, end: region.end });
  return parts;
}

function isKey(text: string, end: number): boolean {
  let at = end;
  while (text[at] === ' ' || text[at] === '\t') at++;
  return text[at] === ':';
}

/** The first reserved word in a region that stands where a predicate could. */
export function findReservedWord(text: string, region: Span): { word: string; span: Span } | undefined {
  let found: { word: string; span: Span } | undefined;
  walkTokens(text, region, (kind, start, end) => {
    if (found !== undefined || kind !== 'word' || text[start - 1] === '.' || text[start - 1] === '@') return;
    const word = text.slice(start, end);
    if (reservedWords.has(word)) found = { word, span: { start, end } };
  });
  return found;
}
