/** `--bundle` and `--bundle-key`: a bundle in the place of policies, for commands that decide once. */
import { resolve } from 'node:path';
import { BundleProblem } from '../../host/bundle/bundle-content.ts';
import { BundleSource } from '../../host/bundle/bundle-source.ts';
import { ClusterPlace, clusterWord } from '../../host/bundle/cluster-place.ts';
import { readAddress } from '../../host/bundle/fetch-bundle.ts';
import { isAddress } from '../../host/machine/fetch-octets.ts';
import { userStateFolder } from '../../host/machine/user-folders.ts';
import { versionOfBylaw } from '../../host/machine/version.ts';
import { policyStamp } from '../../host/policy-files/policy-folder.ts';
import type { ClusterOptions } from '../../store/cluster/cluster.ts';
import type { BundleList } from '../../store/cluster/cluster-bundles.ts';
import { pathArg } from '../options/options.ts';
import { policiesNamed, policiesOptions } from '../options/policies-option.ts';
import { type CommandContext, RefusedBundle, UsageError } from '../terminal/context.ts';
import { publicKeysOf } from './key-files.ts';

/** Where bundles come from, and by whose keys; files are as they are named. */
export interface BundleSettings {
  readonly from: string;
  readonly keys: string;
  readonly acceptsOlder: boolean;
  /** The cluster that `from` means by its word; undefined where there is none. */
  readonly cluster?: ClusterOptions | undefined;
  /** What is taken of the cluster; by default what is published. */
  readonly list?: BundleList | undefined;
}

/** Options of commands that decide by policies, wherever these come from. */
export const policiesOrBundle = {
  ...policiesOptions,
  bundle: pathArg,
  'bundle-key': pathArg,
} as const;

interface Said {
  readonly policies?: readonly string[] | undefined;
  readonly layers?: string | undefined;
  readonly bundle?: string | undefined;
  readonly 'bundle-key'?: string | undefined;
}

/** What is named, as `loadForUse` takes it: of a bundle, the layers that are in it. Throws `UsageError` and `RefusedBundle`. */
export async function policiesFrom(
  { bundle: from, 'bundle-key': keys, ...values }: Said,
  context: CommandContext,
): Promise<readonly string[] | undefined> {
  const named = policiesNamed(values);
  if (from === undefined) {
    if (keys !== undefined) throw new UsageError('`--bundle-key` is about a bundle: name it with `--bundle`');
    return named;
  }
  if (named !== undefined)
    throw new UsageError('`--bundle` and other policies exclude each other: all layers are in the bundle');
  if (keys === undefined) throw new UsageError(noKeys('`--bundle-key release.pub`'));
  const source = bundleSource({ from, keys, acceptsOlder: false }, context);
  try {
    return [source.unpack(await source.look())];
  } catch (error) {
    if (error instanceof BundleProblem)
      throw new RefusedBundle(`the bundle at ${from} is refused: ${error.message}`);
    throw error;
  }
}

/** What is kept of a cluster has this name: that of another cluster, and of another list, is kept apart. */
const clusterName = ({ servers, name }: ClusterOptions, list: BundleList): string =>
  `${clusterWord} ${name} (${servers.join(', ')})${list === 'published' ? '' : ` as ${list}`}`;

/** The file of layers that a command names, or that is in the bundle it names; undefined where it names neither. Throws `UsageError` and `RefusedBundle`. */
export async function layersOrBundle(
  { layers, ...bundle }: Omit<Said, 'policies'>,
  paths: readonly string[],
  context: CommandContext,
): Promise<string | undefined> {
  if (bundle.bundle === undefined && bundle['bundle-key'] === undefined) return layers;
  if (layers !== undefined || paths.length > 0)
    throw new UsageError('`--bundle` and other policies exclude each other: all layers are in the bundle');
  return (await policiesFrom(bundle, context))?.[0];
}

export const noKeys = (option: string): string =>
  `a bundle needs the public keys that are trusted to sign it: name them with ${option}`;

/** Throws `UsageError` for keys that cannot be read, and an address that nothing is fetched from. */
export function bundleSource(
  { from, keys, acceptsOlder, cluster, list = 'published' }: BundleSettings,
  context: CommandContext,
): BundleSource {
  const address = isAddress(from) ? readAddress(from) : undefined;
  if (typeof address === 'string') throw new UsageError(address);
  return new BundleSource({
    from: address?.href ?? (cluster === undefined ? resolve(context.cwd, from) : clusterName(cluster, list)),
    cluster: cluster && new ClusterPlace(cluster, list),
    trust: { keys: publicKeysOf(keys, context), version: versionOfBylaw() },
    keyFile: {
      stamp: () => policyStamp([], [resolve(context.cwd, keys)]),
      read: () => publicKeysOf(keys, context),
    },
    state: userStateFolder(context.env),
    acceptsOlder,
  });
}
