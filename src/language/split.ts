/** A text in parts that are parsed on their own after an error: declarations, clauses, steps, sections of tests. */
import { closingBrackets, endOfLine, isSpace, type Spot, walkTokens } from './scan.ts';
import type { Span } from './source.ts';
import {
  clauseKeywords,
  declarationKeywords,
  foreignClauses,
  nearest,
  operatorWords,
  recordKeywords,
} from './words.ts';

/** `except` begins what a list leaves out as well. */
const declarationStarts: ReadonlySet<string> = new Set([
  ...declarationKeywords.filter((word) => word !== 'except'),
  'window',
  'wrapper',
  'alias',
]);
const clauseStarts: ReadonlySet<string> = new Set(clauseKeywords);
const stepStarts: ReadonlySet<string> = new Set(['denies', 'passes', 'unsure', 'given', 'examples', 'skip']);

/** The parts of a text that begin with a declaration; the text before the first one is a part too. */
export function splitDeclarations(text: string): Span[] {
  return split(text, { start: 0, end: text.length }, ({ word, start, lineStart }) => {
    if (!lineStart) return false;
    if (declarationStarts.has(word)) return true;
    const atEdge = start === 0 || text[start - 1] === '\n' || text[start - 1] === '\r';
    if (atEdge && (word === 'command' || word === 'tool'))
      return /^\s*"/.test(text.slice(start + word.length, start + 80));
    if (word === 'except' && isException(text, start + word.length)) return true;
    if (!atEdge || (isKnown(word) && word !== 'except')) return false;
    return (
      looksLikeDeclaration(text, start + word.length) || nearest(word, declarationKeywords) !== undefined
    );
  });
}

const isKnown = (word: string): boolean =>
  clauseStarts.has(word) || stepStarts.has(word) || operatorWords.has(word);

/** `except migration for …`, and not what a list leaves out. */
const isException = (text: string, at: number): boolean =>
  /^\s+[^\s"#@,]+\s+for\b/.test(text.slice(at, at + 240));

/** A misspelt declaration at the left edge: a word and a name, such as `dney shell`. */
function looksLikeDeclaration(text: string, at: number): boolean {
  const rest = text.slice(at, at + 80);
  return /^[ \t]+[A-Za-z][A-Za-z0-9_.-]*[ \t]*(\r|\n|#|=|$)/.test(rest);
}

/** The head of a rule and each of its clauses; a word that is nearly a clause's keyword starts one too. */
export function splitClauses(text: string, region: Span): Span[] {
  return split(text, region, ({ word, start, lineStart, depth, afterWhole }) => {
    if (isSkipOfBlock(text, word, start)) return true;
    if (clauseStarts.has(word)) return (lineStart || depth === 0) && !isSkipped(text, word, start);
    if (!lineStart || depth > 0 || !afterWhole || isKnown(word)) return false;
    if ((recordKeywords as readonly string[]).includes(word)) return true;
    if (nearest(word, clauseKeywords) !== undefined) return true;
    // `message "…"`, `priority 5`: a clause of another system.
    return (
      foreignClauses.has(word) &&
      /^[ \t]+(?:["0-9]|(?:true|false)\b)/.test(text.slice(start + word.length, start + 80))
    );
  });
}

/** `skip "…" test`: the skip belongs to the block after it. */
const isSkipOfBlock = (text: string, word: string, start: number): boolean =>
  word === 'skip' &&
  /^skip\s+"(?:[^"\\\r\n]|\\.)*"\s+(?:test|scenario)\b/.test(text.slice(start, start + longestSkip));

const isSkipped = (text: string, word: string, start: number): boolean =>
  (word === 'test' || word === 'scenario') &&
  /\bskip\s+"(?:[^"\\\r\n]|\\.)*"\s+$/.test(text.slice(Math.max(0, start - longestSkip), start));

/** A longer reason for a skip is not looked for in a broken file. */
const longestSkip = 300;

/** The head of a test block and each of its steps. */
export function splitSteps(text: string, region: Span): Span[] {
  return split(
    text,
    region,
    ({ word, start, lineStart }) =>
      lineStart &&
      (stepStarts.has(word) || nearest(word, stepStarts) !== undefined) &&
      !isSkipOfBlock(text, word, start) &&
      !isSkippedStep(text, word, start),
  );
}

/** A reason on one line, and what it skips on the next. */
const isSkippedStep = (text: string, word: string, start: number): boolean =>
  word !== 'given' && word !== 'skip' && isSkipped(text, 'test', start);

/** The head of a file of tests, and each of its sections. */
export function splitSections(text: string): Span[] {
  return split(text, { start: 0, end: text.length }, ({ word, start, lineStart, depth }) => {
    // A declaration does not belong here. As a separate piece it gets an error that says so.
    if (declarationStarts.has(word)) return lineStart;
    if (isSkipOfBlock(text, word, start)) return true;
    const isStart = word === 'test' || word === 'scenario';
    return isStart && (lineStart || depth === 0) && !isSkipped(text, word, start);
  });
}

/**
 * Cuts a region before each word that `starts` accepts; keys (`{ reason: … }`), steps (`.reason`) and beginnings of
 * codes (`policy.x`) are no words.
 */
function split(text: string, region: Span, starts: (spot: Spot) => boolean): Span[] {
  const cuts: number[] = [];
  let lastEnd = region.start;
  let first = true;
  let afterWhole = false;
  walkTokens(text, region, (kind, start, end, depth) => {
    const lineStart = first || hasLineEnd(text, lastEnd, start);
    first = false;
    lastEnd = end;
    const word = text.slice(start, end);
    const spot = { word, start, lineStart, depth, afterWhole };
    afterWhole =
      kind === 'word'
        ? !operatorWords.has(word) || word === 'elevates' || word === 'final'
        : kind === 'symbol'
          ? closingBrackets.includes(word)
          : true;
    if (kind !== 'word' || text[start - 1] === '.' || /^[.:][A-Za-z_]/.test(text.slice(end, end + 2))) return;
    if (starts(spot) && !isKey(text, end, region.end, depth)) cuts.push(start);
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

function hasLineEnd(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (text[at] === '\n' || text[at] === '\r') return true;
  return false;
}

/** Whether a colon follows, inside brackets: the word is a key of an object. */
function isKey(text: string, start: number, end: number, depth: number): boolean {
  if (depth === 0) return false;
  let at = start;
  while (at < end) {
    if (text[at] === '#') at = endOfLine(text, at, end);
    else if (isSpace(text.charCodeAt(at))) at++;
    else break;
  }
  return text[at] === ':';
}
