/** Keeps the known contents of files when the call moves or copies the folder around them. */
import type { PathShape } from '../../../pattern/path-shape.ts';
import { textShape } from '../../../pattern/shape.ts';
import { noOrigins, type Stream, streamOf } from '../word.ts';
import type { Running } from './running.ts';

/** The most files of a call whose copies are kept. */
const mostFiles = 200;

/** Keeps the known contents below one folder for the same names below another. */
export function keepFolder(from: PathShape, to: PathShape, { state, shell }: Running): void {
  const { files } = state;
  shell.recorder.filesLeft.move(from, to);
  if (files.size > mostFiles) return;
  const { disk } = shell.recorder;
  const contents = new Map<string, Stream>();
  const place = disk.placeOf(from);
  for (const path of place === undefined ? [] : disk.session.paths) {
    const [text, ...others] = disk.session.file(path)?.left ?? [];
    if (!path.startsWith(`${place}/`) || typeof text !== 'string' || others.length > 0) continue;
    contents.set(path.slice(`${place}/`.length), {
      ...streamOf(textShape(text, path), noOrigins),
      file: path,
    });
  }
  const start = `${files.nameOf(from)}/`;
  for (const name of files.paths) {
    if (!name.startsWith(start)) continue;
    const rest = name.slice(start.length);
    const content = state.file({ ...from, segments: [...from.segments, ...rest.split('/')] });
    if (content !== undefined) contents.set(rest, content);
  }
  for (const [rest, content] of contents)
    state.write({ ...to, segments: [...to.segments, ...rest.split('/')] }, content, false);
}
