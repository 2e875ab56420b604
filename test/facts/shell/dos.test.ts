// dos-cases.txt: scripts, and the commands that are read in them. UPDATE=1 rewrites the commands.
import { expect, test } from 'vitest';
import { readDos } from '../../../src/facts/shell/windows/dos.ts';
import { caseTests } from './powershell-case-file.ts';

caseTests(new URL('dos-cases.txt', import.meta.url), readDos);

test('what is too long or has too many commands is unknown', () => {
  expect(readDos('dir\n'.repeat(30_000)).unknowns).not.toEqual([]);
});

test('what is nested too deep is unknown', () => {
  expect(readDos(`${'('.repeat(5000)}del x`).unknowns).not.toEqual([]);
});
