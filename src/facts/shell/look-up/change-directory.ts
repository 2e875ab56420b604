/**
 * `cd`, `pushd` and `popd`. A directory that they are given is taken to be there. Where that is not sure, the shell may
 * still be where it was: see `Directory`.
 */
import { type PathShape, readPathShape } from '../../../pattern/path-shape.ts';
import { joinPieces, type Shape } from '../../../pattern/shape.ts';
import { type Directory, directoryAt } from '../../directory.ts';
import type { Shell } from '../shell.ts';
import { isList } from '../state/choice.ts';
import type { ShellState } from '../state/state.ts';
import type { Word } from '../word.ts';
import { operands, text } from './operands.ts';

const floating: PathShape = { anchor: 'floating', segments: [] };

export function changeDirectory(words: readonly Word[], shell: Shell, state: ShellState): void {
  const [target, ...more] = operands(words);
  const stays = more.length === 0 ? undefined : state.fork();
  const before = state.cwd;
  const isWhole = target !== undefined && isWholePath(target.shape);
  // A script that is not known may have gone anywhere, and there the shell still is if this fails.
  const from = isWhole && state.mayBeElsewhere ? floating : before;
  if (isWhole) state.mayBeElsewhere = false;
  if (text(words[0]) === '-') state.cwd = previousOf(state);
  else if (target !== undefined && mayBeSought(target.shape, state)) searchDirectory(target.shape, state);
  else state.cwd = target === undefined ? homeOf(state) : directoryAt(target.shape, before);
  // `cd -P` goes to where links lead.
  if (words.some((word) => /^-\w*P/.test(text(word) ?? '')) && state.cwd !== undefined)
    state.cwd = shell.recorder.disk.realOf(state.cwd) ?? state.cwd;
  state.stack = { ...state.stack, previous: before };
  forgetPlace(state);
  state.comesFrom(from);
  if (isAlwaysThere(text(target)) || isThere(state.cwd, shell)) state.arrive();
  if (stays === undefined) return;
  // Given two words, bash stays, and zsh replaces the one by the other in the name of this directory.
  state.mayStayAt([floating]);
  state.join([state.fork(), stays]);
}

/** Where `cd` alone goes: what the script itself says is its home, if it does. */
function homeOf(state: ShellState): PathShape {
  const own = state.get('HOME');
  return own === undefined || isList(own)
    ? { anchor: 'home', segments: [] }
    : readPathShape(own.shape, state.cwd);
}

/** Where `cd -` goes. */
function previousOf(state: ShellState): PathShape {
  const own = state.get('OLDPWD');
  return own === undefined || isList(own)
    ? (state.stack.previous ?? floating)
    : readPathShape(own.shape, state.cwd);
}

/** Whether a path leads to the same place from everywhere. */
const isWholePath = ({ pieces: [first] }: Shape): boolean =>
  first?.kind === 'home' || (first?.kind === 'text' && first.text.startsWith('/'));

/** Folders that are there wherever the shell is: the root, and those around it. */
const isAlwaysThere = (name: string | undefined): boolean =>
  name !== undefined && /^(?:\/|\.\.?(?:\/\.\.?)*\/?)$/.test(name);

/** Whether the disk has a folder, and the call has not deleted or moved any. */
function isThere(directory: Directory | undefined, { recorder }: Shell): boolean {
  if (directory === undefined || !recorder.disk.isReal || recorder.disk.entry(directory) !== 'folder')
    return false;
  return !recorder.effects.paths.some(({ kind }) => kind === 'delete' || kind === 'move');
}

/** The shell sets these anew wherever it goes. */
function forgetPlace(state: ShellState): void {
  for (const name of ['PWD', 'OLDPWD']) state.unset(name);
}

/** Whether `CDPATH` says where else a directory is looked for; what begins with a dot or a slash is not. */
function mayBeSought(target: Shape, state: ShellState): boolean {
  const [first] = target.pieces;
  return (
    state.get('CDPATH') !== undefined &&
    !(first?.kind === 'text' && /^(?:\/|\.{1,2}(?:\/|$))/.test(first.text))
  );
}

/** Goes where `CDPATH` may lead to: below each of its directories, or here. */
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

/** The directories of a search path, of which at most the first is known in part; undefined where they cannot be told. */
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

/** Whether a place in the stack is named: `pushd +1`. Which directory that is is not followed. */
const namesPlace = (words: readonly Word[]): boolean =>
  words.some((word) => /^[-+]\d+$/.test(text(word) ?? ''));
const staysThere = (words: readonly Word[]): boolean => words.some((word) => text(word) === '-n');

/** `pushd DIR`; without a directory the two topmost change places. */
export function pushDirectory(words: readonly Word[], shell: Shell, state: ShellState): void {
  const { directories, previous } = state.stack;
  const { cwd } = state;
  if (!staysThere(words)) forgetPlace(state);
  const [target] = operands(words);
  if (namesPlace(words)) {
    state.cwd = floating;
    state.stack = { directories: [floating], previous: cwd };
  } else if (target === undefined && text(words[0]) !== '-') {
    const [top, ...rest] = directories;
    state.cwd = directories.length === 0 ? floating : top;
    state.comesFrom(cwd);
    state.stack = { directories: [cwd, ...rest], previous: cwd };
  } else if (staysThere(words) && target !== undefined) {
    const kept = readPathShape(target.shape, cwd);
    state.stack = { directories: [kept, ...directories].slice(0, 100), previous };
  } else {
    state.stack = { directories: [cwd, ...directories].slice(0, 100), previous };
    changeDirectory(words, shell, state);
  }
}

export function popDirectory(words: readonly Word[], state: ShellState): void {
  const { directories, previous } = state.stack;
  const { cwd } = state;
  const [top, ...rest] = directories;
  if (!staysThere(words)) forgetPlace(state);
  if (namesPlace(words)) {
    state.stack = { directories: [], previous: cwd };
    state.cwd = floating;
    return;
  }
  const stays = staysThere(words);
  state.stack = { directories: rest, previous: stays ? previous : cwd };
  if (stays) return;
  state.cwd = directories.length === 0 ? floating : top;
  state.comesFrom(cwd);
}
