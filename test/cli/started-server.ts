/** Starts `bylaw serve` in this process, for tests of what a server answers: a process of its own takes long to start. */
import { PassThrough, Writable } from 'node:stream';
import { run } from '../../src/cli/run.ts';

interface StartedServer {
  /** What it has said when it was ready. */
  readonly said: string;
  /** The port of the first address there. */
  readonly port: number;
  /** Ends it; the exit code. May be called again. */
  stop(): Promise<number>;
}

/** `args` follow `serve`. Rejects where the server ends before it is ready. */
export async function startedServer(
  args: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<StartedServer> {
  const stopping = new AbortController();
  let said = '';
  let ready = (): void => {};
  const isReady = new Promise<void>((resolve) => {
    ready = resolve;
  });
  const stderr = new Writable({
    write(chunk, _encoding, done) {
      said += chunk;
      if (said.includes('ready')) ready();
      done();
    },
  });
  const streams = { stdin: new PassThrough(), stdout: new PassThrough().resume(), stderr };
  const ended = run(['serve', ...args], { ...streams, cwd, env, stop: stopping.signal });
  await Promise.race([
    isReady,
    ended.then((code) => {
      throw new Error(`the server ended with ${code}: ${said}`);
    }),
  ]);
  return {
    said,
    port: Number(/127\.0\.0\.1:([0-9]+)/.exec(said)?.[1]),
    stop() {
      stopping.abort('SIGTERM');
      return ended;
    },
  };
}
