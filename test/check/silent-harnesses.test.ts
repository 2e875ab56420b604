// The harnesses that `unseen-outcome` warns of are those of which the tables of hooks and docs/harnesses.md say so.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { silentHarnesses } from '../../src/check/lints/unseen-outcome.ts';
import { adapters } from '../../src/harnesses/adapters.ts';
import { harnessInstalls } from '../../src/harnesses/installs.ts';

const isAboutCalls = (event: string): boolean => !/session|task/i.test(event);

test('they are the harnesses that no hook is installed for once a call has run', () => {
  // Those with a table of hooks: others are told by a plugin or a script of ours.
  const hooked = Object.values(harnessInstalls).filter(({ check }) => check.decides.length > 0);
  const silent = hooked.filter(({ check }) => !check.observes.some(isAboutCalls));
  expect([...silentHarnesses]).toEqual(silent.map(({ id }) => adapters[id].name.toLowerCase()));
});

test('docs/harnesses.md says of them that nothing is observed, and of no other', () => {
  const doc = readFileSync('docs/harnesses.md', 'utf8');
  const table = doc.slice(doc.indexOf('| harness | decided at | observed at |')).split('\n\n')[0] ?? '';
  const rows = table.split('\n').slice(2);
  const inTable = rows.map((row) => row.split('|')[1]?.trim());
  expect(Object.values(harnessInstalls).flatMap(({ name }) => (inTable.includes(name) ? [] : name))).toEqual(
    [],
  );
  expect(rows.length).toBe(Object.keys(adapters).length);
  const silent = rows.flatMap((row) => {
    const [, name = '', , observed = ''] = row.split('|').map((cell) => cell.trim());
    return /post|after/i.test(observed) ? [] : [name.toLowerCase()];
  });
  expect(silent).toEqual([...silentHarnesses]);
});
