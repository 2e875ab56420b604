/** docs/layers.md: its files are put on a disk, and answer as its table says; the schema agrees with what is read. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createEngine } from '../../src/host/create-engine.ts';
import { loadFresh } from '../../src/host/load/load-fresh.ts';

const page = readFileSync('docs/layers.md', 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'bylaw-layers-page-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const files = [...page.matchAll(/^```(?:policy|yaml) (\S+)\n([\s\S]*?)^```$/gm)];
for (const [, path = '', text = ''] of files) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

test('its layers are in force, without a warning', () => {
  expect(files).toHaveLength(4);
  const { loaded, problems, broken } = loadFresh(['bylaw.yaml'], folder);
  expect({ problems, broken, diagnostics: loaded.diagnostics }).toEqual({
    problems: [],
    broken: [],
    diagnostics: [],
  });
});

test('calls are answered as its table says', () => {
  const engine = createEngine({ policies: 'bylaw.yaml', cwd: folder });
  const rows = [...page.matchAll(/^\| `([^`]+)` \| (?:`([^`]+)`|passes) \| [^|]+ \|$/gm)];
  expect(rows).toHaveLength(4);
  for (const [, command = '', code] of rows) {
    const tool = { name: 'Bash', kind: 'shell', input: { command } };
    expect([command, engine.decide({ session: { id: 's', cwd: '/srv/shop' }, tool }).code]).toEqual([
      command,
      code,
    ]);
  }
});
