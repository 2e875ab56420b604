/** The files in docs/testing.md, put side by side, do what the page says of them. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bylaw, withFolder } from '../cli/command.ts';

const page = readFileSync('docs/testing.md', 'utf8');
const files = Object.fromEntries(
  [...page.matchAll(/^```policy file (\S+)\n([\s\S]*?)^```$/gm)].map(([, name = '', text = '']) => [
    name,
    text,
  ]),
);

test('the examples are sound, pass, and see every rule both ways', async () => {
  expect(Object.keys(files)).toEqual([
    'dev.policy',
    'dev.tests.policy',
    'office.policy',
    'office.tests.policy',
    'skipped.policy',
  ]);
  await withFolder(files, async (cwd) => {
    expect((await bylaw(['check', '.'], { cwd })).stdout).toBe(
      '5 files, 5 rules, 23 tests: nothing to report.\nNo test was run. Policies with a failing test inside do not load, and then every call is denied. `bylaw test` runs them.\n',
    );
    const { stdout, code } = await bylaw(['test', '--threshold', 'rules=100', '.'], { cwd });
    expect(stdout).toMatch(/^23 passed, 0 failed, 1 skipped\n$/m);
    expect(stdout).toContain('until the table says what jj aliases mean');
    expect(code).toBe(0);
    expect((await bylaw(['test', '--no-skips', '.'], { cwd })).code).toBe(1);
  });
});

test('every link to a place on the page leads somewhere', () => {
  const anchors = [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading.toLowerCase().replaceAll(' ', '-'),
  );
  const links = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, target = '']) => target);
  expect(links.length).toBeGreaterThan(5);
  expect(links.filter((link) => !anchors.includes(link))).toEqual([]);
});

test('every code that the page names is documented', () => {
  const codes = [...page.matchAll(/diagnostics\.md#([a-z-]+)/g)].map(([, code = '']) => code);
  const documented = readFileSync('docs/diagnostics.md', 'utf8');
  expect(codes.filter((code) => !documented.includes(`\n## ${code}\n`))).toEqual([]);
  expect(codes.length).toBeGreaterThan(5);
});

test('every option of the command is on the page or in docs/cli.md', async () => {
  const { stdout } = await bylaw(['test', '--help'], { cwd: '.' });
  const options = [...stdout.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, option = '']) => option);
  const text = page + readFileSync('docs/cli.md', 'utf8');
  expect(options.length).toBeGreaterThan(8);
  expect(options.filter((option) => !text.includes(option))).toEqual([]);
});
