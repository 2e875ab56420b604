/**
 * docs/formatting.md shows what the formatter does, and every policy in the
 * documentation is formatted. `UPDATE=1` formats them.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatSource } from '../../src/language/format/format.ts';
import { parse } from '../../src/language/parse.ts';

function format(path: string, text: string): string {
  const formatted = formatSource({ path, text });
  if (formatted.kind !== 'formatted') throw new Error(`${path}: ${JSON.stringify(formatted)}`);
  return formatted.text;
}

const pages = [
  'README.md',
  ...readdirSync('docs', { encoding: 'utf8', recursive: true }).map((name) => join('docs', name)),
].filter((name) => name.endsWith('.md'));

const withFormattedPolicies = (path: string, text: string): string =>
  text.replace(/^(```policy(?: fragment)?\n)([\s\S]*?)^```$/gm, (block, fence: string, policy: string) =>
    // A policy that is there to be wrong is not.
    parse({ path, text: policy }).diagnostics.length > 0 ? block : `${fence}${format(path, policy)}\`\`\``,
  );

test.each(pages)('the policies in %s are formatted', (path) => {
  const text = readFileSync(path, 'utf8');
  const formatted = withFormattedPolicies(path, text);
  if (process.env.UPDATE === '1') writeFileSync(path, formatted);
  else expect(text).toBe(formatted);
});

test('the example is formatted as it is shown', () => {
  const text = readFileSync('docs/formatting.md', 'utf8');
  const [, before = ''] = /^```policy before\n([\s\S]*?)^```$/m.exec(text) ?? [];
  const [, after = ''] = /^```policy after\n([\s\S]*?)^```$/m.exec(text) ?? [];
  expect(before).not.toBe('');
  expect(format('before.policy', before)).toBe(after);
});

test('what the table of spellings says of expressions is so', () => {
  const once = (expression: string): string =>
    format('any.policy', `condition a = ${expression}`).trim().replace('condition a = ', '');
  for (const [written, becomes] of [
    ['tool "Bash"', 'tool is "Bash"'],
    ['mcp.server @approved', 'mcp server in @approved'],
    ['cwd is under "/a"', 'cwd under "/a"'],
    ['cwd is outside "/a"', 'cwd outside "/a"'],
    ['cwd not under "/a"', 'cwd outside "/a"'],
    ['tool is in @a', 'tool in @a'],
    ['runs "rm" with "-r"', 'runs "rm" with -r'],
    ['((tool is "a")) and b', '(tool is "a") and b'],
  ] as const)
    expect(once(written)).toBe(becomes);
});
