import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ContentStore, openContentStore } from '../../src/store/content.ts';
import { entryBytes } from '../../src/store/upload.ts';
import { tries } from '../campaign/effort.ts';

let parent: string;
let directory: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'bylaw-store-'));
  directory = join(parent, 'deep', 'content');
});
afterEach(() => {
  rmSync(parent, { recursive: true, force: true });
});

function open({
  maxBytes = 1000,
  maxTotalBytes = 1e6,
  maxAge = 1e9,
  now = Date.now,
} = {}): Promise<ContentStore> {
  return openContentStore({ directory, maxBytes, maxTotalBytes, maxAge, now });
}

function digest(data: Uint8Array | string): string {
  return createHash('sha256').update(data).digest('hex');
}

async function* chunks(...pieces: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield typeof piece === 'string' ? Buffer.from(piece) : piece;
}

function put(store: ContentStore, text: string, scope = 'a') {
  return store.put(scope, Buffer.byteLength(text), digest(text), chunks(text));
}

async function putRef(store: ContentStore, text: string, scope = 'a'): Promise<string> {
  const result = await put(store, text, scope);
  if (!result.ok) throw new Error(result.problem);
  return result.receipt.ref;
}

function unfinished(): string[] {
  return readdirSync(join(directory, 'unfinished'));
}

describe('storing', () => {
  test('gives back any bytes, however they are cut', async () => {
    const store = await open({ maxBytes: 1e6, maxTotalBytes: 1e9 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 8 }), async (pieces) => {
        const bytes = Buffer.concat(pieces);
        const result = await store.put('a', bytes.length, digest(bytes), chunks(...pieces));
        if (!result.ok) throw new Error(result.problem);
        const found = store.find('a', result.receipt.ref);
        expect(readFileSync(found!.path)).toEqual(bytes);
        expect(found).toMatchObject({ size: bytes.length, sha256: digest(bytes) });
      }),
      { numRuns: tries(40) },
    );
  });

  test.each<[string, string, number, string, AsyncGenerator<Uint8Array>]>([
    ['fewer octets', 'length', 6, digest('hello'), chunks('hello')],
    ['more octets', 'length', 4, digest('hello'), chunks('he', 'llo')],
    ['other octets', 'digest', 5, digest('other'), chunks('hello')],
    ['too many octets', 'too-large', 1001, digest('hello'), chunks('hello')],
  ])('%s than announced are not kept', async (_name, problem, size, sha256, stream) => {
    const store = await open();
    expect(await store.put('a', size, sha256, stream)).toEqual({ ok: false, problem });
    expect(unfinished()).toEqual([]);
    expect(readdirSync(directory)).toEqual(['unfinished']);
  });

  test('a stream that fails half-way leaves nothing', async () => {
    const store = await open();
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('he');
      expect(unfinished()).toHaveLength(1);
      throw new Error('gone');
    }
    expect(await store.put('a', 5, digest('hello'), failing())).toEqual({ ok: false, problem: 'aborted' });
    expect(unfinished()).toEqual([]);
  });

  test('the next chunk is asked for when the last one is written: nothing piles up', async () => {
    const store = await open({ maxBytes: 1e6 });
    const piece = Buffer.alloc(1000, 'x');
    const sizes: number[] = [];
    async function* watched(): AsyncGenerator<Uint8Array> {
      for (let i = 0; i < 20; i++) {
        sizes.push(i === 0 ? 0 : statSync(join(directory, 'unfinished', unfinished()[0]!)).size);
        yield piece;
      }
    }
    const whole = Buffer.alloc(20_000, 'x');
    expect(await store.put('a', 20_000, digest(whole), watched())).toMatchObject({ ok: true });
    expect(sizes).toEqual(Array.from({ length: 20 }, (_, i) => i * 1000));
  });

  test('a scope is never part of a name', async () => {
    const store = await open();
    for (const scope of ['../../out', '/etc', '.', '..', 'a\0b', '', 'unfinished', '__proto__']) {
      const ref = await putRef(store, 'x', scope);
      expect(store.find(scope, ref)?.path.startsWith(directory)).toBe(true);
      for (const part of ['out', 'etc', 'proto']) expect(store.find(scope, ref)?.path).not.toContain(part);
    }
    expect(readdirSync(parent)).toEqual(['deep']);
  });
});

describe('finding', () => {
  test('knows a reference in its own scope only', async () => {
    const store = await open();
    const ref = await putRef(store, 'hello', 'a');
    expect(store.find('a', ref)).toBeDefined();
    expect(store.find('b', ref)).toBeUndefined();
    expect(store.find('', ref)).toBeUndefined();
  });

  test('knows no other text, and never fails over one', async () => {
    const store = await open();
    const ref = await putRef(store, 'hello');
    const near = [
      `${ref}\n`,
      `${ref}/`,
      `./${ref}`,
      ` ${ref}`,
      ref.toUpperCase(),
      `../${'a'.repeat(64)}/${ref}`,
    ];
    for (const text of [...near, '', '..', '../unfinished', '\0', 'x'.repeat(1e6)]) {
      expect(store.find('a', text)).toBeUndefined();
    }
    fc.assert(fc.property(fc.string(), (text) => store.find('a', text) === undefined));
  });

  test('does not take a file of another size for the content', async () => {
    const store = await open();
    const ref = await putRef(store, 'hello');
    truncateSync(store.find('a', ref)!.path, 2);
    expect(store.find('a', ref)).toBeUndefined();
  });

  test('sees what another process stored in the same directory', async () => {
    const [one, other] = [await open(), await open()];
    expect(other.find('a', await putRef(one, 'hello'))).toBeDefined();
  });

  test('works after opening again', async () => {
    const ref = await putRef(await open(), 'hello');
    expect(readFileSync((await open()).find('a', ref)!.path, 'utf8')).toBe('hello');
  });
});

describe('the bound on everything', () => {
  const maxTotalBytes = 2 * (entryBytes + 5);

  test('holds, and says full', async () => {
    const store = await open({ maxTotalBytes });
    expect(await put(store, 'hello')).toMatchObject({ ok: true });
    expect(await put(store, 'world', 'b')).toMatchObject({ ok: true });
    expect(await put(store, '')).toEqual({ ok: false, problem: 'full' });
  });

  test('holds for uploads under way at the same time', async () => {
    const store = await open({ maxTotalBytes });
    const results = await Promise.all(['a', 'b', 'c', 'd'].map((text) => put(store, text.repeat(5))));
    expect(results.filter((result) => result.ok)).toHaveLength(2);
  });

  test('counts what was there before', async () => {
    const first = await open({ maxTotalBytes });
    await putRef(first, 'hello');
    await putRef(first, 'world');
    expect(await put(await open({ maxTotalBytes }), 'x')).toEqual({ ok: false, problem: 'full' });
  });

  test('counts no upload that failed', async () => {
    const store = await open({ maxTotalBytes });
    for (let i = 0; i < 5; i++) await store.put('a', 5, digest('other'), chunks('hello'));
    await putRef(store, 'hello');
    expect(await put(store, 'world')).toMatchObject({ ok: true });
  });

  test('notices content that an administrator removed', async () => {
    const store = await open({ maxTotalBytes });
    const ref = await putRef(store, 'hello');
    await putRef(store, 'world');
    rmSync(store.find('a', ref)!.path);
    expect(await put(store, 'again')).toMatchObject({ ok: true });
  });

  test('a folder that was removed comes back', async () => {
    const store = await open();
    const ref = await putRef(store, 'hello');
    rmSync(join(store.find('a', ref)!.path, '..'), { recursive: true });
    expect(store.find('a', await putRef(store, 'again'))).toBeDefined();
  });
});

describe('the same octets', () => {
  test('are kept once in a scope, and need no room again', async () => {
    const maxTotalBytes = 2 * (entryBytes + 5);
    const store = await open({ maxTotalBytes });
    const ref = await putRef(store, 'hello');
    expect(await putRef(store, 'hello')).toBe(ref);
    expect(await putRef(await open({ maxTotalBytes }), 'hello')).toBe(ref);
    await putRef(store, 'hello', 'b');
    expect(await put(store, 'x')).toMatchObject({ problem: 'full' });
    expect(await putRef(store, 'hello')).toBe(ref);
    expect(store.status).toMatchObject({ octets: maxTotalBytes, uploads: { kept: 2, there: 2, full: 1 } });
  });

  test('are counted once when they come on two connections', async () => {
    const store = await open();
    const refs = await Promise.all([1, 2, 3].map(() => putRef(store, 'hello')));
    expect(new Set(refs).size).toBe(1);
    expect(store.status.octets).toBe(entryBytes + 5);
  });

  test('have to be sent: a digest alone gets no receipt', async () => {
    const store = await open();
    await putRef(store, 'hello');
    expect(await store.put('a', 5, digest('hello'), chunks('other'))).toMatchObject({ problem: 'digest' });
    expect(await store.put('a', 5, digest('hello'), chunks('hell'))).toMatchObject({ problem: 'length' });
  });
});

describe('the age', () => {
  test('removes what nobody has uploaded for so long', async () => {
    let time = Date.now();
    const store = await open({ maxAge: 60_000, now: () => time });
    const old = await putRef(store, 'old');
    const again = await putRef(store, 'again');
    time += 59_000;
    expect(await putRef(store, 'again')).toBe(again);
    time += 2000;
    await store.sweep();
    expect([store.find('a', old), store.find('a', again)]).toEqual([undefined, expect.anything()]);
    expect(store.status).toMatchObject({ octets: entryBytes + 5, removed: 1 });
  });

  test('makes room where there is none, and is looked at when a store is opened', async () => {
    let time = Date.now();
    const options = { maxTotalBytes: entryBytes + 5, maxAge: 120_000, now: () => time };
    const store = await open(options);
    await putRef(store, 'hello');
    time += 100_000;
    expect(await put(store, 'world')).toMatchObject({ problem: 'full' });
    time += 100_000;
    const world = await putRef(store, 'world');
    time += 200_000;
    expect((await open(options)).find('a', world)).toBeUndefined();
  });
});

describe('opening', () => {
  test('makes the directory for this user alone', async () => {
    await open();
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    expect(statSync(join(directory, 'unfinished')).mode & 0o777).toBe(0o700);
  });

  test('says in a sentence why a directory cannot be used', async () => {
    mkdirSync(join(parent, 'deep'));
    writeFileSync(directory, 'a file');
    await expect(open()).rejects.toThrow(/^The content directory ".*" cannot be used \(\w+\): choose .+\.$/);
  });

  test('leaves uploads of live stores alone', async () => {
    const store = await open();
    let reopened = false;
    async function* slow(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('he');
      await open();
      reopened = true;
      yield Buffer.from('llo');
    }
    expect(await store.put('a', 5, digest('hello'), slow())).toMatchObject({ ok: true });
    expect(reopened).toBe(true);
  });

  test('removes what dead processes left, and keeps what may be in use or is not its own', async () => {
    const store = await open();
    // The name of a real upload, to have the machine's part of it.
    let name = '';
    async function* looking(): AsyncGenerator<Uint8Array> {
      name = unfinished()[0]!;
      yield Buffer.from('x');
    }
    await store.put('a', 1, digest('x'), looking());
    const [machine = '', , random = ''] = name.split('.');
    const leave = (...parts: (string | number)[]) => {
      const path = join(directory, 'unfinished', parts.join('.'));
      writeFileSync(path, 'half');
      return path;
    };
    const old = (path: string) => {
      utimesSync(path, 1, 1);
      return path;
    };
    // Above the largest process number that Linux gives.
    const dead = leave(machine, 2 ** 22 + 1, random);
    const ours = leave(machine, process.pid, random);
    const live = leave(machine, process.ppid, random);
    const liveButOld = old(leave(machine, process.ppid, `${random}0`));
    const elsewhere = leave('other-machine', 2 ** 22 + 1, random);
    const elsewhereButOld = old(leave('other-machine', 1, random));
    const foreign = old(leave('readme'));
    await open();
    expect([dead, ours, liveButOld, elsewhereButOld].map(existsSync)).toEqual([false, false, false, false]);
    expect([live, elsewhere, foreign].map(existsSync)).toEqual([true, true, true]);
  });

  test('ignores files that are no content', async () => {
    const store = await open({ maxTotalBytes: entryBytes + 5 });
    mkdirSync(join(directory, 'other'));
    writeFileSync(join(directory, 'other', 'big'), 'x'.repeat(5000));
    writeFileSync(join(directory, 'file'), 'x');
    const ref = await putRef(store, 'hello');
    const { path } = store.find('a', ref)!;
    renameSync(path, join(path, '..', 'renamed'));
    expect(await put(await open({ maxTotalBytes: entryBytes + 5 }), 'hello')).toMatchObject({ ok: true });
  });
});
