/** A server that has taken over other policies holds nothing of those before. It counts what is in memory, so it runs in a process that has little there. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { queryObjects } from 'node:v8';
import { expect, test, vi } from 'vitest';
import { LazyRule } from '../../src/compile/lazy-rule.ts';
import { withFolder } from './command.ts';
import { interceptOf, json, serving, urlIn } from './serve-here.ts';

const rulesAbout = (kind: string): string =>
  `policy com.example.dev\n${Array.from({ length: 50 }, (_, at) => `deny it-${at}\n  when kind is ${kind} and tool is "X${at}"\n`).join('\n')}`;

test('the rules before can be collected, also those that the server started with', () =>
  withFolder({ 'policies/dev.policy': rulesAbout('shell') }, async (cwd) => {
    const before = queryObjects(LazyRule, { format: 'count' });
    await serving(cwd, ['--policies', 'policies', '--port', '0'], async (ready, said) => {
      for (const [at, kind] of ['fetch', 'mcp', 'shell'].entries()) {
        const body = interceptOf(`call-${at}`, kind);
        expect(
          await (await fetch(`${urlIn(ready)}/hooks`, { method: 'POST', headers: json, body })).json(),
        ).toMatchObject({ id: `call-${at}` });
        writeFileSync(join(cwd, 'policies/dev.policy'), rulesAbout(kind));
        process.emit('SIGHUP');
        await vi.waitFor(() => expect(said().split('New policies are in force')).toHaveLength(at + 2), {
          timeout: 10_000,
        });
      }
      expect(queryObjects(LazyRule, { format: 'count' }) - before).toBe(50);
    });
  }));
