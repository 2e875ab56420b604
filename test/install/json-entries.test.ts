import { describe, expect, test } from 'vitest';
import type { JsonForm } from '../../src/install/config-form.ts';
import { findEntries, installEntries, removeEntries } from '../../src/install/json-entries.ts';

const command =
  '"/usr/bin/node" "/opt/bylaw/dist/bylaw.cjs" hook claude-code --policies "/etc/bylaw/policies"';
const handler = { type: 'command', command, timeout: 20 };
const form: JsonForm = {
  kind: 'json',
  root: { version: 1 },
  entries: [
    { at: ['hooks', 'PreToolUse'], value: { matcher: '*', hooks: [handler] } },
    { at: ['hooks', 'PostToolUse'], value: { matcher: '*', hooks: [handler] } },
  ],
};

const put = (text: string | undefined): string => {
  const edit = installEntries(text, form);
  if (!edit.ok) throw new Error(edit.problem);
  return edit.text;
};
const take = (text: string): string => {
  const edit = removeEntries(text, form);
  if (!edit.ok) throw new Error(edit.problem);
  return edit.text;
};

/** Files as people have them: layouts, comments, hooks of others. All have the member `version`. */
const files: Readonly<Record<string, string>> = {
  'two blanks': '{\n  "version": 1,\n  "model": "opus"\n}\n',
  'four blanks': '{\n    "version": 1,\n    "model": "opus"\n}\n',
  tabs: '{\n\t"version": 1,\n\t"model": "opus"\n}\n',
  'one line': '{"version":1,"model":"opus"}',
  'Windows line ends': '{\r\n  "version": 1,\r\n  "model": "opus"\r\n}\r\n',
  'a byte order mark': '\ufeff{\n  "version": 1\n}\n',
  'no line end': '{\n  "version": 1\n}',
  'comments, with commas in them':
    '// mine, all mine\n{\n  /* one, */ "version": 1, // two, three\n  "model": "opus" // four, five\n  // six\n}\n',
  'a comma at the end': '{\n  "version": 1,\n  "model": "opus",\n}\n',
  'hooks of others':
    '{\n  "version": 1,\n  "hooks": {\n    "PreToolUse": [\n      { "matcher": "Bash", "hooks": [{ "type": "command", "command": "mine" }] } // keep\n    ],\n    "Stop": []\n  }\n}\n',
  'hooks of others in one line':
    '{"version":1,"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"mine"}]}]}}',
  'names that mean something elsewhere':
    '{\n  "version": 1,\n  "__proto__": { "hooks": 1 },\n  "constructor": 2\n}\n',
  'a command that only speaks of bylaw':
    '{\n  "version": 1,\n  "hooks": {\n    "PreToolUse": [\n      { "hooks": [{ "type": "command", "command": "echo bylaw; hook" }] }\n    ]\n  }\n}\n',
};

describe.each(Object.entries(files))('%s', (_, text) => {
  test('the entries go in, and the rest stays as it is, line for line', () => {
    const installed = put(text);
    const strip = (line: string): string => line.replace(/,(?=\s*(?:\/\/.*)?$)/, '').trim();
    const lines = new Set(installed.split('\n').map(strip));
    const kept = text.includes('\n') ? text.split('\n').filter((line) => !lines.has(strip(line))) : [];
    expect(kept).toEqual([]);
    const found = findEntries(installed, form);
    expect(found).toMatchObject({
      ok: true,
      hooks: [
        { event: 'PreToolUse', matcher: '*', command: { kind: 'shell', text: command } },
        { event: 'PostToolUse', matcher: '*', command: { kind: 'shell', text: command } },
      ],
    });
  });

  test('a second time changes nothing', () => {
    expect(put(put(text))).toBe(put(text));
  });

  test('taken out, the file is what it was', () => {
    expect(take(put(text))).toBe(text);
  });
});

test('a file that is not there, or empty, is made whole and comes to nothing again', () => {
  for (const text of [undefined, '', ' \n'])
    expect(JSON.parse(put(text))).toEqual({
      version: 1,
      hooks: {
        PreToolUse: [{ matcher: '*', hooks: [handler] }],
        PostToolUse: [{ matcher: '*', hooks: [handler] }],
      },
    });
  expect(removeEntries(put(undefined), form)).toMatchObject({ ok: true, isEmpty: true });
});

test('an entry of another version, at another event, is replaced', () => {
  const old =
    '{"version":1,"hooks":{"Old":[{"command":"node /x/bylaw.cjs hook codex"}],"PreToolUse":[{"hooks":[{"command":"mine"},{"command":"bylaw hook codex"}]}]}}';
  const next = JSON.parse(put(old));
  expect(next.hooks.Old).toBeUndefined();
  expect(next.hooks.PreToolUse).toEqual([
    { hooks: [{ command: 'mine' }] },
    { matcher: '*', hooks: [handler] },
  ]);
});

test('a program with arguments is known as well as a text for a shell', () => {
  const text =
    '{"hooks":{"A":[{"command":"C:/node.exe","args":["C:\\\\bylaw\\\\dist\\\\bylaw.cjs","hook","codex"]}]}}';
  const found = findEntries(text, form);
  expect(found.ok && found.hooks.map(({ command }) => command.kind)).toEqual(['words']);
});

test.each([
  ['{\n  "a": 1,\n  "b": \n}', 4, 'it is not valid JSON'],
  ['[1]', 1, 'does not hold a JSON object'],
  ['{\n "hooks": []\n}', 2, '`hooks` is not an object'],
  ['{\n "hooks": {\n  "PreToolUse": {}\n }\n}', 3, '`hooks.PreToolUse` is not a list'],
  ['{\n "hooks": {},\n "hooks": {}\n}', 3, '`hooks` is twice'],
  ['{"a": 1} x', 1, 'it is not valid JSON'],
])('%j is refused with its line', (text, line, problem) => {
  expect(installEntries(text, form)).toMatchObject({
    ok: false,
    line,
    problem: expect.stringContaining(problem),
  });
});

test('text that is nested without end is refused or read, and never overflows', () => {
  const deep = `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
  expect(installEntries(deep, form).ok).toBeTypeOf('boolean');
});
