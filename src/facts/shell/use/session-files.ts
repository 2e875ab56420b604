/**
 * Files from one call of a session to the next: what a shell begins with, of files that calls may have written which have
 * not ended yet, and what it leaves in the files that it writes.
 */
import { isKnown, type PathShape, pathShapeOfText } from '../../../pattern/path-shape.ts';
import { staticText, textShape } from '../../../pattern/shape.ts';
import type { DiskView } from '../../disk/disk-view.ts';
import type { Recorder } from '../../recorder.ts';
import type { ShellState } from '../state/state.ts';
import type { WrittenFiles } from '../state/written-files.ts';
import { noOrigins, type Stream, streamOf, unknownStream } from '../word.ts';

/** Files that a command line may name: of more than these the others are as they are without it. */
const mostFiles = 50;

/** Gives the files that may be one of several things what they may hold, where the call names them. */
export function beginWithSession(text: string, files: WrittenFiles, disk: DiskView): void {
  let left = mostFiles;
  for (const path of disk.session.paths) {
    if (!mayName(text, path)) continue;
    const { contents, orBefore } = contentsOf(path, disk);
    if (contents.length === 0) continue;
    if (left-- <= 0) return;
    for (const name of namesOf(path, disk))
      for (const [at, each] of contents.entries())
        files.write(files.nameOf(name), streamOfText(each, path), orBefore || at > 0);
  }
}

interface SeveralContents {
  readonly contents: readonly (string | undefined)[];
  readonly orBefore: boolean;
}

/**
 * What a file may hold where that is not one text which the disk, or the session in its place, says. What does nothing
 * need not be told apart, and what is not known is so already where no disk says otherwise.
 */
function contentsOf(path: string, { session, isReal }: DiskView): SeveralContents {
  const { left, open } = session.file(path) ?? { left: [], open: [] };
  const before = isReal || left.length < 2 ? [] : left;
  const all = [...before, ...open].filter((text) => text === undefined || text.trim() !== '');
  const isTelling = isReal ? all.length > 0 : all.some((text) => text !== undefined);
  return { contents: isTelling ? all : [], orBefore: before.length === 0 };
}

const streamOfText = (text: string | undefined, path: string): Stream =>
  text === undefined
    ? unknownStream(noOrigins)
    : { ...streamOf(textShape(text, path), noOrigins), file: path };

/** A path as it was remembered, and below the home where it is that. */
function namesOf(path: string, disk: DiskView): readonly PathShape[] {
  const named = pathShapeOfText(path, undefined);
  const { home } = disk;
  const isBelow = home !== undefined && path.startsWith(`${home}/`);
  return isBelow ? [named, pathShapeOfText(`~${path.slice(home.length)}`, undefined)] : [named];
}

/** Whether a text names a file, by its name without the ending; a task runner reads files that nobody names. */
function mayName(text: string, path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return text.includes(name.replace(/(?<=.)\.\w+$/, '')) || isReadUnnamed.test(name);
}

/** Files that programs look for by themselves. */
const isReadUnnamed =
  /makefile|justfile|taskfile|package\.json|composer\.json|\.ini$|\.toml$|\.ya?ml$|conftest|\.envrc|rc$|profile$|config$/i;

/** Leaves word of what is in the files that a shell has written, from one of its effects on. */
export function leaveToSession(state: ShellState, recorder: Recorder, since: number): void {
  const seen = new Set<string>();
  for (const effect of recorder.effects.paths.slice(since)) {
    if (effect.kind !== 'write' || !isKnown(effect.path)) continue;
    const name = state.files.foundName(effect.path);
    if (seen.has(name)) continue;
    seen.add(name);
    const contents = state.files.get(name);
    if (contents === undefined) recorder.leaves(effect, [undefined], !effect.certain);
    else
      recorder.leaves(
        effect,
        contents.flatMap((each) => (each === undefined ? [] : [textOf(each, recorder.disk)])),
        contents.includes(undefined),
      );
  }
}

function textOf({ shape, isFile, sources }: Stream, disk: DiskView): string | undefined {
  const text = staticText(shape);
  const [only] = sources;
  if (text !== undefined || !isFile || only === undefined || sources.length > 1) return text;
  const content = disk.text(only.leads ?? only.path);
  return content.is === 'text' ? content.text : undefined;
}
