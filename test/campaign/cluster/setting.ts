/** Nodes, servers of bylaw that share them, and what can happen to either. */
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import {
  type Answer,
  type Call,
  type Fleet,
  type FleetServer,
  openFleet,
} from '../../store/cluster/fleet.ts';
import { type Node, type Nodes, soon, startNodes } from '../../store/cluster/nats-server.ts';

/** A call, and what a server said of it. */
export interface Told {
  readonly call: Call;
  readonly answer: Answer;
}

/** What is kept in the cluster, by its stream. */
export type Stream = 'KV_bylaw_memory' | 'KV_bylaw_bundles' | 'bylaw_log';

export interface Setting {
  readonly nodes: Nodes;
  readonly servers: readonly FleetServer[];
  readonly fleet: Fleet;
  /** What was answered so far. */
  readonly told: Told[];
  /** A number that was not given before. */
  id(): number;
  /** One server after the other. */
  anyServer(): FleetServer;
  /** Resolves when every server answers by what is remembered. */
  untilAnswered(): Promise<void>;
  /** Resolves when every node has all of every stream again: until then a second fault is more than one. */
  untilWhole(): Promise<void>;
  close(): Promise<void>;
}

/** `ships`: whether each server has a shipper beside it. */
export async function openSetting(nodeCount: number, serverCount: number, ships: boolean): Promise<Setting> {
  const nodes = await startNodes(nodeCount);
  const fleet = await openFleet(nodes.servers);
  const servers = await Promise.all(Array.from({ length: serverCount }, () => fleet.start(ships)));
  let ids = 0;
  const id = (): number => ids++;
  const probe = (): Call => ({ id: `probe ${id()}`, session: `probe ${ids}`, tool: 'Push' });
  const setting: Setting = {
    ...{ nodes, servers, fleet, id, told: [] },
    anyServer: () => servers[ids++ % servers.length] as FleetServer,
    async untilAnswered() {
      await Promise.all(
        servers.map(async (server) => {
          while ((await server.ask(probe())) !== 'passed') await soon();
        }),
      );
    },
    untilWhole: () => untilWhole(nodes),
    async close() {
      await fleet.close();
      await nodes.close();
    },
  };
  await setting.untilAnswered();
  return setting;
}

export interface Fault {
  readonly name: string;
  /** Lets it happen; how it is fixed. */
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

export const nothing: Fault = { name: 'nothing happens', happen: async () => () => {} };

export const serverKilled: Fault = {
  name: 'one server of bylaw is killed',
  async happen({ servers: [server] }) {
    await server?.kill();
    return () => server?.start();
  },
};

export const nodeRestarted: Fault = {
  name: 'the node is killed and started again',
  async happen({ nodes: { nodes } }) {
    for (const node of nodes) await (await killed(node))();
    return () => {};
  },
};

export const nodeKilled = (stream: Stream): Fault => ({
  name: 'a node is killed',
  happen: async ({ nodes }) => killed(await followerOf(nodes, stream)),
});

export const leaderKilled = (stream: Stream): Fault => ({
  name: 'the leader is killed',
  happen: async ({ nodes }) => killed(await leaderOf(nodes, stream)),
});

export const nodeFrozen = (stream: Stream): Fault => ({
  name: 'a node answers no more',
  happen: async ({ nodes }) => frozen(await followerOf(nodes, stream)),
});

export const leaderFrozen = (stream: Stream): Fault => ({
  name: 'the leader answers no more',
  happen: async ({ nodes }) => frozen(await leaderOf(nodes, stream)),
});

export const nodeCutOff = (stream: Stream): Fault => ({
  name: 'a node is cut off from the others',
  async happen({ nodes }) {
    nodes.cutOff(await followerOf(nodes, stream));
    return () => nodes.cutOff(undefined);
  },
});

export const leaderCutOff = (stream: Stream): Fault => ({
  name: 'the leader is cut off from the other nodes',
  async happen({ nodes }) {
    nodes.cutOff(await leaderOf(nodes, stream));
    return () => nodes.cutOff(undefined);
  },
});

export const twoNodesKilled: Fault = {
  name: 'two nodes of three are killed',
  isMendedFirst: true,
  async happen({ nodes }) {
    const two = nodes.nodes.slice(0, 2);
    await Promise.all(two.map((node) => node.kill()));
    return async () => void (await Promise.all(two.map((node) => node.start())));
  },
};

const followerOf = async (nodes: Nodes, stream: Stream): Promise<Node> => {
  const leader = await leaderOf(nodes, stream);
  return nodes.nodes.find((node) => node !== leader) ?? leader;
};

async function untilWhole({ nodes, servers }: Nodes): Promise<void> {
  if (nodes.length === 1) return;
  for (;;) {
    const connection = await connect({ servers: [...servers] });
    try {
      const manager = await jetstreamManager(connection);
      const streams = await manager.streams.list().next();
      const isWhole = streams.every(({ cluster }) => {
        const { leader, replicas = [] } = cluster ?? {};
        return leader !== undefined && replicas.every(({ current, offline }) => current && !offline);
      });
      if (isWhole && streams.length > 0) return;
    } catch {
      // No majority answers yet.
    } finally {
      await connection.close();
    }
    await soon();
  }
}

async function leaderOf({ nodes, servers }: Nodes, stream: Stream): Promise<Node> {
  const connection = await connect({ servers: [...servers] });
  try {
    for (;;) {
      const found = await jetstreamManager(connection)
        .then((manager) => manager.streams.info(stream))
        .catch(() => undefined);
      const leader = nodes.find(({ name }) => name === found?.cluster?.leader);
      if (leader !== undefined) return leader;
      // There may be none for a while.
      await soon();
    }
  } finally {
    await connection.close();
  }
}
