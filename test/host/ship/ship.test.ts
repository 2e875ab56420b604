import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cursorPath, lockPath } from '../../../src/host/ship/cursor.ts';
import { ShipLock } from '../../../src/host/ship/lock.ts';
import { Refused } from '../../../src/host/ship/ship.ts';
import { shippingOf } from '../../../src/host/ship/shipping.ts';
import { tries } from '../../campaign/effort.ts';
import { collector, remove, shipAll, withLogFolder, write, writeText } from './logs.ts';

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);

test('ships each record once, over files, and goes on where it was', () =>
  withLogFolder(async (folder) => {
    write(folder, 1, range(1, 600));
    write(folder, 2, range(601, 700));
    const destination = collector();
    expect(await shipAll(folder, destination)).toEqual({ shipped: 700, lostFiles: 0, problem: undefined });
    write(folder, 2, [701]);
    write(folder, 3, [702]);
    expect((await shipAll(folder, destination)).shipped).toBe(702);
    expect(destination.got).toEqual(range(1, 702));
  }));

test('what is written to a file after the next has begun is shipped too', () =>
  withLogFolder(async (folder) => {
    const destination = collector();
    write(folder, 1, [1]);
    write(folder, 2, [2]);
    await shipAll(folder, destination);
    write(folder, 1, [3]);
    await shipAll(folder, destination);
    expect(destination.got).toEqual([1, 2, 3]);
  }));

test('half a line waits until it is whole, and a torn one is passed over', () =>
  withLogFolder(async (folder) => {
    const destination = collector();
    write(folder, 1, [1]);
    writeText(
      folder,
      1,
      '{"process":"0123456789abcdef","seq":2,"time":"2026-11-21T14:02:11.123Z","previous":null,',
    );
    await shipAll(folder, destination);
    expect(destination.got).toEqual([1]);
    writeText(folder, 1, `"type":"stop","hash":"${'2'.repeat(64)}"}\n{"process":"0123\n`);
    write(folder, 1, [3]);
    await shipAll(folder, destination);
    expect(destination.got).toEqual([1, 2, 3]);
  }));

test('what is longer than any record is passed over', () =>
  withLogFolder(async (folder) => {
    const destination = collector();
    writeText(folder, 1, `${'x'.repeat(3 * 1024 * 1024)}\n`);
    write(folder, 1, [1]);
    await shipAll(folder, destination);
    expect(destination.got).toEqual([1]);
  }));

describe('a destination that takes nothing', () => {
  test('is asked again ever more slowly, and nothing is lost', () =>
    withLogFolder(async (folder) => {
      write(folder, 1, range(1, 300));
      const destination = collector((batch) => batch < 9);
      const waits: number[] = [];
      const problems: (string | undefined)[] = [];
      const stop = new AbortController();
      const status = await shipAll(folder, destination, {
        once: false,
        stop: stop.signal,
        report: ({ problem }) => void problems.push(problem),
        async wait(milliseconds) {
          waits.push(milliseconds);
          if (destination.got.length === 300) stop.abort();
        },
      });
      expect(status).toEqual({ shipped: 300, lostFiles: 0, problem: undefined });
      expect(destination.got).toEqual(range(1, 300));
      expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000, 500]);
      expect(problems).toEqual([...Array(9).fill('it is full'), undefined, undefined]);
    }));

  test('says when to come again', () =>
    withLogFolder(async (folder) => {
      write(folder, 1, [1]);
      const waits: number[] = [];
      let tries = 0;
      const destination = {
        ...collector(),
        send: async () => {
          if (tries++ === 0) throw new Refused('busy', 7000);
        },
      };
      const stop = new AbortController();
      await shipAll(folder, destination, {
        once: false,
        stop: stop.signal,
        async wait(milliseconds) {
          waits.push(milliseconds);
          if (milliseconds === 500) stop.abort();
        },
      });
      expect(waits).toEqual([7000, 500]);
    }));

  test('ends what ships once', () =>
    withLogFolder(async (folder) => {
      write(folder, 1, [1]);
      expect(
        (
          await shipAll(
            folder,
            collector(() => true),
          )
        ).problem,
      ).toBe('it is full');
    }));
});

test('files that were deleted before they were shipped are reported', () =>
  withLogFolder(async (folder) => {
    const destination = collector();
    write(folder, 1, [1]);
    write(folder, 2, [2]);
    await shipAll(folder, destination);
    for (const file of [3, 4, 5, 6]) write(folder, file, [file]);
    for (const file of [1, 2, 3, 4]) remove(folder, file);
    // The second may have grown, the third and the fourth were never seen; the first was done.
    expect((await shipAll(folder, destination)).lostFiles).toBe(3);
    expect(destination.got).toEqual([1, 2, 5, 6]);
    expect((await shipAll(folder, destination)).lostFiles).toBe(0);
  }));

test('where the cursor cannot be kept nothing is sent again, and it is reported', () =>
  withLogFolder(async (folder) => {
    const path = cursorPath(folder, 'test');
    mkdirSync(`${path}.part`);
    write(folder, 1, range(1, 300));
    const destination = collector();
    const problems: (string | undefined)[] = [];
    const status = await shipAll(folder, destination, {
      report: ({ problem }) => void problems.push(problem),
    });
    expect(destination.got).toEqual(range(1, 300));
    expect(status.problem).toMatch(/^how far it was shipped cannot be kept: /);
    expect(problems.length).toBe(2);
    rmdirSync(`${path}.part`);
    // A new process begins where the cursor on disk is: each record at least once.
    expect((await shipAll(folder, destination)).problem).toBe(undefined);
    expect(destination.got).toHaveLength(600);
  }));

test('a log that cannot be read is reported, and tried again', () =>
  withLogFolder(async (folder) => {
    const status = await shipAll(join(folder, 'nowhere'), collector());
    expect(status.problem).toMatch(/^the log cannot be read: /);
  }));

test('each destination has a cursor of its own, and one that cannot be read is reported', () =>
  withLogFolder(async (folder) => {
    write(folder, 1, [1]);
    await shipAll(folder, collector());
    await shipAll(folder, { ...collector(), name: 'other' });
    expect(readdirSync(folder).filter((name) => name.startsWith('shipped-'))).toHaveLength(2);
    expect(JSON.parse(readFileSync(cursorPath(folder, 'test'), 'utf8'))).toMatchObject({ shipped: 1 });
    writeFileSync(cursorPath(folder, 'test'), '{"offsets":');
    await expect(shipAll(folder, collector())).rejects.toThrow('does not say how far the log was shipped');
  }));

test('however a log is written, rotated and shipped, and whenever a batch is refused: each record once, in the order of its file', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof(
          fc.record({
            does: fc.constant('write' as const),
            records: fc.integer({ min: 1, max: 300 }),
            back: fc.boolean(),
          }),
          fc.record({ does: fc.constant('rotate' as const) }),
          fc.record({ does: fc.constant('ship' as const), refuses: fc.array(fc.nat(3), { maxLength: 2 }) }),
        ),
        { maxLength: 12 },
      ),
      (steps) =>
        withLogFolder(async (folder) => {
          let file = 1;
          let seq = 0;
          const got: number[] = [];
          const of = new Map<number, number[]>();
          const shipNow = async (refuses: readonly number[]): Promise<void> => {
            const destination = collector((batch) => refuses.includes(batch));
            await shipAll(folder, destination);
            got.push(...destination.got);
          };
          for (const step of steps) {
            if (step.does === 'rotate') writeText(folder, ++file, '');
            if (step.does === 'ship') await shipNow(step.refuses);
            if (step.does === 'write') {
              const to = step.back ? Math.max(1, file - 1) : file;
              const seqs = range(seq + 1, seq + step.records);
              write(folder, to, seqs);
              of.set(to, [...(of.get(to) ?? []), ...seqs]);
              seq += step.records;
            }
          }
          await shipNow([]);
          expect([...got].sort((a, b) => a - b)).toEqual(range(1, seq));
          for (const seqs of of.values()) {
            const wanted = new Set(seqs);
            expect(got.filter((each) => wanted.has(each))).toEqual(seqs);
          }
        }),
    ),
    { seed: 24, numRuns: tries(60) },
  ));

test('of two shippers one sends, and the other goes on when the first has ended', () =>
  withLogFolder(async (folder) => {
    write(folder, 1, range(1, 3));
    const destination = collector();
    const first = new ShipLock(lockPath(cursorPath(folder, 'test')));
    expect(first.hold(Date.now())).toBe(true);
    const refused = await shipAll(folder, destination);
    expect([refused.shipped, refused.problem]).toEqual([0, expect.stringContaining('another process ships')]);
    let waits = 0;
    const stop = new AbortController();
    const status = await shipAll(folder, destination, {
      once: false,
      stop: stop.signal,
      async wait() {
        waits++;
        if (waits === 3) first.release();
        if (waits === 5) stop.abort();
      },
    });
    expect(status.shipped).toBe(3);
    expect(destination.got).toEqual([1, 2, 3]);
    expect(readdirSync(folder).filter((name) => name.endsWith('.lock'))).toEqual([]);
  }));

test('the lock of a process that is dead, or renews it no more, is over', () =>
  withLogFolder(async (folder) => {
    const path = lockPath(cursorPath(folder, 'test'));
    const lock = new ShipLock(path);
    writeFileSync(path, JSON.stringify({ pid: 2 ** 30, host: hostname(), id: 'x' }));
    expect(lock.hold(Date.now())).toBe(true);
    writeFileSync(path, JSON.stringify({ pid: process.pid, host: hostname(), id: 'x' }));
    expect(lock.hold(Date.now())).toBe(false);
    writeFileSync(path, JSON.stringify({ pid: 2 ** 30, host: 'elsewhere', id: 'x' }));
    expect(lock.hold(Date.now())).toBe(false);
    expect(lock.hold(Date.now() + 200_000)).toBe(true);
  }));

test('a server knows how far each destination is', () =>
  withLogFolder(async (folder) => {
    const destination = {
      ...collector((batch) => batch === 1),
      name: 'https://logs.example.com/hook/SECRET',
    };
    write(folder, 1, range(1, 2));
    await shipAll(folder, destination);
    const [done, ...others] = shippingOf(folder);
    expect(others).toEqual([]);
    expect(done).toEqual({
      destination: expect.stringMatching(/^https:\/\/logs\.example\.com\/…[0-9a-f]{8}$/),
      shipped: 2,
      failed: 0,
      pending: 0,
      oldest: undefined,
    });
    write(folder, 2, [3]);
    await shipAll(folder, destination);
    const [waiting] = shippingOf(folder);
    expect(waiting).toMatchObject({ shipped: 2, failed: 1, oldest: Date.parse('2026-11-21T14:02:11.123Z') });
    expect(waiting?.pending).toBeGreaterThan(100);
    // Another one of the same host has another name, which is a part of that of its cursor; an address without a path stays as it is.
    for (const name of ['https://logs.example.com/hook/OTHER', 'https://logs.example.com/'])
      await shipAll(folder, { ...collector(() => true), name });
    const names = shippingOf(folder).map((each) => each.destination);
    expect(new Set(names).size).toBe(3);
    expect(names).toContain('https://logs.example.com');
    const cursors = readdirSync(folder).join(' ');
    for (const [, id] of names.join(' ').matchAll(/…(\w+)/g)) expect(cursors).toContain(`shipped-${id}`);
  }));
