/** Bundles in a cluster, for whoever reads and publishes them: every failure is a `BundleProblem`. */
import type { ClusterOptions } from '../../store/cluster/cluster.ts';
import {
  type BundleList,
  openClusterBundles,
  type PublishedBundle,
  type PublishedBundles,
} from '../../store/cluster/cluster-bundles.ts';
import { BundleProblem, mostBundleOctets } from './bundle-content.ts';
import type { Bundle } from './open-bundle.ts';

/** The word for a cluster in the place of a path or an address. */
export const clusterWord = 'cluster';

/** A published bundle that the cluster has lost a part of. */
export class GoneBundle extends BundleProblem {}

export class ClusterPlace {
  readonly #bundles: PublishedBundles;

  constructor(options: ClusterOptions, list: BundleList = 'published') {
    this.#bundles = openClusterBundles(options, list);
  }

  /** What is published, from the highest sequence. */
  list(): Promise<readonly PublishedBundle[]> {
    return asProblem(() => this.#bundles.list());
  }

  async octets(bundle: PublishedBundle): Promise<Buffer> {
    const octets = await asProblem(() => this.#bundles.octets(bundle, mostBundleOctets));
    if (octets === undefined)
      throw new GoneBundle('a part of it is gone: publish another one under a higher sequence');
    if (octets.length > mostBundleOctets)
      throw new BundleProblem(`it is larger than ${mostBundleOctets / 1024 ** 2} MiB`);
    return octets;
  }

  async publish(list: readonly PublishedBundle[], { digest, content, octets }: Bundle): Promise<void> {
    const { sequence } = content;
    if (!(await asProblem(() => this.#bundles.publish(list, { sequence, digest }, octets))))
      throw new BundleProblem(overtaken);
  }

  /** Takes away what is there. */
  async clear(list: readonly PublishedBundle[]): Promise<void> {
    if (!(await asProblem(() => this.#bundles.clear(list)))) throw new BundleProblem(overtaken);
  }

  watch(changed: () => void): void {
    this.#bundles.watch(changed);
  }

  close(): Promise<void> {
    return this.#bundles.close();
  }
}

const overtaken = 'another person has published a bundle at the same time: look at that one';

async function asProblem<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new BundleProblem(`the cluster cannot be asked: ${why}`);
  }
}
