/** `bylaw serve` in this process, and what is asked of it. */
import { PassThrough, Writable } from 'node:stream';
import { run } from '../../src/cli/run.ts';

/** A request about a tool of a kind. */
export function interceptOf(id: string, kind: string): string {
  const event = {
    id,
    source: 'urn:test:serve',
    type: 'tool.before',
    time: '2026-01-01T00:00:00Z',
    harness: { name: 'test', version: '1' },
    call: { id: `call-${id}` },
    path: 'native',
    tool: { name: kind === 'shell' ? 'Bash' : 'Read', kind, origin: 'native', input: {} },
  };
  const params = { protocolVersion: 'draft', event, capabilities: { effects: ['deny'] } };
  return JSON.stringify({ jsonrpc: '2.0', id, method: 'hooks/intercept', params });
}

/** Serves in this process until the callback is done; `ready` is the line that says so. */
export async function serving(
  cwd: string,
  args: readonly string[],
  use: (ready: string, said: () => string) => Promise<void>,
  content: readonly string[] = ['--content', 'content'],
): Promise<{ code: number; stderr: string }> {
  const stop = new AbortController();
  let stderr = '';
  const ended: { code?: Promise<number> } = {};
  const ready = new Promise<string>((resolve, reject) => {
    const sink = new Writable({
      write(chunk, _encoding, done) {
        stderr += chunk;
        if (stderr.includes('\n')) resolve(stderr);
        done();
      },
    });
    const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: sink };
    ended.code = run(['serve', ...content, '--log', 'log', ...args], {
      ...streams,
      cwd,
      env: {},
      stop: stop.signal,
    });
    ended.code.then((code) => reject(new Error(`ended with ${code}: ${stderr}`)), reject);
  });
  try {
    await use(await ready, () => stderr);
  } finally {
    stop.abort();
  }
  return { code: (await ended.code) ?? -1, stderr };
}

export const urlIn = (ready: string): string => /http:\S+(?=\/hooks)/.exec(ready)?.[0] ?? '';
export const json = { 'content-type': 'application/json' };
