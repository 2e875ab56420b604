/** Reading a program's lines when it is asked for comes to the same as reading whole tables. */
import { expect, test } from 'vitest';
import { builtInKnowledge } from '../../../src/facts/knowledge/table/built-in.ts';
import { readTable } from '../../../src/facts/knowledge/table/format.ts';
import { groupLines, ProgramTable, packLines } from '../../../src/facts/knowledge/table/program-table.ts';
import { tables } from '../../../src/facts/knowledge/table/tables.ts';

test('every program is what its whole table says', () => {
  const { programs } = builtInKnowledge();
  const entries = Object.entries(tables).flatMap(([name, text]) => readTable(text, name));
  const names = entries.flatMap((entry) => entry.names.map((name) => [name, entry] as const));
  expect(names.length).toBeGreaterThan(2500);
  for (const [name, entry] of names) expect(programs.get(name), name).toEqual(entry);
  expect(programs.size).toBe(new Set(names.map(([name]) => name)).size);
});

test('lines that share a program are read together, however far apart and in whichever order they meet', () => {
  const text = 'a x : | file:read\nb : | file:write\nc,a y : | text*\nb z = c y';
  expect(groupLines('t', text)).toEqual([{ table: 't', names: ['b', 'a', 'c'], text }]);
});

test('a name that is on no line has no entry', () => {
  const table = new ProgramTable(() => packLines(groupLines('t', 'a : | file:read')));
  expect([table.get('b'), table.has('a'), table.size, [...table.keys()]]).toEqual([
    undefined,
    true,
    1,
    ['a'],
  ]);
});

test('every name is found in the index, and no name between two of them', () => {
  const names = Array.from({ length: 99 }, (_, at) => `n${at}`);
  const lines = names.map((name) => `${name} : | file:read`).join('\n');
  const table = new ProgramTable(() => packLines(groupLines('t', lines)));
  for (const name of names) {
    expect(table.get(name)?.names, name).toEqual([name]);
    for (const other of [`${name} `, `${name}!`, `${name}\n`, name.slice(0, -1), ''])
      if (!names.includes(other))
        expect([table.has(other), table.get(other)], other).toEqual([false, undefined]);
  }
});

test('two tables with the same program are an error', () => {
  const groups = [...groupLines('a', 'x : | file:read'), ...groupLines('b', 'x : | file:write')];
  expect(() => packLines(groups)).toThrow('two tables have the program `x`, the second is b');
});
