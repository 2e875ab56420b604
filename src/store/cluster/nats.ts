/**
 * The buckets of a cluster in NATS JetStream. Loads its libraries, so it is loaded itself only where a cluster is named.
 *
 * Reads go to the leader of a bucket and never to another replica, which may lag behind. A write that nobody answered is sent
 * again with the same id, by which the cluster knows it: it is there once, whatever got lost on the way.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { JetStreamApiError, type JetStreamClient, jetstream } from '@nats-io/jetstream';
import { type KV, Kvm } from '@nats-io/kv';
import {
  type ConnectionOptions,
  connect,
  credsAuthenticator,
  type NatsConnection,
} from '@nats-io/transport-node';
import type { Bucket, Buckets, ClusterOptions } from './cluster.ts';
import { until } from './deadline.ts';

/** Milliseconds that one question to the cluster may take. */
const longestAsk = 2000;
/** Octets that a node has to take in one message: no value comes near it. */
const leastPayload = 512 * 1024;
/** What the cluster says where the revision is another one. */
const wrongRevision = [10071, 10164];

/** Connects, and makes the buckets where they are not there. Rejects where that fails. */
export async function openBuckets(options: ClusterOptions): Promise<Buckets> {
  const connection = await connect(connectionOptions(options));
  try {
    const { max_payload: payload } = connection.info ?? { max_payload: leastPayload };
    if (payload < leastPayload)
      throw new Error(`its nodes take messages of ${payload} octets only; set \`max_payload\` to 1MB there`);
    const js = jetstream(connection, { timeout: longestAsk });
    const { name, replicas, age } = options;
    const open = async (what: string, ttl: number): Promise<Bucket> => {
      const bucket = `${name}_${what}`;
      const kv = await new Kvm(js).create(bucket, { replicas, ttl, history: 1, allow_direct: false });
      return bucketOf(js, kv, bucket);
    };
    // Parts outlive the memories that name them: they are written again when half of their time is over.
    const [memories, parts] = [await open('memory', age), await open('parts', 2 * age)];
    return {
      ...{ memories, parts, close: () => ended(connection) },
      tryAnother: () => void connection.reconnect().catch(() => {}),
    };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

function connectionOptions({ servers, name, credentials, token, tls }: ClusterOptions): ConnectionOptions {
  return {
    servers: [...servers],
    name: `bylaw ${name}`,
    timeout: longestAsk,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    // Only what is named in the settings is asked: their names and keys are those that somebody looked at.
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

/** What was sent is let out; a cluster that is away holds nobody up. */
async function ended(connection: NatsConnection): Promise<void> {
  await Promise.race([connection.flush(), sleep(longestAsk)]).catch(() => {});
  await connection.close();
}

function bucketOf(js: JetStreamClient, kv: KV, name: string): Bucket {
  const subjectOf = (key: string): string => `$KV.${name}.${key}`;
  /** The revision that was written; undefined where another was faster. */
  const publish = async (
    key: string,
    value: Uint8Array,
    deadline: number,
    revision?: number,
  ): Promise<number | undefined> => {
    const msgID = randomUUID();
    const expect = revision === undefined ? {} : { expect: { lastSubjectSequence: revision } };
    return await until(deadline, async () => {
      const timeout = Math.max(1, Math.min(longestAsk, deadline - performance.now()));
      try {
        const { seq } = await js.publish(subjectOf(key), value, { msgID, timeout, ...expect });
        // It is known and not yet written by a majority.
        if (seq === 0) throw new Error('the write is on its way');
        return seq;
      } catch (error) {
        if (error instanceof JetStreamApiError && wrongRevision.includes(error.code)) return undefined;
        throw error;
      }
    });
  };
  return {
    read: (key, deadline) =>
      until(deadline, async () => {
        const entry = await kv.get(key);
        if (entry === null) return { revision: 0, value: undefined };
        return { revision: entry.revision, value: entry.operation === 'PUT' ? entry.value : undefined };
      }),
    replace: (key, revision, value, deadline) => publish(key, value, deadline, revision),
    async put(key, value, deadline) {
      await publish(key, value, deadline);
    },
    count: (deadline) => until(deadline, async () => (await kv.status()).values),
  };
}

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
