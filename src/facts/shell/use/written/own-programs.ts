/**
 * Programs that the call or the session wrote, where a program finds those that it starts by name: in the folders of
 * `PATH` (`PATH=$PWD/b:$PATH make` may start `b/cc`, and `git fetch` `b/ssh`), in folders of tools
 * (`node_modules/.bin`), and where users and the system have theirs (`~/.local/bin`).
 */
import {
  type PathShape,
  parentShape,
  pathShapeOfText,
  showPathShape,
} from '../../../../pattern/path/path-shape.ts';
import { staticText } from '../../../../pattern/text/shape.ts';
import { sessionIndex } from '../../../disk/session-index.ts';
import { spend } from '../../budget.ts';
import type { Shell } from '../../shell.ts';
import { foldersSearched } from '../running/found-programs.ts';
import type { Running } from '../running/running.ts';
import { hasWritten, writtenText } from './written-module.ts';

/** The programs of the call and the session that may be found by their name: by one name, or by any. */
export function ownPrograms(running: Running, name?: string): readonly string[] {
  const { shell, state } = running;
  if (running.io.elsewhere || !hasWritten(shell, state)) return [];
  const meant = [...new Set([...writtenNow(running, name), ...writtenBefore(running, name)])];
  if (meant.length === 0) return [];
  // Where the search path is not known, a name may be found in any folder.
  const isOpen = name !== undefined && (state.variables.has('PATH') || shell.programFolders.length > 0);
  if (isOpen) return meant;
  const folders = new Set(foldersSearched(running).flatMap((folder) => namesOf(folder, running)));
  const roots = (shell.roots ?? []).flatMap((root) => namesOf(root, running));
  return meant.filter((path) => {
    const folder = path.slice(0, path.lastIndexOf('/'));
    if (folders.has(folder)) return true;
    const isUsual = isForPrograms.test(folder) && !roots.some((root) => isIn(folder, root));
    return isUsual && (isText(path, running) || (name !== undefined && !running.invocation.known));
  });
}

/** The files of the call with the name of a program, or all of them. */
function writtenNow({ shell, state }: Running, name: string | undefined): readonly string[] {
  const { paths } = state.files;
  spend(shell.budget, paths.length >> 3);
  return name === undefined ? paths : paths.filter((path) => path.endsWith(`/${name}`));
}

/** The files of earlier calls with the name of a program; without a name, those in folders where programs are found. */
function writtenBefore(running: Running, name: string | undefined): readonly string[] {
  const { session } = running.shell.recorder.disk;
  const { byName, byFolder } = sessionIndex(session);
  if (name?.includes('/')) return [...session.paths].filter((path) => path.endsWith(`/${name}`));
  if (name !== undefined) return byName.get(name) ?? [];
  const searched = new Set(foldersSearched(running).flatMap((folder) => namesOf(folder, running)));
  return [...byFolder].flatMap(([folder, paths]) =>
    searched.has(folder) || isForPrograms.test(folder) ? paths : [],
  );
}

const isForPrograms = /\/s?bin$/;

/** Whether the text of a program is known. Any other one that is put where programs are installed has the meaning of its name, if a table knows that. */
function isText(path: string, { shell, state }: Running): boolean {
  const content = writtenText(pathShapeOfText(path, undefined), shell, state);
  return content !== undefined && staticText(content.shape) !== undefined;
}

const isIn = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

/** How the paths of files in a folder begin: as they are shown, and where links lead. */
function namesOf(folder: PathShape, { state, shell: { recorder } }: Running): readonly string[] {
  const place = recorder.disk.placeOf(folder);
  const names = [showPathShape(folder), state.files.nameOf(folder)];
  return place === undefined ? names : [...names, place];
}

/** Notes that a script which is not known, and that runs in this shell, may put its folder in front of the search path. */
export function mayFindBeside(script: PathShape, { programFolders }: Shell): void {
  if (programFolders.length < mostFolders) programFolders.push(parentShape(script));
}

const mostFolders = 8;
