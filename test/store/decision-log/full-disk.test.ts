import { constants, existsSync, openSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { filesIn, type LogFiles } from '../../../src/store/decision-log/files.ts';
import { openImmediateLog } from '../../../src/store/decision-log/open-immediate-log.ts';
import { openLog } from '../../../src/store/decision-log/open-log.ts';
import {
  decisionOf,
  diskFull,
  linesIn,
  recordsIn,
  start,
  unreliable,
  verify,
  withLogFolder,
} from './logs.ts';

/** A disk that fails while `isFull` says so. */
function disk(folder: string) {
  const state = { isFull: false, writes: 0 };
  const files = unreliable(folder, (bytes) => {
    state.writes++;
    return state.isFull ? diskFull() : bytes.length;
  });
  return { state, files };
}

/** Milliseconds of a write after which a disk counts as slow. */
const slow = 50;

const types = (folder: string): string[] => recordsIn(folder).map(({ type }) => type);

describe('block', () => {
  test('an entry that cannot be written is told, and the log goes on when it can', async () => {
    await withLogFolder(async (folder) => {
      const { state, files } = disk(folder);
      const log = await openLog({ folder, start, whenFull: 'block', files });
      await log.append(decisionOf('e1'));
      state.isFull = true;
      await expect(log.append(decisionOf('e2'))).rejects.toThrow('the disk is full');
      expect(log.status).toMatchObject({
        problem: 'the disk is full',
        written: 2,
        dropped: { 'write-failed': 1 },
      });
      state.isFull = false;
      await log.append(decisionOf('e3'));
      expect(log.status.problem).toBeUndefined();
      await log.close();
      expect(types(folder)).toEqual(['start', 'decision', 'dropped', 'decision', 'stop']);
      expect(recordsIn(folder)[2]).toMatchObject({ records: 1, reasons: { 'write-failed': 1 } });
      expect(verify(folder)).toMatchObject({ issues: [], dropped: 1 });
    });
  });

  test('a quick disk is written to at once, and a slow one apart until it is quick again', async () => {
    await withLogFolder(async (folder) => {
      const disk = filesIn(folder);
      let now = 1_000_000;
      let takes = 0;
      const kinds: string[] = [];
      const files: LogFiles = {
        ...disk,
        append(descriptor, bytes) {
          kinds.push('apart');
          now += takes;
          return disk.append(descriptor, bytes);
        },
        appendNow(descriptor, bytes) {
          kinds.push('at once');
          now += takes;
          return disk.appendNow(descriptor, bytes);
        },
      };
      const log = await openLog({ folder, start, whenFull: 'block', files, now: () => now });
      const write = async (times: number): Promise<string[]> => {
        kinds.length = 0;
        for (let index = 0; index < times; index++) await log.append(decisionOf('e'));
        return [...new Set(kinds)];
      };
      expect(kinds).toEqual(['apart']);
      expect(await write(5)).toEqual(['at once']);
      takes = slow;
      expect(await write(1)).toEqual(['at once']);
      expect(await write(3)).toEqual(['apart']);
      takes = slow - 1;
      expect(await write(20)).toEqual(['apart']);
      expect(await write(5)).toEqual(['at once']);
      await log.close();
      expect(verify(folder)).toMatchObject({ issues: [], records: 36 });
    });
  });

  test('nobody is told that an entry is written before it is', async () => {
    await withLogFolder(async (folder) => {
      const gate: { open?: () => void } = {};
      let waits = false;
      let now = 1_000_000;
      const files = unreliable(folder, (bytes) => {
        if (!waits) now += slow;
        return waits
          ? new Promise((resolve) => {
              gate.open = () => resolve(bytes.length);
            })
          : bytes.length;
      });
      const log = await openLog({ folder, start, whenFull: 'block', files, now: () => now });
      waits = true;
      let isDone = false;
      const appended = log.append(decisionOf('e1'))?.then(() => {
        isDone = true;
      });
      while (gate.open === undefined) await new Promise((resolve) => setImmediate(resolve));
      const later = log.append(decisionOf('e2'));
      now += 250;
      await new Promise((resolve) => setImmediate(resolve));
      expect(isDone).toBe(false);
      expect(log.status).toMatchObject({ pending: 2, lag: 250 });
      waits = false;
      gate.open();
      await Promise.all([appended, later]);
      expect(log.status).toMatchObject({ pending: 0, lag: 0, written: 3 });
      await log.close();
    });
  });

  test('entries of one turn share a write', async () => {
    await withLogFolder(async (folder) => {
      const { state, files } = disk(folder);
      const log = await openLog({ folder, start, whenFull: 'block', files });
      await Promise.all(Array.from({ length: 100 }, (_, index) => log.append(decisionOf(`e${index}`))));
      expect(state.writes).toBe(2);
      await log.close();
    });
  });

  test.each([1, 100, 700, 5000])(
    'a disk that takes %i octets and then some leaves a log that verifies',
    async (room) => {
      await withLogFolder(async (folder) => {
        let left = Number.POSITIVE_INFINITY;
        const files = unreliable(folder, (bytes) => {
          if (left === 0) diskFull();
          const taken = Math.min(left, bytes.length);
          left -= taken;
          return taken;
        });
        const log = await openLog({ folder, start, whenFull: 'block', files });
        left = room;
        const told = await Promise.allSettled(
          Array.from({ length: 10 }, (_, index) => log.append(decisionOf(`e${index}`))),
        );
        left = Number.POSITIVE_INFINITY;
        await log.append(decisionOf('last'));
        await log.close();
        const verification = verify(folder);
        expect(verification.issues).toEqual([]);
        const written = recordsIntact(folder);
        told.forEach(({ status }, index) => {
          expect(written.includes(`e${index}`)).toBe(status === 'fulfilled');
        });
        expect(written).toContain('last');
      });
    },
  );

  test('a record that lacks only its line end has been written, once', async () => {
    await withLogFolder(async (folder) => {
      let isShort = false;
      const files = unreliable(folder, (bytes) => {
        const taken = isShort ? bytes.length - 1 : bytes.length;
        isShort = false;
        return taken;
      });
      const log = await openLog({ folder, start, whenFull: 'block', files });
      for (const id of ['a', 'b', 'c']) {
        isShort = id === 'b';
        await log.append(decisionOf(id));
      }
      await log.close();
      expect(verify(folder)).toMatchObject({ issues: [], torn: [] });
      expect(recordsIntact(folder)).toEqual(['a', 'b', 'c']);
    });
  });

  test('a log whose disk is full from the start says so', async () => {
    await withLogFolder(async (folder) => {
      const { state, files } = disk(folder);
      state.isFull = true;
      await expect(openLog({ folder, start, whenFull: 'block', files })).rejects.toThrow('the disk is full');
      expect(() =>
        openImmediateLog({ stays: false, folder, start, whenFull: 'block', files }).append(decisionOf('h')),
      ).toThrow('the disk is full');
    });
  });

  test.runIf(existsSync('/dev/full'))('the system’s own full disk', async () => {
    await withLogFolder(async (folder) => {
      const files = {
        ...filesIn(folder),
        open: () => openSync('/dev/full', constants.O_RDWR | constants.O_APPEND),
      };
      await expect(openLog({ folder, start, whenFull: 'block', files })).rejects.toThrow('the disk is full');
      const log = openImmediateLog({ stays: false, folder, start, whenFull: 'block', files });
      expect(() => log.append(decisionOf('h'))).toThrow('the disk is full');
    });
  });
});

describe('drop-and-count', () => {
  test('nothing is ever written at once, so that no call waits for a disk', async () => {
    await withLogFolder(async (folder) => {
      const files: LogFiles = {
        ...filesIn(folder),
        appendNow() {
          throw new Error('a call waits');
        },
      };
      const log = await openLog({ folder, start, whenFull: 'drop-and-count', files });
      for (const id of ['e1', 'e2', 'e3']) {
        log.append(decisionOf(id));
        while (log.status.pending > 0) await new Promise((resolve) => setImmediate(resolve));
      }
      await log.close();
      expect(log.status).toMatchObject({ problem: undefined, written: 5 });
    });
  });

  test('nobody waits; what was lost is counted and told', async () => {
    await withLogFolder(async (folder) => {
      const { state, files } = disk(folder);
      const log = await openLog({ folder, start, whenFull: 'drop-and-count', files });
      state.isFull = true;
      expect(log.append(decisionOf('e1'))).toBeUndefined();
      await until(() => log.status.dropped['write-failed'] === 1);
      state.isFull = false;
      expect(log.append(decisionOf('e2'))).toBeUndefined();
      await log.close();
      expect(types(folder)).toEqual(['start', 'dropped', 'decision', 'stop']);
      expect(verify(folder)).toMatchObject({ issues: [], dropped: 1 });
    });
  });

  test('a disk that is too slow loses what finds no room', async () => {
    await withLogFolder(async (folder) => {
      const gate: { open?: () => void } = {};
      const files = unreliable(folder, (bytes) =>
        gate.open === undefined && bytes.includes('"decision"')
          ? new Promise((resolve) => {
              gate.open = () => resolve(bytes.length);
            })
          : bytes.length,
      );
      const log = await openLog({ folder, start, whenFull: 'drop-and-count', files });
      const entry = decisionOf('e');
      for (let index = 0; index < 10_500; index++) log.append(entry);
      expect(log.status.dropped['queue-full']).toBe(500);
      await until(() => gate.open !== undefined);
      gate.open?.();
      await log.close();
      expect(log.status).toMatchObject({ pending: 0, dropped: { 'queue-full': 500 } });
      const verification = verify(folder);
      expect(verification).toMatchObject({ issues: [], dropped: 500 });
      expect(verification.records).toBe(10_000 + 3);
    });
  });

  test('a process starts with a full disk, and says who it is when it can', async () => {
    await withLogFolder(async (folder) => {
      const { state, files } = disk(folder);
      state.isFull = true;
      const log = await openLog({ folder, start, whenFull: 'drop-and-count', files });
      expect(log.status.problem).toBe('the disk is full');
      state.isFull = false;
      log.append(decisionOf('e1'));
      await log.close();
      expect(types(folder)).toEqual(['start', 'decision', 'stop']);
      expect(verify(folder).issues).toEqual([]);
    });
  });

  test('a hook never fails', async () => {
    await withLogFolder((folder) => {
      const { state, files } = disk(folder);
      state.isFull = true;
      const log = openImmediateLog({ stays: false, folder, start, whenFull: 'drop-and-count', files });
      log.append(decisionOf('h'));
      expect(log.status).toMatchObject({ dropped: { 'write-failed': 1 }, problem: 'the disk is full' });
    });
  });
});

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

/** Ids of the decisions that stand in the log as whole lines. */
const recordsIntact = (folder: string): string[] =>
  linesIn(folder).flatMap(
    (line) => /"type":"decision".*?"id":"([^"]*)".*"hash":"[0-9a-f]{64}"\}$/.exec(line)?.[1] ?? [],
  );
