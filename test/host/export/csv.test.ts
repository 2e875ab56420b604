import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellText, csvColumns, csvHeader, csvRow } from '../../../src/host/export/csv.ts';
import { tries } from '../../campaign/effort.ts';
import { decision, denial, finding, others } from './records.ts';

/** A reader of RFC 4180 that knows nothing of how rows are written. */
function read(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') cell += text[at++];
      else isQuoted = false;
    } else if (letter === '"') isQuoted = true;
    else if (letter === ',') {
      row.push(cell);
      cell = '';
    } else if (letter === '\r' && text[at + 1] === '\n') {
      rows.push([...row, cell]);
      row = [];
      cell = '';
      at++;
    } else cell += letter;
  }
  return rows;
}

/** Texts that agents would write: with quotes, breaks and beginnings of formulas. */
const texts = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc
    .array(fc.constantFrom('=', '+', '-', '@', '"', ',', '\r', '\n', '\t', ' ', 'a', ';', '＝', 'cmd|'), {
      maxLength: 8,
    })
    .map((all) => all.join('')),
);

test('every text comes back, and none is a formula', () => {
  fc.assert(
    fc.property(texts, texts, texts, (reason, session, name) => {
      const record = denial({ reason, session, tool: { name, kind: 'shell', mcp: null } });
      const [cells = [], ...more] = read(csvRow(record));
      expect(more).toEqual([]);
      expect(cells).toHaveLength(csvColumns.length);
      for (const [column, text] of [
        ['reason', reason],
        ['session', session],
        ['tool', name],
      ] as const) {
        const cell = cells[csvColumns.indexOf(column)] ?? '';
        expect(cell.startsWith("'") && !text.startsWith("'") ? cell.slice(1) : cell).toBe(text);
        expect(cell.trimStart()).not.toMatch(/^[=+\-@＝＋－＠]/u);
      }
    }),
    { seed: 24, numRuns: tries(300) },
  );
});

test.each([
  ['=1+1', `"'=1+1"`],
  ['+1', `"'+1"`],
  ['-rf', `"'-rf"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['\tx', `"'\tx"`],
  ['  =1', `"'  =1"`],
  ['a=1', '"a=1"'],
  ['say "hi"', '"say ""hi"""'],
  [-5, '-5'],
  [true, 'true'],
  [null, ''],
  [undefined, ''],
])('%j is %s', (cell, expected) => {
  expect(cellText(cell)).toBe(expected);
});

test('rows have the columns of the header', () => {
  const rows = read(csvHeader + [decision(), denial(), ...others].map(csvRow).join(''));
  expect(new Set(rows.map((row) => row.length))).toEqual(new Set([csvColumns.length]));
  const named = (row: readonly string[] | undefined) =>
    Object.fromEntries(csvColumns.map((column, index) => [column, row?.[index]]));
  expect(named(rows[2])).toMatchObject({
    time: '2026-11-21T14:02:11.123Z',
    type: 'decision',
    effect: 'deny',
    code: 'com.example.dev.shell',
    severity: 'high',
    tool: 'Bash',
    latency_microseconds: '210',
  });
  expect(named(rows[5])).toMatchObject({
    type: 'dropped',
    reason: '3 records were lost: 3 queue-full.',
    effect: '',
  });
});

test('of many rules that are unsure a row has the first codes, the number and the cause', () => {
  const unsure = Array.from({ length: 170 }, (_, at) => ({
    ...finding({ code: `com.example.dev.r${at}` }),
    unknowns: [
      {
        field: 'command',
        cause: 'unresolved',
        detail: 'the path of `$X` is not known before it runs',
      },
    ],
  }));
  const [cells = []] = read(csvRow(decision({ unsure })));
  const cellOf = (column: string): string | undefined => cells[csvColumns.indexOf(column)];
  expect(cellOf('unsure')?.split(' ')).toHaveLength(5);
  expect(cellOf('unsure_count')).toBe('170');
  expect(cellOf('unsure_because')).toBe('the path of `$X` is not known before it runs');
});
