/** A server and hooks that decide by themselves take over from each other in the middle of a session. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { Engine } from '../../../src/engine/engine.ts';
import type { Event } from '../../../src/facts/event/event.ts';
import { openHookMemory, openServerMemory } from '../../../src/host/remembering.ts';
import { program } from '../../engine/program.ts';
import { bash, call, ended } from '../../engine/setting.ts';

const root = mkdtempSync(join(tmpdir(), 'bylaw-later-'));
afterAll(() => rmSync(root, { recursive: true }));

const rules = program('deny push when runs "git push" reason "no"');
const write = (content: string, id: string): Event => call('Write', id, { file_path: 'x.sh', content });

/** What was written later has to have another time. */
function nextMillisecond(): void {
  for (const now = Date.now(); Date.now() === now; );
}

type By = 'server' | 'hook';

/** One decision, by a process of its own, with its end. */
async function by(who: By, folder: string, event: Event): Promise<string> {
  const memory = who === 'server' ? openServerMemory(rules, { folder }) : openHookMemory(rules, folder);
  const engine = new Engine({ program: rules, memory });
  const { effect } = await engine.decide(event);
  if (effect !== 'deny') await engine.observe(ended(event, 'ok'));
  await memory?.store.close();
  return effect;
}

const orders: readonly (readonly [By, By, By])[] = [
  ['server', 'hook', 'hook'],
  ['hook', 'server', 'server'],
  ['server', 'hook', 'server'],
  ['hook', 'server', 'hook'],
];

describe('what one of them has seen', () => {
  let folders = 0;
  test.each(orders)('is known to the next: %s, %s, %s', async (first, second, third) => {
    const folder = join(root, `${++folders}`);
    await by(first, folder, write('git push -f\n', '1'));
    nextMillisecond();
    expect(await by(second, folder, bash('bash x.sh', '2'))).toBe('deny');
    nextMillisecond();
    await by(second, folder, write('ls\n', '3'));
    expect(await by(third, folder, bash('bash x.sh', '4'))).toBe('none');
  });
});
