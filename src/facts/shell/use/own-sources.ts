/** Sources of programs that the call or an earlier one of the session wrote. */
import { showPathShape } from '../../../pattern/path-shape.ts';
import type { Command } from '../../effect.ts';
import { mannersOf } from '../../knowledge/manners.ts';
import type { Running } from './running.ts';

/**
 * Those that a command may build of, by their endings: where it runs, or below. What a formatter has laid out anew is what it
 * was.
 */
export function ownSources({ invocation, base, shell, state }: Running): readonly string[] {
  const { makes = [] } = mannersOf(invocation.program);
  if (makes.length === 0 || base === undefined) return [];
  const start = `${showPathShape(base)}/`.replace('//', '/');
  const { paths, commands } = shell.recorder.effects;
  const written = paths.flatMap(({ kind, path, keeps, command }) =>
    kind === 'write' && keeps !== 'all' && !laysOut(command === undefined ? undefined : commands[command])
      ? [state.files.nameOf(path)]
      : [],
  );
  return [...written, ...shell.recorder.disk.session.paths].filter(
    (path) => path.startsWith(start) && makes.includes(path.slice(path.lastIndexOf('.') + 1)),
  );
}

/** Whether a command leaves what its files say as it was. */
export function laysOut(command: Command | undefined): boolean {
  const { layout } = mannersOf(command?.program ?? '');
  return (
    layout !== undefined &&
    command?.open === false &&
    !command.options.some(({ names }) => names.some((name) => layout.includes(name)))
  );
}
