/** Reading a program's lines when it is asked for comes to the same as reading whole tables. */
import { expect, test } from 'vitest';
import { builtInKnowledge } from '../../../src/facts/knowledge/built-in.ts';
import { readTable } from '../../../src/facts/knowledge/format.ts';
import { groupLines, ProgramTable } from '../../../src/facts/knowledge/program-table.ts';
import { tables } from '../../../src/facts/knowledge/tables.ts';

test('every program is what its whole table says', () => {
  const { programs } = builtInKnowledge();
  const entries = Object.entries(tables).flatMap(([name, text]) => readTable(text, name));
  const names = entries.flatMap((entry) => entry.names.map((name) => [name, entry] as const));
  expect(names.length).toBeGreaterThan(2500);
  for (const [name, entry] of names) expect(programs.get(name), name).toEqual(entry);
  expect(programs.size).toBe(new Set(names.map(([name]) => name)).size);
});

test('lines that share a program are read together, however far apart and in whichever order they meet', () => {
  const text = [
    'a x : | file:read',
    'b : | file:write',
    'c,a y : | text*',
    ' and more',
    '# no',
    'b z = c y',
  ].join('\n');
  expect(groupLines('t', text)).toEqual([
    {
      table: 't',
      names: ['b', 'a', 'c'],
      text: 'a x : | file:read\nb : | file:write\nc,a y : | text*\n and more\n# no\nb z = c y'.replace(
        '# no\n',
        '',
      ),
    },
  ]);
});

test('a name that is on no line has no entry', () => {
  const table = new ProgramTable(() => groupLines('t', 'a : | file:read'));
  expect([table.get('b'), table.has('a'), table.size, [...table.keys()]]).toEqual([
    undefined,
    true,
    1,
    ['a'],
  ]);
});
