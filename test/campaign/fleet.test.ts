/**
 * A fleet of agents that think and ask, before one, two and three servers: what a call costs them, and what a larger fleet needs by
 * that. The figures are processor time, which other work on the machine hardly touches; with two cores nothing is said of speed.
 * Needs `nats-server`.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { rememberingRules } from '../../bench/served-rules.mjs';
import { bylaw } from '../cli/command.ts';
import { chanceOf } from '../pattern/path-pairs.ts';
import { hasNats, startNodes } from '../store/cluster/nats-server.ts';
import { callOf, openConnection } from './crashes/calls.ts';
import { isFull, seed, tell } from './effort.ts';
import { assumed, type Cost, needsOf, showNeeds } from './fleet/model.ts';
import { octetsBelow, processorSeconds } from './fleet/processes.ts';
import { type Server, startServer } from './service/server.ts';
import { openGenerations } from './soak/generations.ts';

const agents = 240;
/** Calls a second of all agents together: what the slowest setting takes easily on two cores. */
const rate = 120;
const seconds = Number(process.env.BYLAW_FLEET_SECONDS ?? 60);

interface Setting {
  readonly name: string;
  readonly servers: number;
  /** Nodes of NATS; none where the one server remembers by itself. */
  readonly nodes: number;
  /** Whether an agent asks one server all the time, as a hook does; otherwise each in turn, as behind a balancer. */
  readonly stays: boolean;
}

const settings: readonly Setting[] = [
  { name: 'one server alone', servers: 1, nodes: 0, stays: true },
  { name: 'one server, one node', servers: 1, nodes: 1, stays: true },
  { name: 'two, each in turn', servers: 2, nodes: 1, stays: false },
  { name: 'three, each in turn', servers: 3, nodes: 1, stays: false },
  { name: 'three, agents stay', servers: 3, nodes: 1, stays: true },
  { name: 'three, stay, three nodes', servers: 3, nodes: 3, stays: true },
  { name: 'three, in turn, three nodes', servers: 3, nodes: 3, stays: false },
];

interface Measured extends Cost {
  readonly calls: number;
  readonly kept: number;
}

test.runIf(isFull && hasNats)('what a call of a fleet costs', { timeout: 1_800_000 }, async () => {
  const measured: Measured[] = [];
  for (const setting of settings) measured.push(await measure(setting));
  const micro = (value: number): string => String(Math.round(1e6 * value)).padStart(8);
  console.log(`${agents} agents, ${rate} calls a second together, ${seconds} s for each setting
setting                       calls  server µs  node µs  log octets  kept octets   (each for one call)
${settings
  .map(({ name }, at) => {
    const { calls, server, node, log, kept } = measured[at] ?? never();
    return `${name.padEnd(28)} ${String(calls).padStart(6)}  ${micro(server)} ${micro(node)}  ${String(Math.round(log)).padStart(10)}  ${String(Math.round(kept)).padStart(11)}`;
  })
  .join('\n')}

${showNeeds([1000, 10_000, 100_000, 1_000_000].map((count) => needsOf(count, measured.at(-1) ?? never())))}
assumed: ${JSON.stringify(assumed)}`);
  const [alone, ...together] = measured;
  tell({
    'calls of a fleet': measured.reduce((sum, { calls }) => sum + calls, 0),
    'microseconds of a server for a call': Math.round(1e6 * (alone ?? never()).server),
    'in a cluster of three': Math.round(1e6 * (together.at(-1) ?? never()).server),
    'of the busiest node': Math.round(1e6 * (together.at(-1) ?? never()).node),
  });
  // A measurement holds no law, but every setting must have answered, and the cluster must have cost something.
  expect(measured.every(({ calls, server }) => calls > 0 && server > 0)).toBe(true);
  expect((together.at(-1) ?? never()).node).toBeGreaterThan(0);
});

/** Bundles that are published one after the other. */
const published = Number(process.env.BYLAW_FLEET_BUNDLES ?? 20);

test.runIf(isFull && hasNats)(
  'how long a bundle takes until three busy servers decide by it',
  { timeout: 1_800_000 },
  async () => {
    const home = mkdtempSync(join(tmpdir(), 'bylaw-live-'));
    const env = { PATH: process.env.PATH, HOME: home };
    const nodes = await startNodes(3);
    const servers: Server[] = [];
    try {
      const { make, publicKey } = await openGenerations(home, env);
      const cluster = `cluster: { servers: [${nodes.servers.join(', ')}], replicas: 3 }\n`;
      writeFileSync(join(home, 'bylaw.yaml'), cluster);
      const publish = async (number: number): Promise<void> => {
        const place = ['--to', 'cluster', '--bundle-key', publicKey];
        const { code, stderr } = await bylaw(['bundle', 'publish', `acme.bundle.${number}`, ...place], {
          cwd: home,
        });
        if (code !== 0) throw new Error(stderr);
      };
      const first = await make();
      await publish(first.number);
      const shared = ['--cluster-servers', nodes.servers.join(','), '--cluster-replicas', '3'];
      const sockets = [0, 1, 2].map((at) => join(home, `${at}.sock`));
      for (const [at, socket] of sockets.entries())
        servers.push(
          await startServer(
            [
              ...['--bundle', 'cluster', '--bundle-key', publicKey, '--socket', socket, '--port', '0'],
              ...['--log', join(home, `log-${at}`), ...shared],
            ],
            env,
          ),
        );
      let isOver = false;
      let calls = 0;
      const busy = (async () => {
        while (!isOver) calls += await work(sockets, false, 5, 'live');
      })();
      const live: number[] = [];
      while (live.length < published) {
        const { number } = await make();
        await publish(number);
        const acknowledged = performance.now();
        await Promise.all(servers.map((server) => decidesBy(server, number)));
        live.push(performance.now() - acknowledged);
      }
      isOver = true;
      await busy;
      live.sort((one, other) => one - other);
      tell({
        'bundles that were published to three busy servers': live.length,
        'calls meanwhile': calls,
        'median milliseconds until all three decide by it': Math.round(live[live.length >> 1] ?? never()),
        'longest milliseconds until all three decide by it': Math.round(live.at(-1) ?? never()),
      });
      expect(calls).toBeGreaterThan(0);
    } finally {
      for (const server of servers) await server.stop();
      await nodes.close();
      rmSync(home, { recursive: true, force: true });
    }
  },
);

/** Resolves when a server has a bundle in force; its metrics are asked every few milliseconds. */
async function decidesBy({ port }: Server, sequence: number): Promise<void> {
  for (;;) {
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    if (Number(/^bylaw_bundle_sequence (\d+)$/m.exec(metrics)?.[1]) >= sequence) return;
    await after(10);
  }
}

async function measure({ servers: count, nodes: nodeCount, stays }: Setting): Promise<Measured> {
  const home = mkdtempSync(join(tmpdir(), 'bylaw-fleet-'));
  const env = { PATH: process.env.PATH, HOME: home };
  mkdirSync(join(home, 'policies'));
  cpSync(resolve('policies'), join(home, 'policies'), { recursive: true });
  writeFileSync(join(home, 'policies', 'memory.policy'), rememberingRules);
  const nodes = nodeCount === 0 ? undefined : await startNodes(nodeCount);
  const servers: Server[] = [];
  const socketOf = (at: number): string => join(home, `${at}.sock`);
  try {
    for (let at = 0; at < count; at++) {
      const kept =
        nodes === undefined
          ? ['--memory', join(home, 'memory')]
          : ['--cluster-servers', nodes.servers.join(','), '--cluster-replicas', String(nodeCount)];
      const args = [
        '--policies',
        join(home, 'policies'),
        '--socket',
        socketOf(at),
        '--log',
        join(home, `log-${at}`),
      ];
      servers.push(await startServer([...args, ...kept], env));
    }
    const sockets = servers.map((_, at) => socketOf(at));
    await work(sockets, stays, 10, 'warm');
    const folders = nodes === undefined ? [join(home, 'memory')] : nodes.nodes.map(({ folder }) => folder);
    const logs = servers.map((_, at) => join(home, `log-${at}`));
    const look = () => ({
      server: processorSeconds(servers.map(({ pid }) => pid)),
      nodes: nodes?.nodes.map((node) => processorSeconds([node.pid()])) ?? [0],
      log: logs.reduce((sum, folder) => sum + octetsBelow(folder), 0),
      kept: octetsBelow(folders[0] ?? never()),
    });
    const before = look();
    const calls = await work(sockets, stays, seconds, 'measured');
    const end = look();
    return {
      calls,
      server: (end.server - before.server) / calls,
      node: Math.max(...end.nodes.map((value, at) => value - (before.nodes[at] ?? 0))) / calls,
      log: (end.log - before.log) / calls,
      kept: (end.kept - before.kept) / calls,
    };
  } finally {
    for (const server of servers) await server.stop();
    await nodes?.close();
    rmSync(home, { recursive: true, force: true });
  }
}

/** All agents at work for some seconds; how many calls were answered. */
async function work(
  sockets: readonly string[],
  stays: boolean,
  seconds: number,
  run: string,
): Promise<number> {
  const chance = chanceOf(seed);
  const connections = await Promise.all(sockets.map((socket) => openConnection(socket)));
  const end = performance.now() + seconds * 1000;
  let calls = 0;
  await Promise.all(
    Array.from({ length: agents }, async (_, agent) => {
      const session = { id: `${run}-${agent}`, counted: 0, asked: false, succeeded: false };
      for (let n = 0; ; n++) {
        await after((-Math.log(1 - chance()) * 1000 * agents) / rate);
        if (performance.now() > end) return;
        const connection = connections[(agent + (stays ? 0 : n)) % connections.length] ?? never();
        const path = `/srv/work/src/a${agent}-${n}.ts`;
        const call =
          n % 4 === 0
            ? callOf(session, 'Bash', 'shell', { command: `npm test -- ${path}` })
            : n % 4 === 1
              ? callOf(session, 'Write', 'file_write', {
                  file_path: path,
                  content: `export const a = ${n};\n`,
                })
              : callOf(session, 'Read', 'file_read', { file_path: path });
        const denial = await connection.answer(call);
        if (denial !== null) throw new Error(`${denial.code}: ${denial.reason}`);
        calls++;
      }
    }),
  );
  for (const connection of connections) connection.end();
  return calls;
}

function never(): never {
  throw new Error('nothing was measured');
}
