/**
 * Code in files that came from a network or out of an archive, by the call or an earlier one of the session, and that a
 * program takes without a reader that follows it: a start-up file, a library, a module, a program of the search path, a
 * project that is built or tested. What it does is unknown.
 */
import {
  isKnown,
  knownFolder,
  type PathShape,
  pathShapeOfText,
  readPathShape,
  showPathShape,
} from '../../../../pattern/path/path-shape.ts';
import { joinPieces, type Shape, staticText, textShape } from '../../../../pattern/text/shape.ts';
import { isUnknownText } from '../../../disk/session-files.ts';
import type { Use } from '../../../knowledge/table/entry.ts';
import { mannersOf } from '../../../knowledge/words/manners.ts';
import { spend } from '../../budget.ts';
import { alternativesOf, wordsOfChoice } from '../../state/choice.ts';
import { type Running, readsInput } from '../running/running.ts';
import { directoriesOf } from '../running/search-path.ts';

/** Where files that a call or the session wrote are looked up. */
type Asking = Pick<Running, 'shell' | 'state'>;

/** Whether what is at a path, or in the folder in front of a pattern, may have been brought there. */
export function mayBeBrought(path: PathShape, { shell, state }: Asking): boolean {
  const { disk, filesLeft } = shell.recorder;
  if (isFetched(path, { shell, state })) return true;
  if (!filesLeft.mayBeBrought(knownFolder(path))) return false;
  // What an earlier call has brought, the disk has.
  return !isKnown(path) || disk.entry(path) !== 'absent' || filesLeft.mayBeMade(path);
}

/** Whether a single file comes from a network, as far as its text is not known. */
function isFetched(path: PathShape, { shell: { recorder }, state }: Asking): boolean {
  if (!isKnown(path)) return false;
  const held = state.contentsAt(path);
  if (held !== undefined)
    return held.some(
      (content) =>
        content !== undefined &&
        staticText(content.shape) === undefined &&
        recorder.notKnown(content.from) !== null,
    );
  const { disk } = recorder;
  const place = disk.placeOf(path);
  const file = place === undefined ? undefined : disk.session.file(place);
  return (
    file !== undefined &&
    [...file.left, ...file.open].some((content) => isUnknownText(content) && content.why === 'fetched')
  );
}

/** Endings of data files. Data that was fetched into a project does not change what the project runs. */
const data =
  /\.(?:csv|tsv|jsonl?|ndjson|txt|md|rst|log|png|jpe?g|gif|svg|webp|ico|pdf|parquet|html?|css|t?gz|zip|bz2|xz|zst|tar|7z|deb|rpm|whl|woff2?|ttf|mp[34]|wav|pem|crt|sig|asc|sha\d+)$/i;

/** The single files of code below a folder that come from a network, without the folders that are filled from there. */
function fetchedBelow(folder: PathShape, { shell, state }: Asking): readonly PathShape[] {
  const { disk, filesLeft } = shell.recorder;
  const place = disk.placeOf(folder);
  if (place === undefined) return [];
  const all = [...state.files.paths, ...disk.session.paths].filter(
    (path) => path.startsWith(`${place}/`) && !data.test(path),
  );
  spend(shell.budget, all.length);
  return all
    .map((path) => pathShapeOfText(path, undefined))
    .filter((path) => isFetched(path, { shell, state }) && !filesLeft.mayBeBrought(path));
}

/** Records an unknown if a command takes code from a path to which it may have been brought. */
export function noteBrought(path: PathShape, running: Running): void {
  const { shell, io, span, command } = running;
  if (io.elsewhere || !mayBeBrought(path, running)) return;
  // One place says enough.
  const key = `brought\0${command}`;
  if (shell.loaded.has(key)) return;
  shell.loaded.add(key);
  shell.unknown('file', showPathShape(path), 'this came from a network or an archive', span);
}

/** Records an unknown if a command does what files of a project say that was brought. */
export function obeyBrought(running: Running): void {
  const { invocation, base, state, io, shell, span } = running;
  const { obeys } = mannersOf(invocation.program);
  if (obeys === undefined || !obeys.some((each) => isAsked(each, running))) return;
  for (const path of [base, state.cwd]) if (path !== undefined) noteBrought(path, running);
  const named = invocation.values.map(({ value }) => readPathShape(value, base));
  const folders = base === undefined ? named : [...named, base];
  for (const path of [...named, ...folders.flatMap((folder) => fetchedBelow(folder, running))])
    noteBrought(path, running);
  if (
    io.stdin !== undefined &&
    (invocation.traits.stdin !== 'none' ||
      invocation.values.some(({ value }) => readsInput(staticText(value)))) &&
    shell.recorder.notKnown(io.stdin.from) !== null
  )
    shell.unknown('file', invocation.program, 'what it gets comes from a network', span);
}

/** Records an unknown if a command runs what an address gives. */
export function runAddress(running: Running): void {
  const { remote } = mannersOf(running.invocation.program);
  if (remote === undefined || !remote.some((each) => isAsked(each, running))) return;
  // Arguments are for the program that it runs.
  const { values } = running.invocation;
  const named = values.findIndex(
    ({ option, role, uses }) =>
      option === undefined && role !== 'argument' && uses.some(({ name }) => name !== 'text'),
  );
  for (const [at, { value, option, role, uses }] of values.entries()) {
    // Arguments behind the name of a program are for that.
    const isOther = role === 'argument' && named >= 0 && at > named;
    if (isOther) continue;
    // `rails app:template LOCATION=https://…`
    if (option === undefined)
      noteAddress(textShape((staticText(value) ?? '').replace(/^[A-Z_]+=/, '')), running);
    else if (uses.some(({ name }) => placing.has(name))) noteAddress(value, running);
  }
}

/** Uses of options that take a file or a place. */
const placing: ReadonlySet<Use['name']> = new Set(['read', 'load', 'location', 'url']);

/** Records an unknown if a value, which is run, is an address. */
export function noteAddress(value: Shape, { shell, io, span }: Running): void {
  const text = staticText(value);
  if (!io.elsewhere && text !== undefined && address.test(text))
    shell.unknown('code', text, 'it runs what this address gives', span);
}

/** An address of the network, a repository, or a package of Go with its version. */
const address =
  /^(?:[a-z][\w+.-]*::)?(?!file:)[a-z][\w+.-]*:\/\/|^(?:git::|git@|github:|gitlab:|bitbucket:|gh:|gl:|sourcehut:)|^[\w-]+(?:\.[\w-]+)+\/\S+@\S+$/i;

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
