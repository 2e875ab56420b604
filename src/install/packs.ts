/**
 * The packs beside somebody's policies, compared with those of this version of bylaw. `packs/.bylaw-packs.json` records
 * what was written: so a file that is only older differs from one that was changed, and only the first is replaced
 * without a question.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageFile } from '../host/machine/package-files.ts';
import { versionOfBylaw } from '../host/machine/version.ts';
import { type FileChange, fileChange } from './file-change.ts';

/** A folder with this file is a profile of its own, and is left out of the policies above it. */
export const profileMark = '.profile';

const recordName = '.bylaw-packs.json';

/** What a file is, and with that what an update does to it. */
export type PackState =
  /** As this version has it. */
  | 'current'
  /** As an earlier version wrote it: replaced. */
  | 'outdated'
  /** Of this version only: added. */
  | 'new'
  /** As an earlier version wrote it, and not in this one: deleted. */
  | 'dropped'
  /** Changed by somebody, and this version has nothing new for it: left. */
  | 'changed'
  /** Deleted by somebody: left away. */
  | 'deleted'
  /** Changed by somebody, and this version has another text for it, or none: to be decided. */
  | 'diverged'
  /** Not recorded, and not what this version has: to be decided. */
  | 'unrecorded';

export interface PackFile {
  /** Below the folder of the packs, with slashes. */
  readonly name: string;
  readonly path: string;
  readonly state: PackState;
  /** The text that is there; undefined where no file is. */
  readonly here: string | undefined;
  /** The text of this version; undefined where it has none. */
  readonly shipped: string | undefined;
}

export interface Packs {
  /** The folder, absolute. */
  readonly folder: string;
  /** The version that wrote them; undefined where nothing is recorded. */
  readonly version: string | undefined;
  readonly files: readonly PackFile[];
  /** The text of the record; undefined where there is none. */
  readonly record: string | undefined;
}

/** What is decided about files that somebody changed; names below the folder. */
export interface PackChoices {
  readonly keep: ReadonlySet<string>;
  readonly overwrite: ReadonlySet<string>;
}

/** Whether a file, by its absolute path, lies in a folder of packs that bylaw wrote. */
export function isOfPacks(path: string): boolean {
  const folder = dirname(path);
  return folder !== path && (existsSync(join(folder, recordName)) || isOfPacks(folder));
}

/** Whether a person has to say what becomes of a file. */
export const isUndecided = ({ state }: PackFile): boolean => state === 'diverged' || state === 'unrecorded';

/** The packs beside policies; undefined where there are none. */
export function readPacks(policies: string): Packs | undefined {
  const folder = join(policies, 'packs');
  if (!existsSync(folder)) return undefined;
  const record = textOf(join(folder, recordName));
  const { version, files: written } = readRecord(record);
  const shipped = shippedPacks();
  const names = [...new Set([...shipped.keys(), ...written.keys()])].sort();
  const files = names.map((name): PackFile => {
    const path = join(folder, name);
    const texts = { here: textOf(path), shipped: shipped.get(name) };
    return { name, path, ...texts, state: stateOf(texts, written.get(name)) };
  });
  return { folder, version, files, record };
}

function stateOf(
  { here, shipped }: Pick<PackFile, 'here' | 'shipped'>,
  written: string | undefined,
): PackState {
  if (here === shipped) return 'current';
  if (here === undefined) return written === undefined ? 'new' : 'deleted';
  if (written === undefined) return 'unrecorded';
  if (digestOf(here) === written) return shipped === undefined ? 'dropped' : 'outdated';
  return shipped !== undefined && digestOf(shipped) === written ? 'changed' : 'diverged';
}

/** What a new folder of packs gets, with the record. */
export const newPacks = (policies: string, isStrict: boolean): readonly FileChange[] => {
  const folder = join(policies, 'packs');
  const shipped = shippedPacks();
  return [
    ...[...shipped].map(([name, text]) => fileChange(join(folder, name), undefined, text)),
    // The mark keeps a profile out of the policies above it; here the strict one is wanted.
    ...(isStrict ? [] : shippedMarks().map((name) => newMark(folder, name))),
    fileChange(join(folder, recordName), undefined, recordOf([...shipped])),
  ];
};

/** What an update does to the packs: nothing to files that somebody changed, unless `overwrite` names them. */
export function updatePacks(
  { folder, files, record }: Packs,
  { keep, overwrite }: PackChoices,
): readonly FileChange[] {
  const changes = files
    .filter((file) => waitsForUpdate(file) || (file.state !== 'current' && overwrite.has(file.name)))
    .map((file) =>
      fileChange(file.path, file.here, file.shipped, file.here !== undefined && !waitsForUpdate(file)),
    );
  const recorded = files.flatMap((file): readonly (readonly [string, string])[] => {
    const isSettled = !isUndecided(file) || keep.has(file.name) || overwrite.has(file.name);
    return isSettled && file.shipped !== undefined ? [[file.name, file.shipped]] : [];
  });
  const open = files.filter((file) => isUndecided(file) && !keep.has(file.name) && !overwrite.has(file.name));
  const after = recordOf(recorded, openDigests(open, record));
  return [
    ...changes,
    ...newProfileMarks(folder, changes),
    ...(after !== record ? [fileChange(join(folder, recordName), record, after)] : []),
  ];
}

/** Whether an update replaces, adds or deletes a file without an option that says so. */
export const waitsForUpdate = ({ state }: Pick<PackFile, 'state'>): boolean =>
  state === 'outdated' || state === 'new' || state === 'dropped';

/** What is recorded of files that are to be decided stays, so that they still are next time. */
function openDigests(open: readonly PackFile[], record: string | undefined): ReadonlyMap<string, string> {
  const { files } = readRecord(record);
  return new Map(
    open.flatMap(({ name }) => {
      const digest = files.get(name);
      return digest === undefined ? [] : [[name, digest] as const];
    }),
  );
}

/** A profile that comes with this version for the first time is out of force; one that is there stays as it is. */
const newProfileMarks = (folder: string, changes: readonly FileChange[]): readonly FileChange[] =>
  shippedMarks()
    .filter((name) => {
      const profile = join(folder, dirname(name));
      return !existsSync(profile) && changes.some(({ path }) => dirname(path) === profile);
    })
    .map((name) => newMark(folder, name));

/** Puts a profile out of force, by its mark; `name` is that of the mark below the folder of the packs. */
export const newMark = (folder: string, name: string): FileChange =>
  fileChange(join(folder, name), undefined, readFileSync(join(packageFile('policies'), name), 'utf8'));

const shippedMarks = (): readonly string[] =>
  filesBelow(packageFile('policies')).filter((name) => name.endsWith(`/${profileMark}`));

/** The policies that come with bylaw and their tests, by their names below the folder, in order. */
function shippedPacks(): ReadonlyMap<string, string> {
  const folder = packageFile('policies');
  return new Map(
    filesBelow(folder)
      .filter((name) => name.endsWith('.policy'))
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
}

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .sort();

const digestOf = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function recordOf(
  shipped: readonly (readonly [name: string, text: string])[],
  others: ReadonlyMap<string, string> = new Map(),
): string {
  const digests = [...shipped.map(([name, text]) => [name, digestOf(text)] as const), ...others];
  const files = Object.fromEntries(digests.sort(([one], [other]) => (one < other ? -1 : 1)));
  return `${JSON.stringify({ version: versionOfBylaw(), files }, undefined, 2)}\n`;
}

/** What is recorded; nothing where the record cannot be read, so that every file that differs is to be decided. */
function readRecord(text: string | undefined): {
  readonly version: string | undefined;
  readonly files: ReadonlyMap<string, string>;
} {
  const none = { version: undefined, files: new Map<string, string>() };
  if (text === undefined) return none;
  try {
    const record: unknown = JSON.parse(text);
    if (typeof record !== 'object' || record === null || !('version' in record) || !('files' in record))
      return none;
    const { version, files } = record;
    if (typeof version !== 'string' || typeof files !== 'object' || files === null) return none;
    const digests = Object.entries(files).filter(
      (entry): entry is [string, string] => isPackName(entry[0]) && typeof entry[1] === 'string',
    );
    return { version, files: new Map(digests) };
  } catch {
    return none;
  }
}

/** A name in a record is that of a file below the folder: it never leads out of it. */
const isPackName = (name: string): boolean => /^(?:[\w-]+\/)*[\w-]+(?:\.tests)?\.policy$/.test(name);
