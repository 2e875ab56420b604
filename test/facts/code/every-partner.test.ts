// Which conditions choose only the rows that have a partner in another table.
import { expect, test } from 'vitest';
import { ofEveryPartner } from '../../../src/facts/code/sql/every-partner.ts';
import { sqlStatements } from '../../../src/facts/code/sql/statements.ts';

const ofEach = (code: string): readonly (string | undefined)[] =>
  (sqlStatements(code) ?? []).map(ofEveryPartner);
const joins = (count: number): string =>
  Array.from({ length: count }, (_, at) => `a.x${at} = b.x${at}`).join(' and ');
const nested = (depth: number, inner: string): string => `${'('.repeat(depth)}${inner}${')'.repeat(depth)}`;

test.each([
  'a.x = b.x',
  'not a.x <> b.x',
  'a.x is not distinct from b.x',
  nested(50, 'a.x = b.x'),
  // More than is kept of a statement, and deeper than is looked into.
  joins(300),
  nested(20, joins(300)),
  nested(20_000, 'a.x = b.x'),
])('delete from a using b where %.40s', (condition) => {
  expect(ofEach(`delete from a using b where ${condition}`).join()).toMatch(/^(?:delete from a)?$/);
  const [statement = ''] = sqlStatements(`delete from a using b where ${condition}`) ?? [];
  expect([statement, ofEveryPartner(statement)]).toContain('delete from a');
});

test.each([
  `${joins(30)} and b.y = 3`,
  `a.y = 2 and ${joins(300)}`,
  'not a.x = b.x',
  'a.x is distinct from b.x',
])('not: %.40s', (condition) => {
  expect(ofEach(`delete from a using b where ${condition}`)).toEqual([undefined]);
});

test('a long list of keys is no partner', () => {
  const keys = Array.from({ length: 900 }, (_, at) => at).join();
  expect(ofEach(`update t set x = 1 where id in (${keys})`)).toEqual([undefined]);
});
