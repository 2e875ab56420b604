/**
 * Files that programs make under names of their choice: the contents of an archive, the parts of a file, a
 * built program. Their text is not followed. If they are made of files that the call or the session wrote, or
 * that come from a network, what they do is unknown.
 */
import { isKnown, type PathShape, readPathShape } from '../../../../pattern/path/path-shape.ts';
import { staticText } from '../../../../pattern/text/shape.ts';
import type { MadeSort } from '../../../disk/making.ts';
import type { PathEffect } from '../../../effect/effect.ts';
import { mannersOf } from '../../../knowledge/words/manners.ts';
import { writeFile } from '../../state/keep.ts';
import { unknownStream } from '../../word.ts';
import { noteImages, worksInContainer } from '../running/container-work.ts';
import { isFor, type Running } from '../running/running.ts';
import { isOfSession, ownSources } from './own-sources.ts';
import { mayBeWrittenFile } from './paths.ts';

/**
 * Notes the files that a command may make of files of the session. Records an unknown if the command runs them
 * itself.
 */
export function makeFiles(running: Running): void {
  const { invocation, base, shell, span, io } = running;
  noteFetched(running);
  noteImages(running);
  const listed = mannersOf(invocation.program).makes;
  // Only commands that make files are checked further, since that reads all earlier effects.
  if (listed === undefined && invocation.traits.unpacks === undefined) return;
  const filled = filledBy(running);
  const isUnpacked =
    invocation.traits.unpacks !== undefined && !invocation.traits.patches && filled.length > 0;
  const makes = listed ?? (isUnpacked ? ['*'] : []);
  if (makes.length === 0 || base === undefined || io.elsewhere) return;
  const sources = ownSources(running);
  if (sources.length === 0 && !(makes.includes('*') && isMadeOfSession(running))) return;
  if (runsBuilt(running) || sources.some((path) => buildScript.test(path))) {
    shell.unknown('code', invocation.program, 'what it builds of these files is not followed', span);
    return;
  }
  const sort: MadeSort = makes.includes('*') ? 'any' : makes.includes('ts') ? 'script' : 'program';
  for (const folder of filled.length === 0 ? [base] : filled) shell.recorder.filesLeft.make(folder, sort);
}

/** What a command brings from a network into a folder is as unknown as what an archive holds. */
function noteFetched(running: Running): void {
  const { recorder } = running.shell;
  if (recorder.notKnown([running.command]) === null) return;
  const filled = worksInContainer(running) ? [] : filledBy(running);
  for (const folder of [...filled, ...ownFolders(running)]) recorder.filesLeft.make(folder, 'any');
  const content = unknownStream({ sources: [], from: [running.command] });
  for (const effect of recorder.effects.paths)
    if (effect.command === running.command && isPossibleFile(effect))
      writeFile(effect, content, false, running.state, recorder);
}

/** Whether an effect is a write to one file that may not happen. Certain ones are kept with the others. */
const isPossibleFile = ({ kind, certain, recursive, path }: PathEffect): boolean =>
  kind === 'write' && !certain && !recursive && isKnown(path);

/** Whether a command keeps what a list of addresses gives: `wget -i list`. */
const savesListed = ({ invocation: { traits, values } }: Running): boolean =>
  traits.saves !== false &&
  values.some(
    ({ value, uses }) => isFor(uses, 'list') || (isFor(uses, 'url') && staticText(value) === undefined),
  );

/**
 * Paths that a command writes and that are folders: its own folder is there or below (`sftp h:a .`), or an option names the
 * folder for files under names of its choice (`wget -nd -P d`).
 */
function ownFolders(running: Running): readonly PathShape[] {
  const { writes, base, invocation, shell } = running;
  const { recorder } = shell;
  const here = base === undefined ? undefined : recorder.disk.placeOf(base);
  if (base === undefined || here === undefined) return [];
  const { unpacks } = invocation.traits;
  const named = unpacks === undefined ? [] : invocation.values.filter(({ role }) => role === 'directory');
  return [
    ...(savesListed(running) ? [base] : []),
    ...named.map(({ value }) => readPathShape(value, base)),
    ...writes.flatMap(({ path }) => {
      const place = recorder.disk.placeOf(path);
      return place !== undefined && `${here}/`.startsWith(`${place}/`) ? [path] : [];
    }),
  ];
}

/**
 * Whether a command runs what it builds: `go run .`, `java X.java`. Test runners are not included, since
 * writing and running tests is everyday work.
 */
const runsBuilt = ({ invocation: { program, words } }: Running): boolean =>
  /^(?:java|kotlin|scala|runghc|air|gow|wgo)$/.test(program) ||
  /^(?:run|exec|script|watch)$/.test(words[0] ?? '');

/** Sources that the build itself runs. */
const buildScript = /\/build\.(?:rs|zig)$/;

/**
 * Whether a command reads something of the session: written by a call, loaded from a network, or made of such
 * files.
 */
function isMadeOfSession(running: Running): boolean {
  const { reads, io, shell, state } = running;
  const { recorder } = shell;
  const { disk } = recorder;
  const input = io.stdin;
  if (input !== undefined && recorder.notKnown(input.from) !== null) return true;
  return [...reads, ...(input?.sources ?? [])].some(({ path }) => {
    if (recorder.filesLeft.mayBeBrought(path)) return true;
    if (!isKnown(path))
      return (
        recorder.filesLeft.hasMade ||
        ([...state.files.paths, ...disk.session.paths].length > 0 && mayBeWrittenFile(path, running))
      );
    return state.file(path) !== undefined || isOfSession(path, disk);
  });
}

/** The folders that a command fills. Only the program knows which files it makes there. */
const filledBy = ({ shell, command }: Running): readonly PathShape[] =>
  shell.recorder.effects.paths.flatMap(({ kind, path, recursive, ...effect }) =>
    kind === 'write' && recursive && effect.command === command ? [path] : [],
  );
