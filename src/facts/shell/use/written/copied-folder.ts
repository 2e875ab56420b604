/** Keeps the known contents of files when the call moves or copies the folder around them. */
import type { PathShape } from '../../../../pattern/path/path-shape.ts';
import type { Running } from '../running/running.ts';
import { writtenBelow, writtenText } from './written-module.ts';

/** The most files of a call whose copies are kept. */
const mostFiles = 200;

/** Keeps the known contents below one folder for the same names below another. */
export function keepFolder(
  from: PathShape,
  to: PathShape,
  { state, shell }: Pick<Running, 'state' | 'shell'>,
): void {
  shell.recorder.filesLeft.move(from, to);
  if (state.files.size > mostFiles) return;
  const kept = writtenBelow(from, shell, state).map((file) => ({
    path: { ...to, segments: [...to.segments, ...file.segments.slice(from.segments.length)] },
    content: writtenText(file, shell, state),
  }));
  for (const { path, content } of kept) if (content !== undefined) state.write(path, content, false);
}
