/** The built `bylaw serve` as a process: started, looked at and ended. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const command = fileURLToPath(new URL('../../../dist/bylaw.cjs', import.meta.url));

export interface Server {
  readonly pid: number;
  /** The TCP port, 0 where there is only a Unix socket. */
  readonly port: number;
  /** Resident memory in MiB. */
  memory(): number;
  /** What it has written to standard error so far. */
  said(): string;
  isAlive(): boolean;
  stop(): Promise<void>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Resolves when the server says that it is ready, and rejects with what it said where it ends before that.
 * @param args those of `bylaw serve`
 * @param before a command that runs the rest of its words, such as `unshare`
 */
export async function startServer(
  args: readonly string[],
  env: Environment,
  before: readonly string[] = [],
): Promise<Server> {
  const [program = '', ...words] = [...before, process.execPath, command, 'serve', '--no-config', ...args];
  const child: ChildProcess = spawn(program, words, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`the server did not start:\n${said}`)));
    child.stderr?.on('data', (text) => {
      said += text;
      if (said.includes('bylaw is ready')) resolve();
    });
  });
  const pid = child.pid ?? 0;
  const isAlive = (): boolean => child.exitCode === null && child.signalCode === null;
  return {
    pid,
    port: Number(/127\.0\.0\.1:(\d+)/.exec(said)?.[1] ?? 0),
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024,
    said: () => said,
    isAlive,
    stop: async () => {
      if (!isAlive()) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
