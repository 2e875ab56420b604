/** docs/exceptions.md: its files are put on a disk, and answer as its table says. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { deriveFor } from '../../src/compile/program.ts';
import { evaluate } from '../../src/engine/evaluate.ts';
import { layersNamed } from '../../src/host/load/layers-named.ts';
import { loadLayers } from '../../src/host/load/load.ts';
import { bylaw } from '../cli/command.ts';
import { call } from '../engine/program.ts';

const page = readFileSync('docs/exceptions.md', 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'bylaw-exceptions-page-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const files = [...page.matchAll(/^```(?:policy|yaml) (\S+\.\S+)\n([\s\S]*?)^```$/gm)];
for (const [, path = '', text = ''] of files) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
const loaded = loadLayers(layersNamed(['bylaw.yaml'], folder), folder, { at: Date.UTC(2027, 0, 1) });

test('its layers have nothing that is wrong, and their tests pass', () => {
  expect(files).toHaveLength(7);
  expect(loaded.diagnostics).toEqual([]);
  expect(loaded.tests.filter(({ passed }) => !passed)).toEqual([]);
  expect(loaded.tests.length).toBeGreaterThan(6);
});

test('its file of tests passes', async () => {
  const { stdout, code } = await bylaw(['test', '--layers', 'bylaw.yaml'], { cwd: folder });
  expect(stdout).toMatch(/ 0 failed\n/);
  expect(code).toBe(0);
});

test('its exceptions to shipped rules are right beside the packs', async () => {
  // Only the packs that the page names, and what they import: the tests of all packs take seconds.
  const named = new Set([...page.matchAll(/io\.bylaw\.([a-z-]+)/g)].map(([, name]) => `${name}.policy`));
  cpSync('policies', join(folder, 'beside/packs'), {
    recursive: true,
    filter: (path) => /^policies(\/lists.*)?$/.test(path) || named.has(basename(path)),
  });
  const { stdout, code } = await bylaw(['test', 'beside'], { cwd: folder });
  expect(stdout).toMatch(/^\d+ passed, 0 failed\n/);
  expect(code).toBe(0);
});

const rows = [...page.matchAll(/^\| (\d{4}-\d\d-\d\d) \| `([^`]+)` \| (?:`([^`]+)`|passes) \|$/gm)];

test('the table has rows', () => expect(rows).toHaveLength(7));

test.each(rows.map(([, at = '', command = '', code]) => [at, command, code] as const))(
  'on %s %s',
  (at, command, code) => {
    const { program } = loaded;
    if (program === undefined) throw new Error('the policies of the page are not valid');
    const event = call({ command }, { kind: 'shell' });
    const facts = deriveFor(program, event, undefined, { at: Date.parse(`${at}T12:00:00Z`) });
    expect(evaluate(program, facts).code).toBe(code);
  },
);
