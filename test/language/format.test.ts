import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Policy } from '../../src/language/ast.ts';
import { formatPolicy } from '../../src/language/format.ts';
import { parse } from '../../src/language/parse.ts';
import { bundle } from '../reference/arbitrary.ts';
import { loosePolicy } from '../reference/loose-policy.ts';
import { withoutSpans } from '../reference/node.ts';

const runs = Number(process.env.BYLAW_RUNS ?? 1500);
const seed = Number(process.env.BYLAW_SEED ?? 1);

function expectReadBack(policy: Policy): void {
  const text = formatPolicy(policy);
  const parsed = parse({ path: policy.path, text });
  expect(parsed.diagnostics.map(({ message }) => message)).toEqual([]);
  expect(withoutSpans(parsed.policy)).toStrictEqual(withoutSpans(policy));
  expect(formatPolicy(parsed.policy)).toBe(text);
}

test('any tree is read back as it was, and formatting twice changes nothing', () => {
  fc.assert(fc.property(loosePolicy, expectReadBack), { numRuns: runs, seed });
});

test('so are policies that make sense', () => {
  fc.assert(
    fc.property(bundle, (policies) => policies.forEach(expectReadBack)),
    { numRuns: runs / 5, seed },
  );
});

const format = (text: string): string => {
  const { policy, diagnostics } = parse({ path: 'any.policy', text });
  expect(diagnostics).toEqual([]);
  return formatPolicy(policy);
};

test('a policy has one look, however it was written', () => {
  const formatted = `policy com.example.dev
  "House rules"

import "lists/secrets.policy"
import "lists/hosts.policy"

defaults
  severity medium
  when unsure note

list approved = servers "github", "jira" except "jira-test"
list words = "confidential", 10m, null, @approved

condition large = size of input > 1MiB
condition foreign = mcp "github" tool "create_*" or "push_*"

deny a
  severity high
  when (foreign or large) and not tool is "Bash"
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
    unsure tool "Note" kind other { text: "x", "two words": [1, -2.5, true, null], none: {} }
    denies mcp "github" "create_issue" { owner: "x" }
    passes event "events/one.json"

watch b
  when extension "com.example.level"[0]."a b".c does not start with "x"
`;
  expect(format(formatted)).toBe(formatted);
  const onOneLine = formatted.replace(/\n */g, ' ');
  expect(format(onOneLine)).toBe(formatted);
  expect(format(formatted.replace(/\n/g, '\r\n\r\n# comment\r\n\t'))).toBe(formatted);
});

test('so have predicates about what a call does, and what a file says of commands and tools', () => {
  const formatted = `policy com.example.dev

wrapper "devbox run" "mise exec --"

alias "k" = "kubectl"

command "acme deploy"
  options with values: --env/-e --region
  options: --dry-run/-n
  reads operands
  writes value of --log
  connects to "a.example.com" or "b.example.com"
  elevates

tool "save_note" of mcp "notes" kind file_write
  writes input.files[0]."a path"

condition touches-ci = writes or deletes ".github/**" or ".gitlab-ci.yml"

deny a
  when runs "git push" or @pushes with --force or -f or "+*" without "--depth=1"
  when (touches-ci or elevates) and not shell is opaque
  when sends any path outside workspace to any host not in @ours
  when pipes "curl" into "sh" or any argument contains "x"
  when installs any package from url or git
  when writes content does not contain "x"
  unless path in "/tmp/**" or (host is private) or touches-ci
  unless every refspec is "agent/*" or spawned agent is "x" or written path under workspace
`;
  expect(format(formatted)).toBe(formatted);
  expect(format(formatted.replace(/\n */g, ' '))).toBe(formatted);
});

test('synonyms are written in one way', () => {
  const once = (expression: string): string =>
    format(`condition a = ${expression}`).trim().replace('condition a = ', '');
  expect(once('tool "Bash" or "Shell"')).toBe('tool is "Bash" or "Shell"');
  expect(once('mcp server @approved')).toBe('mcp server in @approved');
  expect(once('mcp.server is in @approved')).toBe('mcp server in @approved');
  expect(once('mcp.tool is not in @approved')).toBe('mcp tool not in @approved');
  expect(once('cwd is outside workspace')).toBe('cwd outside workspace');
  expect(once('cwd not under workspace')).toBe('cwd outside workspace');
  expect(once('extension.x."y" is   not   missing')).toBe('extension "x".y is not missing');
  expect(once('((tool is "a"))')).toBe('tool is "a"');
  expect(once('not (not tool is "a")')).toBe('not not tool is "a"');
});

test('parentheses stay where they mean something', () => {
  const same = [
    'a and (b or c)',
    '(a and b) and c',
    'not (a or b)',
    '(kind is shell) or condition-b',
    '(not kind is shell) or condition-b',
    '(mcp "x" tool "y") or condition-b',
    'kind is shell or condition-b and c',
    'tool is missing or condition-b',
    'tool is "a" or tool is "b"',
  ];
  for (const expression of same) {
    expect(format(`condition a = ${expression}\n`)).toBe(`condition a = ${expression}\n`);
  }
});

test('long lines are broken before `and`, `or`, and between items', () => {
  const text = format(`deny a when tool is "a" and input.first_of_many is "some longer text"
    and (input.second is "another longer text" or input.third is "yet another longer text")
    list l = names ${Array.from({ length: 30 }, (_, at) => `"name-${at}"`).join(', ')}
    condition c = tool is ${Array.from({ length: 20 }, (_, at) => `"name-${at}"`).join(' or ')}`);
  expect(
    text,
  ).toBe(`list l = names "name-0", "name-1", "name-2", "name-3", "name-4", "name-5", "name-6", "name-7", "name-8",
  "name-9", "name-10", "name-11", "name-12", "name-13", "name-14", "name-15", "name-16", "name-17", "name-18",
  "name-19", "name-20", "name-21", "name-22", "name-23", "name-24", "name-25", "name-26", "name-27",
  "name-28", "name-29"

condition c =
  tool is "name-0" or "name-1" or "name-2" or "name-3" or "name-4" or "name-5" or "name-6" or "name-7"
    or "name-8" or "name-9" or "name-10" or "name-11" or "name-12" or "name-13" or "name-14" or "name-15"
    or "name-16" or "name-17" or "name-18" or "name-19"

deny a
  when tool is "a"
    and input.first_of_many is "some longer text"
    and (input.second is "another longer text" or input.third is "yet another longer text")
`);
});

test('what a reader would not see is escaped in texts', () => {
  const text = `policy a "tab\\t line\\n \\u202e\\u200b\\ud800 \u00e9 😀 \\u0041 \\/"`;
  expect(format(text)).toBe('policy a\n  "tab\\t line\\n \\u202e\\u200b\\ud800 é 😀 A /"\n');
});

test('an empty file is empty', () => {
  expect(format('# only a comment\n')).toBe('');
});
