/**
 * The policies that `bylaw init` writes where there are none: a small file for
 * rules of one's own, and a copy of the packs that come with bylaw, so that they
 * can be read, and stay as they are when bylaw is updated.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listPolicyFolder } from '../host/policy-files/policy-folder.ts';
import { formatSource } from '../language/format/format.ts';
import { type FileChange, fileChange } from './file-change.ts';
import { newMark, newPacks, profileMark } from './packs.ts';

/** `watch` has the rules of the default one, and denies nothing. */
export type Profile = 'default' | 'strict' | 'watch';

/** Whether a folder has policies already, which are then left as they are. */
export const hasPolicies = (folder: string): boolean =>
  statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true &&
  listPolicyFolder(folder).files.length > 0;

/** The files of a new policy folder, which is absolute; `guarded` are other folders that the agent must not change. */
export function starterPolicies(
  folder: string,
  profile: Profile,
  guarded: readonly string[],
): readonly FileChange[] {
  return [
    newFile(join(folder, 'own.policy'), ownPolicy([folder, ...guarded])),
    ...newPacks(folder, profile === 'strict'),
  ];
}

/** Puts the strict profile of an existing folder in force; nothing where it is, or is not there. */
export function strictProfile(folder: string): readonly FileChange[] {
  const path = join(folder, 'packs', 'strict', profileMark);
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return [];
  return [fileChange(path, readFileSync(path, 'utf8'), undefined)];
}

/** Whether a folder has the packs with the strict profile in force. */
export const isStrict = (folder: string): boolean => {
  const strict = join(folder, 'packs', 'strict');
  return existsSync(strict) && !existsSync(join(strict, profileMark));
};

/** Takes the strict profile of an existing folder out of force; nothing where it is not in force. */
export const defaultProfile = (folder: string): readonly FileChange[] =>
  isStrict(folder) ? [newMark(join(folder, 'packs'), `strict/${profileMark}`)] : [];

const newFile = (path: string, after: string): FileChange => fileChange(path, undefined, after);

/** A path as a pattern that means exactly the files below it; undefined where a pattern cannot say it. */
function below(folder: string): string | undefined {
  const path = folder.replaceAll('\\', '/').replace(/\/$/, '');
  return /[*?[\]{}!"\\\n\r]/.test(path) ? undefined : `${path}/**`;
}

function ownPolicy(guarded: readonly string[]): string {
  const patterns = guarded.flatMap((folder) => below(folder) ?? []);
  const [first] = patterns;
  const rule =
    first === undefined
      ? []
      : [
          '',
          '# The agent must not change the rules that it is under, nor what enforces them.',
          'deny change-own-rules',
          '  severity critical',
          `  when writes or deletes ${patterns.map((pattern) => `"${pattern}"`).join(' or ')}`,
          '  when unsure note',
          '  reason "{path} decides what this agent may do."',
          '  hint "Ask a person to change it."',
          '  test',
          `    denies write "${first.replace('**', 'own.policy')}"`,
          `    passes read "${first.replace('**', 'own.policy')}"`,
        ];
  const text = `${[
    '# Rules of your own. The packs beside this file came with bylaw. Leave them as they are,',
    '# so that newer ones can take their place: what is to pass gets an exception here.',
    '# See what is wrong with `bylaw check`, and run the tests with `bylaw test`.',
    '#',
    '# Another rule. Delete the `#` at the beginning of its lines to use it:',
    '#',
    '# deny deploy',
    '#   when runs "make" with "deploy"',
    '#   reason "{command} changes what runs in production."',
    '#   hint "Ask a person to deploy."',
    '#   test',
    '#     denies "make deploy"',
    '#     denies "make build deploy"',
    '#     passes "make test"',
    'policy local.own',
    '  "Rules of our own"',
    ...rule,
    '',
  ].join('\n')}`;
  // Long paths take more than a line.
  const formatted = formatSource({ path: 'own.policy', text });
  return formatted.kind === 'formatted' ? formatted.text : text;
}

/** The folder that the hook runs from: a change there changes every answer. */
export const programFolder = (script: string): string => dirname(script);
