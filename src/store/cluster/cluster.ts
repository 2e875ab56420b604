/**
 * Several servers share buckets of a cluster, which is NATS JetStream: keys with values and revisions. A
 * write is done when a majority of the nodes has it.
 */

/** The addresses of a cluster, and the credentials of this server. */
export interface ClusterOptions {
  /** `nats://` or `tls://`, all of one kind. */
  readonly servers: readonly string[];
  /** Servers with the same name share one memory: letters, digits, `-` and `_`. */
  readonly name: string;
  /** The number of replicas, if this server is the first one. */
  readonly replicas: number;
  /** Milliseconds after its last write when a memory is removed. */
  readonly age: number;
  /** A file of credentials, as `nsc` and `nats` write it; read for each connection. */
  readonly credentials?: string | undefined;
  readonly token?: string | undefined;
  /** Files in PEM. */
  readonly tls?: ClusterTls | undefined;
  /** The most milliseconds for a change, with all repeated attempts. */
  readonly wait?: number;
}

export interface ClusterTls {
  readonly ca?: string | undefined;
  readonly certificate?: string | undefined;
  readonly key?: string | undefined;
}

/** A value as it was found: rising revisions, 0 where there is none. */
export interface BucketEntry {
  readonly revision: number;
  readonly value: Uint8Array | undefined;
}

/**
 * One bucket. Each call is tried again until `deadline`, a time of `performance.now`, and rejects then: the
 * write may have happened anyway. Keys are letters and digits.
 */
export interface ClusterBucket {
  /** The value that the leader of the bucket has. */
  read(key: string, deadline: number): Promise<BucketEntry>;
  /** Writes where the key still has that revision; the new revision, or undefined if another server was faster. */
  replace(key: string, revision: number, value: Uint8Array, deadline: number): Promise<number | undefined>;
  /** Writes whatever is there. */
  put(key: string, value: Uint8Array, deadline: number): Promise<void>;
  /** Removes the keys that begin with this word and a full stop. */
  removeBelow(prefix: string, deadline: number): Promise<void>;
  /** The octets of all values, with what the cluster needs for each. */
  octets(deadline: number): Promise<number>;
  /** How many keys have a value. */
  count(deadline: number): Promise<number>;
}

/** A connection of its own. */
export interface Connected {
  /** Connects to another node: the present one may have lost the others. */
  tryAnother(): void;
  close(): Promise<void>;
}

export interface Buckets extends Connected {
  readonly memories: ClusterBucket;
  readonly parts: ClusterBucket;
}

export interface OpenBucket extends Connected {
  readonly bucket: ClusterBucket;
}

/** How a bucket is made, if it does not exist. */
export interface BucketOptions {
  /** Milliseconds after which a value is removed; by default never. */
  readonly age?: number;
  /** Whether nodes have it in memory only. */
  readonly inMemory?: boolean;
  /** The most octets of all values; a further write fails with `NoRoom`. By default there is no bound. */
  readonly room?: number;
  /** A key; `written` is called when it is about to be written, by whichever server. */
  readonly watched?: { readonly key: string; written(): void };
}

/** The bucket has no room for a value. */
export class NoRoom extends Error {}
