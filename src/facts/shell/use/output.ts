/**
 * The output of a command, if its words and its input determine it. That is enough for what `echo … | base64 -d
 * | sh` runs, and for the value of `$(printf …)`.
 */
import {
  anyShape,
  joinPieces,
  type Piece,
  type Shape,
  showShape,
  staticText,
  textShape,
} from '../../../pattern/text/shape.ts';
import { fromTemplate } from '../../knowledge/notation/notation.ts';
import type { Print } from '../../knowledge/table/entry.ts';
import { directoryAt, mayBeElsewhere } from '../../record/directory.ts';
import { findRepository } from '../../repository/repository.ts';
import { textAt, withText } from '../expand/file-text.ts';
import { lookUpParameter, workingDirectory } from '../expand/parameter.ts';
import type { Io, Shell } from '../shell.ts';
import type { ShellState } from '../state/state.ts';
import { emptyStream, linesOf, longestText, type Stream, type Word } from '../word.ts';
import { echoTexts } from './text/echo-text.ts';
import { utf8 } from './text/escapes.ts';
import { printfText } from './text/printf-text.ts';
import { translated } from './text/tr-text.ts';
import { filesSoFar } from './written/disk-script.ts';

type Disk = Shell['recorder']['disk'];

/** Where a command runs that prints something. */
export interface Printing {
  readonly state: ShellState;
  readonly shell: Shell;
  readonly io: Io;
}

/** What is computed from the text of its input: that text is needed. */
const isComputed: ReadonlySet<Print> = new Set([
  'base64',
  'asked-base64',
  'hex',
  'reversed',
  'translated',
  'ten-lines',
  'one-line',
]);

/**
 * The text that a command prints; undefined if it is unknown. `words` are its arguments. `isBash`: it is a
 * built-in of bash, or reads words like one.
 */
export function outputOf(
  print: Print | undefined,
  words: readonly Word[],
  given: Stream | undefined,
  { state, shell, io }: Printing,
  isBash: boolean,
): Shape | undefined {
  const { disk } = shell.recorder;
  const stdin = print !== undefined && isComputed.has(print) ? withText(given, shell, io) : given;
  const input = (): Shape | undefined => inputOf(words, stdin, { state, shell, io });
  switch (print) {
    case undefined:
    // What these print is a listing: see `listing.ts`.
    case 'names':
    case 'filled':
    case 'matching-lines':
      return undefined;
    case 'nothing':
      return textShape('');
    case 'change':
      return goesPlainly(words, state) ? textShape('') : undefined;
    case 'words':
      return onlyOne(echoTexts(words, isBash ? 'bash' : 'any'));
    case 'format':
      return printfText(words, isBash);
    case 'files':
      if (changesFiles(words)) return undefined;
      return words.every(({ shape }) => isFlagOrStdin(shape)) ? stdin?.shape : cat(words, state);
    case 'input':
      return stdin?.shape;
    case 'base64':
    case 'asked-base64':
      return decodes(print, words) ? transform(input(), decodeBase64) : undefined;
    case 'hex':
      return readsPlainHex(words) ? transform(input(), decodeHex) : undefined;
    case 'reversed':
      return transform(input(), reversedLines);
    case 'translated': {
      const given = words.map(({ shape }) => staticText(shape));
      return given.includes(undefined)
        ? undefined
        : transform(stdin?.shape, (text) => translated(text, given as readonly string[]));
    }
    case 'ten-lines':
      if (asksForNothing(words)) return textShape('');
      return words.length === 0 && hasLines(stdin, 10) ? stdin?.shape : undefined;
    case 'one-line':
      return words.length === 0 && hasLines(stdin, 1)
        ? transform(stdin?.shape, (text) => text.replace(/[^\n]$/, '$&\n'))
        : undefined;
    case 'directory':
      return withLineEnd(
        workingDirectory({ cwd: directoryOf(words, state, disk), asked: state.asked }).shape,
      );
    case 'new-file':
      return asLine(newFile(words, state));
    case 'last-name':
    case 'folder':
      return asLine(namePart(print, words));
    case 'path':
      return hasOption(words, /^-(?:-relative|-zero|\w*z)/)
        ? undefined
        : asLine(absolute(onlyOperand(words), state, disk));
    // Without an option it prints the target of a link.
    case 'asked-path': {
      if (!hasOption(words, /^-(?:\w*[fem]|-can)/) || hasOption(words, /^-(?:\w*z|-zero)/)) return undefined;
      const path = absolute(onlyOperand(words), state, disk);
      return hasOption(words, /^-(?:\w*n|-no-newline)/) ? path : asLine(path);
    }
    case 'variable': {
      const [name] = words;
      const value =
        words.length === 1 && name !== undefined
          ? lookUpParameter(staticText(name.shape) ?? '', state)
          : undefined;
      return value === undefined ? undefined : withLineEnd(value.shape);
    }
    case 'place':
    case 'asked-place': {
      const name = staticText(onlyOperand(words) ?? textShape('/'));
      const printsPath =
        print === 'place' || /^-[vpP]$/.test(staticText(words[0]?.shape ?? textShape('')) ?? '');
      if (!printsPath || name === undefined || name.includes('/') || state.functions.has(name))
        return undefined;
      return textShape(`/usr/bin/${name}\n`);
    }
    case 'asked-work-tree':
      return asLine(workTree(words, state, shell, io));
    case 'number':
      return words.every(({ shape }) => /^--(?:all|ignore=\d+)$/.test(showShape(shape)))
        ? asLine({ pieces: [{ kind: 'name', isNumber: true }], source: '…' })
        : undefined;
    case 'name':
      return hasOption(words, /[/\u2026\s]|%[^aAbBdFgGHIjmMNsSTuUVwWyYZ]/)
        ? undefined
        : asLine({ pieces: [{ kind: 'name' }], source: '…' });
    default:
      return print satisfies never;
  }
}

/** Whether `cd` prints nothing. It prints the directory with `cd -`, and if it finds the directory by `CDPATH`. */
function goesPlainly([first, ...rest]: readonly Word[], state: ShellState): boolean {
  const [start] = first?.shape.pieces ?? [];
  const isPath =
    first === undefined || (start?.kind === 'text' ? !start.text.startsWith('-') : start?.kind === 'home');
  return isPath && rest.length === 0 && state.get('CDPATH') === undefined;
}

/** The path that `mktemp` makes: from a template, or in the folder for temporary files. */
export function newFile(words: readonly Word[], state: ShellState): Shape | undefined {
  const texts = words.map(({ shape }) => staticText(shape) ?? '');
  const options = texts.filter((text) => text.startsWith('-'));
  const below = lookUpParameter('TMPDIR', state)?.shape ?? anyShape('$TMPDIR');
  const template = words.find((_, at) => !texts[at]?.startsWith('-') && texts[at - 1] !== '--suffix');
  if (options.some((option) => /^-(?:\w*p|-tmpdir)/.test(option))) return undefined;
  const made = fromTemplate(template?.shape ?? textShape('tmp.XXXX'));
  return template === undefined || options.some((option) => /^-\w*t/.test(option))
    ? joinPieces([...below.pieces, { kind: 'text', text: '/' }, ...made.pieces], made.source)
    : made;
}

const isFlagOrStdin = (shape: Shape): boolean => {
  const text = staticText(shape);
  return text !== undefined && (text.startsWith('-') || text === '/dev/stdin');
};

const hasOption = (words: readonly Word[], option: RegExp): boolean =>
  words.some(({ shape }) => option.test(showShape(shape)));

/** `head -c 0`, `tail -n0`. */
const asksForNothing = (words: readonly Word[]): boolean =>
  /^(?:-[cn] ?|--(?:bytes|lines)[= ])0+(?: |$)/.test(words.map(({ shape }) => showShape(shape)).join(' '));

/** The text, if it is the only one. */
const onlyOne = (shapes: readonly Shape[]): Shape | undefined =>
  shapes.length === 1 ? shapes[0] : undefined;

const asLine = (shape: Shape | undefined): Shape | undefined => shape && withLineEnd(shape);

const withLineEnd = (shape: Shape): Shape =>
  joinPieces([...shape.pieces, { kind: 'text', text: '\n' }], shape.source);

/** The only operand; undefined if there are several. */
function onlyOperand(words: readonly Word[]): Shape | undefined {
  const operands = words.filter(({ shape }) => !/^-./.test(staticText(shape) ?? ''));
  return operands.length === 1 ? operands[0]?.shape : undefined;
}

/** The directory that `pwd` prints. `pwd -P` follows links. */
const directoryOf = (words: readonly Word[], { cwd }: ShellState, disk: Disk): ShellState['cwd'] =>
  cwd !== undefined && words.some(({ shape }) => /^-\w*P/.test(showShape(shape)))
    ? (disk.realOf(cwd) ?? cwd)
    : cwd;

function absolute(path: Shape | undefined, state: ShellState, disk: Disk): Shape | undefined {
  if (path === undefined) return undefined;
  if (staticText(path) !== undefined && state.cwd !== undefined) {
    const { asked } = state;
    if (mayBeElsewhere(path, state.cwd)) asked.note(directoryAt(path, state.cwd));
    return workingDirectory({ cwd: disk.opened(path, state.cwd, state.resolve(path)), asked }).shape;
  }
  const [first] = path.pieces;
  return first?.kind === 'text' && state.cwd !== undefined && !first.text.startsWith('/') ? undefined : path;
}

/** The folder that `git rev-parse --show-toplevel` prints, where the disk has the repository. */
function workTree(words: readonly Word[], state: ShellState, shell: Shell, io: Io): Shape | undefined {
  const { disk } = shell.recorder;
  const { cwd, asked } = state;
  const isAsked = words.map(({ shape }) => staticText(shape)).join(' ') === 'rev-parse --show-toplevel';
  if (!isAsked || io.elsewhere || !disk.isReal || cwd === undefined) return undefined;
  if (['GIT_DIR', 'GIT_WORK_TREE'].some((name) => state.get(name) !== undefined)) return undefined;
  const found = findRepository(disk.realOf(cwd) ?? cwd, filesSoFar({ shell, state }));
  if (found === undefined || found.folder === found.directory || found.settings.isOpen) return undefined;
  if (found.settings.get('core.worktree') !== undefined) return undefined;
  return workingDirectory({ cwd: found.folder, asked }).shape;
}

/** Whether a text is known and has at most this many lines. */
const hasLines = (stream: Stream | undefined, most: number): boolean =>
  (linesOf(stream)?.length ?? most + 1) <= most;

/** Whether `cat` changes its input: numbers lines, marks their ends or the like. */
export const changesFiles = (words: readonly Word[]): boolean => hasOption(words, /^-(?!-$|u+$)./);

/** The output of `cat`, for files that the script wrote itself. Others are read where their text matters. */
function cat(words: readonly Word[], state: ShellState): Shape | undefined {
  const shapes = words.flatMap((word) => {
    if (word.stream !== undefined) return [word.stream.shape];
    const text = staticText(word.shape);
    if (text?.startsWith('-') === true && text !== '-') return [];
    return [writtenIn(word, state)?.shape];
  });
  if (shapes.some((shape) => shape === undefined)) return undefined;
  return joinPieces(
    shapes.flatMap((shape): readonly Piece[] => shape?.pieces ?? []),
    'cat …',
  );
}

/** What the call itself wrote into the file that a word names. */
export const writtenIn = ({ shape }: Word, state: ShellState): Stream | undefined =>
  staticText(shape) === '/dev/null'
    ? emptyStream
    : state.files.size === 0
      ? undefined
      : state.file(state.resolve(shape));

const decodes = (print: 'base64' | 'asked-base64', words: readonly Word[]): boolean => {
  const texts = words.map(({ shape }) => staticText(shape) ?? '');
  const [asks, names] =
    print === 'base64'
      ? [/^(?:-d|-D|--decode|-di|-id)$/, /^-i$/]
      : [/^-d$/, /^(?:base64|enc|-base64|-a|-A|-in)$/];
  const isOf = print === 'base64' || texts.some((text) => /^(?:base64|-base64|-a)$/.test(text));
  const rest = texts.filter((text) => !asks.test(text) && !names.test(text));
  return isOf && texts.some((text) => asks.test(text)) && rest.length <= 1 && !rest[0]?.startsWith('-');
};

/** `xxd -r -p`: without `-p` it reads what `xxd` prints. */
const readsPlainHex = (words: readonly Word[]): boolean => {
  const texts = words.map(({ shape }) => staticText(shape) ?? '-');
  const options = texts.filter((text) => text.startsWith('-'));
  return (
    options.includes('-r') &&
    options.some((option) => /^-(?:p|ps|plain)$/.test(option)) &&
    options.every((option) => /^-(?:r|p|ps|plain)$/.test(option)) &&
    texts.length - options.length <= 1
  );
};

const reversedLines = (text: string): string | undefined =>
  /[^\0-\u007f]/.test(text)
    ? undefined
    : text
        .split('\n')
        .map((line) => [...line].reverse().join(''))
        .join('\n');

/** The input of a filter: a known file, or standard input. */
function inputOf(
  words: readonly Word[],
  stdin: Stream | undefined,
  { state, shell, io }: Printing,
): Shape | undefined {
  const file = words.find((word) => word.stream !== undefined);
  if (file?.stream !== undefined) return withText(file.stream, shell, io).shape;
  const operand = words.find(({ shape }) => !/^-|^(?:enc|base64)$/.test(staticText(shape) ?? 'x'));
  if (operand === undefined) return stdin?.shape;
  const written = writtenIn(operand, state);
  if (written !== undefined || io.elsewhere) return written?.shape;
  const text = textAt(state.resolve(operand.shape), shell.recorder);
  return text === undefined ? undefined : textShape(text, operand.shape.source);
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

/** Decodes Base64 to UTF-8 text; undefined if it is not valid. */
function decodeBase64(text: string): string | undefined {
  const plainText = text.replaceAll('\n', '');
  if (plainText === '' || !/^[A-Za-z0-9+/]*={0,2}$/.test(plainText)) return undefined;
  try {
    return decoded(Uint8Array.from(atob(plainText), (character) => character.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

function decodeHex(text: string): string | undefined {
  const digits = text.replace(/\s+/g, '');
  if (!/^(?:[0-9a-fA-F]{2})+$/.test(digits)) return undefined;
  return decoded(Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)));
}

/** The text of these bytes; undefined if a shell would not read them as text. */
function decoded(bytes: Uint8Array): string | undefined {
  try {
    return bytes.includes(0) ? undefined : utf8.decode(bytes);
  } catch {
    return undefined;
  }
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
  // The meaning of two leading slashes depends on the system.
  if (/^\/+$/.test(trimmed)) return text === '/' ? textShape('/') : undefined;
  const slash = trimmed.lastIndexOf('/');
  if (print === 'last-name') {
    const name = trimmed.slice(slash + 1);
    return textShape(end && name !== end && name.endsWith(end) ? name.slice(0, -end.length) : name);
  }
  const folder = trimmed.slice(0, slash).replace(/(?<=.)\/+$/, '');
  return textShape(slash < 0 ? '.' : folder === '' || folder === '/' ? '/' : folder);
}
