/**
 * Awk: what it runs (`system`, pipes to and from commands), and the files that it
 * is told to read or write. Patterns and fields are of no interest.
 */
import { anyShape, type Shape, staticText, textShape } from '../../pattern/shape.ts';
import { bounded, type CodeFinding, mostFindings } from './finding.ts';
import { readWords, type Word } from './script-words.ts';
import { concatAll, distinct, homeShape } from './value.ts';

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
    for (const found of findingsAt(words, index, code, names, printing === depth))
      if (findings.length <= mostFindings) findings.push(found);
  });
  return bounded(findings, code);
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

/** What stands at a word does, with each of the texts that its operand may be. */
function findingsAt(
  words: readonly Word[],
  index: number,
  code: string,
  names: Names,
  printing: boolean,
): readonly CodeFinding[] {
  const word = words[index];
  const next = words[index + 1];
  if (word === undefined) return [];
  const found = (
    from: number,
    to: number,
    finding: (shape: Shape, base: Base) => CodeFinding | undefined,
  ): readonly CodeFinding[] => {
    const start = Math.min(word.start, words[from]?.start ?? word.start);
    const end = words[to - 1]?.end ?? word.end;
    const base = { certain: true, start, end: Math.max(end, word.end) } as const;
    // Where the operand goes on behind what is read of it, it may be any text.
    const shapes = goesOn(words[to])
      ? [anyShape(code.slice(base.start, base.end))]
      : shapesAt(words.slice(from, to), code, names);
    return shapes.flatMap((shape) => finding(shape, base) ?? []);
  };
  const shell = (text: Shape, base: Base): CodeFinding & { kind: 'shell' } => ({
    kind: 'shell',
    text,
    cwd: undefined,
    stdin: undefined,
    ...base,
  });
  if (word.kind === 'name' && word.text === 'system' && next?.text === '(')
    return found(index + 2, closingOf(words, index + 1), shell);
  if (word.kind === 'mark' && (word.text === '|' || word.text === '|&')) {
    const reads = next?.kind === 'name' && next.text === 'getline';
    if (!reads && !printing) return [];
    const target = words[index + 1];
    const isShell = target?.kind === 'text' && /^(?:\/\S*\/)?(?:ba|da|z|k|a)?sh(?:\s|$)/.test(target.text);
    // A shell is given what is printed as a script; any other program reads it.
    const stdin = reads || isShell ? {} : { stdin: anyShape('what is printed') };
    const piped = (shape: Shape, base: Base): CodeFinding =>
      networkOf(shape, base) ?? { ...shell(shape, base), ...stdin };
    if (reads) return found(startOfOperand(words, index), index, piped);
    const printed = isShell ? found(startOfPrinted(words, index), index, shell) : [];
    return [...found(index + 1, endOfOperand(words, index + 1), piped), ...printed];
  }
  const writes = printing && word.kind === 'mark' && (word.text === '>' || word.text === '>>');
  const reads =
    word.text === '<' && (words[index - 1]?.text === 'getline' || words[index - 2]?.text === 'getline');
  const includes = word.kind === 'name' && word.text === 'include' && words[index - 1]?.text === '@';
  if (!writes && !reads && !includes) return [];
  return found(index + 1, endOfOperand(words, index + 1), (path, base) => {
    const text = staticText(path);
    if (text !== undefined && /^(?:-|\/dev\/std(?:in|out|err)|\/dev\/fd\/\d+|)$/.test(text)) return undefined;
    const use = writes ? 'write' : 'read';
    const file = { path, use, target: undefined, recursive: false, content: undefined } as const;
    return networkOf(path, base) ?? { kind: 'path', ...file, ...base };
  });
}

interface Base {
  readonly certain: true;
  readonly start: number;
  readonly end: number;
}

/** `/inet/tcp/0/host/port` is no file. */
function networkOf(shape: Shape, base: Base): CodeFinding | undefined {
  const host = /^\/inet[46]?\/(?:tcp|udp)\/[^/]*\/([^/]+)/.exec(staticText(shape) ?? '')?.[1];
  return host === undefined ? undefined : { kind: 'connect', url: textShape(host), sends: true, ...base };
}

/** Of an operand with more words nothing is known. */
const longestOperand = 100;

const ends = (word: Word | undefined): boolean =>
  word === undefined ||
  word.kind === 'line' ||
  (word.kind === 'mark' && !'$().[]"-'.includes(word.text)) ||
  (word.kind === 'name' && /^(?:getline|print|printf|if|while|for|return|in)$/.test(word.text));

/** Whether an operand goes on with what is no concatenation: a comparison, a choice, arithmetic. */
const goesOn = (word: Word | undefined): boolean =>
  (word?.kind === 'name' && word.text === 'in') ||
  (word?.kind === 'mark' && /^(?:\?|:|[=!<]=|&&|\|\||[~!+*/%^<])$/.test(word.text));

/** The first word behind the last `print` before a word: its operand begins there. */
function startOfPrinted(words: readonly Word[], to: number): number {
  const print = words
    .slice(0, to)
    .findLastIndex(({ kind, text }) => kind === 'name' && /^printf?$/.test(text));
  return print + 1;
}

function endOfOperand(words: readonly Word[], from: number): number {
  let depth = 0;
  let at = from;
  for (; at < words.length && at < from + longestOperand; at++) {
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
  for (; at > 0 && at > to - longestOperand; at--) {
    const word = words[at - 1];
    if (ends(word)) break;
    if (word?.kind === 'mark' && ')]'.includes(word.text)) depth++;
    if (word?.kind === 'mark' && '(['.includes(word.text) && --depth < 0) break;
  }
  return at;
}

function closingOf(words: readonly Word[], open: number): number {
  let depth = 0;
  for (let at = open; at < words.length && at < open + longestOperand; at++) {
    const word = words[at];
    if (word?.kind === 'mark' && word.text === '(') depth++;
    if (word?.kind === 'mark' && word.text === ')' && --depth === 0) return at;
  }
  return Math.min(words.length, open + longestOperand);
}

/** All that variables may be. */
type Names = ReadonlyMap<string, readonly Shape[]>;

/** Texts that are made of themselves are followed so often; then they may be anything. */
const mostRounds = 3;

/** Every value that the script gives a variable anywhere: the order in which they are given is not followed. */
function assignments(words: readonly Word[], code: string): Names {
  const given = unknownNames(words);
  let names: Names = new Map();
  for (let round = 0; round <= mostRounds; round++) {
    const found = new Map<string, readonly Shape[]>([...given].map((name) => [name, [anyShape(name)]]));
    words.forEach((word, index) => {
      if (word.kind !== 'name' || words[index + 1]?.text !== '=') return;
      const values = shapesAt(words.slice(index + 2, endOfOperand(words, index + 2)), code, names);
      found.set(word.text, distinct([...(found.get(word.text) ?? []), ...values]));
    });
    const changed = [...found].filter(([name, shapes]) => keysOf(shapes) !== keysOf(names.get(name) ?? []));
    if (changed.length === 0) return names;
    if (round === mostRounds) for (const [name] of changed) found.set(name, [anyShape(name)]);
    names = found;
  }
  return names;
}

const keysOf = (shapes: readonly Shape[]): string => JSON.stringify(shapes.map(({ pieces }) => pieces));

/** Variables that are given something that is not in the text: lines, keys, arguments, numbers. */
function unknownNames(words: readonly Word[]): ReadonlySet<string> {
  const names = new Set<string>();
  let inHead = false;
  words.forEach((word, index) => {
    const before = words[index - 1];
    const next = words[index + 1];
    if (word.kind === 'name' && /^func(?:tion)?$/.test(word.text)) inHead = true;
    if (word.text === ')' || word.text === '{') inHead = false;
    if (word.kind !== 'name') return;
    const isGiven =
      (inHead && before?.text !== 'function') ||
      before?.text === 'getline' ||
      next?.text === 'in' ||
      (/^[-+*/%^]$/.test(next?.text ?? '') && /^[-+=]$/.test(words[index + 2]?.text ?? '')) ||
      (/^g?sub$|^split$/.test(words[index - 2]?.text ?? '') && before?.text === '(');
    if (isGiven) names.add(word.text);
  });
  return names;
}

function shapesAt(words: readonly Word[], code: string, names: Names): readonly Shape[] {
  const source = code.slice(
    words[0]?.start ?? 0,
    Math.min(words[words.length - 1]?.end ?? 0, (words[0]?.start ?? 0) + 200),
  );
  const [first, bracket, key, ...rest] = words;
  if (first?.text === 'ENVIRON' && bracket?.text === '[' && key?.text === 'HOME')
    return concatAll([[homeShape(source)], shapesAt(rest.slice(1), code, names)], source);
  // Calls and elements are not followed.
  const isPlain = words.every(({ kind, end }, at) => {
    const next = words[at + 1];
    const isName = kind === 'name';
    return !(
      isName &&
      next?.kind === 'mark' &&
      (next.text === '[' || (next.text === '(' && next.start === end))
    );
  });
  if (words.length >= longestOperand - 1 || !isPlain) return [anyShape(source)];
  const parts = words.filter((word, index) => {
    const isField = words[index - 1]?.text === '$';
    return !isField && !(word.kind === 'mark' && (word.text === '(' || word.text === ')'));
  });
  return concatAll(
    parts.map((word): readonly Shape[] => {
      if (word.kind === 'text') return [textShape(word.text)];
      if (word.kind === 'number') return [{ pieces: [{ kind: 'text', text: word.text }], source }];
      return names.get(word.text) ?? [anyShape(word.text)];
    }),
    source,
  );
}
