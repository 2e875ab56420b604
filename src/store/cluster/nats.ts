/**
 * The buckets of a cluster in NATS JetStream. It loads the libraries of NATS, so it is only loaded if the
 * settings name a cluster.
 *
 * Reads go to the leader of a bucket and never to another replica, which may lag behind. A write names the
 * revision that it replaces twice: as the one that it expects, and as its id. The first alone is not
 * enough: a leader of nats-server 2.9 compares it before it hands the write to the other nodes, so that two
 * writes at once may both pass. Of those with one id the cluster stores the first, and drops the others
 * where it stores them, one after the other. For the same reason a write without an answer can be sent
 * again.
 */
import { readFileSync } from 'node:fs';
import {
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamPublishOptions,
  jetstream,
  type PubAck,
  StorageType,
} from '@nats-io/jetstream';
import { type KV, Kvm } from '@nats-io/kv';
import {
  type ConnectionOptions,
  connect,
  credsAuthenticator,
  type NatsConnection,
} from '@nats-io/transport-node';
import {
  type BucketEntry,
  type BucketOptions,
  type Buckets,
  type ClusterBucket,
  type ClusterOptions,
  type Connected,
  NoRoom,
  type OpenBucket,
} from './cluster.ts';
import { until } from './deadline.ts';

/** Milliseconds that one question to the cluster may take. */
const longestAsk = 2000;
/** Octets that a node has to accept in one message: all values are much smaller. */
const leastPayload = 512 * 1024;
/** The error code of the cluster for another revision. */
const wrongRevision = [10071, 10164];

/** Connects, and makes the buckets if they do not exist. Rejects if that fails. */
export async function openBuckets(options: ClusterOptions): Promise<Buckets> {
  const { age } = options;
  return await connected(options, async (connection, js) => {
    // Parts stay longer than the memories that name them: they are written again when half of their time is
    // over.
    const [memories, parts] = [
      await openKept(js, options, 'memory', { age }),
      await openKept(js, options, 'parts', { age: 2 * age }),
    ];
    return { memories, parts, ...connectedBy(connection) };
  });
}

/** Opens one bucket by a connection of its own, and makes it if it does not exist. Rejects if that fails. */
export async function openBucket(
  options: ClusterOptions,
  what: string,
  how: BucketOptions,
): Promise<OpenBucket> {
  return await connected(options, async (connection, js) => {
    const bucket = await openKept(js, options, what, how);
    const { watched } = how;
    if (watched !== undefined)
      connection.subscribe(`$KV.${options.name}_${what}.${watched.key}`, {
        callback: () => watched.written(),
      });
    return { bucket, ...connectedBy(connection) };
  });
}

const connectedBy = (connection: NatsConnection): Connected => ({
  tryAnother: () => void connection.reconnect().catch(() => {}),
  close: () => ended(connection),
});

async function connected<Result>(
  options: ClusterOptions,
  open: (connection: NatsConnection, js: JetStreamClient) => Promise<Result>,
): Promise<Result> {
  const connection = await connect(connectionOptions(options));
  try {
    const { max_payload: payload } = connection.info ?? { max_payload: leastPayload };
    if (payload < leastPayload)
      throw new Error(`its nodes take messages of ${payload} octets only; set \`max_payload\` to 1MB there`);
    return await open(connection, jetstream(connection, { timeout: longestAsk }));
  } catch (error) {
    await connection.close();
    throw error;
  }
}

async function openKept(
  js: JetStreamClient,
  { name, replicas }: ClusterOptions,
  what: string,
  { age = 0, inMemory = false, room = -1 }: BucketOptions,
): Promise<ClusterBucket> {
  const bucket = `${name}_${what}`;
  const kv = await new Kvm(js)
    .create(bucket, {
      ...{ replicas, ttl: age, history: 1, allow_direct: false, max_bytes: room },
      storage: inMemory ? StorageType.Memory : StorageType.File,
    })
    .catch((error: unknown) => {
      throw isFull(error) ? new NoRoom('the nodes have no room for the bucket') : error;
    });
  return bucketOf(js, kv, bucket);
}

/** How this server connects to the nodes. Throws if its credentials cannot be read. */
export function connectionOptions({
  servers,
  name,
  credentials,
  token,
  tls,
}: ClusterOptions): ConnectionOptions {
  return {
    servers: [...servers],
    name: `bylaw ${name}`,
    timeout: longestAsk,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    // Connects only to the servers in the settings: somebody has checked their names and keys.
    ignoreClusterUpdates: true,
    pingInterval: 5000,
    maxPingOut: 2,
    ...(credentials === undefined ? {} : { authenticator: credsAuthenticator(readFileSync(credentials)) }),
    ...(token === undefined ? {} : { token }),
    ...(tls === undefined
      ? {}
      : {
          tls: {
            ...(tls.ca === undefined ? {} : { caFile: tls.ca }),
            ...(tls.certificate === undefined ? {} : { certFile: tls.certificate }),
            ...(tls.key === undefined ? {} : { keyFile: tls.key }),
          },
        }),
  };
}

/** Sends what is buffered, but does not wait for a cluster that does not answer. */
async function ended(connection: NatsConnection): Promise<void> {
  await Promise.race([connection.flush(), sleep(longestAsk)]).catch(() => {});
  await connection.close();
}

function bucketOf(js: JetStreamClient, kv: KV, name: string): ClusterBucket {
  const publish = (key: string, value: Uint8Array, deadline: number, options: Sent): Promise<PubAck> =>
    js.publish(`$KV.${name}.${key}`, value, {
      ...options,
      timeout: Math.max(1, Math.min(longestAsk, deadline - performance.now())),
    });
  const read = async (key: string): Promise<BucketEntry> => {
    const entry = await kv.get(key);
    if (entry === null) return { revision: 0, value: undefined };
    return { revision: entry.revision, value: entry.operation === 'PUT' ? entry.value : undefined };
  };
  return {
    read: (key, deadline) => until(deadline, () => read(key)),
    replace: (key, revision, value, deadline) =>
      until(deadline, async () => {
        const msgID = `${key}.${revision}`;
        const options = { msgID, expect: { lastSubjectSequence: revision } };
        const { seq, duplicate } = await orOvertaken(publish(key, value, deadline, options));
        if (!duplicate) return seq;
        // A write of that revision exists: this one, sent before, or that of another server.
        const there = await read(key);
        if (there.revision < Math.max(seq ?? 0, revision + 1)) throw new Error('a write is on its way');
        const isOwn = there.value !== undefined && Buffer.compare(there.value, value) === 0;
        return isOwn && there.revision === seq ? seq : undefined;
      }),
    async put(key, value, deadline) {
      const answer = await until(deadline, () =>
        publish(key, value, deadline, {}).catch((error: unknown) => {
          if (isFull(error)) return 'full';
          throw error;
        }),
      );
      if (answer === 'full') throw new NoRoom('the bucket has no room');
    },
    async removeBelow(prefix, deadline) {
      const manager = await js.jetstreamManager();
      const filter = `$KV.${name}.${prefix}.>`;
      await until(deadline, () => manager.streams.purge(`KV_${name}`, { filter }));
    },
    octets: (deadline) => until(deadline, async () => (await kv.status()).size),
    count: (deadline) => until(deadline, async () => (await kv.status()).values),
  };
}

/** The error codes of the cluster for a bucket, an account, or a node that has no room. */
const noRoom = [10077, 10047, 10002, 10023];
const isFull = (error: unknown): boolean => error instanceof JetStreamApiError && noRoom.includes(error.code);

/** The conditions of a write. */
type Sent = Partial<Pick<JetStreamPublishOptions, 'msgID' | 'expect'>>;

/** The answer to a write; “another revision” is an answer too. */
async function orOvertaken(answer: Promise<PubAck>): Promise<Pick<PubAck, 'duplicate'> & { seq?: number }> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof JetStreamApiError && wrongRevision.includes(error.code)) return { duplicate: false };
    throw error;
  }
}

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
