/** Finds the sources of programs that the call or an earlier call of the session wrote. */
import { isKnown, type PathShape, showPathShape } from '../../../../pattern/path/path-shape.ts';
import type { DiskView } from '../../../disk/disk-view.ts';
import type { Command } from '../../../effect/effect.ts';
import { mannersOf } from '../../../knowledge/words/manners.ts';
import type { Running } from '../running/running.ts';

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
function laysOut(command: Command | undefined): boolean {
  const { layout } = mannersOf(command?.program ?? '');
  return (
    layout !== undefined &&
    command?.open === false &&
    !command.options.some(({ names }) => names.some((name) => layout.includes(name)))
  );
}

/** Whether an earlier call wrote or fetched a file, or filled the folder that a path names or is in. */
export function isOfSession(path: PathShape, disk: DiskView): boolean {
  const place = disk.placeOf(path);
  if (place === undefined) return false;
  const { of, left, open } = disk.session.file(place) ?? { of: [], left: [], open: [] };
  return (
    of.length > 0 || [...left, ...open].some((each) => each !== null) || disk.session.mayBeMade(`${place}/`)
  );
}

/**
 * Whether the call may have written the sources of a program. Files that only a formatter changed do not count,
 * nor do temporary files for a project elsewhere.
 */
export function mayHaveSources(running: Running): boolean {
  const { shell, command, base, writes, reads } = running;
  if (ownSources(running).length > 0) return true;
  // The ending of a source may be any: `gcc -x c notes.txt`.
  const { disk } = shell.recorder;
  const ofSession = new Set(disk.session.paths);
  if (reads.some(({ path }) => ofSession.has(disk.placeOf(path) ?? showPathShape(path)))) return true;
  const { paths, commands } = shell.recorder.effects;
  const names = new Set(writes.map(({ path }) => showPathShape(path)));
  const isTemporary = (path: PathShape): boolean => /^(?:\/private)?\/tmp\//.test(`${showPathShape(path)}/`);
  const isElsewhere = (path: PathShape): boolean =>
    base !== undefined && isKnown(path) && isTemporary(path) && isKnown(base) && !isTemporary(base);
  return paths.some(
    (effect) =>
      effect.kind === 'write' &&
      effect.command !== command &&
      !names.has(showPathShape(effect.path)) &&
      !isElsewhere(effect.path) &&
      !laysOut(effect.command === undefined ? undefined : commands[effect.command]),
  );
}
