/**
 * Which files the paths of a command line mean, where each file counts by itself:
 * a file for itself, whatever its name; a folder for every policy file below it,
 * those of profiles as well. Imports are not followed, nothing is read.
 */
import { isAbsolute, relative, resolve } from 'node:path';
import { NoSuchPath } from '../../host/machine/no-such-path.ts';
import { realPathOf } from '../../host/machine/real-path.ts';
import { describeError } from '../../host/policy-files/policy-files.ts';
import { listPolicyFolder } from '../../host/policy-files/policy-folder.ts';
import { statsAt } from '../options/stats-at.ts';
import { UsageError } from '../terminal/context.ts';

export interface FilesToFormat {
  readonly files: readonly FileToFormat[];
  /** What could not be listed, each as a sentence. */
  readonly problems: readonly string[];
}

export interface FileToFormat {
  /** As messages name it: from the current folder, if it is below. */
  readonly name: string;
  readonly path: string;
}

/** Each file once, whatever links lead to it, in the order of the paths. Throws `UsageError`. */
export function filesToFormat(paths: readonly string[], cwd: string): FilesToFormat {
  const problems: string[] = [];
  const found = new Map<string, FileToFormat>();
  for (const path of paths) {
    for (const file of filesOf(path, cwd, problems)) {
      const real = realPathOf(file);
      if (!found.has(real)) found.set(real, { name: shownFrom(cwd, file), path: file });
    }
  }
  return { files: [...found.values()], problems };
}

function filesOf(path: string, cwd: string, problems: string[]): readonly string[] {
  const absolute = resolve(cwd, path);
  const stats = statsAt(absolute, path);
  if (stats === undefined) throw new UsageError(new NoSuchPath(path, cwd).message);
  if (stats.isFile()) return [absolute];
  if (!stats.isDirectory()) throw new UsageError(`\`${path}\` is neither a file nor a folder`);
  const files = filesBelow(absolute, cwd, problems);
  if (files.length === 0 && problems.length === 0)
    throw new UsageError(
      `there is no policy file in the folder \`${path}\`: the name of one ends in \`.policy\``,
    );
  return files;
}

function filesBelow(folder: string, cwd: string, problems: string[]): readonly string[] {
  const { files, tests, profiles, unreadable } = listPolicyFolder(folder);
  for (const { path, error } of unreadable)
    problems.push(`${shownFrom(cwd, path)} was left out: ${describeError(error)}`);
  return [
    ...[...files, ...tests].sort(),
    ...profiles.flatMap((profile) => filesBelow(profile, cwd, problems)),
  ];
}

function shownFrom(cwd: string, path: string): string {
  const fromHere = relative(cwd, path);
  return fromHere === '' || fromHere.startsWith('..') || isAbsolute(fromHere) ? path : fromHere;
}
