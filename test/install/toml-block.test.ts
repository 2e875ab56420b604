import { describe, expect, test } from 'vitest';
import { harnessInstalls } from '../../src/harnesses/installs.ts';
import type { TomlForm } from '../../src/install/config-form.ts';
import type { Machine } from '../../src/install/machine.ts';
import { findInBlock, installBlock, removeBlock } from '../../src/install/toml-block.ts';
import { readTomlText } from '../../src/install/toml-value.ts';
import { command } from './machine.ts';

const machine: Machine = { home: '/nowhere', project: '/p', root: '/', platform: 'linux', env: {} };

function formOf(id: 'kimi' | 'codex'): TomlForm {
  const [file] = harnessInstalls[id].files(id === 'codex' ? 'managed' : 'user', machine, command);
  if (file?.form.kind !== 'toml') throw new Error('no TOML');
  return file.form;
}
const [kimi, codex] = [formOf('kimi'), formOf('codex')];

function put(text: string, form: TomlForm): string {
  const edit = installBlock(text, form);
  if (!edit.ok) throw new Error(`${edit.line}: ${edit.problem}`);
  return edit.text;
}
function take(text: string): string {
  const edit = removeBlock(text);
  if (!edit.ok) throw new Error(`${edit.line}: ${edit.problem}`);
  return edit.text;
}

describe.each([
  ['kimi', kimi, '# mine\nmodel = "m" # why\n'],
  ['kimi', kimi, '[[hooks]]\nevent = "Stop"\ncommand = "mine"\n\n[other]\nhooks = true\n'],
  ['kimi', kimi, '[ [1,2], "x" ]'.replace(/.*/, 'list = [[1, 2],\n  ["[hooks]"]]')],
  ['kimi', kimi, 'text = """\n[hooks]\nhooks = []\n"""\nday = 2026-01-02\nlarge = 9007199254740993\n'],
  ['kimi', kimi, '[[ "hooks" ]]\r\nevent = "Stop"\r\ncommand = "mine"\r\n'],
  ['codex', codex, 'features = { hooks = true }\n'],
  ['codex', codex, 'features.hooks = true\n[x]\n'],
  ['codex', codex, '[ features ]\nhooks = true\n[ hooks ]\nmanaged_dir = "/x"'],
  ['codex', codex, '[hooks.state]\na = 1\n\n[features]\nother = 1\n"hooks" = true # yes\n'],
  ['codex', codex, '["hooks"]\n[[hooks.PreToolUse]]\n[[hooks.PreToolUse.hooks]]\ncommand = "mine"\n'],
])('%s: %#', (id, form, text) => {
  test('the block goes in, says what it should, and leaves the file as it was', () => {
    const installed = put(text, form);
    const reading = readTomlText(installed);
    expect(reading.ok).toBe(true);
    const found = findInBlock(installed);
    const own = found.ok ? found.hooks.filter(({ isOwn }) => isOwn) : [];
    const { decides, observes } = harnessInstalls[id === 'kimi' ? 'kimi' : 'codex'].check;
    expect(own.map(({ event }) => event)).toEqual([...decides, ...observes]);
    expect(put(installed, form)).toBe(installed);
    expect(take(installed)).toBe(text);
  });
});

describe('what cannot be added to is refused, with its line and what to write', () => {
  test.each([
    ['kimi', '"hooks" = []\n', 1, 'write each hook as a table `[[hooks]]`'],
    ['kimi', 'a = 1\nhooks = []\n', 2, '{ event = "PreToolUse", command = '],
    ['kimi', 'hooks.x = 1\n', 1, 'is not written as `[[hooks]]`'],
    ['kimi', '\n[ hooks ]\nx = 1\n', 2, 'is not written as `[[hooks]]`'],
    ['kimi', '[hooks.x]\ny = 1\n', 1, 'is not written as `[[hooks]]`'],
    ['kimi', 'hooks = []\ntext = """\n[[hooks]]\n"""\n', 1, 'nothing can be added to it'],
    ['kimi', 'a = \n', 1, 'it is not valid TOML'],
    ['kimi', 'a = 1\na = 2\n', 2, 'it is not valid TOML'],
    ['codex', 'hooks = []\nfeatures.hooks = true\n', 1, '`hooks` is not written as a table'],
    ['codex', 'hooks = { x = 1 }\nfeatures.hooks = true\n', 1, 'nothing can be added to it'],
    ['codex', 'features.hooks = true\nhooks.x = 1\n', 2, 'write it as the table `[hooks]`'],
    ['codex', '[ features ]\nx = 1\n[other]\nhooks = true\n', 1, 'add `hooks = true` to the table'],
    ['codex', '[features]\nhooks = false\n', 1, 'add `hooks = true` to the table'],
  ])('%s: %j', (id, text, line, problem) => {
    const edit = installBlock(text, id === 'kimi' ? kimi : codex);
    expect(edit).toMatchObject({ ok: false, problem: expect.stringContaining(problem) });
    expect(edit.ok ? 0 : (edit.line ?? 0)).toBe(line);
  });
});

test('a block that made the file invalid can be taken out, and nothing else is', () => {
  const block = put('', kimi);
  expect(take(`hooks = []\n\n${block}`)).toBe('hooks = []\n');
  expect(removeBlock(`hooks = [\n\n${block}`)).toMatchObject({
    ok: false,
    problem: expect.stringContaining('not valid TOML'),
  });
});

test('what a person put into the block, or below it into its last table, is not lost', () => {
  const installed = put('a = 1\n', kimi);
  const lines = installed.split('\n');
  for (const mine of ['# mine', 'other = 1', 'command = "mine"', '[mine]']) {
    const text = lines.toSpliced(4, 0, mine).join('\n');
    for (const edit of [removeBlock(text), installBlock(text, kimi)])
      expect(edit).toMatchObject({
        ok: false,
        line: 5,
        problem: 'this line in the block of bylaw is not from `bylaw init`; move it out of the block',
      });
  }
  const below = `${installed}mine = 1\n`;
  for (const edit of [removeBlock(below), installBlock(below, kimi)])
    expect(edit).toMatchObject({
      ok: false,
      line: below.split('\n').length - 1,
      problem: expect.stringContaining('move it above the block'),
    });
  expect(take(`${installed}[mine]\nb = 2`)).toBe('a = 1\n[mine]\nb = 2');
  expect(take(put(`x = 1`, kimi).concat('[mine]\nb = 2'))).toBe('x = 1\n[mine]\nb = 2');
});

test('a hook of bylaw outside the block is named; a hook that only speaks of it is left', () => {
  const own = `x = 1\n[[hooks]]\nevent = "Stop"\ncommand = "bylaw hook kimi"\n`;
  expect(installBlock(own, kimi)).toMatchObject({
    ok: false,
    line: 4,
    problem: expect.stringContaining('take it out first'),
  });
  const theirs = `[[hooks]]\nevent = "Stop"\ncommand = "logger 'bylaw hook ran'"\n`;
  expect(take(put(theirs, kimi))).toBe(theirs);
});

test('texts of others never throw and never take long', () => {
  const texts = [
    `a = ${'['.repeat(100_000)}`,
    `${'a.'.repeat(100_000)}a = 1`,
    '\n'.repeat(100_000),
    `[x]\n${' \n'.repeat(100_000)}hooks`,
    '__proto__.hooks = 1\nconstructor = 1\n',
    '\0',
  ];
  for (const text of texts)
    for (const form of [kimi, codex]) {
      expect(installBlock(text, form).ok).toBeTypeOf('boolean');
      expect(removeBlock(text).ok).toBeTypeOf('boolean');
      expect(findInBlock(text).ok).toBeTypeOf('boolean');
    }
});
