/**
 * Kills a server under load again and again, and asks what it still knows.
 *
 * `bylaw serve` runs with a memory and a decision log and is sent calls over its
 * socket on several connections. Each round ends with SIGKILL in the middle of
 * that. Whatever had been answered must still be known by the next server: each
 * counted call, each label of a call that was asked about, each label of a call
 * that was said to have succeeded. Calls without an answer are sent again, as a
 * harness does, and must be counted once. At the end every session has exactly as
 * many calls left of its limit as were not counted.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Chance, pick } from '../../pattern/path-pairs.ts';
import {
  type Call,
  type Connection,
  deleteOf,
  fetchOf,
  openConnection,
  readOf,
  type Session,
  tellSuccess,
  writeOf,
} from './calls.ts';

const command = fileURLToPath(new URL('../../../dist/bylaw.cjs', import.meta.url));
const connections = 16;

const policyWith = (limit: number): string => `policy com.example.crash

defaults
  severity medium
  when unsure deny

label secret-asked on session lasts 1d
  when reads "/srv/secrets/**"

label vault-read on session lasts 1d
  when reads "/srv/vault/**" and it succeeded

limit fetches to ${limit} fetch per 1d per session

deny write-after-asking
  while secret-asked
  when writes "/srv/out/**"

deny delete-after-reading
  while vault-read
  when deletes "/srv/out/**"
`;

export interface Crashes {
  readonly kills: number;
  /** Calls answered before a kill. */
  readonly answered: number;
  /** Calls without an answer, sent again to the next server. */
  readonly again: number;
  /** Fetches in all, each of which must be counted once. */
  readonly fetches: number;
  /** Labels set by calls that were answered, and by successes that were taken. */
  readonly labels: number;
  /** What was lost, made up or answered otherwise. */
  readonly wrong: readonly string[];
  /** What `bylaw log verify` says, with its exit code. */
  readonly verified: string;
}

/** Kills the server so many times. `limit` is how many calls a session may make: of those before the kills fewer are made. */
export async function crash(rounds: number, limit: number, chance: Chance): Promise<Crashes> {
  const home = mkdtempSync(join(tmpdir(), 'bylaw-crash-'));
  const socket = join(home, 's.sock');
  const log = join(home, 'log');
  const env = { PATH: process.env.PATH, HOME: home };
  const sessions = Array.from(
    { length: 8 },
    (_, index): Session => ({ id: `session-${index}`, counted: 0, asked: false, succeeded: false }),
  );
  /** About how many answers come before a kill. */
  const perRound = (sessions.length * limit) / rounds / 2;
  const counts = { kills: 0, answered: 0, again: 0, labels: 0 };
  const wrong: string[] = [];
  const expect = (condition: boolean, what: string): void => {
    if (!condition) wrong.push(what);
  };
  let server: ChildProcess | undefined;
  /** Calls without an answer, which are sent again. */
  let open: readonly Call[] = [];
  mkdirSync(join(home, 'policies'));
  writeFileSync(join(home, 'policies', 'crash.policy'), policyWith(limit));
  try {
    for (let round = 0; round < rounds; round++) {
      server = await startServer();
      await check(round);
      await loadAndKill(server, Math.ceil(perRound * (0.5 + chance())));
    }
    server = await startServer();
    await check(rounds);
    await useUpLimits();
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
    const verify = spawnSync(process.execPath, [command, 'log', 'verify', log], { encoding: 'utf8', env });
    const fetches = sessions.reduce((sum, { counted }) => sum + counted, 0);
    const verified = `${verify.status} ${verify.stdout}${verify.stderr}`;
    return { ...counts, fetches, wrong, verified };
  } finally {
    // However this ends, no server stays.
    server?.kill('SIGKILL');
    rmSync(home, { recursive: true, force: true });
  }

  async function startServer(): Promise<ChildProcess> {
    const options = ['--policies', join(home, 'policies'), '--socket', socket];
    const kept = ['--memory', join(home, 'memory'), '--log', log];
    const child = spawn(process.execPath, [command, 'serve', ...options, ...kept], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    await new Promise<void>((resolve, reject) => {
      child.once('exit', () => reject(new Error(`the server did not start:\n${said}`)));
      child.stderr.on('data', (text) => {
        said += text;
        if (said.includes('bylaw is ready')) resolve();
      });
    });
    return child;
  }

  /** Asks until so many answers have come, then kills the server while more are on their way. */
  async function loadAndKill(child: ChildProcess, answers: number): Promise<void> {
    let left = answers;
    let killed = false;
    const exit = once(child, 'exit');
    const kill = (): void => {
      if (killed) return;
      killed = true;
      counts.kills++;
      child.kill('SIGKILL');
    };
    const lost: Call[] = [];
    const ask = async (connection: Connection, call: Call): Promise<string | null | undefined> => {
      try {
        const code = await connection.ask(call);
        counts.answered++;
        if (--left <= 0) kill();
        return code;
      } catch (error) {
        if (!killed) expect(false, `${call.event.id}: ${String(error)}`);
        lost.push(call);
        return undefined;
      }
    };
    const askForSecret = async (connection: Connection, session: Session): Promise<void> => {
      const code = await ask(connection, readOf(session, '/srv/secrets/key'));
      if (code === undefined) return;
      expect(code === null, `a read of ${session.id} was denied with ${code}`);
      if (!session.asked) counts.labels++;
      session.asked = true;
    };
    const readVault = async (connection: Connection, session: Session): Promise<void> => {
      const call = readOf(session, '/srv/vault/key');
      if ((await ask(connection, call)) === undefined) return;
      const status = await tellSuccess(socket, call);
      if (status === undefined) return;
      expect(status === 202, `an outcome was answered with ${status}`);
      if (status !== 202) return;
      if (!session.succeeded) counts.labels++;
      session.succeeded = true;
    };
    await Promise.all(
      Array.from({ length: connections }, async (_, index) => {
        const connection = await openConnection(socket).catch(() => undefined);
        while (connection !== undefined && !killed) {
          const session = pick(chance, sessions);
          const dice = chance();
          if (index === 0 && dice < 0.04) await askForSecret(connection, session);
          else if (index === 1 && dice < 0.04) await readVault(connection, session);
          else {
            const code = await ask(connection, fetchOf(session));
            if (code === null) session.counted++;
            else if (code !== undefined) expect(false, `a fetch of ${session.id} was denied with ${code}`);
          }
        }
        connection?.end();
      }),
    );
    kill();
    await exit;
    open = lost;
  }

  /** What must hold after a kill: calls without an answer are sent again, and what was known is known. */
  async function check(round: number): Promise<void> {
    const connection = await openConnection(socket);
    for (const call of open) {
      counts.again++;
      const code = await connection.ask(call);
      const { kind, input } = call.event.tool;
      expect(code === null, `${call.event.id}, sent again after kill ${round}, was denied with ${code}`);
      if (kind === 'fetch') call.session.counted++;
      else if (input.file_path === '/srv/secrets/key') call.session.asked = true;
      // Once more, as a harness that lost the answer too: nothing is counted for it.
      const second = await connection.ask(call);
      expect(second === code, `${call.event.id} was answered otherwise the second time`);
    }
    open = [];
    for (const session of sessions) {
      const afterAsking = await connection.ask(writeOf(session));
      if (session.asked)
        expect(afterAsking !== null, `after kill ${round} ${session.id} has lost the label secret-asked`);
      else expect(afterAsking === null, `after kill ${round} ${session.id} has a label that nothing set`);
      const afterReading = await connection.ask(deleteOf(session));
      if (session.succeeded)
        expect(afterReading !== null, `after kill ${round} ${session.id} has lost the label vault-read`);
    }
    connection.end();
  }

  /** Asks until each limit denies: what is left says what was counted. */
  async function useUpLimits(): Promise<void> {
    const connection = await openConnection(socket);
    for (const session of sessions) {
      let passed = 0;
      while (passed <= limit && (await connection.ask(fetchOf(session))) === null) passed++;
      const counted = limit - passed;
      expect(
        counted === session.counted,
        `${session.id} made ${session.counted} fetches, and ${counted} of ${limit} were counted`,
      );
    }
    connection.end();
  }
}
