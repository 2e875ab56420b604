import { createHash, randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openImmediateLog } from '../../../src/store/decision-log/open-immediate-log.ts';
import { openLog } from '../../../src/store/decision-log/open-log.ts';
import {
  decisionOf,
  linesIn,
  namesIn,
  problemsOf,
  recordsIn,
  rewrite,
  start,
  verify,
  withLogFolder,
} from './logs.ts';

const day = 24 * 60 * 60 * 1000;
const rotation = { maxSize: 4000, maxAge: day, keep: 100 };

/** A record that anybody can write: there is no secret in the chain. */
function deletedRecord(upTo: number): string {
  const process = randomBytes(8).toString('hex');
  const head = { process, seq: 1, time: '2026-01-01T00:00:00.000Z', previous: null, final: true };
  const body = JSON.stringify({ ...head, type: 'deleted', upTo });
  const hash = createHash('sha256').update(body).digest('hex');
  return `${body.slice(0, -1)},"hash":"${hash}"}`;
}

describe('rotation', () => {
  test('a file that is large enough is followed by the next, and chains go on in it', async () => {
    await withLogFolder(async (folder) => {
      const log = await openLog({ folder, start, whenFull: 'block', rotation });
      for (let index = 0; index < 20; index++) await log.append(decisionOf(`e${index}`));
      await log.close();
      const names = namesIn(folder);
      expect(names.length).toBeGreaterThan(3);
      expect(names[1]).toBe('decisions-000002.ndjson');
      expect(JSON.parse(linesIn(folder, names[1])[0] ?? '')).toMatchObject({ continues: 1 });
      expect(verify(folder)).toMatchObject({ issues: [], records: 22, processes: 1 });
      rmSync(join(folder, names[1] ?? ''));
      expect(problemsOf(folder)).toContain('file-missing 3:1');
    });
  });

  test('a file that is old enough is followed by the next, for all who write', async () => {
    await withLogFolder((folder) => {
      let now = Date.parse('2026-01-01T00:00:00Z');
      const append = (id: string): void => {
        const options = { folder, start, whenFull: 'block', rotation, now: () => now } as const;
        openImmediateLog({ stays: false, ...options }).append(decisionOf(id));
      };
      append('a');
      now += day;
      append('b');
      now += 1;
      append('c');
      append('d');
      expect(linesIn(folder)).toHaveLength(2);
      expect(linesIn(folder, 'decisions-000002.ndjson')).toHaveLength(2);
      expect(problemsOf(folder)).toEqual([]);
    });
  });

  test('files that are too old to keep are removed, and a record says so', async () => {
    await withLogFolder(async (folder) => {
      const log = await openLog({ folder, start, whenFull: 'block', rotation: { ...rotation, keep: 3 } });
      for (let index = 0; index < 40; index++) await log.append(decisionOf(`e${index}`));
      expect(namesIn(folder)).toHaveLength(3);
      const [oldest = ''] = namesIn(folder);
      const deleted = recordsIn(folder).filter(({ type }) => type === 'deleted');
      expect(deleted.at(-1)).toMatchObject({ upTo: Number(/\d+/.exec(oldest)?.[0]) - 1 });
      expect(verify(folder)).toMatchObject({ issues: [], files: 3 });
      // The oldest file that is left is not among those that anything says is gone.
      rmSync(join(folder, oldest));
      expect(problemsOf(folder).length).toBeGreaterThan(0);
      await log.close();
    });
  });

  test('a forged record of removed files excuses nothing in files that are there', async () => {
    await withLogFolder(async (folder) => {
      const log = await openLog({ folder, start, whenFull: 'block', rotation });
      for (let index = 0; index < 20; index++) await log.append(decisionOf(`e${index}`));
      await log.close();
      const names = namesIn(folder);
      expect(names.length).toBeGreaterThan(2);
      const last = names.at(-1) ?? '';
      const missing = ['removed 1:3'];
      rewrite(folder, (lines) => lines.filter((_, index) => index !== 2), names[0]);
      expect(problemsOf(folder)).toEqual(missing);
      for (const upTo of [1, 2, 1000]) {
        rewrite(folder, (lines) => [...lines, deletedRecord(upTo)], last);
        expect(problemsOf(folder), `up to ${upTo}`).toEqual(missing);
        expect(verify(folder).deletedUpTo).toBe(0);
      }
      // A file in the middle is missed all the same.
      rmSync(join(folder, names[1] ?? ''));
      expect(problemsOf(folder)).toContain('file-missing 3:1');
    });
  });

  test('a forged record of removed files excuses chains that begin in them, and not those in later files', async () => {
    await withLogFolder(async (folder) => {
      const log = await openLog({ folder, start, whenFull: 'block', rotation });
      for (let index = 0; index < 20; index++) await log.append(decisionOf(`e${index}`));
      await log.close();
      const names = namesIn(folder);
      rmSync(join(folder, names[0] ?? ''));
      rewrite(folder, (lines) => [...lines, deletedRecord(1000)], names.at(-1));
      rewrite(folder, (lines) => lines.filter((_, index) => index !== 1), names[1]);
      expect(verify(folder).deletedUpTo).toBe(1);
      expect(problemsOf(folder)).toEqual(['removed 2:2']);
    });
  });
});
