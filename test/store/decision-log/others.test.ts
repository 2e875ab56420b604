/** A log that others can write is refused, whoever writes it. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { problemsOfLog } from '../../../src/store/decision-log/files.ts';
import { openImmediateLog } from '../../../src/store/decision-log/open-immediate-log.ts';
import { openLog } from '../../../src/store/decision-log/open-log.ts';

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'bylaw-others-')), 'log');
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true }));

const start = { bylaw: '0', by: 'hook', policies: '0'.repeat(64), inputs: 'masked' } as const;
const entry = { type: 'evicted', memories: 1 } as const;

/** A folder that others can write, or a file in one that they cannot. */
const places = {
  'a folder': () => mkdirSync(folder, { mode: 0o700 }),
  'a file': () => {
    mkdirSync(folder, { mode: 0o700 });
    writeFileSync(join(folder, 'decisions-000001.ndjson'), '');
  },
};
const opened = { 'a folder': () => folder, 'a file': () => join(folder, 'decisions-000001.ndjson') };

describe.each(['a folder', 'a file'] as const)('%s', (what) => {
  test.each([0o722, 0o720, 0o702, 0o777])('of mode %o is refused', async (mode) => {
    places[what]();
    chmodSync(opened[what](), mode);
    const why = /can be written by others \(mode 7[0-9]{2}\); .*chmod go-w/;
    for (const whenFull of ['block', 'drop-and-count'] as const) {
      const opening = openLog({ folder, start: { ...start, by: 'serve' }, whenFull });
      if (whenFull === 'block' || what === 'a folder') await expect(opening).rejects.toThrow(why);
      else expect((await opening).status.problem).toMatch(why);
    }
    expect(() => openImmediateLog({ folder, start, whenFull: 'block', stays: false }).append(entry)).toThrow(
      why,
    );
    const dropping = openImmediateLog({ folder, start, whenFull: 'drop-and-count', stays: false });
    dropping.append(entry);
    expect(dropping.status.problem).toMatch(why);
    expect(problemsOfLog(folder)).toEqual([expect.stringMatching(why)]);
    expect(readdirSync(folder)).toHaveLength(what === 'a folder' ? 0 : 1);
  });

  test('that others can only read is taken', () => {
    places[what]();
    chmodSync(opened[what](), 0o755);
    openImmediateLog({ folder, start, whenFull: 'block', stays: false }).append(entry);
    expect(problemsOfLog(folder)).toEqual([]);
  });
});

test('where there is no log nothing is wrong, and nothing is made', () => {
  expect(problemsOfLog(folder)).toEqual([]);
  expect(readdirSync(join(folder, '..'))).toEqual([]);
});
