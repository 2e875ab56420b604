/**
 * Several processes on one folder: nothing that one of them was told is done gets
 * lost, neither to another that writes at the same time nor to SIGKILL.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedMemoryStore, openMemoryStore } from '../../../src/store/memory/embedded.ts';
import { events, reading } from './sample.ts';

let parent: string;
let script: string;

beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'bylaw-processes-'));
  // Node 20 does not run TypeScript: the child is one bundled file. It says each change when it is done.
  const contents = `
    import { writeSync } from 'node:fs';
    import { openMemoryStore } from ${JSON.stringify(resolve('src/store/memory/embedded.ts'))};
    import { counting } from ${JSON.stringify(resolve('test/store/memory/sample.ts'))};
    const [folder, name, times] = process.argv.slice(2);
    const store = openMemoryStore({ folder });
    for (let time = 0; time < Number(times); time++) {
      const event = name + ' ' + time;
      store.change([name, 'shared'], counting(event));
      writeSync(1, event + '\\n');
    }
    store.close();
  `;
  script = join(parent, 'child.mjs');
  const bundle = await build({
    stdin: { contents, resolveDir: process.cwd(), loader: 'js' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
    // The library is found from where the source is.
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(resolve('src/store/memory/load-sqlite.ts'))) },
  });
  writeFileSync(script, bundle.outputFiles[0]!.text);
});
afterAll(() => {
  rmSync(parent, { recursive: true, force: true });
});

interface Writer {
  readonly child: ChildProcess;
  /** What it said that it did; complete when the promise is fulfilled. */
  readonly said: string[];
  readonly ended: Promise<void>;
}

function startWriter(folder: string, name: string, times: number, onLine?: (writer: Writer) => void): Writer {
  const child = spawn(process.execPath, [script, folder, name, `${times}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said: string[] = [];
  const writer = { child, said, ended: once(child, 'close').then(() => undefined) };
  createInterface({ input: child.stdout }).on('line', (line) => {
    said.push(line);
    onLine?.(writer);
  });
  return writer;
}

const eventsOf = (store: EmbeddedMemoryStore, key: string): string[] =>
  store.change([key], reading).flatMap((memory) => events(memory));

test('processes that write at the same time lose nothing of each other', async () => {
  const folder = join(parent, 'together');
  const writers = ['one', 'two', 'three'].map((name) => startWriter(folder, name, 150));
  await Promise.all(writers.map(({ ended }) => ended));
  const store = openMemoryStore({ folder });
  const shared = eventsOf(store, 'shared');
  expect(writers.map(({ said }) => said.length)).toEqual([150, 150, 150]);
  for (const { said } of writers) expect(shared.filter((event) => said.includes(event))).toEqual(said);
  expect(shared).toHaveLength(450);
  expect(store.size.memories).toBe(4);
  store.close();
});

test('a process that is killed while it writes has lost nothing that it said is done', async () => {
  const folder = join(parent, 'killed');
  const beside = openMemoryStore({ folder });
  const said: string[] = [];
  for (let round = 0; round < 10; round++) {
    const until = 3 + 7 * round;
    const writer = startWriter(folder, `round ${round}`, 1e9, ({ child, said }) => {
      if (said.length === until) child.kill('SIGKILL');
    });
    await writer.ended;
    expect(writer.child.signalCode).toBe('SIGKILL');
    expect(writer.said.length).toBeGreaterThanOrEqual(until);
    said.push(...writer.said);

    // One that had it open all the time, and one that opens it now; and the dead one holds up neither.
    const anew = openMemoryStore({ folder });
    for (const store of [beside, anew]) {
      const kept = eventsOf(store, `round ${round}`);
      expect(kept.slice(0, writer.said.length)).toEqual(writer.said);
      expect(kept.length - writer.said.length).toBeLessThanOrEqual(1);
      const shared = new Set(eventsOf(store, 'shared'));
      expect(said.filter((event) => !shared.has(event))).toEqual([]);
    }
    anew.close();
  }
  beside.close();
});
