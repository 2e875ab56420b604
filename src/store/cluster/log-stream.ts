/**
 * Records of decision logs as a stream in NATS JetStream, which consumers read at their own pace. The id of a
 * message is the hash of its record: what is sent again within an hour is stored once. It loads the
 * libraries of NATS.
 */
import {
  DiscardPolicy,
  JetStreamApiError,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
} from '@nats-io/jetstream';
import { connect, nanos } from '@nats-io/transport-node';
import type { ClusterOptions } from './cluster.ts';
import { connectionOptions } from './nats.ts';

export interface StreamMessage {
  /** Letters and digits: the type of the record. */
  readonly type: string;
  /** The hash of the record, and the number of the line where there are several. */
  readonly id: string;
  readonly text: string;
}

export interface LogStream {
  /** Resolves when a majority of the nodes has all of them. Rejects if it may not have some. */
  send(messages: readonly StreamMessage[]): Promise<void>;
  close(): Promise<void>;
}

/** Milliseconds for the answer to one message. */
const patience = 5000;
/** Milliseconds in which a message with the same id is dropped. */
const rememberedFor = 60 * 60_000;
const streamExists = 10058;
const noStream = 10059;

/** Connects, and makes the stream if it does not exist; one that exists stays as its administrator set it. */
export async function openLogStream(options: ClusterOptions): Promise<LogStream> {
  const { name, replicas, age } = options;
  const stream = `${name}_log`;
  const connection = await connect({ ...connectionOptions(options), maxReconnectAttempts: 0 });
  try {
    const manager = await jetstreamManager(connection, { timeout: patience });
    const isThere = await manager.streams.info(stream).then(
      () => true,
      (error: unknown) => {
        if (error instanceof JetStreamApiError && error.code === noStream) return false;
        throw error;
      },
    );
    if (!isThere)
      await manager.streams
        .add({
          name: stream,
          subjects: [`${stream}.>`],
          num_replicas: replicas,
          max_age: nanos(age),
          duplicate_window: nanos(Math.min(rememberedFor, age)),
          retention: RetentionPolicy.Limits,
          discard: DiscardPolicy.Old,
        })
        .catch((error: unknown) => {
          // Another shipper was faster.
          if (!(error instanceof JetStreamApiError && error.code === streamExists)) throw error;
        });
    const js = jetstream(connection, { timeout: patience });
    return {
      async send(messages) {
        await Promise.all(
          messages.map(({ type, id, text }) =>
            js.publish(`${stream}.${type}`, text, { msgID: id, timeout: patience }),
          ),
        );
      },
      close: () => connection.close(),
    };
  } catch (error) {
    await connection.close();
    throw error;
  }
}
