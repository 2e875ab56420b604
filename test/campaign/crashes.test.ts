/** Whoever is killed in the middle of its work has lost nothing that it said is done. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openContentStore } from '../../src/store/content.ts';
import { openMemoryStore } from '../../src/store/memory/embedded.ts';
import { chanceOf } from '../pattern/path-pairs.ts';
import { childProgram } from '../store/child-program.ts';
import { eventsOf, startWriter } from '../store/memory/writer.ts';
import { crash } from './crashes/server.ts';
import { kill, untilHalfWay } from './crashes/upload.ts';
import { effort, isFull, seed, tell, timeout } from './effort.ts';

const parent = mkdtempSync(join(tmpdir(), 'bylaw-crashes-'));
afterAll(() => rmSync(parent, { recursive: true, force: true }));

test('a server that is killed under load knows whatever it had answered, and counts nothing twice', {
  timeout,
}, async () => {
  const rounds = effort(20, 1);
  // A server at full size counts as many calls as a limit can have.
  const limit = effort(1000, 30);
  for (let server = 0; server < effort(5, 1); server++) {
    const { wrong, kills, answered, again, fetches, labels, verified } = await crash(
      rounds,
      limit,
      chanceOf(seed + server),
    );
    tell({
      'kills of a server': kills,
      'calls answered before a kill': answered,
      'calls sent again': again,
      'fetches counted once': fetches,
      'labels kept': labels,
    });
    expect(wrong).toEqual([]);
    expect(kills).toBe(rounds);
    expect(again).toBeGreaterThanOrEqual(rounds);
    expect(fetches).toBeGreaterThan(2 * limit);
    // So few calls as the gate has time for may set none.
    if (isFull) expect(labels).toBeGreaterThanOrEqual(4);
    expect(verified).toMatch(/^0 /);
  }
});

test('a process that is killed while it changes memories has lost nothing that it said is done', {
  timeout,
}, async () => {
  const program = await childProgram(new URL('../store/memory/count-events.ts', import.meta.url), parent);
  const folder = join(parent, 'killed');
  const beside = openMemoryStore({ folder });
  const said = new Set<string>();
  const rounds = effort(200, 1);
  for (let round = 0; round < rounds; round++) {
    const until = 3 + ((7 * round) % 100);
    const writer = startWriter([program, folder, `round ${round}`, 1e9], ({ child, said }) => {
      if (said.length === until) child.kill('SIGKILL');
    });
    await writer.ended;
    expect(writer.child.signalCode).toBe('SIGKILL');
    expect(writer.said.length).toBeGreaterThanOrEqual(until);
    for (const event of writer.said) said.add(event);

    // One that had it open all the time, and one that opens it now; and the dead one holds up neither.
    const anew = openMemoryStore({ folder });
    for (const store of [beside, anew]) {
      const kept = eventsOf(store, `round ${round}`);
      expect(kept.slice(0, writer.said.length)).toEqual(writer.said);
      expect(kept.length - writer.said.length).toBeLessThanOrEqual(1);
      const shared = new Set(eventsOf(store, 'shared'));
      expect([...said].filter((event) => !shared.has(event))).toEqual([]);
    }
    anew.close();
  }
  tell({ 'kills of a process with memories': rounds, 'changes that were kept': said.size });
  beside.close();
});

test('after a kill the confirmed uploads are there, and the half one is not', { timeout }, async () => {
  const program = await childProgram(new URL('../store/upload-halfway.ts', import.meta.url), parent);
  const kills = effort(50, 1);
  for (let round = 0; round < kills; round++) {
    const directory = join(parent, `uploads-${round}`);
    const { child, receipts } = await untilHalfWay(program, directory);
    // A process that starts beside a living one does not touch its half upload.
    await openContentStore({ directory, maxBytes: 1e6, maxTotalBytes: 1e7, maxAge: 1e9 });
    expect(readdirSync(join(directory, 'unfinished'))).toHaveLength(1);
    await kill(child);

    const store = await openContentStore({ directory, maxBytes: 1e6, maxTotalBytes: 1e7, maxAge: 1e9 });
    expect(receipts.map(({ text }) => text)).toEqual(['first', 'second', 'third']);
    for (const { text, ref } of receipts) {
      const found = store.find('team', ref);
      expect(readFileSync(found?.path ?? '', 'utf8')).toBe(text);
      expect(found?.sha256).toBe(createHash('sha256').update(text).digest('hex'));
    }
    expect(readdirSync(join(directory, 'unfinished'))).toEqual([]);
    const folders = readdirSync(directory).filter((name) => name !== 'unfinished');
    expect(folders.flatMap((folder) => readdirSync(join(directory, folder)))).toHaveLength(3);
  }
  tell({ 'kills of an upload': kills });
});
