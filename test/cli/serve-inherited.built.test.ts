/**
 * Socket activation: the built command with listening sockets that another process has made, as
 * systemd starts it. This process makes them, and closes its own copies before anybody connects.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:http';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { platform, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepCode } from '../hook/kept-code.ts';
import { sha256 } from '../server/fakes.ts';
import { bylaw } from './command.ts';
import { interceptOf } from './serve-here.ts';

const command = new URL('../../dist/bylaw.cjs', import.meta.url).pathname;
let folder: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bylaw-inherited-'));
  mkdirSync(join(folder, 'policies'));
  const policy = 'policy com.example.one\ndeny shells\n  when tool is "Bash"\n  reason "No."\n';
  writeFileSync(join(folder, 'policies', 'one.policy'), policy);
  keepCode(folder);
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
});

/** A file descriptor that is handed over, and what this process does with it once that is done. */
interface Handed {
  readonly fd: number;
  release(): void;
}

const descriptorOf = (server: Server): number =>
  (server as unknown as { readonly _handle: { readonly fd: number } })._handle.fd;

async function tcp(host = '127.0.0.1'): Promise<Handed & { readonly port: number }> {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { fd: descriptorOf(server), port, release: () => server.close() };
}

async function unix(path: string): Promise<Handed> {
  const made = `${path}.made`;
  const server = createServer().listen(made);
  await once(server, 'listening');
  const release = (): void => {
    // Closing removes the file at the path where it was made.
    renameSync(made, path);
    server.close();
  };
  return { fd: descriptorOf(server), release };
}

/** One whose file stays at the path that the system knows it by, as that of a service manager does. */
async function unixInPlace(path: string, mode: number): Promise<Handed> {
  const server = createServer().listen(path);
  await once(server, 'listening');
  chmodSync(path, mode);
  const release = (): void => {
    linkSync(path, `${path}.kept`);
    // Closing removes the file.
    server.close();
    renameSync(`${path}.kept`, path);
  };
  return { fd: descriptorOf(server), release };
}

function file(): Handed {
  const fd = openSync(join(folder, 'policies', 'one.policy'), 'r');
  return { fd, release: () => closeSync(fd) };
}

interface Start {
  readonly names?: string;
  readonly count?: string;
  /** As a word of the shell; by default its own process id, which is the one of the command. */
  readonly pid?: string;
  readonly args?: readonly string[];
}

/** Starts the command as a service manager does. */
function start(handed: readonly Handed[], { names, count, pid = '$$', args = [] }: Start = {}) {
  const options = ['--policies', 'policies', '--log', 'log', '--memory', 'memory', ...args];
  const child = spawn(
    'sh',
    ['-c', `LISTEN_PID=${pid} exec "$0" "$@"`, process.execPath, command, 'serve', ...options],
    {
      cwd: folder,
      env: {
        PATH: process.env.PATH ?? '',
        HOME: folder,
        LISTEN_FDS: count ?? String(handed.length),
        ...(names === undefined ? {} : { LISTEN_FDNAMES: names }),
      },
      stdio: ['ignore', 'ignore', 'pipe', ...handed.map(({ fd }) => fd)],
    },
  );
  for (const each of handed) each.release();
  children.push(child);
  let said = '';
  const stderr = child.stderr!;
  stderr.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  const ended = once(child, 'close').then(([code]) => ({ code: Number(code), said }));
  return {
    child,
    ended,
    async until(part: string): Promise<string> {
      while (!said.includes(part)) {
        const next = await Promise.race([once(stderr, 'data').then(() => undefined), ended]);
        if (next !== undefined) throw new Error(`ended with ${next.code}: ${said}`);
      }
      return said;
    },
    async end(): Promise<number> {
      child.kill('SIGTERM');
      return (await ended).code;
    },
  };
}

const ask = async (port: number, headers: Record<string, string> = {}): Promise<string> => {
  const answer = await fetch(`http://127.0.0.1:${port}/hooks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close', ...headers },
    body: interceptOf('e', 'shell'),
  });
  return `${answer.status} ${await answer.text()}`;
};

/** `GET /health` on a Unix socket. */
const health = (socketPath: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    request({ socketPath, path: '/health' }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .once('error', reject)
      .end();
  });

/** What comes back for one line. */
async function line(path: string): Promise<string> {
  const socket = connect(path);
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  socket.end(`${interceptOf('e', 'shell')}\n`);
  await once(socket, 'close');
  return text;
}

const denied = 'com.example.one.shells';

test('serves HTTP on a TCP socket, and HTTP and lines on a Unix socket, whose file it leaves', async () => {
  const path = join(folder, 's.sock');
  const http = await tcp();
  const server = start([http, await unix(path)], { names: 'http:socket' });
  const said = await server.until('ready');
  expect(said).toContain(
    `bylaw is ready: http://127.0.0.1:${http.port}/hooks and the Unix socket \`socket\` of the service manager;`,
  );
  expect(await ask(http.port)).toContain(denied);
  expect(await health(path)).toBe(200);
  expect(await line(path)).toContain(denied);
  expect(await server.end()).toBe(0);
  expect(existsSync(path)).toBe(true);
});

test('serves a Unix socket alone, and opens no port', async () => {
  const path = join(folder, 's.sock');
  const server = start([await unix(path)], { names: 'socket' });
  expect(await server.until('ready')).toContain('bylaw is ready: the Unix socket `socket`');
  expect(await line(path)).toContain(denied);
  expect(await server.end()).toBe(0);
});

test.each(['http:unknown', undefined])(
  'speaks no lines on Unix sockets named %j, since they need no token',
  async (names) => {
    const paths = (names ?? 'none').split(':').map((name) => join(folder, `${name}.sock`));
    const sockets: Handed[] = [];
    for (const path of paths) sockets.push(await unix(path));
    const server = start(sockets, names === undefined ? {} : { names });
    await server.until('ready');
    for (const path of paths) {
      expect([path, await health(path)]).toEqual([path, 200]);
      expect(await line(path)).toMatch(/^HTTP\/1\.1 400 /);
    }
    expect(await server.end()).toBe(0);
  },
);

test('serves two TCP sockets', async () => {
  const [one, two] = [await tcp(), await tcp()];
  const server = start([one, two], { names: 'http:http' });
  const said = await server.until('ready');
  expect(said).toContain(`:${one.port}/hooks and http://127.0.0.1:${two.port}/hooks`);
  expect(await ask(one.port)).toContain(denied);
  expect(await ask(two.port)).toContain(denied);
  expect(await server.end()).toBe(0);
});

test('listens on all addresses where there are tokens, and asks for them', async () => {
  const tokens = { events: [{ sha256: sha256('sesame'), scope: 'a' }], uploads: [] };
  writeFileSync(join(folder, 'tokens.json'), JSON.stringify(tokens));
  const http = await tcp('0.0.0.0');
  const server = start([http], { args: ['--tokens', 'tokens.json', '--insecure-plain-http'] });
  await server.until('ready');
  expect(await ask(http.port)).toMatch(/^401/);
  expect(await ask(http.port, { authorization: 'Bearer sesame' })).toContain(denied);
  expect(await server.end()).toBe(0);
});

test.each([
  ['of another process', { pid: '1' }],
  ['of nothing', { count: '0' }],
])('ignores variables %s', async (_what, how) => {
  const server = start([], { ...how, args: ['--port', '0'] });
  const port = Number(/127\.0\.0\.1:(\d+)/.exec(await server.until('ready'))?.[1]);
  expect(await ask(port)).toContain(denied);
  expect(await server.end()).toBe(0);
});

test.each<[string, () => Promise<Handed[]>, Start, string]>([
  [
    'a port beside it',
    async () => [await tcp()],
    { args: ['--port', '0'] },
    '`--port` and sockets of the service manager exclude each other',
  ],
  [
    'an address beside it',
    async () => [await tcp()],
    { args: ['--host', '::1'] },
    '`--host` and sockets of the',
  ],
  [
    'a path beside it',
    async () => [await tcp()],
    { args: ['--socket', 'default'] },
    '`--socket` and sockets of the',
  ],
  [
    'a file',
    async () => [await tcp(), file()],
    {},
    'as file descriptor 4: it is neither a TCP socket nor a Unix stream socket',
  ],
  ['nothing at the number', async () => [await tcp()], { count: '2' }, 'as file descriptor 4: it is neither'],
  [
    'lines over TCP',
    async () => [await tcp()],
    { names: 'socket' },
    'the name `socket` is for a Unix socket',
  ],
  [
    'all addresses without tokens',
    async () => [await tcp('0.0.0.0')],
    {},
    'without tokens only this machine may connect',
  ],
])('refuses %s, and listens nowhere', async (_what, make, how, message) => {
  const { code, said } = await start(await make(), how).ended;
  expect(said).toContain(message);
  expect(said).not.toContain('ready');
  expect(code).toBe(3);
});

test.each([
  ['a strange number', { LISTEN_FDS: 'two' }, '`LISTEN_FDS` has to be a whole number from 0 to 64'],
  [
    'too few names',
    { LISTEN_FDS: '2', LISTEN_FDNAMES: 'http' },
    '`LISTEN_FDNAMES` does not have one name for each of 2 sockets',
  ],
])('refuses %s, and listens nowhere', async (_what, variables, message) => {
  const env = { LISTEN_PID: String(process.pid), ...variables };
  const { code, stderr } = await bylaw(['serve', '--policies', 'policies'], { cwd: folder, env });
  expect(stderr).toContain(message);
  expect(stderr).not.toContain('ready');
  expect(code).toBe(3);
});

/** The processes that another one has started, by their ids. */
const processesOf = ({ pid }: ChildProcess): readonly number[] =>
  execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    .trim()
    .split(/\s+/)
    .map(Number);

test('several processes share the sockets, and know nothing of how they came', async () => {
  const path = join(folder, 's.sock');
  const http = await tcp();
  const server = start([http, await unix(path)], { args: ['--processes', '2'], names: 'http:socket' });
  await server.until('2 processes');
  const [one = Number.NaN] = processesOf(server.child);
  expect(readFileSync(`/proc/${one}/environ`, 'utf8')).not.toMatch(/LISTEN_/);
  process.kill(one, 'SIGKILL');
  await server.until('is started anew');
  expect(await ask(http.port)).toContain(denied);
  expect(await line(path)).toContain(denied);
  expect(await server.end()).toBe(0);
});

test('a group whose last process dies ends, since it cannot open the sockets again', async () => {
  const server = start([await tcp()], { args: ['--processes', '2'] });
  await server.until('2 processes');
  for (const pid of processesOf(server.child)) process.kill(pid, 'SIGKILL');
  const { code, said } = await server.ended;
  expect(said).toContain('the sockets of the service manager were closed with the last: the server ends');
  expect(code).toBe(1);
});

test('a group is refused like one process', async () => {
  const { code, said } = await start([await tcp('0.0.0.0')], { args: ['--processes', '2'] }).ended;
  expect(said).toContain('without tokens only this machine may connect');
  expect(code).toBe(3);
});

test.runIf(platform() === 'linux')(
  'a Unix socket proves its owner where nobody else can open it',
  async () => {
    const reason = 'reason "by {client.way}, user {client.user}"';
    const policy = `policy com.example.one\ndeny shells\n  when tool is "Bash"\n  ${reason}\n`;
    writeFileSync(join(folder, 'policies', 'one.policy'), policy);
    const [own, shared] = [join(folder, 'own.sock'), join(folder, 'shared.sock')];
    const handed = [await unixInPlace(own, 0o600), await unixInPlace(shared, 0o660)];
    const server = start(handed, { names: 'socket:socket' });
    await server.until('ready');
    expect(await line(own)).toContain(`by socket, user ${userInfo().username}`);
    expect(await line(shared)).toContain('by socket, user (not given)');
  },
);
