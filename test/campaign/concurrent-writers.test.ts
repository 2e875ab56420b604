/** Several processes on one folder lose nothing of each other: what one was told is done is there, whole and once. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openMemoryStore } from '../../src/store/memory/embedded.ts';
import { childProgram } from '../store/child-program.ts';
import { namesIn, recordsIn, verify, withLogFolder } from '../store/decision-log/logs.ts';
import { eventsOf, startWriter } from '../store/memory/writer.ts';
import { effort, tell, timeout } from './effort.ts';

const parent = mkdtempSync(join(tmpdir(), 'bylaw-writers-'));
afterAll(() => rmSync(parent, { recursive: true, force: true }));

/** Each writes a memory that all have, and that grows with each change. */
const changes = effort(2000, 40);

test('processes that write at the same time lose nothing of each other', { timeout }, async () => {
  const program = await childProgram(new URL('../store/memory/count-events.ts', import.meta.url), parent);
  const folder = join(parent, 'together');
  const ways = { one: 'one by one', two: 'grouped', three: 'grouped' } as const;
  const writers = Object.entries(ways).map(([name, way]) =>
    startWriter([program, folder, name, changes, way]),
  );
  await Promise.all(writers.map(({ ended }) => ended));
  const store = openMemoryStore({ folder });
  const shared = eventsOf(store, 'shared');
  expect(writers.map(({ said }) => said.length)).toEqual([changes, changes, changes]);
  for (const { said } of writers) {
    const own = new Set(said);
    expect(shared.filter((event) => own.has(event))).toEqual(said);
  }
  tell({ 'changes of memories': shared.length });
  expect(shared).toHaveLength(3 * changes);
  expect(store.size.memories).toBe(4);
  store.close();
});

let appender: Promise<string> | undefined;

async function appending(...args: readonly (string | number)[]): Promise<string> {
  appender ??= childProgram(new URL('../store/decision-log/append-records.ts', import.meta.url), parent);
  const program = await appender;
  return await new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args.map(String)]);
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr += text;
    });
    child.on('error', reject).on('close', (code) => resolve(`${code}${stderr}`));
  });
}

/** Each of some processes writes so many; a file has few of them, and each record of a hook looks at all files. */
const records = effort(3000, 40);

test.each([
  ['processes that stay', ['stay', 'stay', 'stay', 'stay'], 3000],
  ['processes that stay, and hooks', ['stay', 'hook', 'stay', 'hook'], effort(20_000, 8000)],
  ['hooks', ['hook', 'hook', 'hook', 'hook'], 3000],
])('%s that append at once lose nothing and tear nothing', { timeout }, async (_, kinds, maxSize) => {
  await withLogFolder(async (folder) => {
    const ended = await Promise.all(
      kinds.map((kind, index) => appending(folder, `p${index}`, records, kind, maxSize, 100_000)),
    );
    expect(ended).toEqual(['0', '0', '0', '0']);
    const verification = verify(folder);
    expect(verification).toMatchObject({ issues: [], torn: [], open: 0 });
    expect(verification.files).toBeGreaterThan(3);
    const written = recordsIn(folder).flatMap((record) =>
      'padding' in record
        ? [`${String(record.padding).split(' ')[0]} ${JSON.stringify(record).match(/"memories":(\d+)/)?.[1]}`]
        : [],
    );
    tell({ 'records of a log': written.length });
    expect(new Set(written).size).toBe(4 * records);
    expect(written).toHaveLength(4 * records);
  });
});

test('processes that append while files are removed under them leave a log that verifies', {
  timeout,
}, async () => {
  await withLogFolder(async (folder) => {
    const kinds = ['stay', 'hook', 'stay', 'stay'];
    const ended = await Promise.all(
      kinds.map((kind, index) => appending(folder, `p${index}`, records, kind, 2000, 2)),
    );
    tell({ 'records of a log that forgets': 4 * records });
    expect(ended).toEqual(['0', '0', '0', '0']);
    expect(verify(folder)).toMatchObject({ issues: [], torn: [] });
    expect(namesIn(folder).length).toBeLessThan(6);
  });
});
