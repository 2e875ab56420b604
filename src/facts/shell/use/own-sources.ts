/** Finds the sources of programs that the call or an earlier call of the session wrote. */
import { showPathShape } from '../../../pattern/path-shape.ts';
import type { Command } from '../../effect.ts';
import { mannersOf } from '../../knowledge/manners.ts';
import type { Running } from './running.ts';

/**
 * The sources of the session that a command may build, by their endings: in its directory or below. A file that
 * only a formatter has changed is not one of them.
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

/** Whether a command only changes the layout of files, and not what they mean. */
export function laysOut(command: Command | undefined): boolean {
  const { layout } = mannersOf(command?.program ?? '');
  return (
    layout !== undefined &&
    command?.open === false &&
    !command.options.some(({ names }) => names.some((name) => layout.includes(name)))
  );
}
