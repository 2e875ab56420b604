/**
 * Start-up files of a project that the disk has: `Rakefile`, `gulpfile.js`, `.npmrc`. Those of the home and of the machine
 * are not read, nor are those whose language has no reader.
 */
import { isKnown, type PathShape, parentShape, readPathShape } from '../../../../pattern/path/path-shape.ts';
import { textShape } from '../../../../pattern/text/shape.ts';
import { mannersOf } from '../../../knowledge/words/manners.ts';
import { hasCodeParts } from '../../command-lines.ts';
import type { Stream } from '../../word.ts';
import type { Running } from '../running/running.ts';
import { scriptIfThere } from '../written/disk-script.ts';
import { writtenText } from '../written/written-module.ts';

/** The languages of files of projects that are read. */
const read: ReadonlySet<string> = new Set(
  'python ipython node ruby perl php lua r julia sql hcl vim'.split(' '),
);

/** The most files that a pattern finds in a folder; of more, it is not known which the program takes. */
const mostFound = 8;

/** Whether files are looked for on the disk. */
export const looksAtProject = ({ shell, io }: Running): boolean =>
  shell.recorder.disk.isThere && !io.elsewhere;

/** The files on the disk at a place that lies in the project: a name, or a pattern of names in one folder. */
export function projectFiles(place: string, path: PathShape, running: Running): readonly PathShape[] {
  if (!looksAtProject(running) || !mayBeInProject.test(place)) return [];
  const folder = parentShape(path);
  if (!isKnown(folder)) return [];
  const names = running.shell.recorder.disk.names(folder);
  if (names === undefined || names === 'unseen') return isKnown(path) ? [path] : [];
  if (isKnown(path)) return names.includes(String(path.segments.at(-1))) ? [path] : [];
  const [before = '', after = ''] = place.slice(place.lastIndexOf('/') + 1).split('*');
  const found = names.filter(
    (name) => name.startsWith(before) && name.endsWith(after) && name.length > before.length + after.length,
  );
  return found.length > mostFound ? [] : found.map((name) => readPathShape(textShape(name), folder));
}

/** Not below the home, not of an environment, and with a pattern only in its last part. */
const mayBeInProject = /^(?!~|\.?venv\/|[^/]*<library>)[^*]*(?:\*[^*/]*)?$/;

/** The text of such a file, if its language has a reader, or if the call names the file. */
export function projectText(
  path: PathShape,
  { place, language }: { readonly place: string; readonly language: string },
  running: Running,
): Stream | undefined {
  // What the call itself names is code in any case.
  const isRead =
    /^[$<]/.test(place) ||
    language === 'shell' ||
    language === 'own' ||
    language.endsWith('_') ||
    read.has(language) ||
    hasCodeParts(language) ||
    mannersOf(language).keys !== undefined;
  return isRead ? scriptIfThere(path, running) : undefined;
}

/** The text of a file on the disk that a program is given to load, in a language that is read and not written since. */
export function loadedText(
  path: PathShape,
  language: string | undefined,
  running: Running,
): Stream | undefined {
  const { shell, state } = running;
  if (language === undefined || !read.has(language) || !isKnown(path)) return undefined;
  return writtenText(path, shell, state) === undefined ? scriptIfThere(path, running) : undefined;
}
