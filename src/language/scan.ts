/**
 * One linear pass over a policy text before the grammar reads it. It gives the tokens, and reports what the grammar cannot
 * explain well: an open quote, a stray character, nesting that would overflow a recursive parser. It builds no tree.
 */
import type { Fix } from './diagnostic.ts';
import type { DiagnosticCode } from './diagnostic-codes.ts';
import type { Span } from './source.ts';

/** Parentheses, braces and brackets inside one another. */
export const maximalDepth = 64;

/** `not not not …` in a row. */
export const maximalPrefixes = 8;

type TokenKind = 'word' | 'text' | 'regex' | 'symbol' | 'number';

/** Called for every token in order; `depth` is that of the brackets around it. */
type Visit = (kind: TokenKind, start: number, end: number, depth: number) => void;

export const isSpace = (code: number): boolean =>
  code === 32 || code === 10 || code === 13 || code === 9 || code === 0xfeff || code === 0xa0;
const isLetter = (code: number): boolean => (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isWordPart = (code: number): boolean =>
  isLetter(code) || isDigit(code) || code === 45 /* - */ || code === 95; /* _ */

const opening = '([{';
export const closingBrackets = ')]}';
const symbols = "=!<>~@.,:-_+*|&;?$%^'`\\/";

export type Report = (
  code: DiagnosticCode,
  start: number,
  end: number,
  message: string,
  help: string,
  fix?: Fix,
) => void;

/** Walks the tokens of a region; comments and white space are passed over. */
export function walkTokens(
  text: string,
  region: Span,
  visit: Visit,
  report: Report = () => {},
  enough: () => boolean = () => false,
): void {
  let at = region.start;
  let depth = 0;
  const end = region.end;
  while (at < end && !enough()) {
    const code = text.charCodeAt(at);
    if (isSpace(code)) {
      at++;
    } else if (code === 35 /* # */) {
      at = endOfLine(text, at, end);
    } else if (code === 34 /* " */) {
      const start = at;
      at = endOfText(text, at, end, report);
      visit('text', start, at, depth);
    } else if (code === 47 /* / */ && !isLoneSlash(text, at, end) && !isBetweenOptions(text, at)) {
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
      if (closingBrackets.includes(symbol)) depth = Math.max(0, depth - 1);
      if (!opening.includes(symbol) && !closingBrackets.includes(symbol) && !symbols.includes(symbol)) {
        const quote = typographicQuotes.includes(symbol);
        at = quote ? endOfTypographic(text, at, end) : endOfStray(text, at, end);
        report(
          'stray-character',
          start,
          at,
          `${describeCharacter(text, start)} means nothing outside quotes`,
          quote
            ? 'text is written in straight double quotes: "…"'
            : 'names are made of the letters a to z, digits, `_` and `-`; any other text is written in double quotes: "…"',
          quote ? straightQuotes(text, { start, end: at }) : undefined,
        );
      }
    }
  }
}

/** A slash right after a word, with no second slash on its line: a mistake, but no regular expression. */
function isLoneSlash(text: string, at: number, end: number): boolean {
  if (at === 0 || !isWordPart(text.charCodeAt(at - 1))) return false;
  let next = at + 1;
  while (next < end && text[next] !== '/' && text[next] !== '\n' && text[next] !== '\r') next++;
  return text[next] !== '/';
}

/** The slash of `--env/-e`, which joins the names of one option. */
function isBetweenOptions(text: string, at: number): boolean {
  const behind = text[at + 1];
  if (behind !== '-' && behind !== '+') return false;
  let start = at;
  while (start > 0 && (isWordPart(text.charCodeAt(start - 1)) || text[start - 1] === '.')) start--;
  if (text[start - 1] === '+') start--;
  const isOption = start < at && (text[start] === '-' || text[start] === '+');
  return isOption && (start === 0 || text[start - 1] === '/' || isSpace(text.charCodeAt(start - 1)));
}

const typographicQuotes = '“”„‟«»‘’‚‹›';

/** Behind the quote that closes a typographic one on the same line. */
function endOfTypographic(text: string, start: number, end: number): number {
  const lineStop = endOfLine(text, start, end);
  for (let at = start; at < lineStop; at++) {
    if (typographicQuotes.includes(text[at] ?? '')) return at + 1;
  }
  return start;
}

/** The text between two typographic quotes, in straight ones; none where it would need escapes. */
function straightQuotes(text: string, span: Span): Fix | undefined {
  const inside = text.slice(span.start + 1, span.end - 1);
  const isClosed = span.end - span.start > 1 && typographicQuotes.includes(text[span.end - 1] ?? '');
  return isClosed && !/["\\]/.test(inside) ? { kind: 'replace', span, text: `"${inside}"` } : undefined;
}

function endOfStray(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && text.charCodeAt(at) > 126 && !isSpace(text.charCodeAt(at))) at++;
  return at;
}

function describeCharacter(text: string, at: number): string {
  const point = text.codePointAt(at) ?? 0;
  const code = `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
  const printable =
    point > 32 && point !== 127 && /[\p{L}\p{N}\p{P}\p{S}]/u.test(String.fromCodePoint(point));
  return printable ? `\`${String.fromCodePoint(point)}\` (${code})` : `the character ${code}`;
}

export function endOfLine(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && text[at] !== '\n' && text[at] !== '\r') at++;
  return at;
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
  if (text[start + 1] === '/' && start + 1 < end) {
    const help = 'a comment starts with `#`; a regular expression has something between its slashes';
    report('unclosed-regex', start, start + 2, '`//` is neither a comment nor a regular expression', help);
    return endOfLine(text, start, end);
  }
  let at = start + 1;
  while (at < end) {
    const character = text[at];
    if (character === '\n' || character === '\r') break;
    if (character === '/') return at + 1;
    at += character === '\\' && text[at + 1] !== '\n' && text[at + 1] !== '\r' ? 2 : 1;
  }
  const stop = Math.min(Math.max(at, start + 1), end);
  if (/'[^'"\r\n]*$/.test(text.slice(Math.max(0, start - 200), start))) {
    const message = "a slash begins a regular expression here, since `'` begins no text";
    report('unclosed-regex', start, stop, message, 'text is written in double quotes: "…"');
    return stop;
  }
  const path = unquotedPath(text, start, stop);
  if (path !== undefined) {
    const message = `\`${path.word}\` has no quotes, and a slash begins a regular expression`;
    report(
      'unclosed-regex',
      path.start,
      path.start + path.word.length,
      message,
      `a path is text in quotes: \`"${path.word}"\``,
      {
        kind: 'replace',
        span: { start: path.start, end: path.start + path.word.length },
        text: `"${path.word}"`,
      },
    );
    return stop;
  }
  report(
    'unclosed-regex',
    start,
    stop,
    'the regular expression that starts here is not closed on its line',
    'close it with `/`; a slash inside it is written `\\/`; a path is no regular expression, but text in quotes: "/etc"',
  );
  return stop;
}

/** A word with a slash in it that looks like a path: `~/.ssh`, `**\/.env`, `/etc`. */
function unquotedPath(
  text: string,
  slash: number,
  stop: number,
): { readonly word: string; readonly start: number } | undefined {
  const before = /[A-Za-z0-9_.~*$-]*$/.exec(text.slice(Math.max(0, slash - 40), slash))?.[0] ?? '';
  const word =
    /^[A-Za-z0-9_.~*/{}?@+-]+/.exec(before + text.slice(slash, Math.min(stop, slash + 80)))?.[0] ?? '';
  const behind = text[slash - before.length + word.length] ?? '';
  const isPath = word.length > before.length + 1 && (behind === '' || /[\s),]/.test(behind));
  const isRegex = before === '' && /\b(?:matches|match)\s*$/.test(text.slice(Math.max(0, slash - 20), slash));
  return isPath && !isRegex ? { word, start: slash - before.length } : undefined;
}

/** A word in its surroundings. */
export interface Spot {
  readonly word: string;
  readonly start: number;
  /** The first on its line. */
  readonly lineStart: boolean;
  readonly depth: number;
  /** Whether the text before it could end something. */
  readonly afterWhole: boolean;
}

/** Where the tokens of a region are, in order. */
export function tokensOf(text: string, region: Span): Span[] {
  const tokens: Span[] = [];
  walkTokens(text, region, (_kind, start, end) => tokens.push({ start, end }));
  return tokens;
}

/** A comment from its `#` to the end of its line. */
export interface CommentSpan {
  readonly span: Span;
  /** Whether a token is before it on its line. */
  readonly isTrailing: boolean;
}

/** The comments of a text, in order: everything between its tokens that is no white space. */
export function commentsOf(text: string, tokens: readonly Span[]): CommentSpan[] {
  const comments: CommentSpan[] = [];
  for (let index = -1; index < tokens.length; index++) {
    const end = tokens[index + 1]?.start ?? text.length;
    let isTrailing = index >= 0;
    for (let at = tokens[index]?.end ?? 0; at < end; at++) {
      if (text[at] === '\n' || text[at] === '\r') isTrailing = false;
      if (text[at] !== '#') continue;
      const start = at;
      at = endOfLine(text, start, end);
      comments.push({ span: { start, end: at }, isTrailing });
      isTrailing = false;
    }
  }
  return comments;
}
