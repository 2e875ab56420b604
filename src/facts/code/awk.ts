/**
 * Awk: what it runs (`system`, pipes to and from commands), and the files that it
 * is told to read or write. Patterns and fields are of no interest.
 */
import { anyShape, type Shape, staticText, textShape } from '../../pattern/shape.ts';
import type { CodeFinding } from './finding.ts';
import { readWords, shapeOfWords, type Word } from './script-words.ts';
import { concatShapes, homeShape } from './value.ts';

export function scanAwk(code: string): readonly CodeFinding[] {
  const words = readAwk(code);
  const findings: CodeFinding[] = [];
  const names = assignments(words, code);
  let depth = 0;
  let printing: number | undefined;
  words.forEach((word, index) => {
    if (word.kind === 'line' || word.text === ';' || word.text === '}') printing = undefined;
    if (word.text === '(' && word.kind === 'mark') depth++;
    if (word.text === ')' && word.kind === 'mark') depth--;
    if (word.kind === 'name' && /^printf?$/.test(word.text)) printing = depth;
    const found = findingAt(words, index, code, names, printing === depth);
    if (found !== undefined && findings.length < 500) findings.push(found);
  });
  return findings;
}

/** A slash starts a pattern where no operand stands before it. */
function readAwk(code: string): readonly Word[] {
  const words = readWords(
    code,
    { '"': 'back-slash' },
    /#[^\n]*|\\\n/y,
    /\|&|>>|\|\||&&|[=!<>]=|(?<=[(,{;&|!~\n]\s{0,20}|^\s{0,20})\/(?:[^/\\\n]|\\.){0,2000}\//y,
  );
  return words;
}

function findingAt(
  words: readonly Word[],
  index: number,
  code: string,
  names: ReadonlyMap<string, Shape>,
  printing: boolean,
): CodeFinding | undefined {
  const word = words[index];
  const next = words[index + 1];
  if (word === undefined) return undefined;
  const found = (
    from: number,
    to: number,
  ): { shape: Shape; base: { certain: true; start: number; end: number } } => {
    const start = Math.min(word.start, words[from]?.start ?? word.start);
    const end = words[to - 1]?.end ?? word.end;
    return {
      shape: shapeAt(words.slice(from, to), code, names),
      base: { certain: true, start, end: Math.max(end, word.end) },
    };
  };
  if (word.kind === 'name' && word.text === 'system' && next?.text === '(') {
    const { shape, base } = found(index + 2, closingOf(words, index + 1));
    return { kind: 'shell', text: shape, cwd: undefined, stdin: undefined, ...base };
  }
  if (word.kind === 'mark' && (word.text === '|' || word.text === '|&')) {
    const reads = next?.kind === 'name' && next.text === 'getline';
    if (!reads && !printing) return undefined;
    const { shape, base } = reads
      ? found(startOfOperand(words, index), index)
      : found(index + 1, endOfOperand(words, index + 1));
    return (
      networkOf(shape, base) ?? { kind: 'shell', text: shape, cwd: undefined, stdin: undefined, ...base }
    );
  }
  const writes = printing && word.kind === 'mark' && (word.text === '>' || word.text === '>>');
  const reads =
    word.text === '<' && (words[index - 1]?.text === 'getline' || words[index - 2]?.text === 'getline');
  const includes = word.kind === 'name' && word.text === 'include' && words[index - 1]?.text === '@';
  if (!writes && !reads && !includes) return undefined;
  const { shape, base } = found(index + 1, endOfOperand(words, index + 1));
  const text = staticText(shape);
  if (text !== undefined && /^(?:-|\/dev\/std(?:in|out|err)|\/dev\/fd\/\d+|)$/.test(text)) return undefined;
  const network = networkOf(shape, base);
  if (network !== undefined) return network;
  return {
    kind: 'path',
    use: writes ? 'write' : 'read',
    path: shape,
    target: undefined,
    recursive: false,
    content: undefined,
    ...base,
  };
}

/** `/inet/tcp/0/host/port` is no file. */
function networkOf(
  shape: Shape,
  base: { certain: true; start: number; end: number },
): CodeFinding | undefined {
  const host = /^\/inet[46]?\/(?:tcp|udp)\/[^/]*\/([^/]+)/.exec(staticText(shape) ?? '')?.[1];
  return host === undefined ? undefined : { kind: 'connect', url: textShape(host), sends: true, ...base };
}

const ends = (word: Word | undefined): boolean =>
  word === undefined ||
  word.kind === 'line' ||
  (word.kind === 'mark' && !'$().[]"-'.includes(word.text)) ||
  (word.kind === 'name' && /^(?:getline|print|printf|if|while|for|return|in)$/.test(word.text));

function endOfOperand(words: readonly Word[], from: number): number {
  let depth = 0;
  let at = from;
  for (; at < words.length && at < from + 100; at++) {
    const word = words[at];
    if (ends(word) && !(depth > 0 && word?.text === ',')) break;
    if (word?.kind === 'mark' && '(['.includes(word.text)) depth++;
    if (word?.kind === 'mark' && ')]'.includes(word.text) && --depth < 0) break;
  }
  return at;
}

function startOfOperand(words: readonly Word[], to: number): number {
  let depth = 0;
  let at = to;
  for (; at > 0 && at > to - 100; at--) {
    const word = words[at - 1];
    if (ends(word)) break;
    if (word?.kind === 'mark' && ')]'.includes(word.text)) depth++;
    if (word?.kind === 'mark' && '(['.includes(word.text) && --depth < 0) break;
  }
  return at;
}

function closingOf(words: readonly Word[], open: number): number {
  let depth = 0;
  for (let at = open; at < words.length && at < open + 200; at++) {
    const word = words[at];
    if (word?.kind === 'mark' && word.text === '(') depth++;
    if (word?.kind === 'mark' && word.text === ')' && --depth === 0) return at;
  }
  return Math.min(words.length, open + 200);
}

/** Variables that are given a text, once. */
function assignments(words: readonly Word[], code: string): ReadonlyMap<string, Shape> {
  const names = new Map<string, Shape>();
  words.forEach((word, index) => {
    if (word.kind !== 'name' || words[index + 1]?.text !== '=') return;
    const value = shapeAt(words.slice(index + 2, endOfOperand(words, index + 2)), code, names);
    names.set(word.text, names.has(word.text) ? anyShape(word.text) : value);
  });
  return names;
}

function shapeAt(words: readonly Word[], code: string, names: ReadonlyMap<string, Shape>): Shape {
  const source = code.slice(
    words[0]?.start ?? 0,
    Math.min(words[words.length - 1]?.end ?? 0, (words[0]?.start ?? 0) + 200),
  );
  const [first, bracket, key, ...rest] = words;
  if (first?.text === 'ENVIRON' && bracket?.text === '[' && key?.text === 'HOME') {
    return concatShapes([homeShape(source), shapeAt(rest.slice(1), code, names)], source);
  }
  const parts = words.filter((word, index) => {
    const isField = words[index - 1]?.text === '$';
    return !isField && !(word.kind === 'mark' && (word.text === '(' || word.text === ')'));
  });
  return shapeOfWords(parts, source, (word) => {
    if (word.kind === 'number') return { pieces: [{ kind: 'text', text: word.text }], source };
    return names.get(word.text) ?? anyShape(word.text);
  });
}
