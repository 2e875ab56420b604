/** Files in folders of policies that are not in force, since their names do not end as those of policies do. */
import { relative } from 'node:path';
import { readRegularFile, statOf } from '../machine/regular-file.ts';
import { listPolicyFolder, type PolicyFolder, policyEnding } from './policy-folder.ts';

/** Larger texts are no policies that a person has named by mistake. */
const mostBytes = 1_048_576;

/** Of what is in a folder, the files with names that are nearly those of policies, and texts that are policies. */
export const misnamedOf = ({
  misnamed,
  texts,
}: Pick<PolicyFolder, 'misnamed' | 'texts'>): readonly string[] =>
  [...misnamed, ...texts.filter(beginsAsPolicy)].sort();

/** The same of the folders among some paths, each as a sentence with its name as seen from `cwd`. */
export const notInForce = (paths: readonly string[], cwd: string): readonly string[] =>
  paths
    .filter((path) => statOf(path)?.isDirectory() === true)
    .map(listPolicyFolder)
    .flatMap((listed) => [
      ...misnamedOf(listed).map((path) => [path, `the name of a policy file ends in \`${policyEnding}\``]),
      ...listed.hidden.map((path) => [path, 'its name begins with a dot']),
    ])
    .map(([path = '', why = '']) => {
      const below = relative(cwd, path);
      return `${below.startsWith('..') ? path : below} is not in force: ${why}.`;
    });

function beginsAsPolicy(path: string): boolean {
  try {
    return /^\uFEFF?(?:\s|#[^\n]*\n)*policy[ \t]+[\w.-]+[ \t]*(?:["#\r\n]|$)/.test(
      readRegularFile(path, mostBytes).toString(),
    );
  } catch {
    return false;
  }
}
