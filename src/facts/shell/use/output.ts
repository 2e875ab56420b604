/**
 * What a command prints, where its words and its input say so: enough to see
 * what `echo … | base64 -d | sh` runs and what `$(printf …)` stands for.
 */
import {
  anyShape,
  joinPieces,
  type Piece,
  type Shape,
  showShape,
  staticText,
  textShape,
} from '../../../pattern/shape.ts';
import type { DiskView } from '../../disk/disk-view.ts';
import type { Print } from '../../knowledge/entry.ts';
import { madeOf } from '../../knowledge/notation.ts';
import { lookUp, workingDirectory } from '../expand/parameter.ts';
import type { ShellState } from '../state/state.ts';
import { linesOf, longestText, type Stream, type Word } from '../word.ts';

/** The text that a command prints; undefined where that cannot be told. `words` are its arguments. */
export function outputOf(
  print: Print | undefined,
  words: readonly Word[],
  stdin: Stream | undefined,
  state: ShellState,
  disk: DiskView,
): Shape | undefined {
  switch (print) {
    case undefined:
      return undefined;
    case 'nothing':
      return textShape('');
    case 'words':
      return echo(words);
    case 'format':
      return printf(words);
    case 'files':
      return words.every(({ shape }) => isFlagOrStdin(shape)) ? stdin?.shape : cat(words, state, disk);
    case 'input':
      return stdin?.shape;
    case 'base64':
    case 'asked-base64':
      return decodes(print, words) ? transform(inputOf(words, stdin, state, disk), decodeBase64) : undefined;
    case 'hex':
      return words.some(({ shape }) => /^-\w*r/.test(showShape(shape)))
        ? transform(inputOf(words, stdin, state, disk), decodeHex)
        : undefined;
    case 'reversed':
      return transform(inputOf(words, stdin, state, disk), (text) =>
        text
          .split('\n')
          .map((line) => [...line].reverse().join(''))
          .join('\n'),
      );
    case 'translated':
      return translate(words, stdin);
    case 'ten-lines':
      return words.length === 0 && hasLines(stdin, 10) ? stdin?.shape : undefined;
    case 'one-line':
      return words.length === 0 && hasLines(stdin, 1) ? stdin?.shape : undefined;
    case 'directory':
      return withLineEnd(workingDirectory({ cwd: directoryOf(words, state, disk) }).shape);
    case 'new-file':
      return newFile(words, state);
    case 'last-name':
    case 'folder':
      return namePart(print, words);
    case 'path':
      return words.some(({ shape }) => showShape(shape).startsWith('--relative'))
        ? undefined
        : absolute(onlyOperand(words), state, disk);
    // Without an option it is what a link leads to.
    case 'asked-path':
      return words.some(({ shape }) => /^-(?:\w*[fem]|-can)/.test(showShape(shape)))
        ? absolute(onlyOperand(words), state, disk)
        : undefined;
    case 'variable': {
      const [name] = words;
      const value =
        words.length === 1 && name !== undefined ? lookUp(staticText(name.shape) ?? '', state) : undefined;
      return value === undefined ? undefined : withLineEnd(value.shape);
    }
    case 'place':
    case 'asked-place': {
      const name = staticText(onlyOperand(words) ?? textShape('/'));
      const tells = print === 'place' || /^-[vpP]$/.test(staticText(words[0]?.shape ?? textShape('')) ?? '');
      if (!tells || name === undefined || name.includes('/') || state.functions.has(name)) return undefined;
      return textShape(`/usr/bin/${name}\n`);
    }
    case 'name':
      return words.some(({ shape }) => /[/…]/.test(showShape(shape)))
        ? undefined
        : { pieces: [{ kind: 'name' }], source: '…' };
    default:
      return print satisfies never;
  }
}

/** What `mktemp` makes: a file for a template, or one where temporary files are. */
export function newFile(words: readonly Word[], state: ShellState): Shape | undefined {
  const texts = words.map(({ shape }) => staticText(shape) ?? '');
  const options = texts.filter((text) => text.startsWith('-'));
  const below = lookUp('TMPDIR', state)?.shape ?? anyShape('$TMPDIR');
  const template = words.find((_, at) => !texts[at]?.startsWith('-') && texts[at - 1] !== '--suffix');
  if (options.some((option) => /^-(?:\w*p|-tmpdir)/.test(option))) return undefined;
  const made = madeOf(template?.shape ?? textShape('tmp.XXXX'));
  return template === undefined || options.some((option) => /^-\w*t/.test(option))
    ? joinPieces([...below.pieces, { kind: 'text', text: '/' }, ...made.pieces], made.source)
    : made;
}

const isFlagOrStdin = (shape: Shape): boolean => {
  const text = staticText(shape);
  return text !== undefined && (text.startsWith('-') || text === '/dev/stdin');
};

const withLineEnd = (shape: Shape): Shape =>
  joinPieces([...shape.pieces, { kind: 'text', text: '\n' }], shape.source);

/** The operand; undefined where there are several. */
function onlyOperand(words: readonly Word[]): Shape | undefined {
  const operands = words.filter(({ shape }) => !/^-./.test(staticText(shape) ?? ''));
  return operands.length === 1 ? operands[0]?.shape : undefined;
}

/** A path from the root on; what is known of one that stands on no directory that is known. */
/** `pwd -P` follows links. */
const directoryOf = (words: readonly Word[], { cwd }: ShellState, disk: DiskView): ShellState['cwd'] =>
  cwd !== undefined && words.some(({ shape }) => /^-\w*P/.test(showShape(shape)))
    ? (disk.realOf(cwd) ?? cwd)
    : cwd;

function absolute(path: Shape | undefined, state: ShellState, disk: DiskView): Shape | undefined {
  if (path === undefined) return undefined;
  if (staticText(path) !== undefined && state.cwd !== undefined)
    return workingDirectory({ cwd: disk.opened(path, state.cwd, state.resolve(path)) }).shape;
  const [first] = path.pieces;
  return first?.kind === 'text' && state.cwd !== undefined && !first.text.startsWith('/') ? undefined : path;
}

/** Whether a text is known and has no more lines than these. */
const hasLines = (stream: Stream | undefined, most: number): boolean =>
  (linesOf(stream)?.length ?? most + 1) <= most;

function echo(words: readonly Word[]): Shape {
  let first = 0;
  let escapes = false;
  let lineEnd = true;
  for (; first < words.length; first++) {
    const text = staticText(words[first]?.shape ?? textShape('')) ?? '';
    if (!/^-[neE]+$/.test(text)) break;
    if (text.includes('n')) lineEnd = false;
    if (text.includes('e')) escapes = true;
  }
  const pieces = words.slice(first).flatMap(({ shape }, index): readonly Piece[] => {
    const own = escapes ? shape.pieces.map(unescaped) : shape.pieces;
    return index === 0 ? own : [{ kind: 'text', text: ' ' }, ...own];
  });
  return joinPieces(lineEnd ? [...pieces, { kind: 'text', text: '\n' }] : pieces, 'echo …');
}

const unescaped = (piece: Piece): Piece =>
  piece.kind === 'text' ? { kind: 'text', text: unescapeText(piece.text) } : piece;

/** The escapes of `echo -e`, `printf` and `%b`. */
function unescapeText(text: string): string {
  return text.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|0?([0-7]{1,3})|([abefnrtv\\"']))/g,
    (_, hex?: string, unicode?: string, octal?: string, letter?: string) => {
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      if (unicode !== undefined) return String.fromCharCode(Number.parseInt(unicode, 16));
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
      return letters.get(letter ?? '') ?? '';
    },
  );
}

const letters: ReadonlyMap<string, string> = new Map([
  ['a', '\u0007'],
  ['b', '\b'],
  ['e', '\u001b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ['\\', '\\'],
  ['"', '"'],
  ["'", "'"],
]);

/** `printf` with `%s`, `%b`, `%d` and the like; the format is used again while words are left. */
function printf(words: readonly Word[]): Shape | undefined {
  const [first, ...rest] = staticText(words[0]?.shape ?? textShape('x')) === '--' ? words.slice(1) : words;
  const format = first === undefined ? undefined : staticText(first.shape);
  if (format === undefined || format.startsWith('-v')) return undefined;
  // Escapes are read after the directives: an escaped `%` is none.
  const parts = format.split(/(%(?:%|[-+ #0]*\d*(?:\.\d+)?[a-zA-Z]))/);
  const pieces: Piece[] = [];
  let next = 0;
  do {
    const before = next;
    for (const part of parts) {
      if (part === '%%') pieces.push({ kind: 'text', text: '%' });
      else if (/^%.*[a-zA-Z]$/.test(part)) {
        const word = rest[next++];
        if (word === undefined) continue;
        if (/^%[sb]$/.test(part))
          pieces.push(...(part === '%b' ? word.shape.pieces.map(unescaped) : word.shape.pieces));
        else pieces.push({ kind: /[sbqc]$/.test(part) ? 'any' : 'name' });
      } else if (part.includes('%')) return undefined;
      else pieces.push({ kind: 'text', text: unescapeText(part) });
    }
    if (next === before) break;
  } while (next < rest.length && pieces.length < 500);
  if (next < rest.length) pieces.push({ kind: 'any' });
  return joinPieces(pieces, 'printf …');
}

/** Files that the script wrote itself are known. */
function cat(words: readonly Word[], state: ShellState, disk: DiskView): Shape | undefined {
  // A single file stays that file, for whoever runs it and says where it is.
  const files = words.filter(({ shape }) => !/^-./.test(staticText(shape) ?? ''));
  const remembered = files.length > 1 ? disk : undefined;
  const shapes = words.flatMap((word) => {
    if (word.stream !== undefined) return [word.stream.shape];
    const text = staticText(word.shape);
    if (text?.startsWith('-') === true && text !== '-') return [];
    return [contentOf(word, state, remembered)];
  });
  if (shapes.some((shape) => shape === undefined)) return undefined;
  return joinPieces(
    shapes.flatMap((shape): readonly Piece[] => shape?.pieces ?? []),
    'cat …',
  );
}

/** What a file holds by what the call wrote, or by what is remembered of the session. What a disk has is not told on. */
function contentOf(word: Word, state: ShellState, disk: DiskView | undefined): Shape | undefined {
  if (staticText(word.shape) === '/dev/null') return textShape('');
  const path = state.resolve(word.shape);
  const written = state.files.size === 0 ? undefined : state.file(path)?.shape;
  if (written !== undefined || disk === undefined || disk.isReal || !disk.isThere) return written;
  const content = disk.text(path);
  return content.is === 'text' ? textShape(content.text, word.shape.source) : undefined;
}

const decodes = (print: 'base64' | 'asked-base64', words: readonly Word[]): boolean =>
  words.some(({ shape }) => /^(?:-d|-D|--decode|-di|-id)$/.test(staticText(shape) ?? '')) &&
  (print === 'base64' ||
    words.some(({ shape }) => /^(?:base64|enc|-base64|-a)$/.test(staticText(shape) ?? '')));

/** What a filter reads: a file that is known, or its standard input. */
function inputOf(
  words: readonly Word[],
  stdin: Stream | undefined,
  state: ShellState,
  disk: DiskView,
): Shape | undefined {
  const file = words.find((word) => word.stream !== undefined);
  if (file?.stream !== undefined) return file.stream.shape;
  const operand = words.find(({ shape }) => !/^-|^(?:enc|base64)$/.test(staticText(shape) ?? 'x'));
  return operand === undefined ? stdin?.shape : contentOf(operand, state, disk);
}

function transform(
  input: Shape | undefined,
  change: (text: string) => string | undefined,
): Shape | undefined {
  const text = input === undefined ? undefined : staticText(input);
  if (text === undefined || text.length > longestText) return undefined;
  const result = change(text);
  return result === undefined ? undefined : textShape(result, '…');
}

/** Text in Base64, read as UTF-8; undefined where it is no such text. */
function decodeBase64(text: string): string | undefined {
  const plainText = text.replace(/\s+/g, '');
  if (plainText === '' || !/^[A-Za-z0-9+/_-]*={0,2}$/.test(plainText)) return undefined;
  try {
    const bytes = atob(plainText.replaceAll('-', '+').replaceAll('_', '/'));
    return new TextDecoder().decode(Uint8Array.from(bytes, (character) => character.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

function decodeHex(text: string): string | undefined {
  const digits = text.replace(/\s+/g, '');
  if (!/^(?:[0-9a-fA-F]{2})+$/.test(digits)) return undefined;
  const bytes = Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return new TextDecoder().decode(bytes);
}

/** `tr a-z b-za`: characters for characters; anything more is not followed. */
function translate(words: readonly Word[], stdin: Stream | undefined): Shape | undefined {
  const [from, to] = words.map(({ shape }) => staticText(shape));
  if (words.length !== 2 || from === undefined || to === undefined || stdin === undefined) return undefined;
  if (from === '-d') {
    const dropped = new Set(expandRanges(unescapeText(to)));
    if (dropped.size === 0) return undefined;
    return transform(stdin.shape, (text) =>
      [...text].filter((character) => !dropped.has(character)).join(''),
    );
  }
  const source = expandRanges(unescapeText(from));
  const target = expandRanges(unescapeText(to));
  if (source === undefined || target === undefined || target.length === 0) return undefined;
  const map = new Map(
    [...source].map((character, index) => [character, target[Math.min(index, target.length - 1)] ?? '']),
  );
  return transform(stdin.shape, (text) =>
    [...text].map((character) => map.get(character) ?? character).join(''),
  );
}

function expandRanges(set: string): string | undefined {
  if (/\[[:=]|^-|\*\]/.test(set)) return undefined;
  return set.replace(/(.)-(.)/gs, (_, low: string, high: string) => {
    const start = low.charCodeAt(0);
    const length = Math.min(200, Math.max(0, high.charCodeAt(0) - start + 1));
    return Array.from({ length }, (__, index) => String.fromCharCode(start + index)).join('');
  });
}

function namePart(print: 'last-name' | 'folder', words: readonly Word[]): Shape | undefined {
  const texts = words.map(({ shape }) => staticText(shape));
  const [text, end] = texts;
  if (texts.length > (print === 'last-name' ? 2 : 1) || texts.some((each) => each?.startsWith('-')))
    return undefined;
  if (text === undefined || (texts.length > 1 && end === undefined))
    return print === 'last-name' ? { pieces: [{ kind: 'name' }], source: '…' } : undefined;
  const trimmed = text.replace(/(?<=.)\/+$/, '');
  if (trimmed === '') return textShape(print === 'folder' ? '.' : '');
  if (/^\/+$/.test(trimmed)) return textShape(trimmed);
  const slash = trimmed.lastIndexOf('/');
  if (print === 'last-name') {
    const name = trimmed.slice(slash + 1);
    return textShape(end && name !== end && name.endsWith(end) ? name.slice(0, -end.length) : name);
  }
  return textShape(slash < 0 ? '.' : slash === 0 ? '/' : trimmed.slice(0, slash));
}
