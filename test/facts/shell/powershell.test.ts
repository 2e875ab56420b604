// powershell-cases.txt: scripts, and the commands that are read in them. UPDATE=1 rewrites the commands.
import { expect, test } from 'vitest';
import { decodePowerShell } from '../../../src/facts/shell/use/text/powershell-text.ts';
import { readPowerShell } from '../../../src/facts/shell/windows/powershell.ts';
import { caseTests, outOfRange } from './powershell-case-file.ts';

caseTests(new URL('powershell-cases.txt', import.meta.url), readPowerShell);

test('an encoded command is base64 of UTF-16', () => {
  expect(decodePowerShell('UgBlAG0AbwB2AGUALQBJAHQAZQBtACAAeAA=')).toBe('Remove-Item x');
  expect(decodePowerShell('not base64!')).toBeUndefined();
  expect(decodePowerShell('QQ==')).toBeUndefined();
  expect(decodePowerShell('')).toBeUndefined();
});

test('what is too long is unknown beyond the bound', () => {
  const { unknowns } = readPowerShell(`${'git status\n'.repeat(10_000)}Remove-Item x`);
  expect(unknowns.length).toBeGreaterThan(0);
});

test('what is nested too deep is unknown', () => {
  expect(readPowerShell(`${'('.repeat(5000)}Remove-Item x`).unknowns).not.toEqual([]);
  expect(readPowerShell('$x='.repeat(5000)).unknowns).not.toEqual([]);
});

test.each(['& "`', 'Remove-Item "a`', '"', '@"\n`', '`', '$'])('%j ends where its text does', (script) => {
  expect(outOfRange(readPowerShell(script), script.length)).toEqual([]);
});
