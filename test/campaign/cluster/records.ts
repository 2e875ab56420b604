/** The log as a stream while something happens: each record of the logs of all servers is in the stream, and none of them twice. */
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import type { ShippedRecord } from '../../store/cluster/fleet.ts';
import { type Nodes, soon } from '../../store/cluster/nats-server.ts';
import { load } from './calls.ts';
import type { Fault, Setting, Told } from './setting.ts';

/** A server that has written records, and no shipper to send them, is killed; another shipper sends them. */
export const unshippedKilled: Fault = {
  name: 'a server is killed with records that are not shipped',
  async happen(setting) {
    const [server] = setting.servers;
    await server?.shipper.kill();
    await load(setting, 2);
    await server?.kill();
    return async () => {
      await server?.start();
      server?.shipper.start();
    };
  },
};

export const shipperKilled: Fault = {
  name: 'a shipper is killed in the middle',
  async happen({ servers: [server] }) {
    await server?.shipper.kill();
    return () => server?.shipper.start();
  },
};

export interface RecordsUnderFault {
  /** Records on disk. */
  readonly records: number;
  /** Those of them that are not in the stream, and calls that were answered and have no record in it, for people. */
  readonly lost: readonly string[];
  /** Records that are in the stream more than once. */
  readonly twice: number;
}

/** Asks before, during and after a fault. */
export async function recordsUnder(
  fault: Fault,
  setting: Setting,
  sessions: number,
): Promise<RecordsUnderFault> {
  await load(setting, sessions);
  const during = load(setting, sessions);
  const fix = await fault.happen(setting);
  await during;
  await load(setting, sessions);
  await fix();
  await setting.untilAnswered();
  await load(setting, sessions);
  return await comparedRecords(setting);
}

/** The stream beside the logs of all servers and all that was answered so far, when shippers have had time. */
export async function comparedRecords(setting: Setting): Promise<RecordsUnderFault> {
  const disk = setting.servers.flatMap((server) => server.records());
  const stream = await untilAll(setting.nodes, new Set(disk.map(({ hash }) => hash)));
  const times = new Map<string, number>();
  for (const { hash } of stream) times.set(hash, (times.get(hash) ?? 0) + 1);
  const ids = new Set(stream.map(({ id }) => id));
  const isAnswered = ({ answer }: Told): boolean => answer !== 'none';
  const unwritten = setting.told.filter((each) => isAnswered(each) && !ids.has(each.call.id));
  return {
    records: disk.length,
    lost: [
      ...disk
        .filter(({ hash }) => !times.has(hash))
        .map(({ process, seq, type, time, id }) => `${type} ${seq} of ${process} at ${time}, ${id}`),
      ...unwritten.map(({ call, answer }) => `${call.id}: ${answer}`),
    ],
    twice: [...times.values()].filter((count) => count > 1).length,
  };
}

/** Milliseconds that shippers have after a fault: they try again after 1, 2, 4 … seconds. */
const patience = 60_000;

/** The messages of the stream, when they have all of these hashes or there is no time left. */
async function untilAll(nodes: Nodes, hashes: ReadonlySet<string>): Promise<readonly ShippedRecord[]> {
  const end = performance.now() + patience;
  for (;;) {
    // After a fault it may take a moment until a majority answers.
    const found = (await messagesIn(nodes).catch(() => undefined)) ?? [];
    const there = new Set(found.map(({ hash }) => hash));
    if (performance.now() > end || [...hashes].every((hash) => there.has(hash))) return found;
    await soon();
  }
}

async function messagesIn({ servers }: Nodes): Promise<readonly ShippedRecord[]> {
  const connection = await connect({ servers: [...servers] });
  try {
    const { state } = await (await jetstreamManager(connection)).streams.info('bylaw_log');
    const found: ShippedRecord[] = [];
    if (state.messages === 0) return found;
    const consumer = await jetstream(connection).consumers.get('bylaw_log');
    while (found.length < state.messages) {
      const before = found.length;
      for await (const message of await consumer.fetch({ max_messages: 1000, expires: 2000 }))
        found.push(message.json<ShippedRecord>());
      // A node that stops in between says no more: whoever asks comes again.
      if (found.length === before) break;
    }
    return found;
  } finally {
    await connection.close();
  }
}
