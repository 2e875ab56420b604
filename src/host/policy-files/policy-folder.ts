/**
 * The files of a folder of policies: every file below it that ends in `.policy`, in the order of names. Entries that
 * begin with a dot are left out, and so are profiles: folders with a file `.profile` in them. Those that end in
 * `.tests.policy` are tests of the others. Nothing is read.
 */
import { type BigIntStats, type Dirent, readdirSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { nearest } from '../../language/words.ts';
import { statOf } from '../machine/regular-file.ts';

export interface PolicyFolder {
  readonly files: readonly string[];
  /** Files of tests, which decide nothing. */
  readonly tests: readonly string[];
  /** Profiles that are left out. */
  readonly profiles: readonly string[];
  readonly unreadable: readonly { readonly path: string; readonly error: unknown }[];
  /** Files that are left out, with names that are nearly those of policies. */
  readonly misnamed: readonly string[];
  /** Files that would be policies, but for the dot that their names begin with. */
  readonly hidden: readonly string[];
  /** Files of plain text, which are left out and may be policies all the same. */
  readonly texts: readonly string[];
}

/** A folder with a file of this name is a profile of its own. */
const profileMark = '.profile';

/** How the names of policies and of their tests end. */
export const policyEnding = '.policy';
export const testsEnding = '.tests.policy';

/** Whether a name is that of a file of layers; folders and files of policies are called otherwise. */
export const isLayersFile = (path: string): boolean => /\.ya?ml$/i.test(path);

export const isProfile = (folder: string): boolean => statOf(join(folder, profileMark))?.isFile() === true;

const isFolder = (path: string): boolean => statOf(path)?.isDirectory() === true;

/** A slip of the hand, or the ending that an editor or a mail adds; copies such as `x.policy~` are left out on purpose. */
const isNearlyPolicy = (name: string): boolean =>
  /\.policy\.txt$/i.test(name) ||
  (/\.[a-z]+$/i.test(name) && nearest(extname(name), [policyEnding]) !== undefined);

/** `.team.policy`; `._team.policy` is what a Mac keeps beside a file. */
const isHiddenPolicy = (name: string): boolean => /^\.[^._#].*\.policy$/.test(name);

/** A dead link is left for the reader of the file to report; reading a pipe would wait without end. */
const isFileOrGone = (path: string): boolean => statOf(path)?.isFile() ?? true;

/** Lists a folder; paths are as the folder's own. Never throws. */
export function listPolicyFolder(folder: string): PolicyFolder {
  const files: string[] = [];
  const tests: string[] = [];
  const profiles: string[] = [];
  const unreadable: { path: string; error: unknown }[] = [];
  const misnamed: string[] = [];
  const texts: string[] = [];
  const hidden: string[] = [];
  const visit = (path: string): void => {
    let entries: Dirent[];
    try {
      entries = readdirSync(path, { withFileTypes: true });
    } catch (error) {
      unreadable.push({ path, error });
      return;
    }
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const below = join(path, entry.name);
      if (entry.name.startsWith('.')) {
        if (entry.isFile() && isHiddenPolicy(entry.name)) hidden.push(below);
        continue;
      }
      if (!entry.isDirectory()) {
        // What is a file by its entry is not looked at again.
        const isFile = entry.isFile();
        if (!isFile && isFolder(below))
          unreadable.push({
            path: below,
            error: new Error('it is a link to a folder; put the folder itself here'),
          });
        else if (entry.name.endsWith(policyEnding)) {
          const into = entry.name.endsWith(testsEnding) ? tests : files;
          if (isFile || isFileOrGone(below)) into.push(below);
          else unreadable.push({ path: below, error: new Error('it is no file') });
        } else if (isNearlyPolicy(entry.name)) misnamed.push(below);
        else if (isFile && /\.txt$/i.test(entry.name)) texts.push(below);
      } else if (isProfile(below)) profiles.push(below);
      else visit(below);
    }
  };
  visit(folder);
  return { files, tests, profiles, unreadable, misnamed, texts, hidden };
}

/**
 * What changes when policies change on disk, made without reading them:
 * every file with its size, its place and its times. `extra` are files that are
 * read for them beside those below the paths. Files of tests count where it is
 * asked for: what is in force does not change with them.
 */
export function policyStamp(
  paths: readonly string[],
  extra: readonly string[],
  { withTests = false }: { readonly withTests?: boolean } = {},
): string {
  const files = paths.flatMap((path) => {
    if (!isFolder(path)) return [path];
    const { files: policies, tests } = listPolicyFolder(path);
    return [path, ...policies, ...(withTests ? tests : [])];
  });
  return [...files, ...extra].map(stampOf).join('\n');
}

function stampOf(file: string): string {
  const stats = statsOf(file);
  if (stats === undefined) return `${file} cannot be looked at`;
  return [file, stats.size, stats.ino, stats.mtimeNs, stats.ctimeNs].join(' ');
}

function statsOf(file: string): BigIntStats | undefined {
  try {
    return statSync(file, { bigint: true });
  } catch {
    return undefined;
  }
}
