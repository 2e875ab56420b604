/**
 * A folder of bundles, each with its place in the sequence and its digest as its name: where they are published, and where a
 * machine keeps those that it has had in force. A file comes whole or not at all, and none is ever changed.
 */
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../store/make-folder.ts';
import { BundleProblem, mostBundleOctets } from './bundle-content.ts';
import type { Bundle } from './open-bundle.ts';

/** A bundle in a folder, as the name of its file says. */
export interface StoredBundle {
  readonly path: string;
  readonly sequence: number;
  /** The first 16 digits. */
  readonly digest: string;
}

/** The bundles of a folder, from the highest sequence to the lowest. Throws where the folder cannot be listed. */
export function bundlesIn(folder: string): readonly StoredBundle[] {
  return readdirSync(folder)
    .flatMap((name) => {
      const [, sequence, digest] = /^(\d{1,16})-([0-9a-f]{16})\.bundle$/.exec(name) ?? [];
      return digest === undefined ? [] : [{ path: join(folder, name), sequence: Number(sequence), digest }];
    })
    .sort((a, b) => b.sequence - a.sequence || (a.digest < b.digest ? -1 : 1));
}

const nameOf = ({ digest, content }: Pick<Bundle, 'digest' | 'content'>): string =>
  `${content.sequence}-${digest.slice(0, 16)}.bundle`;

/** Throws `BundleProblem` for a file whose name is that of another bundle. */
export function refuseMisnamed({ sequence, digest }: StoredBundle, bundle: Bundle): void {
  if (sequence === bundle.content.sequence && bundle.digest.startsWith(digest)) return;
  throw new BundleProblem(
    `its file is called ${sequence}-${digest}.bundle, and it is ${nameOf(bundle)}: somebody has renamed it`,
  );
}

/** Adds a bundle to a folder, which is made if needed, and gives its path. Throws where it cannot be written. */
export function addBundle(folder: string, bundle: Bundle, mode = 0o600): string {
  makeFolder(folder, mode === 0o600 ? 0o700 : 0o755);
  const path = join(folder, nameOf(bundle));
  replaceFile(path, bundle.octets, mode);
  return path;
}

/** Replaces a file. A reader sees all of the old octets or all of the new ones. */
export function replaceFile(path: string, octets: Buffer, mode = 0o644): void {
  const partial = `${path}.${process.pid}.partial`;
  try {
    writeFileSync(partial, octets, { mode, flush: true });
    renameSync(partial, path);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}

/** Reads a file, whose size is checked first. Throws `BundleProblem`. */
export function readBundleFile(path: string): Buffer {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw new BundleProblem('it is no file');
    if (stats.size > mostBundleOctets)
      throw new BundleProblem(`it is larger than ${mostBundleOctets / 1024 ** 2} MiB`);
    return readFileSync(descriptor);
  } catch (error) {
    if (error instanceof BundleProblem) throw error;
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw new BundleProblem(missing ? 'it is not there' : `it cannot be read: ${String(error)}`);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
