/**
 * Awk: the commands that it runs (`system`, pipes to and from commands), and the files that it reads or writes. Patterns
 * and fields are ignored.
 */
import { anyShape, nameShape, type Shape, staticText, textShape } from '../../pattern/text/shape.ts';
import { variablesPrinted } from './awk-shown.ts';
import { bounded, type CodeFinding, mostFindings } from './values/finding.ts';
import { readWords, type ScriptWord } from './values/script-words.ts';
import { concatAll, distinct, homeShape } from './values/value.ts';

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
  findings.push(...variablesPrinted(words));
  for (const { index: start, 0: text, 1: file = '' } of code.matchAll(/@(?:load|include)\s+"([^"]+)"/g))
    findings.push({
      kind: 'load',
      path: textShape(file),
      ends: true,
      certain: true,
      start,
      end: start + text.length,
    });
  const inPlace = /@include\s+"(?:[^"]*\/)?inplace(?:\.awk)?"/.exec(code);
  if (inPlace !== null)
    findings.push({
      kind: 'unknown',
      text: inPlace[0],
      why: 'this library writes into the files that are read',
      certain: true,
      start: inPlace.index,
      end: inPlace.index + inPlace[0].length,
    });
  return bounded(findings, code);
}

/** A slash starts a pattern if no operand is before it. */
function readAwk(code: string): readonly ScriptWord[] {
  return readWords(
    code,
    { '"': 'c' },
    /#[^\n]*|\\\n/y,
    /(?<=(?:[({,;&|!~\n}=?:<>*%^]|\b(?:print|return|else|do))\s{0,20}|^\s{0,20})\/(?:[^/\\\n[]|\\.|\[\]?[^\]\n]{0,200}\]){0,2000}\/|\+\+|--|\|&|>>|\|\||&&|[-+*/%^=!<>]=/y,
  );
}

/** The effect of the statement at a word, for each text that its operand may be. */
function findingsAt(
  words: readonly ScriptWord[],
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
    read: (reader: Reader) => readonly Shape[],
    finding: (shape: Shape, base: Base) => CodeFinding | undefined,
  ): readonly CodeFinding[] => {
    const reader = readerAt(words, from, code, names);
    const shapes = read(reader);
    const start = Math.min(word.start, words[from]?.start ?? word.start);
    const base = { certain: true, start, end: Math.max(words[reader.at - 1]?.end ?? 0, word.end) } as const;
    return shapes.flatMap((shape) => finding(shape, base) ?? []);
  };
  const shell = (text: Shape, base: Base): CodeFinding & { kind: 'shell' } => ({
    kind: 'shell',
    text,
    cwd: undefined,
    stdin: undefined,
    ...base,
  });
  const fileOf =
    (use: 'read' | 'write') =>
    (path: Shape, base: Base): CodeFinding | undefined => {
      const text = staticText(path);
      if (text === '' || text === '-' || (text === '/dev/stdin' && use === 'read')) return undefined;
      const file = { path, use, target: undefined, recursive: false, content: undefined } as const;
      return networkOf(path, base) ?? { kind: 'path', ...file, ...base };
    };
  if (word.kind === 'name' && next?.text === '(') {
    const called =
      words[index - 1]?.text === '@' ? (names.get(word.text) ?? [anyShape(word.text)]) : undefined;
    const isSystem =
      word.text === 'system' || called?.some((shape) => (staticText(shape) ?? 'system') === 'system');
    if (isSystem) return found(index + 1, operand, shell);
    // Functions of libraries that come with gawk.
    if (word.text === 'chdir')
      return found(index + 1, operand, (path, base) => ({ kind: 'cwd', path, perhaps: true, ...base }));
    if (word.text === 'readfile' || word.text === 'reada') return found(index + 1, firstOf, fileOf('read'));
    if (word.text === 'writea') return found(index + 1, firstOf, fileOf('write'));
  }
  // The arguments are the files that awk reads next.
  if (word.kind === 'name' && word.text === 'ARGV' && words[index - 1]?.text !== 'in')
    return next?.text === '[' ? found(index, givenTo, fileOf('read')) : [];
  if (word.kind === 'name' && word.text === 'ENVIRON' && next?.text === '[')
    return setBy(readerAt(words, index + 2, code, names), word.start);
  if (word.kind !== 'mark' && word.text !== 'include') return [];
  if (word.text === '|' || word.text === '|&') {
    const reads = next?.kind === 'name' && next.text === 'getline';
    if (!reads && !printing) return [];
    const isShell = next?.kind === 'text' && /^(?:\/\S*\/)?(?:ba|da|z|k|a)?sh(?:\s|$)/.test(next.text);
    // A shell runs what is printed as a script; any other program only reads it.
    const stdin = reads || isShell ? {} : { stdin: anyShape('what is printed') };
    const piped = (shape: Shape, base: Base): CodeFinding =>
      networkOf(shape, base) ?? { ...shell(shape, base), ...stdin };
    if (reads) return found(startOfOperand(words, index), joined, piped);
    const printed = isShell ? found(startOfPrinted(words, index), printedText, shell) : [];
    return [...found(index + 1, joined, piped), ...printed];
  }
  if (printing && (word.text === '>' || word.text === '>>')) return found(index + 1, joined, fileOf('write'));
  // The words after the name of the file may belong to it or not: both readings count.
  if (word.text === '<' && (words[index - 1]?.text === 'getline' || words[index - 2]?.text === 'getline'))
    return found(index + 1, nameOrMore, fileOf('read'));
  return word.kind === 'name' && words[index - 1]?.text === '@'
    ? found(index + 1, operand, fileOf('read'))
    : [];
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

/** An operand with more words is unknown. */
const longestOperand = 100;

/** The first word after the last `print` before a word: its operand begins there. */
function startOfPrinted(words: readonly ScriptWord[], to: number): number {
  let at = to;
  while (at > 0 && !isPrint(words[at - 1]!)) at--;
  return at;
}

const isPrint = ({ kind, text }: ScriptWord): boolean => kind === 'name' && /^printf?$/.test(text);

/** What `print` or `printf` prints: of several operands, and of a format, that is not known. */
function printedText(reader: Reader): readonly Shape[] {
  const from = reader.at;
  const isFormat = reader.words[from - 1]?.text === 'printf';
  const shapes = joined(reader);
  const isPlain = !isAt(reader, /^,$/) && !(isFormat && shapes.some(mayFormat));
  return isPlain ? shapes : unknownFrom(reader, from);
}

const mayFormat = (shape: Shape): boolean => staticText(shape)?.includes('%') !== false;

/** Where the command begins whose output `| getline` reads. */
function startOfOperand(words: readonly ScriptWord[], to: number): number {
  let depth = 0;
  let at = to;
  for (; at > 0 && at > to - longestOperand; at--) {
    const { kind, text } = words[at - 1]!;
    const isMark = kind === 'mark';
    if (isMark && /^[)\]]$/.test(text)) depth++;
    if (isMark && /^[([]$/.test(text) && --depth < 0) break;
    if (depth === 0 && (kind === 'line' || (isMark && !/^[$().[\]-]$/.test(text)))) break;
    if (depth === 0 && kind === 'name' && keywords.test(text)) break;
  }
  return at;
}

const keywords = /^(?:getline|printf?|if|while|for|return|in|do|else)$/;

/** The position while an expression is read. */
interface Reader {
  readonly words: readonly ScriptWord[];
  readonly code: string;
  readonly names: Names;
  /** The first word after the expression. */
  readonly limit: number;
  at: number;
}

const readerAt = (words: readonly ScriptWord[], at: number, code: string, names: Names): Reader => ({
  words,
  code,
  names,
  limit: at + longestOperand,
  at,
});

const wordAt = ({ words, at, limit }: Reader): ScriptWord | undefined => (at < limit ? words[at] : undefined);
const isAt = (reader: Reader, marks: RegExp): boolean => {
  const word = wordAt(reader);
  return word?.kind === 'mark' && marks.test(word.text);
};
function takes(reader: Reader, marks: RegExp): boolean {
  const isThere = isAt(reader, marks);
  if (isThere) reader.at++;
  return isThere;
}

const sourceOf = ({ words, code, at }: Reader, from: number): string =>
  code.slice(words[from]?.start ?? 0, Math.min(words[at - 1]?.end ?? 0, (words[from]?.start ?? 0) + 200));
const unknownFrom = (reader: Reader, from: number): readonly Shape[] => [anyShape(sourceOf(reader, from))];
const numberFrom = (reader: Reader, from: number): readonly Shape[] => [nameShape(sourceOf(reader, from))];

/** `c ? a : b` is either of them; a comparison is a number. */
function choice(reader: Reader): readonly Shape[] {
  const from = reader.at;
  let value = joined(reader);
  if (takes(reader, /^=$/)) return choice(reader);
  while (wordAt(reader)?.text === 'in' || isAt(reader, /^(?:[=!<>]=|[<>~!]|&&|\|\||[-+*/%^]=)$/)) {
    reader.at++;
    joined(reader);
    value = numberFrom(reader, from);
  }
  if (isAt(reader, /^\|&?$/)) {
    while (wordAt(reader) !== undefined && !isAt(reader, /^[),;}]$/)) reader.at++;
    return numberFrom(reader, from);
  }
  if (!takes(reader, /^\?$/)) return value;
  const met = choice(reader);
  takes(reader, /^:$/);
  return distinct([...met, ...choice(reader)]);
}

/** Adjacent operands are one text. If something else follows, the text is unknown. */
function joined(reader: Reader): readonly Shape[] {
  const from = reader.at;
  const parts: (readonly Shape[])[] = [];
  do parts.push(sum(reader));
  while (startsOperand(reader));
  return reader.at >= reader.limit ? unknownFrom(reader, from) : concatAll(parts, sourceOf(reader, from));
}

function startsOperand(reader: Reader): boolean {
  const word = wordAt(reader);
  if (word === undefined || word.kind === 'line') return false;
  if (word.kind === 'mark') return word.text === '(' || word.text === '$';
  return word.kind !== 'name' || !keywords.test(word.text);
}

function sum(reader: Reader): readonly Shape[] {
  const from = reader.at;
  let value = operand(reader);
  while (takes(reader, /^[-+*/%^]$/)) {
    operand(reader);
    value = numberFrom(reader, from);
  }
  return value;
}

function operand(reader: Reader): readonly Shape[] {
  const from = reader.at;
  const word = wordAt(reader);
  if (word === undefined || word.kind === 'line') return unknownFrom(reader, from);
  if (isAt(reader, /^[;})\]]$/)) return unknownFrom(reader, from);
  reader.at++;
  if (word.kind === 'text') return [textShape(word.text)];
  if (word.kind === 'number')
    return /^\d{1,15}$/.test(word.text) ? [textShape(String(Number(word.text)))] : numberFrom(reader, from);
  if (word.kind === 'name') return named(reader, word, from);
  if (word.text === '(') return group(reader, from);
  operand(reader);
  return word.text === '$' ? unknownFrom(reader, from) : numberFrom(reader, from);
}

/** The words inside brackets, without the closing one. */
function group(reader: Reader, from: number): readonly Shape[] {
  const value = choice(reader);
  if (takes(reader, /^[)\]]$/)) return value;
  for (let depth = 1; depth > 0 && wordAt(reader) !== undefined; reader.at++) {
    if (isAt(reader, /^[([]$/)) depth++;
    if (isAt(reader, /^[)\]]$/)) depth--;
  }
  return unknownFrom(reader, from);
}

/** The first of the arguments in brackets. */
function firstOf(reader: Reader): readonly Shape[] {
  reader.at++;
  return choice(reader);
}

/** An operand, and all operands directly after it. */
function nameOrMore(reader: Reader): readonly Shape[] {
  const only = operand({ ...reader });
  return distinct([...only, ...joined(reader)]);
}

/** A variable; items of arrays and results of functions are not followed. */
function named(reader: Reader, word: ScriptWord, from: number): readonly Shape[] {
  const next = wordAt(reader);
  const known = reader.names.get(word.text);
  if (next?.kind === 'mark' && (next.text === '[' || (next.text === '(' && isCall(word, next, known)))) {
    reader.at++;
    const key = wordAt(reader)?.text;
    if (!takes(reader, /^\)$/)) group(reader, from);
    return word.text === 'ENVIRON' && key === 'HOME'
      ? [homeShape(sourceOf(reader, from))]
      : unknownFrom(reader, from);
  }
  if (takes(reader, /^(?:\+\+|--)$/)) return numberFrom(reader, from);
  return known ?? [anyShape(word.text)];
}

const isCall = (word: ScriptWord, bracket: ScriptWord, known: readonly Shape[] | undefined): boolean =>
  bracket.start === word.end || known === undefined;

/** The variables that `ENVIRON[k] = x` sets for commands; none if the item is only read. */
function setBy(reader: Reader, start: number): readonly CodeFinding[] {
  const names = choice(reader);
  if (!takes(reader, /^\]$/) || !takes(reader, /^[-+*/%^]?=$/)) return [];
  const values = choice(reader);
  const base = {
    kind: 'variable',
    certain: true,
    start,
    end: reader.words[reader.at - 1]?.end ?? start,
  } as const;
  return names.flatMap((name) => values.map((value) => ({ ...base, name: staticText(name), value })));
}

/** The value of `ARGV[1] = x`; empty if the item is only read. */
function givenTo(reader: Reader): readonly Shape[] {
  operand(reader);
  return takes(reader, /^=$/) ? choice(reader) : [];
}

/** The possible values of variables. */
type Names = ReadonlyMap<string, readonly Shape[]>;

/** How often texts that are made from themselves are expanded; after that they are unknown. */
const mostRounds = 3;

/** Every value that the script assigns to a variable anywhere; the order of assignments is ignored. */
function assignments(words: readonly ScriptWord[], code: string): Names {
  const given = unknownNames(words);
  let names: Names = new Map();
  for (let round = 0; round <= mostRounds; round++) {
    const found = new Map<string, readonly Shape[]>([...given].map((name) => [name, [anyShape(name)]]));
    words.forEach((word, index) => {
      if (word.kind !== 'name' || words[index + 1]?.text !== '=') return;
      const values = choice(readerAt(words, index + 2, code, names));
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

/** Variables whose values are not in the script: lines, keys, arguments, numbers, texts that are changed in place. */
function unknownNames(words: readonly ScriptWord[]): ReadonlySet<string> {
  const names = new Set<string>();
  /** Whether the script may change the words inside the brackets around. */
  const around: boolean[] = [];
  words.forEach((word, index) => {
    const before = words[index - 1];
    const next = words[index + 1];
    if (word.kind === 'mark' && word.text === '(')
      around.push(around.at(-1) === true || changes(before, words[index - 2]));
    if (word.kind === 'mark' && word.text === ')') around.pop();
    const isGiven =
      around.at(-1) === true ||
      before?.text === 'getline' ||
      next?.text === 'in' ||
      (next?.kind === 'mark' && /^(?:\+\+|--|[-+*/%^]=)$/.test(next.text)) ||
      (before?.kind === 'mark' && /^(?:\+\+|--)$/.test(before.text));
    if (word.kind === 'name' && isGiven) names.add(word.text);
  });
  return names;
}

/** Whether the words in brackets after a name change: arguments of these functions, or parameters in the definition of a function. */
const changes = (name: ScriptWord | undefined, before: ScriptWord | undefined): boolean =>
  name?.kind === 'name' &&
  (/^(?:g?sub|split|match)$/.test(name.text) || /^func(?:tion)?$/.test(before?.text ?? ''));
