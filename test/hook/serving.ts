/** A server of the built command, as one process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect } from 'vitest';
import { keepCode } from './kept-code.ts';
import { command } from './run-hook.ts';

/** Serves policies at a socket until the callback is done. */
export async function serving(
  home: string,
  more: readonly string[],
  use: () => Promise<void>,
): Promise<void> {
  const args = ['serve', '--policies', 'policies', '--socket', 's.sock', '--content', 'content', ...more];
  const env = { PATH: process.env.PATH ?? '', HOME: home, XDG_CACHE_HOME: join(home, 'cache-of-server') };
  keepCode(home, env.XDG_CACHE_HOME);
  const server = spawn(process.execPath, [command, ...args], {
    cwd: home,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(server, 'exit');
  try {
    const [said] = await once(server.stderr.setEncoding('utf8'), 'data');
    expect(said).toContain('ready');
    await use();
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
}
