/** Where bundles are published: a folder, a file, a cluster; an address is only looked at. */
import { existsSync } from 'node:fs';
import { addBundle, bundlesIn, readBundleFile, replaceFile } from '../../host/bundle/bundle-folder.ts';
import type { ClusterPlace } from '../../host/bundle/cluster-place.ts';
import { clusterWord } from '../../host/bundle/cluster-place.ts';
import { fetchBundle, readAddress } from '../../host/bundle/fetch-bundle.ts';
import type { Bundle } from '../../host/bundle/open-bundle.ts';
import { statOf } from '../../host/machine/regular-file.ts';
import { UsageError } from '../context.ts';

/** Verifies a signature of a trusted key. Throws `BundleProblem`. */
type Verify = (octets: Buffer) => Bundle;

/** A bundle at a place; nothing of it is verified. */
export interface Published {
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
  /** What is there, the published one first. A file says no sequence, which is 0 then. */
  list(): readonly Published[] | Promise<readonly Published[]>;
  /** In the place of the first of the list that was read last. */
  publish(bundle: Bundle): void | Promise<void>;
}

/** A folder, or a file; one that is not there yet is a file if its name ends so. */
export function pathPlace(named: string, path: string, verify: Verify): BundlePlace {
  const isFolder = statOf(path)?.isDirectory() === true || (!existsSync(path) && !path.endsWith('.bundle'));
  const fileOf = (file: string, sequence: number): Published => ({
    sequence,
    octets: () => readBundleFile(file),
  });
  return {
    named,
    verify,
    keepsEarlier: isFolder,
    list() {
      if (!existsSync(path)) return [];
      return isFolder ? bundlesIn(path).map((file) => fileOf(file.path, file.sequence)) : [fileOf(path, 0)];
    },
    publish(bundle) {
      if (isFolder) addBundle(path, bundle, 0o644);
      else replaceFile(path, bundle.octets);
    },
  };
}

export function clusterPlace(cluster: ClusterPlace, verify: Verify): BundlePlace {
  let seen: Awaited<ReturnType<ClusterPlace['list']>> = [];
  return {
    named: `the ${clusterWord}`,
    verify,
    keepsEarlier: true,
    async list() {
      seen = await cluster.list();
      return seen.map((each) => ({ sequence: each.sequence, octets: () => cluster.octets(each) }));
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
    async list() {
      const found = await fetchBundle(address, undefined);
      return found === undefined ? [] : [{ sequence: 0, octets: () => found.octets }];
    },
    publish() {
      throw new UsageError(`nothing is published at ${named} by bylaw`);
    },
  };
}

/** Throws `UsageError`. */
export function addressOf(text: string): URL {
  const address = readAddress(text);
  if (typeof address === 'string') throw new UsageError(address);
  return address;
}
