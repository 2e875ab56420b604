/** Which policies need a disk: rules, labels and limits that compare what only a disk says. */
import { expect, test } from 'vitest';
import { check } from '../../src/check/check.ts';
import { asksDisk } from '../../src/check/tree/asks-disk.ts';
import { parse } from '../../src/language/parse.ts';

const asked = (text: string): string | undefined => {
  const { bundle, diagnostics } = check([parse({ path: 'p.policy', text: `policy p\n${text}` }).policy]);
  if (bundle === undefined) throw new Error(JSON.stringify(diagnostics));
  return asksDisk(bundle);
};

test.each([
  ['deny a\n  when runs "make"\n', undefined],
  ['deny a\n  when runs "make"\n  unless repository.branch is "dev"\n', 'p.a'],
  ['deny a\n  when runs "make" and not (kind is mcp or repository.branch is "dev")\n', 'p.a'],
  ['condition on-dev = repository.branch is "dev"\ndeny a\n  when on-dev\n', 'p.a'],
  ['label seen on session lasts 1h\n  when repository.branch is "dev"\ndeny a\n  while seen\n', 'p.seen'],
  [
    'condition push = runs "git push"\nlimit rate to 2 push per 10m per source\n  unless repository.branch is "dev"\n',
    'p.rate',
  ],
])('%j: %s', (text, code) => {
  expect(asked(text)).toBe(code);
});
