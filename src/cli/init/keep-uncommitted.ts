/**
 * How the files that `init` makes in a project stay out of its commits: a line to type. Git's own list of what to leave out belongs
 * to the person, so that nothing is written there.
 */
import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { backupMark, type FileChange } from '../../install/file-change.ts';
import type { Machine } from '../../install/machine.ts';

/** A sentence with the line; undefined where the project is in no repository, or nothing is new. */
export function keepUncommitted(
  changes: readonly FileChange[],
  { project }: Pick<Machine, 'project'>,
): string | undefined {
  const root = repositoryOf(project);
  if (root === undefined) return undefined;
  const below = changes.filter(({ path }) => path.startsWith(`${project}${sep}`));
  const patterns = [...new Set(below.map((change) => patternOf(change, project, root)))];
  return patterns.length === 0
    ? undefined
    : `So that \`git add\` leaves out the new ones: \`printf '%s\\n' ${patterns.map(inShell).join(' ')} >> "$(git rev-parse --git-path info/exclude)"\`.`;
}

function repositoryOf(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : repositoryOf(above);
}

/** A pattern of git for a new file, for the folder of bylaw that it is in, or for what is kept of a file that was there. */
function patternOf({ path, before }: FileChange, project: string, root: string): string {
  const own = join(project, '.bylaw');
  const isOwn = path.startsWith(`${own}${sep}`);
  const named = relative(root, isOwn ? own : path).replaceAll(sep, '/');
  const end = isOwn ? '/' : before === undefined ? '' : `${backupMark}*`;
  return `/${named.replace(/[\\*?[\]]/g, '\\$&')}${end}`;
}

const inShell = (word: string): string =>
  /^[\w./@+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
