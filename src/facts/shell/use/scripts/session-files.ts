/**
 * Gives a shell the remembered files of the session at its start, and notes the files that it has written at
 * its end.
 */
import {
  isKnown,
  type PathShape,
  pathShapeOfText,
  showPathShape,
} from '../../../../pattern/path/path-shape.ts';
import { type Piece, type Shape, staticText, textShape } from '../../../../pattern/text/shape.ts';
import type { DiskView } from '../../../disk/disk-view.ts';
import { madeOf } from '../../../disk/made-of.ts';
import { isUnknownText, type LeftContent, type SessionFiles } from '../../../disk/session-files.ts';
import { sessionIndex } from '../../../disk/session-index.ts';
import type { PathEffect } from '../../../effect/effect.ts';
import { mannersOf } from '../../../knowledge/words/manners.ts';
import type { Recorder } from '../../../record/recorder.ts';
import type { ShellState } from '../../state/state.ts';
import { sourcesOf, type WrittenFiles } from '../../state/written-files.ts';
import { addedPart, noOrigins, type Stream, streamOf, unknownStream } from '../../word.ts';
import { isStartUpName } from './start-up-files.ts';

/** The most files of the session that one command line may name. */
const mostFiles = 50;

/** Adds the remembered contents of the files that the call may use. */
export function beginWithSession(text: string, files: WrittenFiles, disk: DiskView): void {
  const isNamed = namedIn(text, disk.session);
  let left = mostFiles;
  for (const path of disk.session.paths) {
    if (!isNamed(path)) continue;
    const { contents, orBefore } = contentsOf(path, disk);
    const sources = madeOf(path, disk);
    if (contents.length + sources.length === 0) continue;
    if (left-- <= 0) return;
    const closed =
      disk.isReal && sources.some((each) => !disk.isOpenText(each.path)) ? { isClosed: true as const } : {};
    for (const name of namesOf(path, disk)) {
      for (const [at, each] of contents.entries())
        files.begin(files.nameOf(name), { ...streamOfContent(each, path), ...closed }, orBefore || at > 0);
      files.makeOf(files.nameOf(name), sources);
    }
  }
}

interface SeveralContents {
  readonly contents: readonly LeftContent[];
  /** It may also have its content on the disk, or from before the session. */
  readonly orBefore: boolean;
}

/**
 * The contents that a file may have by the memory of the session: all of them without a disk, and with a disk
 * those that calls may still write. Empty texts do nothing and are left out. Unknown contents are left out
 * without a disk, since any file is unknown there.
 */
function contentsOf(path: string, disk: DiskView): SeveralContents {
  const { session, isReal } = disk;
  const file = session.file(path) ?? { left: [], open: [] };
  const isLink = disk.linkAt(path) !== undefined;
  const read = (each: LeftContent): readonly LeftContent[] => (isLink ? [each] : behindLink(each, session));
  const left = file.left.flatMap(read);
  const open = file.open.flatMap(read);
  // If the only content is unknown, only its origins are known.
  const before = isReal || (left.length === 1 && open.length === 0 && !isText(left[0])) ? [] : left;
  const contents = [...before, ...open].filter((each) =>
    typeof each === 'string' ? each.trim() !== '' : isUnknownText(each) || (isReal && each === null),
  );
  const isKnown = isReal || before.length === 0 || before.includes(null);
  return { contents, orBefore: isKnown };
}

const isText = (content: LeftContent | undefined): content is string => typeof content === 'string';

/** The contents behind a link, where a path may be a link or something else. */
const behindLink = (content: LeftContent, session: SessionFiles): readonly LeftContent[] =>
  typeof content === 'object' && content !== null && 'to' in content
    ? (session.file(content.to)?.left ?? [null]).filter((each) => typeof each === 'string' || each === null)
    : [content];

const streamOfContent = (content: LeftContent, path: string): Stream =>
  typeof content === 'string'
    ? { ...streamOf(textShape(content, path), noOrigins), file: path }
    : unknownStream(noOrigins);

/** The remembered path; also in the form with `~`, if it is below the home. */
function namesOf(path: string, disk: DiskView): readonly PathShape[] {
  const named = pathShapeOfText(path, undefined);
  const { home } = disk;
  const isBelow = home !== undefined && path.startsWith(`${home}/`);
  return isBelow ? [named, pathShapeOfText(`~${path.slice(home.length)}`, undefined)] : [named];
}

/**
 * Whether a command may use a file of the session: it names it, with or without the ending, or programs look for the file
 * by themselves.
 */
function namedIn(text: string, session: SessionFiles): (path: string) => boolean {
  if (mayNameAny.test(text)) return () => true;
  const plainText = text.replace(isDropped, '');
  const found = new Set<string>();
  for (const { paths, stem, isUnnamed } of namesOfSession(session))
    if (isUnnamed || plainText.includes(stem)) for (const path of paths) found.add(path);
  return (path) => found.has(path);
}

/** Files of a session with one name. */
interface SessionName {
  readonly paths: readonly string[];
  /** The name without its ending. */
  readonly stem: string;
  /** Programs look for it by themselves. */
  readonly isUnnamed: boolean;
}

const sessionNames = new WeakMap<SessionFiles, readonly SessionName[]>();

function namesOfSession(session: SessionFiles): readonly SessionName[] {
  let names = sessionNames.get(session);
  if (names === undefined) {
    names = [...sessionIndex(session).byName].map(([name, paths]) => ({
      paths,
      stem: name.replace(/(?<=.)\.\w+$/, ''),
      isUnnamed: isReadUnnamed.test(name) || isStartUpName(name),
    }));
    sessionNames.set(session, names);
  }
  return names;
}

/** Characters in the spelling of a name that are not part of it: quotes, escapes, continued lines. */
const isDropped = /\\\r?\n|['"\\^]/g;

/** Expansions and globs, which may name any file. */
const mayNameAny = /[$`*?[{%]/;

/** Files that programs look for by themselves. */
const isReadUnnamed =
  /makefile|justfile|taskfile|package\.json|composer\.json|\.ini$|\.toml$|\.ya?ml$|conftest|\.envrc|rc$|profile$|config$|^(?:pre|post|prepare|commit|applypatch|reference|sendemail)-[\w-]+$|^(?:index|main|mod|__main__|__init__)\.\w+$/i;

/** Notes the contents of the files that a shell has written. `since`: the index of its first effect. */
export function leaveToSession(state: ShellState, recorder: Recorder, since: number): void {
  const links = new Map(recorder.disk.madeLinks);
  const writes = new Map<string, PathEffect>();
  for (const effect of recorder.effects.paths.slice(since)) {
    if (effect.kind !== 'write' || !isKnown(effect.path) || links.has(showPathShape(effect.path))) continue;
    const name = state.files.foundName(effect.path);
    // If the call succeeds, the old content is gone, so one certain write is enough.
    const replaces = isSure(effect, recorder) || recorder.comesLater(effect);
    if (!writes.has(name) || replaces) writes.set(name, effect);
  }
  const why = whyUnknown(recorder.disk);
  for (const [name, effect] of writes) {
    const contents = state.files.get(name);
    if (contents === undefined) continue;
    const left = contents.flatMap((each) =>
      each === undefined || state.files.isEarlier(name, each) ? [] : leftOf(each, effect, recorder, why),
    );
    // A text with that of the file from before is no text of this call alone.
    const isClosed = contents.some((each) => each?.isClosed);
    const sources = isClosed ? [...sourcesOf(contents), effect] : sourcesOf(contents);
    recorder.filesLeft.write(effect, left, !isSure(effect, recorder), sources);
  }
}

/** The part of a content that is kept: its text, or the known lines with the reason why the rest is unknown. */
function leftOf(
  content: Stream,
  { command }: PathEffect,
  recorder: Recorder,
  whyOf: ReturnType<typeof whyUnknown>,
): readonly LeftContent[] {
  const text = textOf(content, recorder.disk);
  if (text !== undefined) return [text];
  // What the file held before is not of the call.
  const added = staticText(addedPart(content).shape);
  if (content.isAdded === true && added !== undefined) return [added, null];
  const fetched = recorder.notKnown([command, ...content.from]);
  // The output of a compiler, or a changed file with unknown content, counts as a file from before the call.
  const builder = command === undefined ? undefined : recorder.effects.commands[command]?.program;
  const why = mannersOf(builder ?? '').makes === undefined ? 'printed' : 'made';
  const unknown = fetched ?? (content.isFile ? whyOf(content.sources) : ({ why } as const));
  return [...knownLines(content.shape), unknown];
}

/** Asks for the reason of the same sources once: a command that changes thousands of files makes each of all of them. */
function whyUnknown(disk: DiskView): (sources: Stream['sources']) => LeftContent {
  const known = new Map<Stream['sources'], LeftContent>();
  return (sources) => {
    let why = known.get(sources);
    if (why === undefined) {
      why = unknownAlready(sources, disk);
      known.set(sources, why);
    }
    return why;
  };
}

/** Why the content of a file was unknown before it was moved, copied or changed: it may come from a network. */
function unknownAlready(sources: Stream['sources'], disk: DiskView): LeftContent {
  if (disk.isReal) return null;
  for (const { path, leads } of sources) {
    const place = disk.placeOf(leads ?? path);
    if (place === undefined) continue;
    const why = disk.session.file(place)?.left.find(isUnknownText);
    if (why !== undefined) return why;
    if (disk.session.mayBeMade(place)) return { why: 'made' };
  }
  return null;
}

/** The whole lines in front of the first unknown piece, and the text behind the last one. */
function knownLines({ pieces }: Shape): readonly string[] {
  const known = (among: readonly Piece[]): string =>
    among.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('');
  const isOpen = ({ kind }: Piece): boolean => kind !== 'text';
  const before = known(pieces.slice(0, pieces.findIndex(isOpen)));
  const behind = known(pieces.slice(pieces.findLastIndex(isOpen) + 1));
  return [before.slice(0, before.lastIndexOf('\n') + 1), behind].filter((text) => text.trim() !== '');
}

/** Whether an effect has replaced the content of the file, if the call succeeds. */
const isSure = (effect: PathEffect, recorder: Recorder): boolean =>
  effect.keeps !== 'all' && recorder.hasHappened(effect) && !isElsewhere(effect, recorder);

/**
 * Whether the command runs through another one, which may be on another machine, or in a container with its own
 * files.
 */
const isElsewhere = ({ command }: PathEffect, { effects: { commands } }: Recorder): boolean =>
  command !== undefined && (commands[command]?.via.length ?? 0) > 0;

function textOf({ shape, isFile, sources }: Stream, disk: DiskView): string | undefined {
  const text = staticText(shape);
  const [only] = sources;
  if (text !== undefined || !isFile || only === undefined || sources.length > 1) return text;
  const content = disk.text(only.leads ?? only.path);
  return content.is === 'text' ? content.text : undefined;
}
