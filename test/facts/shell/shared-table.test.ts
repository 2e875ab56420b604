/** Tables of shells that share what they hold until one of them sets something. */
import { describe, expect, it } from 'vitest';
import { SharedTable } from '../../../src/facts/shell/state/shared-table.ts';

const tableOf = (entries: Readonly<Record<string, number>>): SharedTable<number> => {
  const table = new SharedTable<number>();
  for (const [name, value] of Object.entries(entries)) table.set(name, value);
  return table;
};

describe('a table that was forked', () => {
  it('begins like the one before', () => {
    const inner = tableOf({ a: 1, b: 2 }).fork();
    expect([...inner]).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
  });

  it('keeps to itself what is set in it', () => {
    const outer = tableOf({ a: 1 });
    const inner = outer.fork();
    inner.set('a', 2);
    inner.set('b', 3);
    expect([...outer]).toEqual([['a', 1]]);
    expect(inner.get('a')).toBe(2);
  });

  it('does not see what is set in the one before', () => {
    const outer = tableOf({ a: 1 });
    const inner = outer.fork();
    outer.set('a', 2);
    outer.delete('b');
    expect(inner.get('a')).toBe(1);
    expect(inner.isSame(outer)).toBe(false);
  });

  it('does not lose what is deleted in another', () => {
    const outer = tableOf({ a: 1 });
    const inner = outer.fork();
    const second = outer.fork();
    inner.delete('a');
    expect([inner.size, outer.size, second.size]).toEqual([0, 1, 1]);
    expect(second.isSame(outer)).toBe(true);
  });
});

it('holds names that objects have by themselves only where they are set', () => {
  const table = tableOf({});
  expect(table.get('constructor')).toBeUndefined();
  expect(table.has('__proto__')).toBe(false);
});
