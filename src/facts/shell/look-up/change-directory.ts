/**
 * `cd`, `pushd` and `popd`. The analysis assumes that the given directory exists. If that is not certain, the
 * shell may still be where it was: see `Directory`.
 */
import { type PathShape, readPathShape } from '../../../pattern/path/path-shape.ts';
import { joinPieces, type Shape } from '../../../pattern/text/shape.ts';
import { type Directory, directoryAt } from '../../record/directory.ts';
import { filesBehind, isSystemName } from '../../record/open-files.ts';
import { separatorsOf } from '../expand/fields.ts';
import type { Shell } from '../shell.ts';
import { isWordList } from '../state/choice.ts';
import type { ShellState } from '../state/state.ts';
import type { Word } from '../word.ts';
import { operands, text } from './operands.ts';

const floating: PathShape = { anchor: 'floating', segments: [] };

/** Runs `cd`. */
export function changeDirectory(words: readonly Word[], shell: Shell, state: ShellState): void {
  const [target, ...more] = operands(words);
  const stays = more.length === 0 ? undefined : state.fork();
  const before = state.cwd;
  const isWhole = target !== undefined && isWholePath(target.shape);
  // Cut at separators of the script it is several words. dash goes to the first of them.
  const isCut = target?.splits === true && /\S/.test(separatorsOf(state) ?? '/');
  // An unknown script may have gone anywhere, and the shell is still there if this command fails.
  const from = isWhole && state.modes.mayBeElsewhere ? floating : before;
  if (isWhole) state.setMode('mayBeElsewhere', false);
  if (text(words[0]) === '-') state.cwd = previousOf(state);
  else if (isCut) state.cwd = floating;
  else if (target !== undefined && mayBeSought(target.shape, state)) searchDirectory(target.shape, state);
  else state.cwd = target === undefined ? homeOf(state) : directoryAt(target.shape, before);
  const led = behindLink(state.cwd, before, shell);
  if (led !== undefined) state.cwd = led;
  // `cd -P` follows links, each before the `..` behind it, and so does `set -P; cd` without `-L`.
  const has = (option: RegExp): boolean => words.some((word) => option.test(text(word) ?? ''));
  const real =
    state.cwd !== undefined && (has(/^-\w*P/) || state.modes.chasesLinks)
      ? realPlace(target, state.cwd, before, shell)
      : undefined;
  const logical = real === undefined || has(/^-\w*P/) ? undefined : state.fork();
  if (real !== undefined) state.cwd = real;
  shell.recorder.hidden.hideFolder(shell.recorder.file, state.cwd, text(target));
  state.whereabouts.stack = { ...state.whereabouts.stack, previous: before };
  state.forgetPlaces();
  state.whereabouts.comesFrom(from);
  if (isAlwaysThere(text(target)) || isThere(state.cwd, shell)) state.whereabouts.arrive();
  // On one way the option is off.
  if (logical !== undefined && logical.cwd !== state.cwd) {
    for (const name of ['PWD', 'OLDPWD']) logical.unset(name);
    logical.whereabouts.stack = state.whereabouts.stack;
    state.join([state.fork(), logical]);
  }
  if (stays === undefined) return;
  // With two words bash stays. zsh replaces the first by the second in the name of the current directory.
  state.whereabouts.mayStayAt([floating]);
  state.join([state.fork(), stays]);
}

/** Where a directory is without links. `before`: the directory that the name starts from. */
function realPlace(
  target: Word | undefined,
  written: Directory,
  before: Directory | undefined,
  { recorder: { disk } }: Shell,
): Directory {
  if (target === undefined) return disk.realOf(written) ?? written;
  const from = before && (disk.realOf(before) ?? before);
  const real = disk.opened(target.shape, from, readPathShape(target.shape, from));
  const { stayed, orElse } = written;
  return {
    ...real,
    ...(stayed === undefined ? {} : { stayed }),
    ...(orElse === undefined ? {} : { orElse }),
  };
}

/**
 * The directory that a link of a process leads to: `/proc/self/cwd`, `/dev/fd/9`. That of another process is not known.
 * Undefined for any other directory.
 */
function behindLink(
  directory: Directory | undefined,
  before: Directory | undefined,
  { recorder }: Shell,
): Directory | undefined {
  if (directory === undefined || !isSystemName(directory)) return undefined;
  const [file, ...others] = filesBehind(directory, recorder.opened);
  if (file !== undefined) return others.length > 0 ? floating : readPathShape(file.path, file.base);
  const { segments } = directory;
  const at = segments[0] === 'dev' ? 1 : segments[2] === 'task' ? 4 : 2;
  // Each process has its own folder of descriptors.
  if (segments[at] === 'fd')
    return segments.length > at + 1 ? floating : { anchor: 'root', segments: ['proc', 'self', 'fd'] };
  if (segments[0] !== 'proc' || segments[at] !== 'cwd') return undefined;
  const isOwn = segments[1] === 'self' || segments[1] === 'thread-self';
  return isOwn && before !== undefined
    ? { anchor: before.anchor, segments: [...before.segments, ...segments.slice(at + 1)] }
    : { anchor: 'floating', segments: segments.slice(at + 1) };
}

/** The directory of `cd` without words: the home that the script itself has set, or else the usual one. */
function homeOf(state: ShellState): PathShape {
  const own = state.get('HOME');
  return own === undefined || isWordList(own)
    ? { anchor: 'home', segments: [] }
    : readPathShape(own.shape, state.cwd);
}

/** The directory of `cd -`. */
function previousOf(state: ShellState): PathShape {
  const own = state.get('OLDPWD');
  return own === undefined || isWordList(own)
    ? (state.whereabouts.stack.previous ?? floating)
    : readPathShape(own.shape, state.cwd);
}

/** Whether a path leads to the same place from every directory. */
const isWholePath = ({ pieces: [first] }: Shape): boolean =>
  first?.kind === 'home' || (first?.kind === 'text' && first.text.startsWith('/'));

/** Folders that always exist: the root, `.` and `..`. */
const isAlwaysThere = (name: string | undefined): boolean =>
  name !== undefined && /^(?:\/|\.\.?(?:\/\.\.?)*\/?)$/.test(name);

/** Whether the disk has a folder, and the call has not deleted or moved any. */
function isThere(directory: Directory | undefined, { recorder }: Shell): boolean {
  if (directory === undefined || !recorder.disk.isReal || recorder.disk.entry(directory) !== 'folder')
    return false;
  return !recorder.effects.paths.some(({ kind }) => kind === 'delete' || kind === 'move');
}

/**
 * Whether `CDPATH` may add places in which a directory is looked for. It does not for a path that begins with a
 * dot or a slash.
 */
function mayBeSought(target: Shape, state: ShellState): boolean {
  const [first] = target.pieces;
  return (
    state.get('CDPATH') !== undefined &&
    !(first?.kind === 'text' && /^(?:\/|\.{1,2}(?:\/|$))/.test(first.text))
  );
}

/** Goes to where `CDPATH` may lead: below each of its directories, or here. */
function searchDirectory(target: Shape, state: ShellState): void {
  const held = state.get('CDPATH');
  const list = held === undefined || Array.isArray(held) ? undefined : (held as Word);
  const places = list === undefined ? undefined : placesOf(list.shape);
  const here = readPathShape(target, state.cwd);
  if (places === undefined) {
    state.cwd = floating;
    return;
  }
  const found = places.map((place) => readPathShape(target, readPathShape(place, state.cwd)));
  const ways = [here, ...found].map((cwd) => Object.assign(state.fork(), { cwd }));
  state.join(ways);
}

/** The directories of a search path. Only the first may be partly unknown; undefined if they are unknown. */
function placesOf({ pieces, source }: Shape): readonly Shape[] | undefined {
  const [first, ...rest] = pieces;
  const known = first?.kind === 'home' ? rest : pieces;
  if (known.some(({ kind }) => kind !== 'text')) return undefined;
  const text = known.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('');
  return text.split(':').map((each, index) => {
    const start = index === 0 && first?.kind === 'home' ? [first] : [];
    return joinPieces(
      [...start, { kind: 'text', text: each === '' && start.length === 0 ? '.' : each }],
      source,
    );
  });
}

/** Whether a place in the stack is named: `pushd +1`. The analysis does not follow which directory that is. */
const namesPlace = (words: readonly Word[]): boolean =>
  words.some((word) => /^[-+]\d+$/.test(text(word) ?? ''));
const staysThere = (words: readonly Word[]): boolean => words.some((word) => text(word) === '-n');

/** `pushd DIR`. Without a directory the two topmost ones are swapped. */
export function pushDirectory(words: readonly Word[], shell: Shell, state: ShellState): void {
  const { directories, previous } = state.whereabouts.stack;
  const { cwd } = state;
  if (!staysThere(words)) state.forgetPlaces();
  const [target] = operands(words);
  if (namesPlace(words)) {
    state.cwd = floating;
    state.whereabouts.stack = { directories: [floating], previous: cwd };
  } else if (target === undefined && text(words[0]) !== '-') {
    const [top, ...rest] = directories;
    state.cwd = directories.length === 0 ? floating : top;
    state.whereabouts.comesFrom(cwd);
    state.whereabouts.stack = { directories: [cwd, ...rest], previous: cwd };
  } else if (staysThere(words) && target !== undefined) {
    const kept = readPathShape(target.shape, cwd);
    state.whereabouts.stack = { directories: [kept, ...directories].slice(0, 100), previous };
  } else {
    state.whereabouts.stack = { directories: [cwd, ...directories].slice(0, 100), previous };
    changeDirectory(words, shell, state);
  }
}

/** Runs `popd`. */
export function popDirectory(words: readonly Word[], state: ShellState): void {
  const { directories, previous } = state.whereabouts.stack;
  const { cwd } = state;
  const [top, ...rest] = directories;
  if (!staysThere(words)) state.forgetPlaces();
  if (namesPlace(words)) {
    state.whereabouts.stack = { directories: [], previous: cwd };
    state.cwd = floating;
    return;
  }
  const stays = staysThere(words);
  state.whereabouts.stack = { directories: rest, previous: stays ? previous : cwd };
  if (stays) return;
  state.cwd = directories.length === 0 ? floating : top;
  state.whereabouts.comesFrom(cwd);
}
