/**
 * What goes wrong around a server, with the real server: clients that hang, flood or send nonsense, a disk that is full, a token
 * that is taken back. The process lives, a client that behaves is answered rightly all the time, and the others get the answers
 * that docs/operations.md has. It takes minutes, since it waits for the server's own limits. Lost nodes and a slow store are in the
 * campaign `cluster`, kills in `crashes`, bytes at each door in `doors`.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { chanceOf } from '../pattern/path-pairs.ts';
import { isFull, seed, tell } from './effort.ts';
import { ask, bodyOf, crowd, headOf, startWitness } from './faults/clients.ts';
import { command, type Server, startServer } from './service/server.ts';

const minute = 60_000;
const hasNamespaces = spawnSync('unshare', ['-Urm', 'true']).status === 0;

interface Start {
  /** A command that runs the server; HOME in it is the folder. */
  readonly before?: readonly string[];
  /** More variables of its environment, which may name files of the folder. */
  env?(home: string): Readonly<Record<string, string>>;
}

/** A server with the pack for git, as it is set up usually; it and its folder are gone afterwards. */
async function withServer(
  use: (server: Server, home: string) => Promise<void>,
  { before = [], env = () => ({}) }: Start = {},
  prepare: (home: string) => readonly string[] = () => [],
): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'bylaw-faults-'));
  const policies = join(home, 'policies');
  mkdirSync(policies);
  cpSync(resolve('policies/git.policy'), join(policies, 'git.policy'));
  const more = prepare(home);
  const kept = ['--memory', join(home, 'kept/memory'), '--log', join(home, 'kept/log')];
  const environment = { PATH: process.env.PATH, HOME: home, ...env(home) };
  const server = await startServer(
    ['--policies', policies, '--port', '0', ...kept, ...more],
    environment,
    before.map((word) => word.replaceAll('HOME', home)),
  );
  try {
    await use(server, home);
    expect(server.isAlive(), server.said()).toBe(true);
  } finally {
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

/** A crowd of connections of which each does the same, while one client behaves. */
async function held(
  server: Server,
  count: number,
  act: (socket: Socket, index: number) => void,
  most: number,
): Promise<ReadonlyMap<string, number>> {
  const witness = startWitness(server.port);
  const endings = await crowd(server.port, count, act, most);
  const { asked, wrong } = await witness.stop();
  tell({ 'calls of a client that behaves': asked, 'connections that do not': count });
  expect(wrong).toEqual([]);
  expect(asked).toBeGreaterThan(0);
  return endings;
}

describe.runIf(isFull)('clients that hang', () => {
  test('headers that come a byte a second are waited for ten seconds', { timeout: minute }, () =>
    withServer(async (server) => {
      const text = headOf(2);
      const drip = (socket: Socket): void => {
        let sent = 0;
        const timer = setInterval(() => socket.write(text[sent++ % text.length] ?? ''), 1000);
        socket.on('close', () => clearInterval(timer));
      };
      expect([...(await held(server, 500, drip, 20_000)).keys()]).toEqual(['408']);
    }),
  );

  test('a body that never ends is waited for ten seconds', { timeout: minute }, () =>
    withServer(async (server) => {
      const start = (socket: Socket): void => void socket.write(`${headOf(1000)}{"jsonrpc"`);
      expect([...(await held(server, 500, start, 20_000)).keys()]).toEqual(['408']);
    }),
  );

  test('a connection that says nothing is closed', { timeout: 2 * minute }, () =>
    withServer(async (server) => {
      const endings = await held(server, 500, () => {}, 80_000);
      expect(endings.get('open')).toBeUndefined();
    }),
  );
});

describe.runIf(isFull)('clients that read nothing', () => {
  /** Asks without end, as long as the server takes it, and leaves every answer where it is. */
  const askDeaf = (socket: Socket): void => {
    socket.removeAllListeners('data').pause();
    const body = bodyOf('deaf', 'git push --force');
    const message = `${headOf(Buffer.byteLength(body))}${body}`.repeat(20);
    const write = (): void => {
      while (!socket.destroyed && socket.write(message));
    };
    socket.on('drain', write);
    write();
  };

  test('have no answers kept for them without end, and are closed', { timeout: 3 * minute }, () =>
    withServer(async (server) => {
      const endings = await held(server, 4, askDeaf, 2 * minute);
      tell({ 'most MiB of a server whose clients read nothing': server.memory() });
      expect(server.memory()).toBeLessThan(1024);
      expect(endings.get('open')).toBeUndefined();
    }),
  );
});

describe.runIf(isFull)('clients that are too many', () => {
  test(
    'of ten thousand connections at once each is answered, refused or closed',
    { timeout: 3 * minute },
    () =>
      withServer(async (server) => {
        const body = bodyOf('flood', 'git push --force');
        const message = `${headOf(Buffer.byteLength(body), 'Connection: close\r\n')}${body}`;
        const endings = await crowd(server.port, 10_000, (socket) => socket.write(message), 2 * minute);
        for (const ending of endings.keys()) expect(['200', '503', 'closed']).toContain(ending);
        tell({ 'connections at once': 10_000, 'of them answered': endings.get('200') ?? 0 });
        expect(endings.get('200')).toBeGreaterThan(0);
        expect(await ask(server.port, 'git push --force')).toEqual({
          status: 200,
          code: 'io.bylaw.git.force-push',
        });
        expect(server.memory()).toBeLessThan(1024);
      }),
  );

  test('nonsense is no message, and harms nobody', { timeout: 2 * minute }, () =>
    withServer(async (server) => {
      const chance = chanceOf(seed);
      const body = bodyOf('broken', 'git push --force');
      const broken = (): Buffer => {
        const octets = Buffer.from(`${headOf(Buffer.byteLength(body), 'Connection: close\r\n')}${body}`);
        for (let change = 0; change < 1 + 20 * chance(); change++)
          octets[Math.floor(chance() * octets.length)] = Math.floor(256 * chance());
        return octets.subarray(0, Math.ceil(octets.length * Math.min(1, 1.5 * chance())));
      };
      for (let round = 0; round < 20; round++) {
        const endings = await held(server, 100, (socket) => socket.end(broken()), 30_000);
        expect(endings.get('open')).toBeUndefined();
      }
    }),
  );
});

/** Writes a file until there is no room for another octet. */
function fill(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (const size of [4096, 1]) while (hasWritten(file, size));
  } finally {
    closeSync(file);
  }
}

function hasWritten(file: number, size: number): boolean {
  try {
    return writeSync(file, Buffer.alloc(size)) === size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw error;
  }
}

describe.runIf(isFull && hasNamespaces)('a disk that is full', () => {
  // The server has a file system of its own, which a file fills; what removes it finds it behind the server’s root.
  const small = [
    'unshare',
    '-Urm',
    'sh',
    '-c',
    'mkdir -p HOME/kept && mount -t tmpfs -o size=6m tmpfs HOME/kept && exec "$@"',
    'sh',
  ];

  test(
    'calls are denied while no record can be written, and pass when one can',
    { timeout: 2 * minute },
    () =>
      withServer(
        async (server, home) => {
          const inside = join(`/proc/${server.pid}/root`, home, 'kept');
          expect(await ask(server.port, 'git status')).toEqual({ status: 200, code: null });
          fill(join(inside, 'filler'));
          const codes = new Set<string | null | undefined>();
          for (let call = 0; call < 200; call++) codes.add((await ask(server.port, 'git status')).code);
          expect([...codes].at(-1)).toBe('io.bylaw.engine.log-unavailable');
          // Whatever was written for the calls that passed is there: the log is whole.
          rmSync(join(inside, 'filler'));
          let code: string | null | undefined = '';
          for (let tries = 0; code !== null && tries < 100; tries++) {
            await after(100);
            code = (await ask(server.port, 'git status')).code;
          }
          expect(code).toBeNull();
          const log = join(inside, 'log');
          expect(existsSync(log)).toBe(true);
          const verified = spawnSync(process.execPath, [command, 'log', 'verify', log], { encoding: 'utf8' });
          expect(verified.status, verified.stdout + verified.stderr).toBe(0);
        },
        { before: small },
      ),
  );
});

describe.runIf(isFull && hasNamespaces)('a disk of the memory that is full', () => {
  const small = [
    'unshare',
    '-Urm',
    'sh',
    '-c',
    'mkdir -p HOME/kept/memory && mount -t tmpfs -o size=2m,mode=700 tmpfs HOME/kept/memory && exec "$@"',
    'sh',
  ];
  const limit = `policy com.example.pushes

condition pushes = runs "git push"

limit push-rate to 3 pushes per 1h per session
  reason "Enough pushes."
`;

  test(
    'calls are denied while nothing can be remembered; then limits go on from what was counted',
    { timeout: 2 * minute },
    () =>
      withServer(
        async (server, home) => {
          const inside = join(`/proc/${server.pid}/root`, home, 'kept/memory');
          const push = async (): Promise<string | null | undefined> =>
            (await ask(server.port, 'git push origin main')).code;
          expect([await push(), await push()]).toEqual([null, null]);
          fill(join(inside, 'filler'));
          // What the file of the memory has room for is still remembered; then no call passes.
          let code: string | null | undefined = null;
          for (let call = 0; call < 2000 && code === null; call++)
            code = (await ask(server.port, `git status ${call}`)).code;
          expect(code).toBe('io.bylaw.engine.memory');
          expect(await push()).toBe('io.bylaw.engine.memory');
          rmSync(join(inside, 'filler'));
          for (let tries = 0; code !== null && tries < 100; tries++) {
            await after(100);
            code = (await ask(server.port, 'git status')).code;
          }
          expect(code).toBeNull();
          expect([await push(), await push()]).toEqual([null, 'com.example.pushes.push-rate']);
        },
        { before: small },
        (home) => {
          writeFileSync(join(home, 'policies/pushes.policy'), limit);
          return [];
        },
      ),
  );
});

/** Makes a token, as an administrator does. */
const newToken = (file: string, scope: string, ...more: readonly string[]): string =>
  execFileSync(process.execPath, [command, 'token', 'new', scope, '--file', file, ...more], {
    encoding: 'utf8',
  })
    .replace(/^token:/, '')
    .trim();

test.runIf(isFull)(
  'a token that is revoked in the middle is refused within seconds, others go on',
  {
    timeout: minute,
  },
  async () => {
    const tokens = { one: '', two: '' };
    let file = '';
    await withServer(
      async (server) => {
        const asks = async (token: string): Promise<number> =>
          (await ask(server.port, 'git status', token)).status;
        expect([await asks(tokens.one), await asks(tokens.two), await asks('neither')]).toEqual([
          200, 200, 401,
        ]);
        execFileSync(process.execPath, [command, 'token', 'revoke', 'one', '--file', file]);
        let calls = 0;
        for (
          const until = Date.now() + 10_000;
          Date.now() < until && (await asks(tokens.one)) === 200;
          calls++
        );
        expect(await asks(tokens.one)).toBe(401);
        expect(await asks(tokens.two)).toBe(200);
        tell({ 'calls before a token was refused': calls });
      },
      {},
      (home) => {
        file = join(home, 'tokens.json');
        for (const scope of ['one', 'two'] as const) tokens[scope] = newToken(file, scope);
        return ['--tokens', file];
      },
    );
  },
);

/** Replaces the clock of a process by one that a file sets: so many milliseconds later than it is. */
const jumping = `const { readFileSync } = require('node:fs');
const Real = Date;
const now = () => {
  try {
    return Real.now() + Number(readFileSync(process.env.CLOCK_FILE, 'utf8'));
  } catch {
    return Real.now();
  }
};
globalThis.Date = class extends Real {
  constructor(...args) {
    super(...(args.length === 0 ? [now()] : args));
  }
  static now() {
    return now();
  }
};
`;

test.runIf(isFull)(
  'a clock that jumps ends a token and begins it again, and changes no answer and no record',
  { timeout: minute },
  async () => {
    const day = 86_400_000;
    let [lasting, ending] = ['', ''];
    await withServer(
      async (server, home) => {
        const jump = (by: number): void => writeFileSync(join(home, 'clock'), `${by}`);
        for (const by of [0, 3 * day, -400 * day, 3 * day, 0]) {
          jump(by);
          const isOver = by > 0;
          expect([by, (await ask(server.port, 'git status', ending)).status]).toEqual([
            by,
            isOver ? 401 : 200,
          ]);
          expect(await ask(server.port, 'git status', lasting)).toEqual({ status: 200, code: null });
          expect((await ask(server.port, 'git push --force', lasting)).code).toBe('io.bylaw.git.force-push');
        }
        const log = join(home, 'kept/log');
        const verified = spawnSync(process.execPath, [command, 'log', 'verify', log], { encoding: 'utf8' });
        expect(verified.status, verified.stdout + verified.stderr).toBe(0);
      },
      {
        env: (home) => ({
          NODE_OPTIONS: `--require ${join(home, 'jumping.cjs')}`,
          CLOCK_FILE: join(home, 'clock'),
        }),
      },
      (home) => {
        writeFileSync(join(home, 'jumping.cjs'), jumping);
        const file = join(home, 'tokens.json');
        lasting = newToken(file, 'lasting');
        ending = newToken(file, 'ending', '--expires', '2d');
        return ['--tokens', file];
      },
    );
  },
);
