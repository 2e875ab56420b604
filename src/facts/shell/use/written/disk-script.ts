/**
 * Reads scripts that were there before the call, so that their commands count as commands of the call. This
 * needs a view of the disk. A file that the call itself writes comes before the file on the disk.
 */
import { below, type PathShape, showPathShape } from '../../../../pattern/path/path-shape.ts';
import { staticText, textShape } from '../../../../pattern/text/shape.ts';
import type { DiskView, Files } from '../../../disk/disk-view.ts';
import { sessionIndex } from '../../../disk/session-index.ts';
import { mayBeReplaced, withText } from '../../expand/file-text.ts';
import type { ShellState } from '../../state/state.ts';
import { emptyStream, noOrigins, type Stream, streamOf } from '../../word.ts';
import type { Running } from '../running/running.ts';

type Asking = Pick<Running, 'shell' | 'io' | 'span' | 'state'>;

/**
 * The content of a file that is run: what the call wrote, or else what is on the disk. Undefined if neither is
 * known. Records an unknown if the call may replace the file before it runs, or if the disk has it and its
 * content cannot be read.
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
      'the call may make this file from others before it runs it',
      span,
    );
  if (!disk.isThere) return undefined;
  const shown = showPathShape(path);
  const content = disk.text(path);
  if (content.is === 'unseen') return undefined;
  if (mayBeReplaced(path, shell.recorder))
    shell.unknown('file', shown, 'the call may write this script before it runs it', span);
  else if (content.is === 'unknown' && disk.entry(path) !== 'folder')
    shell.unknown('file', shown, `this script is not read, because ${content.why}`, span);
  else if (content.is === 'absent' || content.is === 'binary') {
    const why = disk.whyBuilt(path);
    if (why !== undefined) shell.unknown('file', shown, `this program is not read, because ${why}`, span);
  }
  return content.is === 'text' ? codeOf(content.text, path) : undefined;
}

/** The same for a file that is looked for in several places. If it does not exist, nothing is recorded. */
export const scriptIfThere = (path: PathShape, asking: Asking): Stream | undefined =>
  ['file', 'other', 'unknown'].includes(filesSoFar(asking).entry(path))
    ? scriptOnDisk(path, asking)
    : undefined;

/** Whether a path certainly does not exist: it is not on the disk, and the call has not made it. */
export const isAbsent = (path: PathShape, asking: Asking): boolean =>
  asking.shell.recorder.disk.isThere &&
  !asking.io.elsewhere &&
  filesSoFar(asking).entry(path) === 'absent' &&
  asking.shell.recorder.disk.whyBuilt(path) === undefined &&
  !asking.state.mayBeWritten(path) &&
  !mayBeReplaced(path, asking.shell.recorder);

/** The files as the call has left them so far: what it wrote, or else what is on the disk. */
export function filesSoFar({ shell: { recorder }, state }: Pick<Asking, 'shell' | 'state'>): Files {
  const { disk } = recorder;
  return {
    entry(path) {
      if (state.file(path) !== undefined) return 'file';
      const is = disk.entry(path);
      if ((is === 'unseen' || is === 'absent') && recorder.filesLeft.mayBeMade(path)) return 'unknown';
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
        : { is: 'unknown', why: 'the call writes unknown content' };
    },
  };
}

/**
 * Whether the call wrote a file below a path. Without a disk, the files of earlier calls of the session count
 * too.
 */
function hasBelow(path: PathShape, state: ShellState, disk: DiskView): boolean {
  const start = state.files.nameOf(below(path, ''));
  if (state.files.paths.some((each) => each.startsWith(start))) return true;
  return !disk.isReal && sessionIndex(disk.session).folders.has(start.slice(0, -1));
}

/** The text of a file on the disk, as code; an empty text if it does not exist. Undefined if it is unknown. */
export function textOnDisk(path: PathShape, { recorder: { disk } }: Asking['shell']): Stream | undefined {
  const content = disk.isThere ? disk.text(path) : undefined;
  if (content?.is === 'absent') return emptyStream;
  if (content?.is !== 'text') return undefined;
  const code = codeOf(content.text, path);
  return disk.isOpenText(path) ? code : { ...code, isClosed: true };
}

const codeOf = (text: string, path: PathShape): Stream => {
  const file = showPathShape(path);
  return { ...streamOf(textShape(text, file), noOrigins), file };
};

/**
 * The content of files as code, with the texts that the disk has. Records an unknown if a single file is not
 * read. Any other stream stays as it is.
 */
export function withFileRead<Given extends Stream | undefined>(
  stream: Given,
  asking: Asking,
): Given | Stream {
  const [only] = stream?.sources ?? [];
  if (stream?.isFile !== true || only === undefined || stream.sources.length > 1)
    return stream?.parts === undefined ? stream : withText(stream, asking.shell, asking.io);
  const read =
    staticText(stream.shape) === undefined ? scriptOnDisk(only.leads ?? only.path, asking) : undefined;
  return read === undefined ? stream : { ...read, from: stream.from };
}
