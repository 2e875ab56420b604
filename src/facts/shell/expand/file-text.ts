/**
 * The texts of files from before the call, for commands that take them as values: `$(cat f)`, `read x < f`,
 * `xargs < f`. A stream that is the content of a file has no text until a reader asks for it here. So a file
 * that only passes through is not read.
 */
import { DEEP, isKnown, type PathShape, type Step, showPathShape } from '../../../pattern/path/path-shape.ts';
import { staticText, textShape } from '../../../pattern/text/shape.ts';
import type { DiskView } from '../../disk/disk-view.ts';
import type { PathEffect } from '../../effect/effect.ts';
import type { Recorder } from '../../record/recorder.ts';
import type { Io, Shell } from '../shell.ts';
import { withListing } from '../state/listed-words.ts';
import type { ShellState } from '../state/state.ts';
import { concatStreams, type Stream, streamOf, unknownStream } from '../word.ts';

/**
 * A stream with the texts of the files that it is made of. It stays as it is if no file is in it, if the call may
 * have changed one of them, or if the disk does not know a text. A file that does not exist has no text. A closed text is
 * unknown.
 */
export function withText<Given extends Stream | undefined>(
  stream: Given,
  shell: Shell,
  io: Io,
): Given | Stream {
  if (stream?.isClosed === true) return unknownStream(stream);
  if (stream === undefined || io.elsewhere || staticText(stream.shape) !== undefined) return stream;
  if (stream.listing !== undefined) return withListing(stream);
  if (stream.parts !== undefined) {
    const parts = stream.parts.map((part) => withText(part, shell, io));
    // The text behind an unknown part may continue its last line.
    if (parts.some(({ shape }) => staticText(shape) === undefined)) return stream;
    return { ...concatStreams(parts), sources: stream.sources, from: stream.from };
  }
  const [only, ...others] = stream.sources;
  if (!stream.isFile || only === undefined || others.length > 0) return stream;
  const text = textAt(only.leads ?? only.path, shell.recorder);
  return text === undefined ? stream : streamOf(textShape(text, stream.shape.source), stream);
}

/** The text of a file that may be a value, if the call cannot have changed it. The recorder then hides what is made of it. */
export function textAt(path: PathShape, recorder: Recorder): string | undefined {
  const { disk, filesLeft } = recorder;
  if (!disk.isThere) return undefined;
  if (filesLeft.mayBeMade(path) || mayBeReplaced(path, recorder)) return undefined;
  // Reading a folder fails, and gives nothing. So does a link that leads in a circle.
  if (disk.isReal && (disk.entry(path) === 'folder' || disk.isCircle(path))) return '';
  if (!disk.isOpenText(path)) return undefined;
  const content = disk.text(path);
  if (content.is === 'absent') return '';
  // What is no UTF-8 was read as other characters.
  if (content.is !== 'text' || content.text.includes('\ufffd')) return undefined;
  recorder.hidden.hideText(showPathShape(path));
  return content.text;
}

/** Whether the call may have made or replaced the file before. */
export function mayBeReplaced(path: PathShape, { disk, effects, filesLeft }: Recorder): boolean {
  const file = disk.absolute(path);
  const real = disk.realOf(file) ?? file;
  if (filesLeft.rewritten.some((folder) => mayHold(folder, file, disk) || mayHold(folder, real, disk)))
    return true;
  const changes = effects.paths.filter(changesText);
  if (changes.length === 0) return false;
  // A write to another name of the same file changes it as well.
  const isLinked = disk.hasOtherNames(file);
  return changes.some((effect) => mayTouch(effect, file, disk) || (isLinked && mayBeOtherName(effect, disk)));
}

const mayBeOtherName = ({ path, leads, recursive }: PathEffect, disk: DiskView): boolean =>
  recursive || !isKnown(leads ?? path) || disk.hasOtherNames(leads ?? path);

/** Whether a file is, or may be, below a folder; `undefined` is a folder that is not known. */
const mayHold = (folder: PathShape | undefined, file: PathShape, disk: DiskView): boolean =>
  folder === undefined || mayTouch({ path: folder, others: [], recursive: true }, file, disk);

/** Whether an effect may change what a file holds: `chmod` and `touch` do not. */
const changesText = ({ kind, keeps, recursive }: PathEffect): boolean =>
  kind === 'write' && keeps !== 'project' && (keeps !== 'all' || recursive);

/** The texts of all files at a moment, as far as the call changes them. */
export interface TextsThen {
  readonly effects: number;
  readonly version: number;
  readonly mounts: number;
}

/** The texts of all files now. */
export const textsNow = ({ recorder }: Pick<Shell, 'recorder'>, { files }: ShellState): TextsThen => ({
  effects: recorder.effects.paths.length,
  version: files.version,
  mounts: recorder.mounts.places.length,
});

/** Whether the call may have changed the text of a file since then. */
export const textsChanged = (
  since: TextsThen,
  { recorder }: Pick<Shell, 'recorder'>,
  { files }: ShellState,
): boolean =>
  files.version !== since.version ||
  recorder.mounts.places.length !== since.mounts ||
  recorder.effects.paths.slice(since.effects).some(changesText);

/** Whether an effect on a path may change a file: the path is, may be, or contains that file. */
function mayTouch(
  { path, others, recursive }: Pick<PathEffect, 'path' | 'others' | 'recursive'>,
  file: PathShape,
  disk: DiskView,
): boolean {
  return [path, ...others].some((each) => {
    const { anchor, segments } = disk.absolute(each);
    // The home may be anywhere if it is unknown.
    return anchor !== file.anchor || mayReach(segments, file.segments, recursive);
  });
}

function mayReach(steps: readonly Step[], names: readonly Step[], recursive: boolean): boolean {
  for (const [at, step] of steps.entries()) {
    const name = names[at];
    if (step === DEEP || name === DEEP) return true;
    if (name === undefined) return false;
    if (typeof step === 'string' && typeof name === 'string' && step !== name) return false;
  }
  return recursive || steps.length === names.length;
}
