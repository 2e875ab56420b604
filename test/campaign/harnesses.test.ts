/**
 * Real harnesses, run headless against a fake model, are stopped by bylaw. They come from the npm registry, so that
 * there is no sample of it in the gate; `test/real/` has the parts.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { type ColumnName, columnNames, columns, problemsOf } from '../real/columns.ts';
import { canTry, type Harness, type HarnessName, harnesses, harnessNames } from '../real/harnesses.ts';
import { type Installed, installed } from '../real/install.ts';
import { runColumn } from '../real/run.ts';
import { type Row, tableOf, type Verdict, verdictOf, writeRows } from '../real/table.ts';
import { isFull, tell } from './effort.ts';

/** Names of harnesses and of columns, with a dash for a space; all of a sort of which none is named. */
const only = (process.env.BYLAW_ONLY ?? '').split(',').filter((name) => name !== '');
const typed = (name: string): string => name.replaceAll(' ', '-');
const chosen = <Name extends string>(all: readonly Name[]): readonly Name[] => {
  const named = all.filter((name) => only.includes(typed(name)));
  return named.length === 0 ? all : named;
};

const timeout = 900_000;

describe.runIf(isFull)('real harnesses', () => {
  const rows: Partial<Record<HarnessName, Row>> = {};
  const counts: Record<string, number> = {};

  test('what is named is known', () => {
    const known = [...harnessNames, ...columnNames].map(typed);
    expect(only.filter((name) => !known.includes(name))).toEqual([]);
  });

  describe.each(chosen(harnessNames))('%s', (name) => {
    const harness: Harness = harnesses[name];
    let at: Installed;
    const verdicts: Partial<Record<ColumnName, Verdict>> = {};

    test('is installed', { timeout }, async () => {
      at = await installed(name, harness);
      rows[name] = { version: at.version, verdicts };
    });

    test.each(chosen(columnNames).filter((title) => canTry(harness, title)))(
      '%s',
      { timeout },
      async (title) => {
        const outcome = await runColumn(name, harness, at, title, columns[title]);
        const { verdict, why } = verdictOf(harness, title, problemsOf(columns[title], outcome));
        verdicts[title] = verdict;
        counts[verdict] = (counts[verdict] ?? 0) + 1;
        console.log(`${harness.name} ${at.version}, ${title}: ${verdict}${why && `: ${why}`}`);
        expect(verdict === 'FAIL' ? why : '').toBe('');
      },
    );

    afterAll(() => writeRows(rows));
  });

  afterAll(() => {
    console.log(tableOf(rows));
    tell({ harnesses: Object.keys(rows).length, ...counts });
  });
});
