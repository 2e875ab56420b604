/** docs/layers.md: its files are put on a disk, and answer as its table says; the schema agrees with what is read. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { createEngine } from '../../src/host/create-engine.ts';
import { layersNamed } from '../../src/host/layers-named.ts';
import { loadFresh } from '../../src/host/load.ts';

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

test('the schema and the reader agree', () => {
  const validate = new Ajv({ strict: false }).compile(
    JSON.parse(readFileSync('docs/bylaw.schema.json', 'utf8')),
  );
  const text = fc.constantFrom('a', 'team-1', '1a', 'a b', 'com.acme', 'com..acme', '/srv', '', ' ');
  const path = fc.oneof(text, fc.array(text, { maxLength: 2 }));
  const truth = fc.oneof(fc.boolean(), fc.constantFrom('yes', 1));
  const budget = fc.dictionary(
    fc.constantFrom('scanned', 'worst', 'wort'),
    fc.constantFrom(0, 7, -1, 'x', 1.5),
  );
  const optional = { requiredKeys: ['name', 'policies'] as ('name' | 'policies')[] };
  const usual = fc.record(
    {
      name: text,
      policies: path,
      owner: text,
      namespace: text,
      replaces: truth,
      workspace: path,
      budget,
      optional: truth,
    },
    optional,
  );
  const layer = fc.oneof(
    usual,
    fc.record({ name: fc.constantFrom('a', 'b', 'c'), policies: fc.constant('p') }),
    fc.record({ name: text }),
    fc.record({ name: text, policies: path, polices: text }),
  );
  const texts = fc.oneof(text, fc.array(text, { maxLength: 2 }));
  const client = fc.record(
    { token: text, user: text, source: texts, harness: texts, agent: texts, sources: text },
    { requiredKeys: [] },
  );
  const clients = fc.uniqueArray(client, {
    maxLength: 2,
    selector: ({ token = '', user = '' }) => `${token} ${user}`,
  });
  const layers = fc.constant([{ name: 'a', policies: 'p' }]);
  const file = fc.oneof(
    fc.record({ layers, clients }),
    fc.record({ layers: fc.uniqueArray(layer, { maxLength: 2, selector: ({ name }) => name }) }),
    fc.record({ layers: fc.constant([]), tls: text }),
  );
  let accepted = 0;
  const read = (value: unknown): boolean => {
    writeFileSync(join(folder, 'made.yaml'), stringify(value));
    return layersNamed(['made.yaml'], folder).file?.problems.length === 0;
  };
  fc.assert(
    fc.property(file, (value) => {
      const isRead = read(value);
      if (isRead) accepted++;
      expect(isRead, stringify(value)).toBe(validate(value));
    }),
    { seed: 23, numRuns: 1500 },
  );
  expect(accepted).toBeGreaterThan(50);
});
