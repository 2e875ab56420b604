/**
 * Where a machine takes its bundles from, and what it keeps of them: a file, a folder of bundles, or an address. What has
 * been in force is kept in a folder of this user, so that it decides again after a new start when the source is gone, and
 * nothing older comes after it.
 */
import { createHash } from 'node:crypto';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../store/make-folder.ts';
import { isAddress } from '../machine/fetch-octets.ts';
import { statOf } from '../machine/regular-file.ts';
import { policyStamp } from '../policy-files/policy-folder.ts';
import { BundleProblem } from './bundle-content.ts';
import { addBundle, bundlesIn, readBundleFile, refuseMisnamed, type StoredBundle } from './bundle-folder.ts';
import type { ClusterPlace } from './cluster-place.ts';
import { fetchBundle, readAddress } from './fetch-bundle.ts';
import { type BundleKey, shortId } from './keys.ts';
import { type Bundle, openBundle, type Trust } from './open-bundle.ts';
import { unpackBundle } from './unpack.ts';

export interface SourceOptions {
  /** An absolute path, an address, or `cluster`. */
  readonly from: string;
  /** Where that is a cluster. */
  readonly cluster?: ClusterPlace | undefined;
  readonly trust: Trust;
  /** The file of the keys, for whoever looks more than once; without it they stay as they are. */
  readonly keyFile?: KeyFile | undefined;
  /** The folder of the user's state. */
  readonly state: string;
  /** Whether a bundle may come after one with a higher sequence. */
  readonly acceptsOlder: boolean;
  /** Milliseconds that an address has to answer. */
  readonly patience?: number | undefined;
}

/** A file of keys that may change. */
export interface KeyFile {
  /** Another text when the file is another. */
  stamp(): string;
  /** Throws an error that says what is wrong. */
  read(): readonly BundleKey[];
}

/** So many bundles are kept, with what is unpacked of them. */
const mostKept = 8;
/** A file that has the time of the last question. */
const askedName = 'asked';

export class BundleSource {
  readonly #options: SourceOptions;
  /** What is kept of this source. */
  readonly #folder: string;
  #trust: Trust;
  #keyStamp: string | undefined;
  #etag: string | undefined;
  /** The file of a folder that was looked at last. */
  #found: StoredBundle | undefined;
  #stamp: string | undefined;
  /** What the octets came to that were read last, so that the same are not verified again. */
  #read: { readonly octets: Buffer; readonly bundle: Bundle | BundleProblem } | undefined;

  constructor(options: SourceOptions) {
    this.#options = options;
    this.#trust = options.trust;
    this.#keyStamp = options.keyFile?.stamp();
    const place = createHash('sha256').update(options.from).digest('hex').slice(0, 16);
    this.#folder = join(options.state, 'bundles', place);
  }

  get from(): string {
    return this.#options.from;
  }

  /** The ids of the keys that are trusted now, for people. */
  get trusted(): string {
    return this.#trust.keys.map(({ id }) => shortId(id)).join(', ');
  }

  /** Reads the keys again if their file is another. Throws `BundleProblem`: without keys nothing new is trusted. */
  #renewKeys(): void {
    const { keyFile } = this.#options;
    const stamp = keyFile?.stamp();
    if (keyFile === undefined || stamp === this.#keyStamp) return;
    try {
      this.#trust = { ...this.#trust, keys: keyFile.read() };
    } catch (error) {
      throw new BundleProblem(error instanceof Error ? error.message : String(error));
    }
    this.#keyStamp = stamp;
    if (this.#read !== undefined) this.#read = { ...this.#read, bundle: this.#opened(this.#read.octets) };
  }

  /** The bundle that is published now. Throws `BundleProblem` where there is none that may come into force. */
  async look(): Promise<Bundle> {
    this.#renewKeys();
    const octets = await this.#changed();
    if (octets !== undefined && this.#read?.octets.equals(octets) !== true)
      this.#read = { octets, bundle: this.#opened(octets) };
    const bundle = this.#read?.bundle ?? new BundleProblem('it is not there');
    if (bundle instanceof BundleProblem) throw bundle;
    if (this.#found !== undefined) refuseMisnamed(this.#found, bundle);
    this.#refuseOlder(bundle);
    return bundle;
  }

  /** The last bundle that was in force here. Throws `BundleProblem` where there is none that may be again. */
  kept(): Bundle {
    const [last] = this.#kept();
    if (last === undefined) throw new BundleProblem('none was in force before');
    const bundle = openBundle(readBundleFile(last.path), this.#trust);
    refuseMisnamed(last, bundle);
    return bundle;
  }

  /** Calls back soon after a bundle was published, where the source says so by itself. */
  watch(changed: () => void): void {
    this.#options.cluster?.watch(changed);
  }

  async close(): Promise<void> {
    await this.#options.cluster?.close();
  }

  /** Whether any process of this user has asked the source within the last minute. */
  wasAskedLately(): boolean {
    const asked = statOf(join(this.#folder, askedName));
    return asked !== undefined && Math.abs(Date.now() - asked.mtimeMs) < 60_000;
  }

  /** Notes that the source is asked now, whatever comes of it: a call that waits for a dead address is one a minute. */
  noteAsked(): void {
    makeFolder(this.#folder, 0o700);
    writeFileSync(join(this.#folder, askedName), '', { mode: 0o600 });
  }

  /** Unpacks a bundle, and gives its file of layers. */
  unpack(bundle: Bundle): string {
    return unpackBundle(this.#folder, bundle);
  }

  /** Keeps a bundle that came into force. Throws where it cannot be written. */
  keep(bundle: Bundle): void {
    // Where an older one was asked for in words, the later ones are not what to begin with again.
    if (this.#options.acceptsOlder)
      for (const { path, sequence } of this.#kept())
        if (sequence > bundle.content.sequence) rmSync(path, { force: true });
    addBundle(this.#folder, bundle);
    this.#forget(this.#kept().slice(mostKept));
  }

  /** Lets go of bundles, and of what is unpacked of them. */
  #forget(old: readonly StoredBundle[]): void {
    if (old.length === 0) return;
    const names = readdirSync(this.#folder);
    for (const { path, digest } of old) {
      rmSync(path, { force: true });
      const folders = names.filter((name) => name.length === 64 && name.startsWith(digest));
      for (const name of folders) rmSync(join(this.#folder, name), { recursive: true, force: true });
    }
  }

  #opened(octets: Buffer): Bundle | BundleProblem {
    try {
      return openBundle(octets, this.#trust);
    } catch (error) {
      if (error instanceof BundleProblem) return error;
      throw error;
    }
  }

  #kept() {
    return statOf(this.#folder)?.isDirectory() === true ? bundlesIn(this.#folder) : [];
  }

  #refuseOlder({ digest, content: { sequence } }: Bundle): void {
    const [last] = this.#kept();
    if (last === undefined || this.#options.acceptsOlder) return;
    if (sequence < last.sequence)
      throw new BundleProblem(
        `its sequence is ${sequence}, and one with ${last.sequence} was in force: publish it again under a higher one, or start with \`--accept-older-bundle\``,
      );
    if (sequence === last.sequence && !digest.startsWith(last.digest))
      throw new BundleProblem(
        `another bundle with the sequence ${sequence} was in force: each has one of its own`,
      );
  }

  /** The octets that are there now; undefined where nothing has changed. */
  async #changed(): Promise<Buffer | undefined> {
    const { from, patience, cluster } = this.#options;
    if (cluster !== undefined) {
      const [first] = await cluster.list();
      if (first === undefined) throw new BundleProblem('no bundle is published there');
      const stamp = JSON.stringify(first);
      if (stamp === this.#stamp) return undefined;
      const octets = await cluster.octets(first);
      this.#stamp = stamp;
      return octets;
    }
    if (isAddress(from)) {
      const address = readAddress(from);
      if (typeof address === 'string') throw new BundleProblem(address);
      const fetched = await fetchBundle(address, this.#etag, patience);
      this.#etag = fetched === undefined ? this.#etag : fetched.etag;
      return fetched?.octets;
    }
    this.#found = foundIn(from);
    const path = this.#found?.path ?? from;
    const stamp = policyStamp([], [path]);
    if (stamp === this.#stamp) return undefined;
    const octets = readBundleFile(path);
    this.#stamp = stamp;
    return octets;
  }
}

/**
 * The published bundle of a folder, which is the one with the highest sequence; undefined for a file. Throws
 * `BundleProblem`.
 */
function foundIn(from: string): StoredBundle | undefined {
  if (statOf(from)?.isDirectory() !== true) return undefined;
  const [first] = listed(from);
  if (first === undefined)
    throw new BundleProblem(
      'there is no bundle in the folder: only what `bylaw bundle publish` puts there is seen, under the name that it gives; name another file by its whole path',
    );
  return first;
}

function listed(folder: string): readonly StoredBundle[] {
  try {
    return bundlesIn(folder);
  } catch (error) {
    throw new BundleProblem(`the folder cannot be listed: ${String(error)}`);
  }
}
