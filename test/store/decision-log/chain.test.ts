import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
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

const first = 'decisions-000001.ndjson';

/** A log of a server and, between its records, of hooks. */
async function write(folder: string, entries: number, hooks = 0): Promise<void> {
  const log = await openLog({ folder, start, whenFull: 'block' });
  for (let index = 1; index <= entries; index++) {
    await log.append(decisionOf(`e${index}`));
    if (index <= hooks) hook(folder, `h${index}`);
  }
  await log.close();
}

const hook = (folder: string, id: string): void => {
  openImmediateLog({ stays: false, folder, start: { ...start, by: 'hook' }, whenFull: 'block' }).append(
    decisionOf(id),
  );
};

describe('what is written', () => {
  test('a process says who it is, then its entries, then that it ends; all linked', async () => {
    await withLogFolder(async (folder) => {
      await write(folder, 2);
      const records = recordsIn(folder);
      expect(records.map(({ type, seq }) => [type, seq])).toEqual([
        ['start', 1],
        ['decision', 2],
        ['decision', 3],
        ['stop', 4],
      ]);
      expect(new Set(records.map(({ process }) => process)).size).toBe(1);
      expect(records.map(({ previous }) => previous)).toEqual([
        null,
        ...records.slice(0, 3).map(({ hash }) => hash),
      ]);
      expect(records[0]).toMatchObject(start);
      expect(records[1]?.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    });
  });

  test('the hash is of the line without it', async () => {
    await withLogFolder(async (folder) => {
      await write(folder, 1);
      for (const line of linesIn(folder)) {
        const [, body = '', hash] = /^(.*),"hash":"([0-9a-f]{64})"\}$/.exec(line) ?? [];
        expect(createHash('sha256').update(`${body}}`).digest('hex')).toBe(hash);
      }
    });
  });

  test('the folder and its files are for their owner alone', async () => {
    await withLogFolder(async (folder) => {
      await write(folder, 1);
      expect(statSync(folder).mode & 0o777).toBe(0o700);
      expect(statSync(join(folder, first)).mode & 0o777).toBe(0o600);
    });
  });

  test('what comes together is written in the order in which it came', async () => {
    await withLogFolder(async (folder) => {
      const log = await openLog({ folder, start, whenFull: 'block' });
      await Promise.all(Array.from({ length: 500 }, (_, index) => log.append(decisionOf(`e${index}`))));
      await log.close();
      const ids = recordsIn(folder).flatMap((record) => (record.type === 'decision' ? [record.id] : []));
      expect(ids).toEqual(Array.from({ length: 500 }, (_, index) => `e${index}`));
      expect(verify(folder)).toMatchObject({ issues: [], records: 502, processes: 1, open: 0 });
    });
  });

  test('a hook writes one record that says everything, and refers to what was there', async () => {
    await withLogFolder((folder) => {
      hook(folder, 'h1');
      hook(folder, 'h2');
      const [one, two] = recordsIn(folder);
      expect(one).toMatchObject({
        seq: 1,
        previous: null,
        final: true,
        type: 'decision',
        start: { by: 'hook' },
      });
      expect(one).not.toHaveProperty('anchors');
      expect(two?.anchors).toEqual([{ file: 1, hash: one?.hash }]);
    });
  });

  test('a process that stays refers to what others wrote meanwhile', async () => {
    await withLogFolder(async (folder) => {
      const log = await openLog({ folder, start, whenFull: 'block' });
      hook(folder, 'h1');
      hook(folder, 'h2');
      await log.append(decisionOf('e1'));
      await log.append(decisionOf('e2'));
      await log.close();
      const records = recordsIn(folder);
      const two = records.find((record) => record.type === 'decision' && record.id === 'h2');
      const [one, next] = records.filter((record) => record.type === 'decision' && record.id.startsWith('e'));
      expect(one?.anchors).toEqual([{ file: 1, hash: two?.hash }]);
      expect(next).not.toHaveProperty('anchors');
    });
  });
});

describe('what is noticed', () => {
  test('nothing, of a log that nobody touched', async () => {
    await withLogFolder(async (folder) => {
      await write(folder, 20, 10);
      await write(folder, 5, 5);
      expect(verify(folder)).toMatchObject({ issues: [], torn: [], processes: 17, open: 0, files: 1 });
    });
  });

  test.each([0, 1, 5, 8])('an octet that is another in line %i', async (index) => {
    await withLogFolder(async (folder) => {
      await write(folder, 8);
      rewrite(folder, (lines) => {
        const changed = lines[index]?.replace(/"time":"2/, '"time":"3') ?? '';
        return lines.with(index, changed);
      });
      expect(problemsOf(folder)).toEqual([`altered 1:${index + 1}`]);
      expect(verify(folder).issues[0]?.message).toContain(`record ${index + 1} of process`);
    });
  });

  test('a record that was altered together with its hash', async () => {
    await withLogFolder(async (folder) => {
      await write(folder, 4);
      rewrite(folder, (lines) => {
        const body = (lines[2] ?? '')
          .replace('"effect":"none"', '"effect":"deny"')
          .replace(/,"hash":.*$/, '}');
        const hash = createHash('sha256').update(body).digest('hex');
        return lines.with(2, `${body.slice(0, -1)},"hash":"${hash}"}`);
      });
      expect(problemsOf(folder)).toEqual(['altered 1:3']);
    });
  });

  test.each([0, 1, 6])('line %i taken away, and which records are missing', async (index) => {
    await withLogFolder(async (folder) => {
      await write(folder, 8);
      rewrite(folder, (lines) => lines.toSpliced(index, 1));
      expect(problemsOf(folder)).toEqual([`removed 1:${index + 1}`]);
      expect(verify(folder).issues[0]?.message).toMatch(`record ${index + 1} of process`);
    });
  });

  test('several lines taken away', async () => {
    await withLogFolder(async (folder) => {
      await write(folder, 8);
      rewrite(folder, (lines) => lines.toSpliced(2, 3));
      expect(verify(folder).issues.map(({ message }) => message)).toEqual([
        expect.stringMatching(/^records 3 to 5 of process/),
      ]);
    });
  });

  test('the only record of a hook taken away, whoever wrote after it', async () => {
    for (const writeOn of [(folder: string) => hook(folder, 'h2'), (folder: string) => write(folder, 1)]) {
      await withLogFolder(async (folder) => {
        hook(folder, 'h0');
        hook(folder, 'h1');
        await writeOn(folder);
        rewrite(folder, (lines) => lines.toSpliced(1, 1));
        expect(problemsOf(folder)).toEqual(['removed 1:2']);
      });
    }
  });

  test('a hook’s record between those of a server taken away', async () => {
    await withLogFolder(async (folder) => {
      await write(folder, 6, 6);
      const at = linesIn(folder).findIndex((line) => line.includes('"id":"h3"'));
      rewrite(folder, (lines) => lines.toSpliced(at, 1));
      expect(problemsOf(folder)).toEqual([`removed 1:${at + 1}`]);
    });
  });

  test('a whole process taken away', async () => {
    await withLogFolder(async (folder) => {
      await write(folder, 3);
      const before = linesIn(folder).length;
      await write(folder, 3);
      const whole = linesIn(folder).length;
      await write(folder, 3);
      rewrite(folder, (lines) => lines.toSpliced(before, whole - before));
      expect(problemsOf(folder)).toEqual([`removed 1:${before + 1}`]);
    });
  });

  test.each([
    [1, 2],
    [0, 1],
    [2, 5],
  ])('lines %i and %i that changed places', async (one, two) => {
    await withLogFolder(async (folder) => {
      await write(folder, 8);
      rewrite(folder, (lines) => lines.with(one, lines[two] ?? '').with(two, lines[one] ?? ''));
      const kinds = new Set(verify(folder).issues.map(({ kind }) => kind));
      expect([...kinds]).toEqual(['reordered']);
    });
  });

  test('hooks that changed places', async () => {
    await withLogFolder((folder) => {
      for (const id of ['h1', 'h2', 'h3']) hook(folder, id);
      rewrite(folder, ([one = '', two = '', three = '']) => [two, one, three]);
      expect(problemsOf(folder)).toEqual(['reordered 1:2']);
    });
  });

  test('a line that stands there twice, and one that is none', async () => {
    await withLogFolder(async (folder) => {
      await write(folder, 4, 2);
      const lines = linesIn(folder).length;
      rewrite(folder, (all) => [...all.slice(0, 3), all[1] ?? '', ...all.slice(3), '{"hello":1}']);
      expect(problemsOf(folder)).toEqual(['inserted 1:4', `inserted 1:${lines + 2}`]);
    });
  });
});

describe('lines that were not written to their end', () => {
  test('the last of a process that was killed is told, and is no failure', async () => {
    await withLogFolder(async (folder) => {
      await write(folder, 3);
      const file = join(folder, first);
      const stop = linesIn(folder).at(-1) ?? '';
      truncateSync(file, statSync(file).size - stop.length + 60);
      expect(verify(folder)).toMatchObject({ issues: [], torn: [{ line: 5, isLast: true }], open: 1 });
      hook(folder, 'h1');
      await write(folder, 1);
      const after = verify(folder);
      expect(after).toMatchObject({ issues: [], torn: [{ line: 5, isLast: true }], records: 4 + 1 + 3 });
    });
  });

  test('a record that was written behind one in the same moment is found', async () => {
    await withLogFolder(async (folder) => {
      await write(folder, 2);
      hook(folder, 'h1');
      const [line = ''] = linesIn(folder).slice(-1);
      rewrite(folder, (lines) => [
        ...lines.slice(0, -1),
        `${(lines[1] ?? '').slice(0, 300).replace(/"seq":2/, '"seq":9')}${line}`,
      ]);
      expect(verify(folder)).toMatchObject({ issues: [], records: 5, torn: [{ line: 5 }] });
    });
  });

  test('a record that was cut short by somebody is missed by what refers to it', async () => {
    await withLogFolder((folder) => {
      hook(folder, 'h1');
      hook(folder, 'h2');
      rewrite(folder, ([one = '', two = '']) => [one.slice(0, 200), two]);
      expect(problemsOf(folder)).toEqual(['removed 1:2']);
    });
  });

  const processOf = (folder: string): string => recordsIn(folder)[0]?.process ?? '';

  test('one that no crash can have left is no torn one', async () => {
    const begun = (process: string, seq: number): string =>
      `{"process":"${process}","seq":${seq},"time":"2026`;
    const cases: readonly (readonly [string, (process: string) => string, string])[] = [
      ['of a process that had ended', (process) => begun(process, 5), 'inserted 1:5'],
      ['with its newline, as the last', () => `${begun('0123456789abcdef', 1)}\n`, 'altered 1:5'],
      [
        'with the end of a record',
        () => `${begun('0123456789abcdef', 1)},"hash":"${'0'.repeat(64)}"}`,
        'altered 1:5',
      ],
    ];
    for (const [what, line, problem] of cases) {
      await withLogFolder(async (folder) => {
        await write(folder, 2);
        appendFileSync(join(folder, first), line(processOf(folder)));
        expect(problemsOf(folder), what).toEqual([problem]);
        expect(verify(folder).torn, what).toEqual([]);
      });
    }
  });

  test('the beginning of a record that stands there already was put there', async () => {
    await withLogFolder(async (folder) => {
      await write(folder, 2);
      rewrite(folder, (lines) => [...lines.slice(0, 3), (lines[1] ?? '').slice(0, 200), ...lines.slice(3)]);
      expect(problemsOf(folder)).toEqual(['inserted 1:4']);
    });
  });

  test('half a record that somebody appends cannot be told from a crash, and is told as torn', async () => {
    await withLogFolder(async (folder) => {
      await write(folder, 2);
      appendFileSync(join(folder, first), '{"process":"0123456789abcdef","seq":1,"time":"2026');
      expect(verify(folder)).toMatchObject({ issues: [], torn: [{ line: 5, isLast: true }] });
    });
  });

  test('empty lines are nothing', async () => {
    await withLogFolder(async (folder) => {
      await write(folder, 2);
      appendFileSync(join(folder, first), '\n\n');
      await write(folder, 2);
      expect(readFileSync(join(folder, first), 'utf8')).toContain('\n\n\n');
      expect(verify(folder).issues).toEqual([]);
    });
  });

  test('a file of other things is no log', async () => {
    await withLogFolder(async (folder) => {
      await write(folder, 1);
      writeFileSync(join(folder, 'decisions-000002.ndjson'), 'nonsense\n'.repeat(2000));
      const { issues, moreIssues } = verify(folder);
      expect(issues.every(({ kind }) => kind === 'inserted')).toBe(true);
      expect(issues.length + moreIssues).toBe(2000);
      expect(namesIn(folder)).toHaveLength(2);
    });
  });
});
