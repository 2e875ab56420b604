/** Where bundles are published: a folder, a file, a cluster; an address is only looked at. */
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { BundleProblem } from '../../host/bundle/bundle-content.ts';
import {
  addBundle,
  bundlesIn,
  readBundleFile,
  replaceFile,
  type StoredBundle,
} from '../../host/bundle/bundle-folder.ts';
import type { ClusterPlace } from '../../host/bundle/cluster-place.ts';
import { clusterWord } from '../../host/bundle/cluster-place.ts';
import { fetchBundle, readAddress } from '../../host/bundle/fetch-bundle.ts';
import type { Bundle } from '../../host/bundle/open-bundle.ts';
import { statOf } from '../../host/machine/regular-file.ts';
import { UsageError } from '../terminal/context.ts';

/** Verifies a signature of a trusted key. Throws `BundleProblem`. */
type Verify = (octets: Buffer) => Bundle;

/** A problem whose sentence names its own subject, which is not the one of the command line. */
export class NamedProblem extends BundleProblem {}

/** A bundle at a place; nothing of it is verified. */
export interface Published {
  /** As people name it: its sequence and its file. */
  readonly named: string;
  /** Its file as people name it; undefined where it is in no folder. */
  readonly file: string | undefined;
  readonly sequence: number;
  octets(): Buffer | Promise<Buffer>;
}

/** Functions throw `BundleProblem`. */
export interface BundlePlace {
  /** As people name it. */
  readonly named: string;
  readonly verify: Verify;
  /** Whether earlier bundles stay there. */
  readonly keepsEarlier: boolean;
  /** Whether it is for a candidate, of any sequence. */
  readonly isForCandidate: boolean;
  /** What is there, the published one first. A file says no sequence, which is 0 then. */
  list(): readonly Published[] | Promise<readonly Published[]>;
  /** In the place of the first of the list that was read last. */
  publish(bundle: Bundle): void | Promise<void>;
}

/** Reads and verifies a bundle at a place. Throws `NamedProblem`, which says which bundle it is. */
export async function verified(
  verify: Verify,
  { named, octets }: Pick<Published, 'named' | 'octets'>,
): Promise<Bundle> {
  try {
    return verify(await octets());
  } catch (error) {
    if (!(error instanceof BundleProblem)) throw error;
    throw new NamedProblem(`${named} is refused: ${error.message}`, { cause: error });
  }
}

/** A folder, or a file; one that is not there yet is a file if its name ends so. */
export function pathPlace(named: string, path: string, verify: Verify): BundlePlace {
  const isFolder = statOf(path)?.isDirectory() === true || (!existsSync(path) && !path.endsWith('.bundle'));
  const single: Published = { named, file: undefined, sequence: 0, octets: () => readBundleFile(path) };
  const inFolder = (each: StoredBundle): Published => {
    const file = join(named, basename(each.path));
    return {
      named: `bundle ${each.sequence} (${file})`,
      file,
      sequence: each.sequence,
      octets: () => readBundleFile(each.path),
    };
  };
  return {
    named,
    verify,
    keepsEarlier: isFolder,
    isForCandidate: false,
    list() {
      if (!existsSync(path)) return [];
      return isFolder ? bundlesIn(path).map(inFolder) : [single];
    },
    publish(bundle) {
      if (isFolder) addBundle(path, bundle, 0o644);
      else replaceFile(path, bundle.octets);
    },
  };
}

/** What is published in a cluster, or its candidate. */
export function clusterPlace(cluster: ClusterPlace, verify: Verify, isForCandidate: boolean): BundlePlace {
  const named = isForCandidate ? `the ${clusterWord} as candidate` : `the ${clusterWord}`;
  let seen: Awaited<ReturnType<ClusterPlace['list']>> = [];
  return {
    named,
    verify,
    keepsEarlier: !isForCandidate,
    isForCandidate,
    async list() {
      seen = await cluster.list();
      return seen.map((each) => ({
        named: `bundle ${each.sequence} at ${named}`,
        file: undefined,
        sequence: each.sequence,
        octets: () => cluster.octets(each),
      }));
    },
    publish: (bundle) => cluster.publish(seen, bundle),
  };
}

/** Nothing is published there by bylaw. Throws `UsageError`. */
export function addressPlace(named: string, verify: Verify): BundlePlace {
  const address = addressOf(named);
  return {
    named,
    verify,
    keepsEarlier: false,
    isForCandidate: false,
    async list() {
      const found = await fetchBundle(address, undefined);
      return found === undefined ? [] : [{ named, file: undefined, sequence: 0, octets: () => found.octets }];
    },
    publish() {
      throw new UsageError(`nothing is published at ${named} by bylaw`);
    },
  };
}

/** Throws `UsageError`. */
function addressOf(text: string): URL {
  const address = readAddress(text);
  if (typeof address === 'string') throw new UsageError(address);
  return address;
}
