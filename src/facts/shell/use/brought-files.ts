/**
 * Code in files that came from a network or out of an archive, by the call or an earlier one of the session, and that a
 * program takes without a reader that follows it: a start-up file, a library, a module, a program of the search path, a
 * project that is built or tested. What it does is unknown.
 */
import { isKnown, type PathShape, readPathShape, showPathShape } from '../../../pattern/path-shape.ts';
import { joinPieces, staticText } from '../../../pattern/shape.ts';
import { mannersOf } from '../../knowledge/manners.ts';
import type { Shell } from '../shell.ts';
import { alternativesOf, wordsOfChoice } from '../state/choice.ts';
import type { Running } from './running.ts';
import { directoriesOf } from './search-path.ts';

/** Whether what is at a path, or in the folder in front of a pattern, may have been brought there. */
export function mayBeBrought(path: PathShape, { recorder: { disk, filesLeft } }: Shell): boolean {
  const named = isKnown(path) ? path : knownPart(path);
  if (!filesLeft.mayBeBrought(named)) return false;
  // What an earlier call has brought, the disk has.
  return !isKnown(path) || disk.entry(path) !== 'absent' || filesLeft.mayBeMade(path);
}

/** The folder in front of the first segment that is not known. */
function knownPart(path: PathShape): PathShape {
  const open = path.segments.findIndex(
    (_, at) => !isKnown({ ...path, segments: path.segments.slice(0, at + 1) }),
  );
  return { ...path, segments: path.segments.slice(0, Math.max(0, open)) };
}

/** Records an unknown if a command takes code from a path to which it may have been brought. */
export function noteBrought(path: PathShape, { shell, io, span, command }: Running): void {
  if (io.elsewhere || !mayBeBrought(path, shell)) return;
  // One place says enough.
  const key = `brought\0${command}`;
  if (shell.loaded.has(key)) return;
  shell.loaded.add(key);
  shell.unknown('file', showPathShape(path), 'this came from a network or an archive', span);
}

/** Records an unknown if a command does what files of a project say that was brought. */
export function obeyBrought(running: Running): void {
  const { invocation, base, state } = running;
  const { obeys } = mannersOf(invocation.program);
  if (obeys === undefined || !obeys.some((each) => isAsked(each, running))) return;
  for (const path of [base, state.cwd]) if (path !== undefined) noteBrought(path, running);
  for (const { value } of invocation.values) noteBrought(readPathShape(value, base), running);
}

/** Whether a command has a subcommand, whose words `+` joins; `*` is any. */
function isAsked(subcommand: string, { invocation: { words, values } }: Running): boolean {
  if (subcommand === '*') return true;
  const given = values.flatMap(({ option, value }) => (option === undefined ? [staticText(value)] : []));
  const all = [...words, ...given];
  return subcommand.split('+').every((word, at) => word === all[at]);
}

/**
 * Records an unknown if a folder of the search path was filled that way, and so may have the program or those that it starts.
 * A path names its own program.
 */
export function startBrought(isPath: boolean, running: Running): void {
  const { state, invocation } = running;
  if (isPath && mannersOf(invocation.program).calls === 'none') return;
  for (const { shape } of alternativesOf(state.held('PATH')).flatMap(wordsOfChoice))
    for (const pieces of directoriesOf(shape))
      noteBrought(readPathShape(joinPieces(pieces, shape.source), state.cwd), running);
  for (const folder of running.shell.programFolders) noteBrought(folder, running);
}
