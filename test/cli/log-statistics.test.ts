import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bar, barChart, percent, showMicroseconds, sparkline } from '../../src/cli/log/charts.ts';
import {
  Latencies,
  LogStatistics,
  NameTally,
  otherNames,
  Timeline,
} from '../../src/cli/log/log-statistics.ts';
import { recordLine } from '../../src/cli/log/record-line.ts';
import { painter } from '../../src/cli/terminal/paint.ts';
import { sentenceOf } from '../../src/host/export/record-text.ts';
import type { LogRecord } from '../../src/store/decision-log/record.ts';

const plain = painter(false);

test('quantiles are within a few percent of the exact ones, and the largest is exact', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 1, maxLength: 300 }),
      (values) => {
        const latencies = new Latencies();
        for (const value of values) latencies.add(value);
        const sorted = values.toSorted((a, b) => a - b);
        for (const share of [0.5, 0.9, 0.99, 1]) {
          const exact = sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
          expect(Math.abs(latencies.quantile(share) - exact)).toBeLessThanOrEqual(Math.max(1, exact * 0.03));
        }
        expect(latencies.largest).toBe(sorted.at(-1));
        expect(latencies.decades.reduce((sum, { count }) => sum + count, 0)).toBe(values.length);
      },
    ),
    { seed: 1 },
  );
});

test('a timeline has few steps, however long it is, and loses nothing', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 10 ** 10 }), { minLength: 1, maxLength: 200 }),
      (times) => {
        const timeline = new Timeline();
        for (const time of times) timeline.add(time);
        expect(timeline.counts.length).toBeLessThanOrEqual(60);
        expect(timeline.counts.reduce((sum, count) => sum + count, 0)).toBe(times.length);
      },
    ),
    { seed: 1 },
  );
});

test('names beyond the bound share one', () => {
  const tally = new NameTally();
  for (let index = 0; index < 6000; index++) tally.add(`n${index}`);
  expect(tally.rows[0]).toEqual({ name: otherNames, count: 1000 });
});

test('a call of which many rules are unsure counts once, and not for each of them', () => {
  const statistics = new LogStatistics();
  const of = (codes: readonly string[]) =>
    ({
      type: 'decision',
      time: '2026-11-30T10:00:00Z',
      masked: [],
      faults: [],
      matched: [],
      watched: [],
      unsure: codes.map((code) => ({ code, unknowns: [{ field: 'runs', cause: 'unresolved' }] })),
      tool: null,
      agent: null,
      latency: 1,
    }) as unknown as LogRecord;
  statistics.add(of(Array.from({ length: 11 }, (_, at) => `r${at}`)));
  statistics.add(of(['r0']));
  expect(statistics.unsureForMany).toBe(1);
  expect(statistics.unsureAmongFew.rows).toEqual([{ name: 'r0', count: 1 }]);
  expect(statistics.doubts.rows).toEqual([{ name: 'r0: `runs` is not known', count: 1 }]);
  expect(statistics.unsure.rows[0]).toEqual({ name: 'r0', count: 2 });
});

describe('pictures', () => {
  test('bars are drawn in eighths, and what is there is never nothing', () => {
    expect(bar(10, 10, 4)).toBe('████');
    expect(bar(5, 10, 4)).toBe('██');
    expect(bar(1, 10, 4)).toBe('▍');
    expect(bar(1, 100_000, 4)).toBe('▏');
    expect(bar(0, 10, 4)).toBe('');
  });

  test('lines of numbers', () => {
    expect(sparkline([0, 1, 4, 8])).toBe(' ▂▅█');
    expect(sparkline([])).toBe('');
  });

  test('charts show the most frequent and count the others', () => {
    const rows = [
      { name: 'a', count: 1 },
      { name: 'bb', count: 1200 },
      { name: 'c', count: 3 },
    ];
    expect(barChart(rows, 2, plain)).toBe(
      `  bb  1,200  ${'█'.repeat(24)}\n  c       3  ▏\n  and 1 more, with 1 together\n`,
    );
  });

  test('numbers as people read them', () => {
    expect([17, 250, 1234, 99_900, 640_000, 2_500_000].map(showMicroseconds)).toEqual([
      '17 µs',
      '0.25 ms',
      '1.2 ms',
      '100 ms',
      '640 ms',
      '2.5 s',
    ]);
    expect([percent(1, 3), percent(1, 100), percent(0, 5), percent(0, 0)]).toEqual([
      '33 %',
      '1.0 %',
      '0 %',
      '0 %',
    ]);
  });
});

test('differences of compared bundles are counted by who answered', () => {
  const statistics = new LogStatistics();
  const record = (answered?: 'candidate' | 'in-force'): LogRecord => {
    const about = { sequence: 2, digest: 'd', source: 's', session: null, id: 'e' };
    const placed = { time: '2026-11-28T00:00:00Z', process: 'p', seq: 1, previous: '' };
    const changes = [{ kind: 'newly-denied', rule: 'com.example.a.x', was: null }];
    const shadow = { type: 'shadow', ...about, changes, ...(answered && { answered }) };
    return { ...placed, ...shadow } as unknown as LogRecord;
  };
  for (const answered of ['candidate', 'in-force', undefined] as const) statistics.add(record(answered));
  expect(statistics.differences.rows).toEqual([
    { name: 'bundle 2 would answer otherwise: newly-denied', count: 2 },
    { name: 'bundle 2 answered, and otherwise than what is in force: newly-denied', count: 1 },
  ]);
  expect(recordLine(record('candidate'), plain)).toContain(
    'bundle 2 answered, and otherwise than what is in force: newly-denied com.example.a.x',
  );
  expect(sentenceOf(record('candidate') as never)).toMatch(/^Bundle 2 answered, and otherwise/);
});
