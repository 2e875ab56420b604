/**
 * Bundles of policies that all servers of a cluster take from it. A list says what is published, from the
 * highest sequence to the lowest; the octets of each bundle lie beside it in parts, and are there before the
 * list names them. A list is written only in the place of the one that was read, so of two that publish at
 * once one fails. Nothing here is trusted: whoever reads a bundle verifies its signature and its sequence.
 */
import type { ClusterBucket, ClusterOptions } from './cluster.ts';
import { LazyBucket } from './lazy-bucket.ts';

/** A bundle in the list. */
export interface PublishedBundle {
  readonly sequence: number;
  /** Of its signed content: 64 hexadecimal digits. */
  readonly digest: string;
  /** The names of its parts; others for the same content with other signatures. */
  readonly parts: readonly string[];
}

export interface PublishedBundles {
  /** From the highest sequence to the lowest. Rejects if the cluster does not answer, or has no list of this form. */
  list(): Promise<readonly PublishedBundle[]>;
  /** Undefined if a part is gone. It reads no further once there are more octets than `most`, and gives what it has read. */
  octets(bundle: PublishedBundle, most: number): Promise<Buffer | undefined>;
  /** Publishes before the others; false if another has published since `list` was read. */
  publish(
    list: readonly PublishedBundle[],
    bundle: Omit<PublishedBundle, 'parts'>,
    octets: Buffer,
  ): Promise<boolean>;
  /** Takes all of them away; false if another has published since `list` was read. */
  clear(list: readonly PublishedBundle[]): Promise<boolean>;
  /** Calls back soon after somebody has published, and may miss some. */
  watch(changed: () => void): void;
  close(): Promise<void>;
}

/** Milliseconds that the cluster has to answer; the octets of a large bundle take longer. */
const patience = 2000;
const patienceForOctets = 20_000;
/** Octets of a part. */
const partLength = 256 * 1024;
/** Octets of a list; one with the most bundles, each with the most parts, has fewer. */
const mostListOctets = 512 * 1024;
/** Bundles that stay in the list, for going back to. */
const mostPublished = 16;

/** What a list is of: the bundles that decide, or the one that is compared with them. */
export type BundleList = 'published' | 'candidate';

/** How a list keeps its bundles: how many, and under which names their parts, which no other list has. */
const kept: Readonly<Record<BundleList, { readonly most: number; readonly prefix: string }>> = {
  published: { most: mostPublished, prefix: '' },
  candidate: { most: 1, prefix: 'c-' },
};
/** The message that a list is written arrives before the list is stored; it is asked for after these milliseconds. */
const stored = [20, 150];

/** The cluster need not be there yet. */
export function openClusterBundles(
  options: ClusterOptions,
  listKey: BundleList = 'published',
): PublishedBundles {
  const { most, prefix } = kept[listKey];
  let revision = 0;
  let changed = (): void => {};
  const written = (): void => {
    for (const wait of stored) setTimeout(() => changed(), wait).unref();
  };
  const bundles = new LazyBucket(options, 'bundles', { watched: { key: listKey, written } });
  /** Writes a list in the place of the one that was read, and then empties the parts that it names no more. */
  const write = async (
    to: ClusterBucket,
    next: readonly PublishedBundle[],
    old: readonly PublishedBundle[],
    deadline: number,
  ): Promise<boolean> => {
    const value = Buffer.from(JSON.stringify({ format: 1, bundles: next }));
    if ((await to.replace(listKey, revision, value, deadline)) === undefined) return false;
    const named = new Set(next.flatMap(({ parts }) => parts));
    for (const name of old.flatMap(({ parts }) => parts))
      if (!named.has(name)) await to.put(name, new Uint8Array(), deadline);
    return true;
  };
  return {
    async list() {
      const deadline = performance.now() + patience;
      const found = await bundles.use(deadline, (bucket) => bucket.read(listKey, deadline));
      revision = found.revision;
      return found.value === undefined ? [] : listIn(found.value);
    },
    async octets({ parts }, most) {
      const deadline = performance.now() + patienceForOctets;
      const pieces: Uint8Array[] = [];
      let read = 0;
      for (const part of parts) {
        if (read > most) break;
        const { value } = await bundles.use(deadline, (bucket) => bucket.read(part, deadline));
        if (value === undefined) return undefined;
        pieces.push(value);
        read += value.length;
      }
      return Buffer.concat(pieces);
    },
    async publish(list, { sequence, digest }, octets) {
      const deadline = performance.now() + patienceForOctets;
      return await bundles.use(deadline, async (to) => {
        const parts: string[] = [];
        for (let at = 0; at < octets.length; at += partLength) {
          const name = `${prefix}${sequence}-${digest}-${parts.length}`;
          await to.put(name, octets.subarray(at, at + partLength), deadline);
          parts.push(name);
        }
        const next = [{ sequence, digest, parts }, ...list];
        return await write(to, next.slice(0, most), next.slice(most), deadline);
      });
    },
    async clear(list) {
      const deadline = performance.now() + patienceForOctets;
      return await bundles.use(deadline, (to) => write(to, [], list, deadline));
    },
    watch(then) {
      changed = then;
    },
    close: () => bundles.close(),
  };
}

/** Anybody who reaches the cluster can have written a list, so a large one is refused before it is parsed. */
function listIn(value: Uint8Array): readonly PublishedBundle[] {
  if (value.length > mostListOctets) throw new Error(`its list of bundles has ${value.length} octets`);
  const { format, bundles } = JSON.parse(Buffer.from(value).toString('utf8')) as Record<string, unknown>;
  if (format !== 1 || !Array.isArray(bundles) || !bundles.every(isPublished))
    throw new Error('its list of bundles was written by a later bylaw, or by something else');
  return bundles;
}

const isPublished = (each: unknown): each is PublishedBundle => {
  if (typeof each !== 'object' || each === null) return false;
  const { sequence, digest, parts } = each as Record<string, unknown>;
  return (
    Number.isSafeInteger(sequence) &&
    typeof digest === 'string' &&
    Array.isArray(parts) &&
    parts.every((part) => typeof part === 'string' && /^[0-9a-f-]{1,128}$/.test(part)) &&
    new Set(parts).size === parts.length
  );
};
