/**
 * Programs that the call or the session wrote, where a program finds those that it starts by name: in the folders of
 * `PATH` (`PATH=$PWD/b:$PATH make` may start `b/cc`, and `git fetch` `b/ssh`), in folders of tools
 * (`node_modules/.bin`), and where users and the system have theirs (`~/.local/bin`).
 */
import { type PathShape, parentShape, pathShapeOfText, showPathShape } from '../../../pattern/path-shape.ts';
import { staticText } from '../../../pattern/shape.ts';
import { spend } from '../budget.ts';
import type { Shell } from '../shell.ts';
import { foldersSearched } from './found-programs.ts';
import type { Running } from './running.ts';
import { hasWritten, writtenText } from './written-module.ts';

/** The programs of the call and the session that may be found by their name: by one name, or by any. */
export function ownPrograms(running: Running, name?: string): readonly string[] {
  const { shell, state } = running;
  if (running.io.elsewhere || !hasWritten(shell, state)) return [];
  const written = [...new Set([...state.files.paths, ...shell.recorder.disk.session.paths])];
  spend(shell.budget, written.length >> 3);
  const meant = name === undefined ? written : written.filter((path) => path.endsWith(`/${name}`));
  if (meant.length === 0) return [];
  // Where the search path is not known, a name may be found in any folder.
  const isOpen = name !== undefined && (state.variables.has('PATH') || shell.programFolders.length > 0);
  if (isOpen) return meant;
  const folders = new Set(foldersSearched(running).flatMap((folder) => namesOf(folder, running)));
  const roots = (shell.roots ?? []).flatMap((root) => namesOf(root, running));
  return meant.filter((path) => {
    const folder = path.slice(0, path.lastIndexOf('/'));
    if (folders.has(folder)) return true;
    const isUsual = /\/s?bin$/.test(folder) && !roots.some((root) => isIn(folder, root));
    return isUsual && (isText(path, running) || (name !== undefined && !running.invocation.known));
  });
}

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
