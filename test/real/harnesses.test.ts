/** The table of real harnesses, and the page that the campaign writes of them; nothing is started here. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { harnessInstalls } from '../../src/harnesses/installs.ts';
import { columnNames, columns, type Outcome, problemsOf } from './columns.ts';
import { type Harness, harnesses, harnessNames, type Place } from './harnesses.ts';
import { rowsOf, tableOf, verdictOf, withRows } from './table.ts';

const place: Place = {
  install: '/install',
  home: '/home/dev',
  workspace: '/home/dev/shop',
  base: 'http://127.0.0.1:1',
  server: { command: '/usr/bin/node', args: ['/server.mjs'] },
};

describe.each(harnessNames)('%s', (name) => {
  const harness: Harness = harnesses[name];

  test('talks to the model on loopback and to no other server', () => {
    const told = JSON.stringify([harness.files(place), harness.run(place), harness.prepare?.(place)]);
    const urls = told.match(/https?:\/\/[^"\\/]+/g) ?? [];
    expect(new Set(urls)).toEqual(new Set(['http://127.0.0.1:1']));
    expect(told).toContain('my-notes');
    expect(JSON.stringify(harness.files({ ...place, server: undefined }))).not.toContain('my-notes');
  });

  test('has its product in the table of installs', () => {
    expect(harnessInstalls[harness.id].id).toBe(harness.id);
  });

  test('has limits only of problems that their column looks for', () => {
    for (const column of columnNames)
      for (const problem of harness.limits?.[column]?.seen ?? [])
        expect(columns[column].wrong).toContain(problem);
  });
});

const good: Outcome = {
  setUp: true,
  asked: true,
  leaked: false,
  installed: false,
  harmless: true,
  told: true,
  kept: true,
  published: false,
};

describe('columns', () => {
  test.each(columnNames)(
    '%s finds nothing wrong where all is as it should be, and something else',
    (name) => {
      const isFree = columns[name].init === 'not';
      const fine = isFree ? { ...good, leaked: true, installed: true } : good;
      expect(problemsOf(columns[name], fine)).toEqual([]);
      const bad = { ...fine, leaked: isFree, asked: false, published: true, harmless: false };
      expect(problemsOf(columns[name], bad)).not.toEqual([]);
    },
  );

  test.each(columnNames)('%s asks a harness that ends on a denial for as much, in more starts', (name) => {
    const counts = [harnesses.codex, harnesses.cline].map((harness: Harness) =>
      columns[name].scripts(harness, place).map(({ steps }) => steps.length),
    );
    const [one = [], other = []] = counts;
    expect(one.length).toBe(1);
    expect(other.length).toBe(Math.max(1, one[0] === 1 || name === 'MCP by name' ? 1 : 2));
  });
});

describe('verdicts', () => {
  const why = 'It runs the call.';
  const harness: Harness = { ...harnesses.codex, limits: { hang: { seen: ['the secret left'], why } } };

  test('nothing wrong is ok, a known limit is one, and all else fails', () => {
    expect(verdictOf(harness, 'guard', [])).toEqual({ verdict: 'ok', why: '' });
    expect(verdictOf(harness, 'hang', ['the secret left'])).toEqual({ verdict: 'limit', why });
    expect(verdictOf(harness, 'guard', ['the secret left']).verdict).toBe('FAIL');
    expect(verdictOf(harness, 'hang', [])).toEqual({
      verdict: 'FAIL',
      why: 'nothing is wrong any more; known is: the secret left',
    });
  });
});

describe('the page', () => {
  const page = readFileSync(new URL('../../docs/harnesses.md', import.meta.url), 'utf8');
  const empty = page.replace(/(<!-- real harnesses: .* -->\n)[\s\S]*?(<!-- end of real)/, '$1$2');

  test('keeps what was not tried again, where the version is the same', () => {
    const first = withRows(empty, { codex: { version: '1', verdicts: { guard: 'ok', hang: 'FAIL' } } });
    const second = withRows(first, { codex: { version: '1', verdicts: { hang: 'ok' } } });
    expect(rowsOf(second).codex).toMatchObject({ version: '1', verdicts: { guard: 'ok', hang: 'ok' } });
    const third = withRows(second, { codex: { version: '2', verdicts: { hang: 'ok' } } });
    expect(rowsOf(third).codex).toMatchObject({ version: '2', verdicts: { guard: '–', hang: 'ok' } });
    expect(withRows(third, {})).toBe(third);
  });

  test('is as the table has it, with every harness and every limit, and no failure', () => {
    const rows = rowsOf(page);
    expect(Object.keys(rows)).toEqual(harnessNames);
    expect(page).toContain(tableOf(rows));
    for (const name of harnessNames)
      for (const column of columnNames) {
        const { limits }: Harness = harnesses[name];
        const verdict = limits?.[column] === undefined ? 'ok' : 'limit';
        expect([verdict, '–']).toContain(rows[name]?.verdicts[column]);
      }
  });
});
