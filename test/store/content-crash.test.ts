/**
 * What the store keeps when its process is killed: a child process uploads, and
 * gets SIGKILL while an upload is half done.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openContentStore } from '../../src/store/content.ts';

let parent: string;
let script: string;

beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'bylaw-crash-'));
  // Node 20 does not run TypeScript: the child is one bundled file.
  const source = `
    import { createHash } from 'node:crypto';
    import { openContentStore } from ${JSON.stringify(resolve('src/store/content.ts'))};
    const digest = (text) => createHash('sha256').update(text).digest('hex');
    const store = await openContentStore({ directory: process.argv[2], maxBytes: 1e6, maxTotalBytes: 1e7 });
    const put = (text, stream) => store.put('team', text.length, digest(text), stream);
    for (const text of ['first', 'second', 'third']) {
      const { receipt } = await put(text, (async function* () { yield Buffer.from(text); })());
      process.send({ text, ref: receipt.ref });
    }
    await put('never complete', (async function* () {
      yield Buffer.from('never ');
      process.send({ half: true });
      await new Promise(() => setInterval(() => {}, 1000));
    })());
  `;
  script = join(parent, 'child.mjs');
  const bundle = await build({
    stdin: { contents: source, resolveDir: process.cwd(), loader: 'js' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
  });
  writeFileSync(script, bundle.outputFiles[0]!.text);
});
afterAll(() => {
  rmSync(parent, { recursive: true, force: true });
});

interface Report {
  readonly half?: true;
  readonly text: string;
  readonly ref: string;
}

/** Runs the child until it is in the middle of its last upload. */
async function untilHalfWay(directory: string): Promise<{ child: ChildProcess; receipts: Report[] }> {
  const child = fork(script, [directory]);
  const receipts: Report[] = [];
  // One listener for all: several reports may arrive at once.
  await new Promise<void>((resolve, reject) => {
    child.on('message', (report: Report) => {
      if (report.half) resolve();
      else receipts.push(report);
    });
    child.once('exit', (code) => reject(new Error(`the child ended with ${code}`)));
  });
  return { child, receipts };
}

async function kill(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

test('after kill -9 the confirmed uploads are there, and the half one is not', async () => {
  const directory = join(parent, 'one');
  const { child, receipts } = await untilHalfWay(directory);
  expect(readdirSync(join(directory, 'unfinished'))).toHaveLength(1);
  await kill(child);

  const store = await openContentStore({ directory, maxBytes: 1e6, maxTotalBytes: 1e7 });
  expect(receipts.map(({ text }) => text)).toEqual(['first', 'second', 'third']);
  for (const { text, ref } of receipts) {
    const found = store.find('team', ref)!;
    expect(readFileSync(found.path, 'utf8')).toBe(text);
    expect(found.sha256).toBe(createHash('sha256').update(text).digest('hex'));
  }
  expect(readdirSync(join(directory, 'unfinished'))).toEqual([]);
  const folders = readdirSync(directory).filter((name) => name !== 'unfinished');
  expect(folders.flatMap((folder) => readdirSync(join(directory, folder)))).toHaveLength(3);
});

test('a process that starts beside a living one does not touch its half upload', async () => {
  const directory = join(parent, 'two');
  const { child } = await untilHalfWay(directory);
  try {
    await openContentStore({ directory, maxBytes: 1e6, maxTotalBytes: 1e7 });
    expect(readdirSync(join(directory, 'unfinished'))).toHaveLength(1);
  } finally {
    await kill(child);
  }
  await openContentStore({ directory, maxBytes: 1e6, maxTotalBytes: 1e7 });
  expect(readdirSync(join(directory, 'unfinished'))).toEqual([]);
});
