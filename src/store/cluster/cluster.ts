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
  /** How many keys have a value. */
  count(deadline: number): Promise<number>;
}

export interface Buckets {
  readonly memories: ClusterBucket;
  readonly parts: ClusterBucket;
  /** Connects to another node: the present one may have lost the others. */
  tryAnother(): void;
  close(): Promise<void>;
}
