/** Programs that the call or the session wrote into a folder from which another program takes its own: hooks in a template of git. */
import { type PathShape, pathShapeOfText, showPathShape } from '../../../../pattern/path/path-shape.ts';
import type { Piece } from '../../../../pattern/text/shape.ts';
import type { InputSpan } from '../../../effect/effect.ts';
import type { Io, Shell } from '../../shell.ts';
import type { ShellState } from '../../state/state.ts';
import { wordOf } from '../../word.ts';

/** Possibly runs the programs below a folder. In which directory they run is not known. */
export function runProgramsBelow(
  folder: PathShape,
  shell: Shell,
  state: ShellState,
  io: Io,
  span: InputSpan,
): void {
  if (io.elsewhere) return;
  const start = `${showPathShape(folder)}/`;
  for (const path of new Set([...state.files.paths, ...shell.recorder.disk.session.paths])) {
    if (!path.startsWith(start)) continue;
    const content = state.file(pathShapeOfText(path, undefined));
    const isProgram = !/\.\w+$/.test(path) || content?.shape.pieces.every(startsProgram) === true;
    if (!isProgram) continue;
    const way = state.branch();
    way.cwd = { anchor: 'floating', segments: [] };
    shell.runWords([wordOf(path)], way, { ...io, stdin: undefined, certain: false }, span);
  }
}

const startsProgram = (piece: Piece, at: number): boolean =>
  at > 0 || piece.kind !== 'text' || piece.text.startsWith('#!');
