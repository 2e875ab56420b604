/**
 * Policy files on disk. Everything below the policy root that ends in `.policy`
 * is read, in the order of names; entries that begin with a dot are left out,
 * and so is a profile: a folder that says so with a file `.profile` in it,
 * because it replaces the policies above it. A profile that is named is read, and
 * may import from the folder above. Nothing outside the root is ever read,
 * whatever links there are. Files of tests (`.tests.policy`) are read beside the
 * policies, and must be what their names say: rules in one would not be in force.
 */
import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { resolveTarget } from '../../check/names/imports.ts';
import { maximalLength, tooLong } from '../../language/bounds.ts';
import { type Diagnostic, errorAt, warningAt } from '../../language/diagnostic.ts';
import { parse } from '../../language/parse.ts';
import { beginsAsTests } from '../../language/parse-tests.ts';
import type { Source } from '../../language/source.ts';
import { NoSuchPath } from '../machine/no-such-path.ts';
import { FileTooLarge, readRegularFile, statOf } from '../machine/regular-file.ts';
import type { Layer } from './layer.ts';
import { misnamedOf } from './misnamed.ts';
import { isProfile, listPolicyFolder, policyEnding, testsEnding } from './policy-folder.ts';

export interface PolicyFiles extends LayerFiles {
  /** The folder that paths are relative to and that nothing may leave. */
  readonly root: string;
}

/** What was read of one layer; paths are relative to the root of all. */
export interface LayerFiles {
  /** The folder that its files are in. */
  readonly own: string;
  readonly sources: readonly Source[];
  /** Files of tests, in the order of their paths. */
  readonly tests: readonly Source[];
  /** Files that could not be read. */
  readonly diagnostics: readonly Diagnostic[];
  /** Profiles that were left out, relative to the root. */
  readonly profiles: readonly string[];
  /** Files that are read since others import them, and not since they were named. Absent for none. */
  readonly imported?: readonly string[];
}

const nowhere = { start: 0, end: 0 };

/**
 * Reads the policies that the paths name: a folder means everything below
 * it, a file for itself and what it imports. One folder is its own root; several
 * paths have the folder that they share. Throws `NoSuchPath`.
 */
export function readPolicyFiles(paths: readonly string[], cwd: string): PolicyFiles {
  const named = paths.map((path) => namedPath(path, cwd) ?? noSuchPath(path, cwd));
  const root = rootOf(named, cwd);
  return { root, ...readNamed(named, root, root) };
}

/**
 * The same for layers, of which each has a root of its own that nothing may leave. Throws `NoSuchPath` for the highest;
 * what is not there of another is wrong with that one.
 */
export function readLayerFiles(
  layers: readonly Pick<Layer, 'name' | 'paths' | 'isOptional'>[],
  cwd: string,
): { readonly root: string; readonly layers: readonly LayerFiles[] } {
  const found = layers.map(({ paths, isOptional }, at) =>
    paths.map((path) => {
      const named = namedPath(path, cwd);
      if (named === undefined && at === 0 && !isOptional) noSuchPath(path, cwd);
      return named ?? path;
    }),
  );
  const root = rootOf(
    found.flatMap((paths) => paths.filter(isNamed)),
    cwd,
  );
  const taken = new Set<string>();
  const read = found.map((paths, at): LayerFiles => {
    const named = paths.filter(isNamed);
    const files = readNamed(named, rootOf(named, cwd), root);
    const { name = '', isOptional = false } = layers[at] ?? {};
    const absent = isOptional ? [] : paths.flatMap((path) => (isNamed(path) ? [] : [isAbsent(path, name)]));
    const isEmpty = files.sources.length + files.diagnostics.length + absent.length === 0 && !isOptional;
    const twice = files.sources.filter(({ path }) => taken.has(path));
    for (const { path } of files.sources) taken.add(path);
    // The file itself is the higher layer's, so the place is the folder; the root has to be called something too.
    const own = relativePath(root, resolve(cwd, layers[at]?.paths[0] ?? '.')) || '.';
    return {
      ...files,
      sources: files.sources.filter((source) => !twice.includes(source)),
      diagnostics: [
        ...files.diagnostics,
        ...absent,
        ...(isEmpty ? [isEmptyLayer(own, name)] : []),
        ...twice.map(({ path }) => inTwoLayers(own, path, name)),
      ],
    };
  });
  return { root, layers: read };
}

/** A path that is there. */
interface Named {
  readonly absolute: string;
  readonly folder: boolean;
}

const isNamed = (path: Named | string): path is Named => typeof path !== 'string';

function namedPath(path: string, cwd: string): Named | undefined {
  const absolute = resolve(cwd, path);
  // A link that leads nowhere is there: reading it says what is wrong.
  return isThere(absolute) ? { absolute, folder: statOf(absolute)?.isDirectory() === true } : undefined;
}

/** Whether anything has this path, if only a link that leads nowhere, or what may not be looked at. */
export const isThere = (path: string): boolean => {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
};

function noSuchPath(path: string, cwd: string): never {
  throw new NoSuchPath(path, cwd);
}

const isAbsent = (path: string, layer: string): Diagnostic =>
  errorAt('unreadable-file', path, nowhere, `there is no \`${path}\`, where the layer \`${layer}\` is`, {
    help: 'make the folder, or say `optional: true` of the layer',
  });

const isEmptyLayer = (path: string, layer: string): Diagnostic =>
  errorAt('no-policies', path, nowhere, `the layer \`${layer}\` has no policy file`, {
    help: 'policy files end in `.policy`; say `optional: true` of a layer that may be empty',
  });

const inTwoLayers = (own: string, path: string, layer: string): Diagnostic =>
  errorAt(
    'in-two-layers',
    own,
    nowhere,
    `\`${path}\` is a file of a higher layer, and of the layer \`${layer}\``,
    { help: 'give each layer a folder of its own' },
  );

/** Reads what is named, and nothing outside of `own`; paths are relative to `root`. */
function readNamed(named: readonly Named[], own: string, root: string): LayerFiles {
  const reading: Reading = {
    root,
    own,
    realRoot: realpathSync(own),
    sources: new Map(),
    tests: new Map(),
    diagnostics: [],
    profiles: [],
    named: new Set(),
    size: { files: 0, octets: 0 },
  };
  for (const { absolute, folder } of named) {
    if (folder) readFolder(reading, absolute);
    else readWithImports(reading, absolute);
  }
  if (named.some(({ absolute, folder }) => folder && isProfile(absolute))) readImports(reading);
  const { diagnostics, profiles } = reading;
  const sources = inOrder(reading.sources);
  const imported = sources.map(({ path }) => path).filter((path) => !reading.named.has(path));
  return { own, sources, tests: inOrder(reading.tests), diagnostics, profiles, imported };
}

const inOrder = (sources: ReadonlyMap<string, Source>): Source[] =>
  [...sources.values()].sort((a, b) => (a.path < b.path ? -1 : 1));

interface Reading {
  /** The folder that paths are relative to. */
  readonly root: string;
  /** The folder that nothing may leave. */
  readonly own: string;
  readonly realRoot: string;
  readonly sources: Map<string, Source>;
  readonly tests: Map<string, Source>;
  readonly diagnostics: Diagnostic[];
  readonly profiles: string[];
  /** What is read by itself, and not since something imports it. */
  readonly named: Set<string>;
  /** What was read so far. */
  readonly size: { files: number; octets: number };
}

/** What is read of one layer: ten thousand rules take less than a tenth. of either. */
const mostFiles = 20_000;
const mostOctetsOfAll = 24 * 1024 * 1024;

/**
 * The deepest folder that holds all the paths; for files, the current one if it does, so that imports can reach further. For
 * folders it is the same wherever somebody stands, since what is read of them is kept for others.
 */
function rootOf(named: readonly Named[], cwd: string): string {
  const [only, ...rest] = named;
  if (only === undefined) return cwd;
  if (rest.length === 0 && only.folder)
    return isProfile(only.absolute) ? dirname(only.absolute) : only.absolute;
  const current = resolve(cwd);
  if (!named.every(({ folder }) => folder) && named.every(({ absolute }) => isBelow(absolute, current)))
    return current;
  let shared = only.folder ? only.absolute : dirname(only.absolute);
  while (!rest.every(({ absolute }) => isBelow(absolute, shared))) shared = dirname(shared);
  return shared;
}

export const isBelow = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

function readFolder(reading: Reading, folder: string): void {
  const listed = listPolicyFolder(folder);
  const { files, tests, profiles, unreadable: broken } = listed;
  for (const { path, error } of broken) reading.diagnostics.push(unreadable(reading, path, error));
  for (const path of misnamedOf(listed))
    reading.diagnostics.push(isMisnamed(relativePath(reading.root, path)));
  for (const path of listed.hidden) reading.diagnostics.push(isHidden(relativePath(reading.root, path)));
  for (const profile of profiles) reading.profiles.push(relativePath(reading.root, profile));
  for (const file of files) readNamedFile(reading, file);
  for (const file of tests) readTests(reading, file);
}

const isMisnamed = (path: string): Diagnostic =>
  warningAt(
    'misnamed-file',
    path,
    nowhere,
    `\`${basename(path)}\` is not in force: the name of a policy file ends in \`${policyEnding}\``,
    { help: 'give it such a name, or keep it elsewhere' },
  );

const isHidden = (path: string): Diagnostic =>
  warningAt(
    'misnamed-file',
    path,
    nowhere,
    `\`${basename(path)}\` is not in force: its name begins with a dot`,
    { help: 'give it a name without a dot in front, or keep it elsewhere' },
  );

function readNamedFile(reading: Reading, file: string): Source | undefined {
  reading.named.add(relativePath(reading.root, file));
  return readFile(reading, file);
}

/** A file that is named alone brings what it imports, and what that imports; and the tests beside each. */
function readWithImports(reading: Reading, file: string): void {
  const source = readNamedFile(reading, file);
  if (source === undefined) return;
  readTestsBeside(reading, file);
  followImports(reading, [source]);
}

/** `git.tests.policy` lies beside `git.policy`. */
function readTestsBeside(reading: Reading, file: string): void {
  if (!file.endsWith(policyEnding) || file.endsWith(testsEnding)) return;
  const tests = file.slice(0, -policyEnding.length) + testsEnding;
  if (statOf(tests)?.isFile() === true) readTests(reading, tests);
}

/** Reads a file of tests. One that holds something else would look as if its rules were in force. */
function readTests(reading: Reading, file: string): void {
  const source = readFile(reading, file, reading.tests);
  if (source === undefined || beginsAsTests(source.text)) return;
  reading.tests.delete(source.path);
  reading.diagnostics.push(
    errorAt('not-tests', source.path, nowhere, 'the file is called one of tests, and does not begin as one', {
      help: `it begins with a line such as \`tests for com.example.dev\`; rules in it would not be in force: a file of rules ends in \`${policyEnding}\` alone`,
    }),
  );
}

/** So does a profile: the policies that it changes are above it. */
const readImports = (reading: Reading): void => followImports(reading, [...reading.sources.values()]);

function followImports(reading: Reading, sources: readonly Source[]): void {
  const open = [...sources];
  for (let source = open.pop(); source !== undefined; source = open.pop()) {
    for (const { target } of parse(source).policy.imports) {
      const imported = resolveTarget(source.path, target.value);
      if (imported === undefined || reading.sources.has(imported)) continue;
      const absolute = join(reading.root, imported);
      if (!isBelow(absolute, reading.own)) continue;
      if (statOf(absolute)?.isFile() !== true) continue;
      const read = readFile(reading, absolute);
      if (read === undefined) continue;
      readTestsBeside(reading, absolute);
      open.push(read);
    }
  }
}

/** Reads a file once; what cannot be read is a diagnostic, and so never silently missing. */
function readFile(reading: Reading, path: string, into = reading.sources): Source | undefined {
  const name = relativePath(reading.root, path);
  if (into.has(name) || isFull(reading)) return undefined;
  try {
    const real = realpathSync(path);
    if (!isBelow(real, reading.realRoot)) {
      reading.diagnostics.push(
        errorAt(
          'outside-root',
          name,
          nowhere,
          `\`${basename(path)}\` is a link that leads out of the policy root`,
          {
            help: 'copy the file into the policy folder',
          },
        ),
      );
      return undefined;
    }
    const octets = readRegularFile(real, mostOctets);
    reading.size.files++;
    reading.size.octets += octets.length;
    if (isFull(reading)) {
      reading.diagnostics.push(tooMuch(name, reading.size));
      return undefined;
    }
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(octets);
    const source = { path: name, text };
    into.set(name, source);
    return source;
  } catch (error) {
    reading.diagnostics.push(
      error instanceof FileTooLarge
        ? tooLong(name, `${error.size} octets`)
        : unreadable(reading, path, error),
    );
    return undefined;
  }
}

const isFull = ({ size: { files, octets } }: Reading): boolean =>
  files > mostFiles || octets > mostOctetsOfAll;

const tooMuch = (path: string, { files, octets }: Reading['size']): Diagnostic =>
  errorAt(
    'policies-too-large',
    path,
    nowhere,
    files > mostFiles
      ? `with this, there are more than ${mostFiles} files, and the others are not read`
      : `with this, the files have ${octets} octets together; at most ${mostOctetsOfAll} are read`,
    { help: 'keep what is no policy elsewhere, and let one rule ask for a list instead of many' },
  );

/** More octets than these are more characters than a file may have, whatever they are. */
export const mostOctets = 3 * maximalLength;

function unreadable({ root }: Reading, path: string, error: unknown): Diagnostic {
  const name = relativePath(root, path);
  const notText = error instanceof TypeError;
  const why = notText ? 'it is not UTF-8 text' : describeError(error);
  return errorAt('unreadable-file', name, nowhere, `the file cannot be read: ${why}`, {
    help: notText ? 'save it as UTF-8' : undefined,
  });
}

const relativePath = (root: string, path: string): string => relative(root, path).split(sep).join('/');

/** The reason of a system error, without the path that it repeats. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message.replace(/^[A-Z]+: /, '').replace(/,? \w+ '.*$/, '');
}
