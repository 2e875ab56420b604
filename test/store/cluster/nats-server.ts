/**
 * Nodes of NATS on this machine, as Debian has them: `apt-get install nats-server`. Each is a process of its own, on ports that
 * were free and with a folder of its own.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether there is a `nats-server`; where there is none it is said, and tests that need it are skipped. */
export const hasNats = spawnSync('nats-server', ['--version']).status === 0;
if (!hasNats)
  process.stderr.write(
    '\n!! nats-server is missing: NOTHING of the cluster is tested. Install it with `apt-get install nats-server`.\n\n',
  );

export interface Node {
  readonly name: string;
  readonly url: string;
  /** Where it keeps what it is given. */
  readonly folder: string;
  /** The process that runs now; 0 after `kill`. */
  pid(): number;
  /** Ends the process at once, as a crash does. */
  kill(): Promise<void>;
  /** Starts it again with the same folder and ports, and with so many octets of disk if that is said. */
  start(room?: number): Promise<void>;
  /** Halts the process: its connections stay open and nothing is answered. */
  freeze(): void;
  thaw(): void;
}

export interface Nodes {
  readonly nodes: readonly Node[];
  readonly servers: readonly string[];
  /** Cuts one node off from the others, which can be asked as before; undefined fixes it. */
  cutOff(node: Node | undefined): void;
  close(): Promise<void>;
}

/**
 * Starts so many nodes, which are one cluster. What they say to one another goes through this process, so that it can be cut.
 * @param room octets of disk that a node may use
 */
export async function startNodes(count: number, { room = 1024 ** 3 } = {}): Promise<Nodes> {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-nats-'));
  const ports = await freePorts(2 * count + 1);
  const dead = ports.at(-1);
  let cut: number | undefined;
  const proxies: Proxy[] = [];
  const nodes: Node[] = [];
  for (let at = 0; at < count; at++) {
    const routes: string[] = [];
    for (let other = 0; other < count; other++) {
      if (other === at) continue;
      const proxy = await startProxy(ports[count + other] ?? 0, () => cut === at || cut === other);
      proxies.push(proxy);
      routes.push(`nats://127.0.0.1:${proxy.port}`);
    }
    // Nodes tell one another where they are; at that address there is nothing, so that they go through the proxies.
    const cluster = `cluster { name: test, listen: "127.0.0.1:${ports[count + at]}", advertise: "127.0.0.1:${dead}", routes: ${JSON.stringify(routes)} }`;
    const config = join(folder, `${at}.conf`);
    const write = (octets: number): void =>
      writeFileSync(
        config,
        `server_name: node-${at}
listen: "127.0.0.1:${ports[at]}"
jetstream { store_dir: ${JSON.stringify(join(folder, `${at}`))}, max_file_store: ${octets} }
${count === 1 ? '' : cluster}
`,
      );
    write(room);
    nodes.push(nodeOf(config, write, join(folder, `${at}`), `node-${at}`, ports[at] ?? 0));
  }
  await Promise.all(nodes.map((node) => node.start()));
  return {
    nodes,
    servers: nodes.map(({ url }) => url),
    cutOff(node) {
      cut = node === undefined ? undefined : nodes.indexOf(node);
      for (const proxy of proxies) proxy.check();
    },
    async close() {
      await Promise.all(nodes.map((node) => node.kill()));
      for (const proxy of proxies) proxy.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Proxy {
  readonly port: number;
  /** Ends connections that are not to be. */
  check(): void;
  close(): void;
}

async function startProxy(target: number, isCut: () => boolean): Promise<Proxy> {
  const sockets = new Set<Socket>();
  const join = (from: Socket, to: Socket): void => {
    sockets.add(from);
    from.setNoDelay(true);
    from.pipe(to);
    from
      .on('error', () => to.destroy())
      .on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
  };
  const server: Server = createServer((from) => {
    if (isCut()) {
      from.destroy();
      return;
    }
    const to = connect(target, '127.0.0.1');
    join(from, to);
    join(to, from);
  });
  const end = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as { port: number }).port,
    check() {
      if (isCut()) end();
    },
    close() {
      server.close();
      end();
    },
  };
}

/** Whether a process is halted, by what Linux says; true where nothing is said. */
function isHalted(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.startsWith('T') ?? true;
  } catch {
    return true;
  }
}

function nodeOf(
  config: string,
  write: (room: number) => void,
  folder: string,
  name: string,
  port: number,
): Node {
  let child: ChildProcess | undefined;
  return {
    name,
    folder,
    pid: () => child?.pid ?? 0,
    url: `nats://127.0.0.1:${port}`,
    async start(room) {
      if (room !== undefined) write(room);
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
    freeze() {
      child?.kill('SIGSTOP');
      // The signal is on its way when `kill` returns, and the node would answer until it arrives.
      while (child?.pid !== undefined && !isHalted(child.pid));
    },
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
