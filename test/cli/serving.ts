/** Serves policies in this process, where hooks look for a server, until the callback is done. */
import { PassThrough, Writable } from 'node:stream';
import { run } from '../../src/cli/run.ts';

export async function serving(
  policies: string,
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> },
  use: () => Promise<void>,
  more: readonly string[] = [],
): Promise<void> {
  const stop = new AbortController();
  let ended: Promise<unknown> = Promise.resolve();
  await new Promise<void>((resolve, reject) => {
    const stderr = new Writable({
      write(chunk, _encoding, done) {
        if (String(chunk).includes('ready')) resolve();
        else reject(new Error(String(chunk)));
        done();
      },
    });
    const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr };
    const args = ['serve', '--policies', policies, '--socket', 'default', ...more];
    ended = run(args, { ...streams, cwd, env, stop: stop.signal });
    ended.catch(reject);
  });
  try {
    await use();
  } finally {
    stop.abort();
    await ended;
  }
}
