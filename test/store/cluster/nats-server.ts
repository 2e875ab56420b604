/**
 * Nodes of NATS on this machine, as Debian has them: `apt-get install nats-server`. Each is a process of its own, on ports that
 * were free and with a folder of its own.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether there is a `nats-server`; where there is none it is said, and tests that need it are skipped. */
export const hasNats = spawnSync('nats-server', ['--version']).status === 0;
if (!hasNats)
  process.stderr.write(
    '\n!! nats-server is missing: NOTHING of the cluster is tested. Install it with `apt-get install nats-server`.\n\n',
  );

export interface Node {
  readonly url: string;
  /** Ends the process at once, as a crash does. */
  kill(): Promise<void>;
  /** Starts it again with the same folder and ports. */
  start(): Promise<void>;
  /** Halts the process: its connections stay open and nothing is answered. */
  freeze(): void;
  thaw(): void;
}

export interface Nodes {
  readonly nodes: readonly Node[];
  readonly servers: readonly string[];
  close(): Promise<void>;
}

/** Starts so many nodes, which are one cluster. */
export async function startNodes(count: number): Promise<Nodes> {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-nats-'));
  const ports = await freePorts(2 * count);
  const routes = ports.slice(count).map((port) => `nats://127.0.0.1:${port}`);
  const nodes = Array.from({ length: count }, (_, at) => {
    const cluster =
      count === 1
        ? ''
        : `cluster { name: test, listen: "127.0.0.1:${ports[count + at]}", routes: ${JSON.stringify(routes)} }\n`;
    const config = join(folder, `${at}.conf`);
    writeFileSync(
      config,
      `server_name: node-${at}\nlisten: "127.0.0.1:${ports[at]}"\njetstream { store_dir: ${JSON.stringify(join(folder, `${at}`))}, max_file_store: 1GB }\n${cluster}`,
    );
    return nodeOf(config, ports[at] ?? 0);
  });
  await Promise.all(nodes.map((node) => node.start()));
  return {
    nodes,
    servers: nodes.map(({ url }) => url),
    async close() {
      await Promise.all(nodes.map((node) => node.kill()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function nodeOf(config: string, port: number): Node {
  let child: ChildProcess | undefined;
  return {
    url: `nats://127.0.0.1:${port}`,
    async start() {
      child = spawn('nats-server', ['-c', config], { stdio: 'ignore' });
      while (!(await answers(port))) await soon();
    },
    async kill() {
      const own = child;
      child = undefined;
      if (own === undefined) return;
      const ended = new Promise((resolve) => own.once('exit', resolve));
      own.kill('SIGKILL');
      await ended;
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
  };
}

/** Ports that are free, all different. */
async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return server;
    }),
  );
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

export const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));
