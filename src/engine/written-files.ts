/**
 * Remembers what calls of a session write, so that a later call that runs such a file is derived with its text. A write
 * is open until its call has ended: until then the file may hold the old text or the new one. A text leaves only when a
 * later call has surely replaced or deleted it.
 */
import { isOfMaking, makingOf, placeOfMaking } from '../facts/disk/making.ts';
import type { FileAfter, LeftContent, SessionFile, SessionFiles } from '../facts/disk/session-files.ts';
import { isBuilt, noSessionFiles, targetOf } from '../facts/disk/session-files.ts';
import { isLeftLink } from '../facts/disk/session-index.ts';
import type { Effects, PathEffect } from '../facts/effect/effect.ts';
import type { Facts } from '../facts/facts.ts';
import { mostSources } from '../facts/record/files-left.ts';
import { redact } from '../mask/redact.ts';
import { type PathShape, pathShapeOfText } from '../pattern/path/path-shape.ts';
import { isUnder } from '../pattern/path/path-shape-test.ts';
import { NO } from '../pattern/text/truth.ts';
import type { CallOutcome, Memory, OpenWrite, WrittenFile } from './memory.ts';

/** In characters. A longer text is not kept, and the content is unknown. */
const longestText = 65_536;
/** The limit of text in one memory, in characters. */
const mostText = 1_048_576;
/** In characters. A longer text is not kept where there is a disk, once its call has ended. */
const longestValue = 512;
/** The limits of files with a text, and of paths; the texts of further files are unknown, the oldest first. */
const mostFiles = 256;
const mostPaths = 2048;
/** The limit in characters of JSON, with paths, times and escapes. */
export const largestWritten = 4 * mostText;
/** The limits for one file: contents, and open writes. Beyond them, those in the middle become unknown. */
const mostContents = 8;

type Contents = readonly LeftContent[];

const notKnown: Contents = [null];
const tooLong: LeftContent = { why: 'long' };
const onDisk: LeftContent = { why: 'on-disk' };

// ── a call is decided ─────────────────────────────────────────────────────────────────────────

/** Whether there is anything to remember of a call that passes. */
export const leavesFiles = (facts: Facts, { written }: Memory): boolean =>
  newsOf(facts, written).length > 0 || (!facts.hasDisk && written.length > 0 && mayTouch(facts.effects));

/** What a call leaves in files that is worth remembering. */
function newsOf(facts: Facts, written: Memory['written']): readonly FileAfter[] {
  const paths = new Set(written.map(({ path }) => path));
  return facts.filesAfter.filter((after) => isNews(after, facts, paths));
}

/** Unknown content is remembered only if the content was known before, or if a disk would otherwise be trusted. */
const isNews = (after: FileAfter, { hasDisk }: Facts, written: ReadonlySet<string>): boolean =>
  hasDisk ||
  after.of.length > 0 ||
  after.contents.some((content) => content !== null) ||
  written.has(after.path);

const mayTouch = ({ unknowns, paths }: Effects): boolean => unknowns.length > 0 || paths.some(isChange);

/** Whether the content changes. */
const isChange = ({ kind, keeps }: PathEffect): boolean =>
  (kind === 'write' && keeps !== 'all') || kind === 'delete';

/** The memory after a call was let pass. `call`: its key; null if its end cannot be reported. */
export function withWrites(memory: Memory, facts: Facts, call: string | null): Memory {
  const { hasDisk } = facts;
  if (!leavesFiles(facts, memory)) return memory;
  const filesAfter = newsOf(facts, memory.written);
  const named = new Set(filesAfter.map(({ path }) => path));
  const byPath = new Map(memory.written.map((file) => [file.path, file]));
  const isTouched = touchedBy(facts);
  const others = memory.written
    .filter(({ path }) => !named.has(path))
    .map((file) =>
      !file.onDisk && !file.left.includes(null) && isTouched(file.path)
        ? { ...file, left: joined(file.left, notKnown) }
        : file,
    );
  const own = filesAfter.map((after) => {
    const before = byPath.get(after.path);
    const of = after.of.flatMap((source) => [source, ...sourcesOf(byPath.get(source))]);
    return withWrite(before, { ...after, of }, { call, at: memory.clock, onDisk: hasDisk });
  });
  return withFiles(memory, [...others, ...own]);
}

/** What a file was made of, by calls that have ended or may have ended. */
const sourcesOf = (file: WrittenFile | undefined): readonly string[] =>
  file === undefined ? [] : [...file.of, ...file.open.flatMap(({ of }) => of)];

/** The key for writes of jobs in the background: no event reports their end. */
const noCall = '';

interface Writing {
  readonly call: string | null;
  readonly at: number;
  readonly onDisk: boolean;
}

function withWrite(
  before: WrittenFile | undefined,
  { path, contents: after, orBefore, of: sources, isLater }: FileAfter,
  { call, at, onDisk }: Writing,
): WrittenFile {
  const contents = joined(after.map(kept));
  const { left, open, of } = before ?? { left: [], open: [], of: [] };
  const write: OpenWrite = {
    ...{ call: isLater === true ? noCall : (call ?? noCall), at, contents, orBefore },
    of: [...new Set(sources)].filter((source) => onDisk || source !== path).slice(0, mostSources),
  };
  const file = { path, onDisk, left, of, open };
  if (call === null && isLater !== true) return afterWrite(file, write);
  const others = open.filter((each) => each.call === noCall || each.call !== call);
  return { ...file, open: [...others, write] };
}

/** The file after a write. If there is a disk, the disk has the text; its sources are kept anyway. */
const afterWrite = (file: WrittenFile, write: OpenWrite): WrittenFile => ({
  ...file,
  left: file.onDisk ? markedBy(file.path, write, file.left) : leftBy(write, file.left),
  of: write.orBefore ? [...new Set([...file.of, ...write.of])].slice(-mostSources) : write.of,
});

/**
 * What the disk does not show of a write: that a call of the session wrote the file, the text if it is short, and that
 * the call built the program. A builder that chooses names leaves programs; what other programs make under names of
 * their choice is on the disk. If the write may not have happened, the file may also hold what was there before.
 */
function markedBy(path: string, { contents, orBefore, of }: OpenWrite, marks: Contents): Contents {
  const making = makingOf(path);
  const isChosen = making !== undefined && making.sort !== 'program';
  const added = isChosen ? [] : contents.map((each) => markOf(each, of.length === 0));
  return orBefore ? joined(marks.length === 0 ? notKnown : marks, added) : joined(added);
}

/**
 * A content as it is marked where there is a disk. A short text of the call itself stays: it may be a value as long as the
 * disk has the same.
 */
const markOf = (content: LeftContent, isOwn: boolean): LeftContent =>
  content === null ||
  isBuilt(content) ||
  (isOwn && typeof content === 'string' && content.length <= longestValue)
    ? content
    : onDisk;

/** A content as it is kept: secrets are masked. */
const kept = (content: LeftContent): LeftContent =>
  typeof content !== 'string' ? content : content.length > longestText ? tooLong : withoutSecrets(content);

/**
 * The text with secrets masked. Only words that look like a secret are masked, and no paths: the value of a variable named
 * `PASSWORD` may be code that a later call runs. Each secret has a mark of its own that is nowhere else in the text: words
 * that differ, such as the ends of here-documents, still differ.
 */
function withoutSecrets(text: string): string {
  const shown = redact(text);
  if (shown === text) return text;
  const marks = new Map<string, string>();
  let number = 0;
  const markOf = (word: string): string => {
    let mark = marks.get(word);
    while (mark === undefined || (!marks.has(word) && text.includes(mark))) mark = `[masked.${++number}]`;
    marks.set(word, mark);
    return mark;
  };
  return text.replace(secretWord, (word) => (shown.includes(word) ? word : markOf(word)));
}

/** At least 12 characters, with letters and digits, and not the beginning of a path. */
const secretWord = /(?<![\w+/=.:~-])(?![/.~])(?=[\w+/=.:-]*\d)(?=[\w+/=.:-]*[A-Za-z])[\w+/=.:-]{12,}/g;

/** What a file may hold after a write. */
const leftBy = ({ contents, orBefore }: OpenWrite, left: Contents): Contents =>
  orBefore ? joined(left.length === 0 ? notKnown : left, contents) : contents;

/** Each content once. If there are too many, the first and the last ones, and an unknown one. */
function joined(...all: readonly Contents[]): Contents {
  const contents = [...new Map(all.flat().map((each) => [JSON.stringify(each), each])).values()];
  return contents.length > mostContents
    ? [...contents.slice(0, mostContents / 2), tooLong, ...contents.slice(1 - mostContents / 2)]
    : contents;
}

/** Whether a call may change a file without a known new content. */
function touchedBy({ effects }: Facts): (path: string) => boolean {
  if (effects.unknowns.length > 0) return () => true;
  const changes = effects.paths.filter(isChange);
  return (path) => {
    const file = pathShapeOfText(path, undefined);
    return changes.some((change) => mayChange(change, file));
  };
}

const mayChange = ({ kind, recursive, path, others }: PathEffect, file: PathShape): boolean =>
  [path, ...others].some(
    (each) =>
      isUnder(file, each, broad) !== NO &&
      (recursive || kind === 'delete' || isUnder(each, file, broad) !== NO),
  );

const broad = { exact: false, below: true };

// ── a call has ended ──────────────────────────────────────────────────────────────────────────

/** The memory after a call has ended. A call that failed may have written before it failed. */
export function endWrites(memory: Memory, call: string | null, outcome: CallOutcome): Memory {
  const isOwn = (write: OpenWrite): boolean => write.call === call;
  if (call === null || !memory.written.some(({ open }) => open.some(isOwn))) return memory;
  return withFiles(
    memory,
    memory.written.map((file) => (file.open.some(isOwn) ? ended(file, isOwn, outcome) : file)),
  );
}

function ended(file: WrittenFile, isOwn: (write: OpenWrite) => boolean, outcome: CallOutcome): WrittenFile {
  // A call whose end is not reported may still run, and write when this one has ended.
  const open = file.open.filter((write) => !isOwn(write));
  if (outcome === 'denied') return { ...file, open };
  const own = file.open
    .filter(isOwn)
    .map((write) => (outcome === 'ok' ? write : { ...write, orBefore: true }));
  return { ...own.reduce(afterWrite, file), open };
}

/** The memory without open writes of calls that are too old: either text may be there. */
export function endOldWrites(memory: Memory, isRecent: (at: number) => boolean): Memory {
  const isOld = ({ at }: OpenWrite): boolean => !isRecent(at);
  if (!memory.written.some(({ open }) => open.some(isOld))) return memory;
  return withFiles(
    memory,
    memory.written.map((file) => (file.open.some(isOld) ? ended(file, isOld, 'error') : file)),
  );
}

/** The memory without the writes of a call. */
export const withoutWrites = (memory: Memory, call: string | null): Memory =>
  endWrites(memory, call, 'denied');

/** The memory when its session has ended. */
export const withoutFiles = (memory: Memory): Memory =>
  memory.written.length === 0 ? memory : { ...memory, written: [] };

// ── bounds ────────────────────────────────────────────────────────────────────────────────────

/** The memory with these files, the latest last: those that say something, within the bounds. */
function withFiles(memory: Memory, files: readonly WrittenFile[]): Memory {
  const useful = files.filter(
    ({ left, open, of }) => open.length + of.length > 0 || left.some((each) => each !== null),
  );
  const room = { text: mostText };
  const isForgotten = useful.slice(0, -mostPaths).some(({ onDisk }) => !onDisk);
  const remembered = isForgotten ? [restOfFiles, ...useful.slice(1 - mostPaths)] : useful.slice(-mostPaths);
  const latest = remembered.toReversed();
  const written = latest.map((file, at) => withinRoom(file, at < mostFiles ? room : noRoom)).toReversed();
  return { ...memory, written: sameAs(memory.written, written) };
}

const noRoom = { text: 0 };

/** An entry for all files that are no longer remembered: each file without an entry may be one of them. */
const restOfFiles: WrittenFile = { path: '', onDisk: false, left: [tooLong], of: [], open: [] };

/** The file; its texts become unknown if there is no room for them. */
function withinRoom(file: WrittenFile, room: { text: number }): WrittenFile {
  const fits = (contents: Contents): Contents => {
    const length = contents.reduce<number>((sum, each) => sum + lengthOf(each), 0);
    if (length > room.text)
      return joined(contents.map((each) => (typeof each === 'string' ? tooLong : each)));
    room.text -= length;
    return contents;
  };
  const open = file.open.slice(-mostContents).map((write) => {
    const contents = fits(write.contents);
    return contents === write.contents ? write : { ...write, contents };
  });
  const left = fits(file.left);
  const isSame = left === file.left && open.every((write, at) => write === file.open[at]);
  return isSame && open.length === file.open.length ? file : { ...file, left, open };
}

const lengthOf = (content: LeftContent): number => (typeof content === 'string' ? content.length : 0);

const sameAs = <Item>(before: readonly Item[], after: readonly Item[]): readonly Item[] =>
  before.length === after.length && before.every((each, at) => each === after[at]) ? before : after;

// ── what derivations see ──────────────────────────────────────────────────────────────────────

/** The results of a computation, kept as long as what they are about: of a memory, each call changes a few files only. */
function keeping<Key extends object, Result>(workOut: (key: Key) => Result): (key: Key) => Result {
  const results = new WeakMap<Key, { readonly is: Result }>();
  return (key) => {
    let result = results.get(key);
    if (result === undefined) {
      result = { is: workOut(key) };
      results.set(key, result);
    }
    return result.is;
  };
}

/** The remembered files, as a derivation sees them. */
export function sessionFilesOf({ written, calls }: Memory): SessionFiles {
  if (written.length === 0) return noSessionFiles;
  const isReported = calls.some(({ outcome }) => outcome === 'ok' || outcome === 'error');
  return isReported ? reportedView(written) : unreportedView(written);
}

function viewOf(written: Memory['written'], read: (file: WrittenFile) => SessionFile): SessionFiles {
  const files = new Map<string, SessionFile>();
  for (const file of written) {
    const { plain } = namesOf(file);
    files.set(plain, together(files.get(plain), read(file)));
  }
  const rest = files.get(restOfFiles.path);
  const names = written.map(namesOf);
  const plainMakings = names.flatMap(({ plainMaking }) => plainMaking ?? []);
  return {
    file: (path) => files.get(plainPath(path)) ?? rest,
    paths: written
      .filter((file) => file.path !== restOfFiles.path && namesOf(file).making === undefined)
      .map(({ path }) => path),
    makings: names.flatMap(({ making }) => (making === undefined || making.sort === 'link' ? [] : making)),
    openLinks: written.flatMap((file) => {
      const { making } = namesOf(file);
      if (making?.sort !== 'link') return [];
      const { left, open } = read(file);
      const at = placeOfMaking(making);
      return [...left, ...open].filter(isLeftLink).map(({ to }) => ({ at, to: targetOf(to) }));
    }),
    mayBeMade(path) {
      const plain = plainPath(path);
      return plainMakings.some((making) => isOfMaking(plain, making));
    },
  };
}

/**
 * One name for a file that may have several. Every home becomes `~`, because it is unknown whose home `~` is. `/private` of macOS is
 * left out.
 */
const plainPath = (path: string): string =>
  path
    .replace(/^\/private(?=\/(?:tmp|var|etc)(?:\/|$))/, '')
    .replace(/^(?:\/(?:home|Users)\/[^/]+|(?:\/var)?\/root)(?=\/)/, '~');

const namesOf = keeping(({ path }: WrittenFile) => {
  const plain = plainPath(path);
  return { plain, making: makingOf(path), plainMaking: makingOf(plain) };
});

/** What may be at a path that has been written under several of its names. */
const together = (one: SessionFile | undefined, other: SessionFile): SessionFile =>
  one === undefined
    ? other
    : {
        left: joined(one.left, other.left),
        open: joined(one.open, other.open),
        of: [...new Set([...one.of, ...other.of])],
      };

const asReported = keeping(
  ({ left, open, of }: WrittenFile): SessionFile => ({
    left,
    open: open.flatMap(({ contents }) => contents),
    of: [...of, ...open.flatMap((write) => write.of)],
  }),
);

/**
 * For sessions in which no end of a call is ever reported: each write counts as done. Where there is a disk, the disk
 * says what is there, and the texts of open writes may still come.
 */
const asUnreported = keeping(({ path, left, open, of: sources, onDisk }: WrittenFile): SessionFile => {
  const of = [...sources, ...open.flatMap((write) => write.of)];
  if (onDisk)
    return {
      of,
      left: open.reduce((marks, write) => markedBy(path, write, marks), left),
      open: open.flatMap(({ contents }) => contents.filter((each) => typeof each === 'string')),
    };
  return { of, left: open.reduce((before, write) => leftBy(write, before), left), open: [] };
});

const reportedView = keeping((written: Memory['written']) => viewOf(written, asReported));
const unreportedView = keeping((written: Memory['written']) => viewOf(written, asUnreported));
