/** Sources of programs that the call or an earlier one of the session wrote. */
import { showPathShape } from '../../../pattern/path-shape.ts';
import { mannersOf } from '../../knowledge/manners.ts';
import type { Running } from './running.ts';

/** Those that a command may build of, by their endings: where it runs, or below. */
export function ownSources({ invocation, base, shell, state }: Running): readonly string[] {
  const { makes = [] } = mannersOf(invocation.program);
  if (makes.length === 0 || base === undefined) return [];
  const start = `${showPathShape(base)}/`.replace('//', '/');
  // What a formatter has laid out anew is what it was.
  const written = state.files.paths.filter((path) =>
    state.files.get(path)?.some((content) => content?.isFile === false),
  );
  return [...written, ...shell.recorder.disk.session.paths].filter(
    (path) => path.startsWith(start) && makes.includes(path.slice(path.lastIndexOf('.') + 1)),
  );
}
