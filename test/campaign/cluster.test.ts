/**
 * Whatever happens to a cluster, nothing that was acknowledged is lost: no session passes more calls than its limit, a label
 * that was set is seen everywhere, and every answer is given again to a retry, by every server.
 */
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Answer,
  type Call,
  type Fleet,
  type FleetServer,
  mostCounted,
  openFleet,
} from '../store/cluster/fleet.ts';
import { hasNats, type Node, type Nodes, soon, startNodes } from '../store/cluster/nats-server.ts';
import { effort, isFull, tell, timeout } from './effort.ts';

/** Sessions before, during and after a fault. */
const sessions = effort(6, 2);
/** Calls of a session that count, asked for all at once. */
const asked = mostCounted + 3;

interface Setting {
  readonly nodes: Nodes;
  readonly servers: FleetServer[];
  readonly fleet: Fleet;
  leader(): Promise<Node>;
}

interface Fault {
  readonly name: string;
  /** What happens while servers are asked; how it is fixed. */
  happen(setting: Setting): Promise<() => Promise<void> | void>;
  /** Whether it is fixed before anybody waits for the cluster. */
  readonly isMendedFirst?: true;
}

const killed = async (node: Node): Promise<() => Promise<void>> => {
  await node.kill();
  return () => node.start();
};
const frozen = (node: Node): (() => void) => {
  node.freeze();
  return () => node.thaw();
};
const follower = async ({ nodes, leader }: Setting): Promise<Node> => {
  const leading = await leader();
  return nodes.nodes.find((node) => node !== leading) ?? leading;
};

const serverKilled: Fault = {
  name: 'one server of bylaw is killed',
  async happen({ servers, fleet, nodes }) {
    await servers[0]?.kill();
    return async () => {
      servers[0] = await fleet.start(nodes.servers);
    };
  },
};
const faults: readonly Fault[] = isFull
  ? [
      { name: 'nothing happens', happen: async () => () => {} },
      serverKilled,
      { name: 'a node is killed', happen: async (setting) => killed(await follower(setting)) },
      { name: 'the leader is killed', happen: async ({ leader }) => killed(await leader()) },
      { name: 'a node answers no more', happen: async (setting) => frozen(await follower(setting)) },
      { name: 'the leader answers no more', happen: async ({ leader }) => frozen(await leader()) },
      {
        name: 'the leader is cut off from the other nodes',
        async happen({ nodes, leader }) {
          nodes.cutOff(await leader());
          return () => nodes.cutOff(undefined);
        },
      },
      {
        name: 'two nodes of three are killed',
        isMendedFirst: true,
        async happen({ nodes }) {
          const two = nodes.nodes.slice(0, 2);
          await Promise.all(two.map((node) => node.kill()));
          return async () => void (await Promise.all(two.map((node) => node.start())));
        },
      },
    ]
  : [
      serverKilled,
      {
        name: 'the node is killed',
        isMendedFirst: true,
        happen: async ({ leader }) => killed(await leader()),
      },
    ];

test('there is a nats-server to try it with', () => {
  // The sample of the gate is left out without one, and says so.
  if (isFull) expect(hasNats).toBe(true);
});

describe.runIf(hasNats)('a cluster', () => {
  let setting: Setting;
  let ids = 0;
  beforeAll(async () => {
    const nodes = await startNodes(isFull ? 3 : 1);
    const fleet = openFleet();
    const servers = [await fleet.start(nodes.servers), await fleet.start(nodes.servers)];
    if (isFull) servers.push(await fleet.start(nodes.servers));
    setting = { nodes, servers, fleet, leader: () => leaderOf(nodes) };
    await untilAnswered();
  });
  afterAll(async () => {
    await setting?.fleet.close();
    await setting?.nodes.close();
  });

  const anyServer = (): FleetServer => {
    const { servers } = setting;
    return servers[ids++ % servers.length] as FleetServer;
  };

  /** Until every server answers by what is remembered. */
  async function untilAnswered(): Promise<void> {
    for (const server of setting.servers) {
      const probe = (): Call => ({ id: `probe ${ids++}`, session: `probe ${ids}`, tool: 'Push' });
      while ((await server.ask(probe())) !== 'passed') await soon();
    }
  }

  interface Told {
    readonly call: Call;
    readonly answer: Answer;
  }

  /** One session that only counts, and one that sets a label and asks for what it forbids. */
  async function session(): Promise<readonly Told[]> {
    const name = `session ${ids++}`;
    const ask = async (call: Call): Promise<Told> => ({ call, answer: await anyServer().ask(call) });
    const counted = await Promise.all(
      Array.from({ length: asked }, (_, at) => ask({ id: `${name} ${at}`, session: name, tool: 'Count' })),
    );
    expect(counted.filter(({ answer }) => answer === 'passed').length).toBeLessThanOrEqual(mostCounted);
    const labelled = `labelled ${ids++}`;
    const note = await ask({ id: `${labelled} note`, session: labelled, tool: 'Note' });
    const push = await ask({ id: `${labelled} push`, session: labelled, tool: 'Push' });
    if (note.answer === 'passed') expect(push.answer).not.toBe('passed');
    return [...counted, note, push];
  }

  /** So many sessions, a few at a time. */
  async function load(): Promise<readonly Told[]> {
    const told: Told[] = [];
    let left = sessions;
    const worker = async (): Promise<void> => {
      while (left-- > 0) told.push(...(await session()));
    };
    await Promise.all(Array.from({ length: 4 }, worker));
    return told;
  }

  test.each(faults)('loses nothing where $name', { timeout }, async ({ name, happen, isMendedFirst }) => {
    const before = await load();
    const during = load();
    const mend = await happen(setting);
    const told = [...before, ...(await during), ...(await load())];
    if (isMendedFirst === true) await mend();
    // A majority is there, so that nothing has to be fixed for that.
    if (name !== serverKilled.name) await untilAnswered();
    if (isMendedFirst !== true) await mend();
    await untilAnswered();
    told.push(...(await load()));
    const acknowledged = told.filter(({ answer }) => answer === 'passed' || answer === 'denied');
    let lost = 0;
    for (const { call, answer } of acknowledged)
      for (const server of setting.servers) if ((await server.ask(call)) !== answer) lost++;
    const count = (of: Answer): number => told.filter(({ answer }) => answer === of).length;
    if (isFull)
      process.stdout.write(
        `| ${name} | ${told.length} | ${count('passed')} | ${count('denied')} | ${count('no memory')} | ${count('none')} | ${lost} |\n`,
      );
    tell({ 'calls of a fleet': told.length, 'of them acknowledged': acknowledged.length });
    expect(lost).toBe(0);
    expect(acknowledged.length).toBeGreaterThan(told.length / 3);
  });
});

/** The node that leads what is remembered. */
async function leaderOf({ nodes, servers }: Nodes): Promise<Node> {
  const connection = await connect({ servers: [...servers] });
  try {
    for (;;) {
      const found = await jetstreamManager(connection)
        .then((manager) => manager.streams.info('KV_bylaw_memory'))
        .catch(() => undefined);
      const leader = nodes.find(({ name }) => name === found?.cluster?.leader);
      if (leader !== undefined) return leader;
      // Of one node there is none that leads, and of several there may be none for a while.
      if (nodes.length === 1) return nodes[0] as Node;
      await soon();
    }
  } finally {
    await connection.close();
  }
}
