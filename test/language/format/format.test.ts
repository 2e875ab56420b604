/**
 * Texts and their canonical text: how they are laid out (cases/layout.txt), how
 * what can be spelt in several ways is spelt (cases/spelling.txt), where comments
 * go (cases/comments.txt), and files of tests (cases/tests.txt). UPDATE=1 rewrites what follows `==>`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { formatSource } from '../../../src/language/format/format.ts';
import { type Case, readCases, writeCases } from '../../check/case-file.ts';
import { keepsWhatItSays } from './laws.ts';

function format(text: string): string {
  const formatted = formatSource({ path: 'any.policy', text });
  if (formatted.kind !== 'formatted') throw new Error(JSON.stringify(formatted));
  return formatted.text;
}

for (const name of ['layout', 'spelling', 'comments', 'tests']) {
  const file = new URL(`cases/${name}.txt`, import.meta.url);
  const cases = readCases(readFileSync(file, 'utf8'));
  const textOf = ({ sources }: Case): string => sources[0]?.text ?? '';
  if (process.env.UPDATE === '1')
    writeFileSync(
      file,
      writeCases(cases, (each) => format(textOf(each)).trimEnd()),
    );
  else
    describe(name, () => {
      test.each(cases)('$title', (each) => {
        expect(format(textOf(each))).toBe(`${each.expected}\n`);
        keepsWhatItSays(textOf(each));
      });
    });
}

const formatted = `policy com.example.dev
  "House rules"

import "lists/secrets.policy"
import "lists/hosts.policy"

defaults
  severity medium
  when unsure note

list approved = servers "github", "jira" except "jira-test"
list words = "confidential", 10m, null, @approved

wrapper "devbox run" "mise exec --"

alias k = kubectl
alias gpf = "git push --force"

command "acme deploy"
  options with values: --env/-e --region
  options: --dry-run/-n
  reads operands
  writes value of --log
  connects to "a.example.com" or "b.example.com"
  elevates

tool "save_note" of mcp "notes" kind file_write
  writes input.files[0]."a path"

condition large = size of input > 1MiB
condition foreign = mcp "github" tool "create_*" or "push_*"

label seen on session lasts 30m
  when reads "a" and it succeeded or unknown

limit rate to 30 fetch per 10m per session
  reason "Too many: {limit}."

deny a
  severity high
  while seen
  when (foreign or large) and not tool is "Bash"
  when runs "git push" or @pushes with --force or -f or "+*" without "--depth=1"
  when sends any path outside workspace to any host not in @ours
  when pipes "curl" into "sh" or any argument contains "x"
  unless any input.tags not in @words
  if mcp server missing apply
  when unsure deny
  reason "No \\"such\\" thing: {tool}."
  hint "Ask."
  tags attack.T1485, own
  test "a title"
    given workspace "/a", "/b"
    denies "git push"
    passes write "a.txt" content "x"
    unsure tool "Note" kind other { text: "x", "two words": [1, -2.50, true, null], none: {} }
    denies mcp "github" "create_issue" { owner: "x" }
    passes event "events/one.json"
  scenario "twice"
    given agent "a"
    after 5m "git push" denied by "com.example.*"

watch b
  when extension "com.example.level"[0]."a b".c does not start with "x"
`;

test('a policy has one look, however it was written', () => {
  expect(format(formatted)).toBe(formatted);
  expect(format(formatted.replace(/\n */g, ' '))).toBe(formatted);
  expect(format(`\ufeff${formatted.replace(/\n/g, '\r\n\t')}`)).toBe(formatted);
  expect(format(formatted.trimEnd())).toBe(formatted);
});

test('an empty text stays empty, and one of comments keeps them', () => {
  expect(format('')).toBe('');
  expect(format(' \r\n\n')).toBe('');
  expect(format('# only a comment')).toBe('# only a comment\n');
});

test('a text with errors has none', () => {
  const { kind } = formatSource({ path: 'any.policy', text: 'deny a when # what?\n' });
  expect(kind).toBe('invalid');
});

test('large texts take linear time: twenty thousand items, comments, and clauses on one line', () => {
  const times = 20_000;
  const items = `list a =\n${'  "item", # why\n'.repeat(times)}"last"\n`;
  expect(format(items)).toContain('"last"');
  const clauses = `${' '.repeat(times)}\n${' '.repeat(times)}deny a ${'severity low '.repeat(times)}`;
  expect(format(clauses).length).toBeGreaterThan(times);
  expect(format('# why\n\n\n'.repeat(times))).toBe(`${'# why\n\n'.repeat(times - 1)}# why\n`);
});
