/**
 * Scripts that were there before the call: what they hold is code of the call, where there is a disk to read them from.
 * What the call itself writes comes before what the disk holds.
 */
import { DEEP, type PathShape, type Step, showPathShape } from '../../../pattern/path-shape.ts';
import { staticText, textShape } from '../../../pattern/shape.ts';
import type { PathEffect } from '../../effect.ts';
import { emptyStream, noOrigins, type Stream, streamOf } from '../word.ts';
import type { Running } from './running.ts';

type Asking = Pick<Running, 'shell' | 'io' | 'span' | 'state'>;

/**
 * What a file holds that is run; undefined where no disk says. Leaves word where the file may be another by then, and
 * where the disk has it and does not say what is in it.
 */
export function scriptOnDisk(path: PathShape, asking: Asking): Stream | undefined {
  const { shell, io, span } = asking;
  const { disk } = shell.recorder;
  if (!disk.isThere || io.elsewhere) return undefined;
  const shown = showPathShape(path);
  const content = disk.text(path);
  if (mayBeWritten(path, asking))
    shell.unknown('file', shown, 'the call may write this script before it runs it', span);
  else if (content.is === 'unknown' && disk.entry(path) !== 'folder')
    shell.unknown('file', shown, 'what is in this script cannot be told', span);
  if (content.is !== 'text') return undefined;
  return codeOf(content.text, path);
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
function mayBeWritten(path: PathShape, { shell, state }: Asking): boolean {
  if (state.file(path) !== undefined) return false;
  return shell.recorder.effects.paths.some((effect) => isOfWriting(effect) && mayTouch(effect, path));
}

const isOfWriting = ({ kind, content }: PathEffect): boolean => kind === 'write' && content === undefined;

/** Whether what is done to a path may be done to another: it is that one, may be, or has it below it. */
function mayTouch({ path, others, recursive }: PathEffect, file: PathShape): boolean {
  return [path, ...others].some(
    ({ anchor, segments }) =>
      anchor === 'floating' || (anchor === file.anchor && mayReach(segments, file.segments, recursive)),
  );
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
