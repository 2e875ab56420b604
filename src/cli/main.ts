/** Every command but the hook: the process’s streams and signals around `run`. */
import process from 'node:process';
import { run } from './run.ts';

/** What only shows something ends with its reader. All else goes on: `bylaw init --yes | head` sets everything up. */
const shows: ReadonlySet<string> = new Set([
  'eval',
  'explain',
  'replay',
  'log',
  'check',
  'test',
  'completion',
]);

/** Runs the command that this process was started for. */
export async function main(): Promise<void> {
  const stop = new AbortController();
  let asked = 0;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      stop.abort(signal);
      // Whoever asks twice does not want to wait.
      if (++asked > 1) process.exit(130);
    });
  }
  // A reader that went away (`bylaw eval … | head`) is no failure of ours. 1 would be an answer: warnings, or a denial.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') process.exit(2);
    if (shows.has(process.argv[2] ?? '') && !process.argv.includes('--fix')) process.exit(0);
  });

  const { stdin, stdout, stderr } = process;
  process.exitCode = await run(process.argv.slice(2), {
    stdin,
    stdout,
    stderr,
    cwd: process.cwd(),
    env: process.env,
    stop: stop.signal,
  });
  // What is still to be read is of no interest to a command that has its answer.
  stdin.destroy();
}
