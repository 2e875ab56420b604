/** A server in this process, for hooks that ask one: what is tried is the hook, and a process of its own takes long to start. */
import { PassThrough, Writable } from 'node:stream';
import { run } from '../../src/cli/run.ts';

/** Serves policies at a socket until the callback is done, as `serving` does. */
export async function servingHere(
  home: string,
  more: readonly string[],
  use: () => Promise<void>,
): Promise<void> {
  const stop = new AbortController();
  let said = '';
  let ended: Promise<unknown> = Promise.resolve();
  await new Promise<void>((resolve, reject) => {
    const stderr = new Writable({
      write(chunk, _encoding, done) {
        said += chunk;
        if (said.includes('ready')) resolve();
        done();
      },
    });
    const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr };
    const args = ['serve', '--policies', 'policies', '--socket', 's.sock', '--content', 'content', ...more];
    const env = { PATH: process.env.PATH ?? '', HOME: home, XDG_CACHE_HOME: `${home}/cache-of-server` };
    ended = run(args, { ...streams, cwd: home, env, stop: stop.signal }).then((code) =>
      reject(new Error(`the server ended with ${code}: ${said}`)),
    );
  });
  try {
    await use();
  } finally {
    stop.abort();
    await ended;
  }
}
