/**
 * What several servers share lies in buckets of a cluster, which is NATS JetStream: keys with values and revisions. A
 * write is there when a majority of the nodes has it.
 */

/** Where a cluster is, and how this server gets in. */
export interface ClusterOptions {
  /** `nats://` or `tls://`, all of one kind. */
  readonly servers: readonly string[];
  /** Servers with the same name share what they remember: letters, digits, `-` and `_`. */
  readonly name: string;
  /** On how many nodes everything lies, where this server is the first to ask. */
  readonly replicas: number;
  /** Milliseconds after which a memory leaves that was not written since. */
  readonly age: number;
  /** A file of credentials, as `nsc` and `nats` write it; read for each connection. */
  readonly credentials?: string | undefined;
  readonly token?: string | undefined;
  /** Files in PEM. */
  readonly tls?: ClusterTls | undefined;
  /** Milliseconds that a change may take at most, with all that is tried again. */
  readonly wait?: number;
}

export interface ClusterTls {
  readonly ca?: string | undefined;
  readonly certificate?: string | undefined;
  readonly key?: string | undefined;
}

/** A value as it was found: rising revisions, 0 where there is none. */
export interface Entry {
  readonly revision: number;
  readonly value: Uint8Array | undefined;
}

/**
 * One bucket. Each call is tried again until `deadline`, a time of `performance.now`, and rejects then: what was to be
 * written may be there nevertheless. Keys are letters and digits.
 */
export interface Bucket {
  /** What the leader of the bucket has. */
  read(key: string, deadline: number): Promise<Entry>;
  /** Writes where the key still has that revision; the new revision, or undefined where another was faster. */
  replace(key: string, revision: number, value: Uint8Array, deadline: number): Promise<number | undefined>;
  /** Writes whatever is there. */
  put(key: string, value: Uint8Array, deadline: number): Promise<void>;
  /** How many keys have a value. */
  count(deadline: number): Promise<number>;
}

export interface Buckets {
  readonly memories: Bucket;
  readonly parts: Bucket;
  /** Goes to another node: the one that is asked may have lost the others. */
  tryAnother(): void;
  close(): Promise<void>;
}
