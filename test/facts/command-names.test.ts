import { noTraits } from '../../src/facts/knowledge/table/read-columns.ts';
// Tests of command patterns in canonical spelling, and of the other names of a command.

import { expect, test } from 'vitest';
import { canonicalCommand } from '../../src/facts/knowledge/table/command-names.ts';
import type { FormEntry, ProgramEntry } from '../../src/facts/knowledge/table/entry.ts';
import { compileCommand } from '../../src/pattern/command.ts';
import { truthName } from '../../src/pattern/text/truth.ts';
import { command } from '../compile/effects.ts';

const form = (...words: readonly (readonly string[])[]): FormEntry => ({
  words,
  given: [],
  options: [],
  operands: [],
  traits: noTraits,
});
const npm: ProgramEntry = {
  names: ['npm'],
  forms: [
    form(),
    form(['install', 'i', 'add']),
    form(['run', 'run-script']),
    form(['dist-tag'], ['add', 'set']),
  ],
};
const commands = {
  programs: new Map([['npm', npm]]),
  powershell: new Map(),
  cmd: new Map(),
  aliases: new Map(),
};

test.each([
  ['npm i', 'npm install'],
  ['npm add --global', 'npm install --global'],
  ['npm --global i left-pad', 'npm --global install left-pad'],
  ['npm dist-tag set', 'npm dist-tag add'],
  ['npm set', 'npm set'],
  ['npm i add', 'npm install add'],
  ['npm i*', 'npm i*'],
  ['yarn i', 'yarn i'],
  ['npm', 'npm'],
  ['npm constructor', 'npm constructor'],
])('`%s` is `%s`', (written, canonical) => {
  expect(canonicalCommand(written, commands)).toBe(canonical);
});

test('a pattern in any spelling is one for all of them', () => {
  const { pattern } = compileCommand(canonicalCommand('npm i', commands));
  for (const call of ['npm install x', 'npm i x', 'npm add x']) {
    expect(pattern && truthName(pattern.test(command(call), true)), call).toBe('yes');
  }
});
