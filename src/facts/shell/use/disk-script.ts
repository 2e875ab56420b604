/**
 * Scripts that were there before the call: what they hold is code of the call, where there is a disk to read them from.
 * What the call itself writes comes before what the disk holds.
 */
import { below, DEEP, type PathShape, type Step, showPathShape } from '../../../pattern/path-shape.ts';
import { staticText, textShape } from '../../../pattern/shape.ts';
import type { DiskView, Files } from '../../disk/disk-view.ts';
import type { PathEffect } from '../../effect.ts';
import type { ShellState } from '../state/state.ts';
import { emptyStream, noOrigins, type Stream, streamOf } from '../word.ts';
import type { Running } from './running.ts';

type Asking = Pick<Running, 'shell' | 'io' | 'span' | 'state'>;

/**
 * What a file holds that is run: what the call wrote, else what the disk has; undefined where nothing says. Leaves word
 * where the file may be another by then, and where the disk has it and does not say what is in it.
 */
export function scriptOnDisk(path: PathShape, asking: Asking): Stream | undefined {
  const { shell, io, span, state } = asking;
  const { disk } = shell.recorder;
  const written = state.file(path);
  if (written !== undefined || io.elsewhere) return written;
  if (shell.recorder.filesLeft.mayBeMade(path))
    shell.unknown(
      'code',
      showPathShape(path),
      'the call may make this file of others before it runs it',
      span,
    );
  if (!disk.isThere) return undefined;
  const shown = showPathShape(path);
  const content = disk.text(path);
  if (content.is === 'unseen') return undefined;
  if (mayBeWritten(path, asking))
    shell.unknown('file', shown, 'the call may write this script before it runs it', span);
  else if (content.is === 'unknown' && disk.entry(path) !== 'folder')
    shell.unknown('file', shown, `this script is not read, because ${content.why}`, span);
  return content.is === 'text' ? codeOf(content.text, path) : undefined;
}

/** The same of a file that is looked for in several places: where it is not there nothing is said. */
export const scriptIfThere = (path: PathShape, asking: Asking): Stream | undefined =>
  ['file', 'other', 'unknown'].includes(filesSoFar(asking).entry(path))
    ? scriptOnDisk(path, asking)
    : undefined;

/** Whether the disk has nothing at a path, nor may the call have put something there. */
export const isAbsent = (path: PathShape, asking: Asking): boolean =>
  asking.shell.recorder.disk.isThere &&
  !asking.io.elsewhere &&
  filesSoFar(asking).entry(path) === 'absent' &&
  !asking.state.mayBeWritten(path) &&
  !mayBeWritten(path, asking);

/** Files as the call has left them so far: what it wrote, and else what the disk has. */
export function filesSoFar({ shell: { recorder }, state }: Pick<Asking, 'shell' | 'state'>): Files {
  const { disk } = recorder;
  return {
    entry(path) {
      if (state.file(path) !== undefined) return 'file';
      const is = disk.entry(path);
      const mayBeMade = is === 'absent' || (is === 'unseen' && !disk.isReal);
      return mayBeMade && hasBelow(path, state, disk) ? 'folder' : is;
    },
    text(path) {
      const written = state.file(path);
      if (written === undefined) return disk.text(path);
      const text = staticText(written.shape);
      if (text !== undefined) return { is: 'text', text };
      const [only] = written.sources;
      return written.isFile && only !== undefined && written.sources.length === 1
        ? disk.text(only.leads ?? only.path)
        : { is: 'unknown', why: 'the call writes what is not known' };
    },
  };
}

/** Whether the call wrote a file below a path, or without a disk an earlier one of the session. */
function hasBelow(path: PathShape, state: ShellState, disk: DiskView): boolean {
  const start = state.files.nameOf(below(path, ''));
  if (state.files.paths.some((each) => each.startsWith(start))) return true;
  return !disk.isReal && [...disk.session.paths].some((each) => each.startsWith(start));
}

/** What the disk has of a file, as text; nothing of one that is not there. Undefined where that is not known. */
export function textOnDisk(path: PathShape, { recorder: { disk } }: Asking['shell']): Stream | undefined {
  const content = disk.isThere ? disk.text(path) : undefined;
  if (content?.is === 'absent') return emptyStream;
  return content?.is === 'text' ? codeOf(content.text, path) : undefined;
}

const codeOf = (text: string, path: PathShape): Stream => {
  const file = showPathShape(path);
  return { ...streamOf(textShape(text, file), noOrigins), file };
};

/** What a stream gives that is what one file holds, where the disk says what that is; else the stream itself. */
export function withFileRead<Given extends Stream | undefined>(
  stream: Given,
  asking: Asking,
): Given | Stream {
  const [only] = stream?.sources ?? [];
  if (stream?.isFile !== true || only === undefined || stream.sources.length > 1) return stream;
  const read =
    staticText(stream.shape) === undefined ? scriptOnDisk(only.leads ?? only.path, asking) : undefined;
  return read === undefined ? stream : { ...read, from: stream.from };
}

/** Whether something that the call did before may have made the file, or put another in its place. */
function mayBeWritten(path: PathShape, { shell }: Asking): boolean {
  const { disk, effects } = shell.recorder;
  const file = disk.absolute(path);
  // `chmod` and `touch` leave what a file holds.
  const changes = ({ kind, keeps, recursive }: PathEffect): boolean =>
    kind === 'write' && (keeps !== 'all' || recursive);
  return effects.paths.some((effect) => changes(effect) && mayTouch(effect, file, disk));
}

/** Whether what is done to a path may be done to another: it is that one, may be, or has it below it. */
function mayTouch({ path, others, recursive }: PathEffect, file: PathShape, disk: DiskView): boolean {
  return [path, ...others].some((each) => {
    const { anchor, segments } = disk.absolute(each);
    // Where the home is not known, it may be anywhere.
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
