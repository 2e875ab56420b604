/** The decision log as a stream of NATS: each record once, also where it was sent twice or the node was away. */

import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { write } from '../host/ship/logs.ts';
import { hasNats, type Nodes, startNodes } from '../store/cluster/nats-server.ts';
import { bylaw, withFolder } from './command.ts';

describe.runIf(hasNats)('the stream of a cluster', () => {
  let nodes: Nodes;
  beforeAll(async () => {
    nodes = await startNodes(1);
  });
  afterAll(() => nodes.close());

  const range = (from: number, to: number): number[] =>
    Array.from({ length: to - from + 1 }, (_, at) => from + at);
  const config = (name: string) => ({
    'bylaw.yaml': `cluster: { servers: [${nodes.servers[0]}], name: ${name} }\n`,
  });
  const ship = (cwd: string) => bylaw(['log', 'ship', 'log', '--to', 'cluster', '--once'], { cwd });

  /** What a consumer of the stream gets, by the numbers of the records. */
  async function consumed(name: string): Promise<readonly number[]> {
    const connection = await connect({ servers: [...nodes.servers] });
    try {
      const manager = await jetstreamManager(connection);
      const { state } = await manager.streams.info(`${name}_log`);
      const consumer = await jetstream(connection).consumers.get(`${name}_log`);
      const seqs: number[] = [];
      for await (const message of await consumer.consume()) {
        expect(message.subject).toBe(`${name}_log.stop`);
        seqs.push(message.json<{ seq: number }>().seq);
        if (seqs.length === state.messages) break;
      }
      return seqs;
    } finally {
      await connection.close();
    }
  }

  test('has each record once, in order, also where all of it was shipped again', () =>
    withFolder(config('once'), async (cwd) => {
      mkdirSync(join(cwd, 'log'));
      write(join(cwd, 'log'), 1, range(1, 300));
      expect((await ship(cwd)).code).toBe(0);
      // Without its place the shipper sends everything again.
      for (const name of readdirSync(join(cwd, 'log')))
        if (name.startsWith('shipped-')) rmSync(join(cwd, 'log', name));
      write(join(cwd, 'log'), 1, [301]);
      expect((await ship(cwd)).code).toBe(0);
      expect(await consumed('once')).toEqual(range(1, 301));
    }));

  test('while the node is away, the log on disk is the queue', () =>
    withFolder(config('away'), async (cwd) => {
      mkdirSync(join(cwd, 'log'));
      write(join(cwd, 'log'), 1, range(1, 5));
      const [node] = nodes.nodes;
      await node?.kill();
      try {
        const { code, stderr } = await ship(cwd);
        expect([code, stderr]).toEqual([1, expect.stringContaining('the cluster has not taken all of it')]);
      } finally {
        await node?.start();
      }
      expect((await ship(cwd)).code).toBe(0);
      expect(await consumed('away')).toEqual(range(1, 5));
    }));
});
