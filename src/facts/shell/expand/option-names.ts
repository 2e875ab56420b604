/**
 * Names of files that a program takes for options, because a glob finds them: `touch ./-rf; rm *`. A glob means files,
 * and an option is no file. So each such name is a word of its own, if the call or the session wrote it, or the disk has it.
 */
import { DEEP, type PathShape, pathShapeOfText, type Step } from '../../../pattern/path/path-shape.ts';
import { staticText } from '../../../pattern/text/shape.ts';
import type { InputSpan } from '../../effect/effect.ts';
import { spend } from '../budget.ts';
import type { Io, Shell } from '../shell.ts';
import type { ShellState } from '../state/state.ts';
import { type Word, wordOf } from '../word.ts';
import { findNames, mayFindName, nameIn, onWays } from './disk-globs.ts';
import { writtenGlob } from './written-glob.ts';

/** The words that a glob becomes: the names that it finds, and the glob itself if there may be others. */
export function findWords(word: Word, shell: Shell, state: ShellState, io: Io): readonly Word[] {
  const words = findNames(word, shell, state, io);
  // Beyond the budget the command is unknown as a whole.
  if (words[0] !== word || !mayBeOption(word) || shell.budget.work <= 0) return words;
  const options = optionsFound(word, shell, state, io.source.whole);
  return options.length === 0 ? words : onWays([[...options, ...words], words]);
}

/** A glob at the beginning of a word, or behind a dash; or names that are not known, such as `$(ls)`. */
function mayBeOption({ shape: { pieces }, splits, stream }: Word): boolean {
  if (stream !== undefined) return false;
  const [first, second] = pieces;
  if (splits || first?.kind === 'glob') return first?.kind !== 'text';
  return second?.kind === 'glob' && first?.kind === 'text' && first.text[0] === '-';
}

/**
 * The names with a dash in front that a glob may find. A pattern that only some shells have may find each. Where there are
 * more of them than are looked at, any option may be among them, and the rest of the call is unknown.
 */
function optionsFound(word: Word, shell: Shell, state: ShellState, span: InputSpan): readonly Word[] {
  if (state.cwd === undefined) return [];
  if (makesAnyName(shell))
    shell.unknown(
      'value',
      word.shape.source,
      'which of the names that it finds are options is not known',
      span,
    );
  const names = optionNames(state.cwd, shell);
  if (names.length === 0) return [];
  if (names.length > mostNames) spend(shell.budget, shell.budget.work + 1);
  const written = writtenGlob(word.shape);
  const [segment, ...more] = written?.segments ?? [];
  if (more.length > 0 || written?.end === '/') return [];
  const mayFind = segment === undefined ? undefined : mayFindName(segment);
  return names.filter((name) => mayFind?.(name) !== false).map((name) => wordOf(name, word.shape.source));
}

/** Whether a command has made a file of a name that is not known, behind the `--` that such a name needs. */
const makesAnyName = ({ recorder: { effects, disk } }: Shell): boolean =>
  disk.session.makings.some(({ name }) => name?.startsWith('*') === true) ||
  effects.paths.some(
    ({ kind, path, certain, command }) =>
      kind === 'write' &&
      certain &&
      command !== undefined &&
      beginsUnknown(path.segments.at(-1)) &&
      effects.commands[command]?.args.some((arg) => staticText(arg) === '--') === true,
  );

/** The names in a folder that begin with a dash; one more than are looked at, where there are so many. */
function optionNames(folder: PathShape, { recorder, budget }: Shell): readonly string[] {
  const { disk, effects } = recorder;
  const names = new Set<string>();
  const at = disk.absolute(folder);
  const note = (path: PathShape): boolean => {
    const last = path.segments.at(-1);
    if (typeof last === 'string' && last[0] === '-' && nameIn(disk.absolute(path), at) === last)
      names.add(last);
    return names.size > mostNames;
  };
  const earlier = [...disk.session.paths].filter((path) => path.includes('/-'));
  spend(budget, (effects.paths.length + earlier.length) >> 3);
  effects.paths.some(({ kind, path }) => kind === 'write' && note(path)) ||
    earlier.some((path) => note(pathShapeOfText(path, undefined)));
  const there = disk.isReal ? disk.names(folder) : undefined;
  if (there !== undefined && there !== 'unseen')
    for (const name of there) if (name[0] === '-' && names.size <= mostNames) names.add(name);
  // Each of them is a word in the place of a glob, on a way of its own.
  spend(budget, names.size << 8);
  return [...names];
}

/** At most so many names become separate words. */
const mostNames = 32;

const beginsUnknown = (step: Step | undefined): boolean =>
  step === DEEP || (typeof step === 'object' && typeof step.tokens[0] === 'object');
