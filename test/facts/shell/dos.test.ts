// dos-cases.txt: scripts, and the commands that are read in them. UPDATE=1 rewrites the commands.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readDos } from '../../../src/facts/shell/dos.ts';
import { caseTests, outOfRange } from './powershell-case-file.ts';

caseTests(new URL('dos-cases.txt', import.meta.url), readDos);

test('what is too long or has too many commands is unknown', () => {
  expect(readDos('dir\n'.repeat(30_000)).unknowns).not.toEqual([]);
});

test('what is nested too deep is unknown', () => {
  expect(readDos(`${'('.repeat(5000)}del x`).unknowns).not.toEqual([]);
});

test('any text is read, within its bounds', () => {
  const pieces = [
    'del a',
    '%x%',
    '%%i',
    '!y!',
    '^',
    '"',
    '(',
    ')',
    '&',
    '&&',
    '||',
    '|',
    '>',
    '<',
    '2>&1',
    '\n',
    'if exist ',
    'for %i in (',
    ') do ',
    'set x=',
    'call ',
    'start ',
    'rem ',
    ':',
    '@',
    ' else ',
    '/s',
    ',',
    '=',
  ];
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((each) => each.join('')),
  );
  fc.assert(
    fc.property(text, (script) => {
      expect(outOfRange(readDos(script), script.length)).toEqual([]);
    }),
    { seed: 7, numRuns: 2000 },
  );
});
