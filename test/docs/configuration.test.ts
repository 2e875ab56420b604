/** docs/configuration.md and docs/bylaw.schema.json: they say of each setting what the table says, and what is read. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { isDeepStrictEqual } from 'node:util';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { readServerSettings } from '../../src/cli/settings/server-settings.ts';
import { type Key, keys, type Setting, settings, variableOf } from '../../src/cli/settings/table.ts';
import { configSections } from '../../src/host/config/config-file.ts';
import { tries } from '../campaign/effort.ts';

const page = 'docs/configuration.md';
const schemaFile = 'docs/bylaw.schema.json';
const folder = mkdtempSync(join(tmpdir(), 'bylaw-config-page-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const settingOf = (key: Key): Setting<unknown> => settings[key] as Setting<unknown>;

/** With `UPDATE=1` a file is written as it should be; a schema is to be formatted then. */
function holds(file: string, wanted: string, read: (text: string) => unknown = String): void {
  const now = readFileSync(file, 'utf8');
  const isSame = isDeepStrictEqual(read(now), read(wanted));
  if (process.env.UPDATE === '1' && !isSame) writeFileSync(file, wanted);
  else expect(read(now)).toEqual(read(wanted));
}

interface Section {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
}

test('the schema has every setting, as the table has it', () => {
  const schema = JSON.parse(readFileSync(schemaFile, 'utf8')) as { properties: Record<string, Section> };
  for (const key of keys) {
    const { kind, what, byDefault } = settingOf(key);
    const [section = '', entry] = key.split('.');
    const own = {
      description: `${what.charAt(0).toUpperCase()}${what.slice(1)}.`,
      ...(byDefault === undefined
        ? {}
        : { default: kind.schema.type === 'string' ? kind.show(byDefault) : byDefault }),
      ...kind.schema,
    };
    const before = schema.properties[section];
    schema.properties[section] =
      entry === undefined
        ? own
        : ({
            type: 'object',
            additionalProperties: false,
            ...before,
            properties: { ...before?.properties, [entry]: own },
          } as Section);
  }
  holds(schemaFile, `${JSON.stringify(schema, undefined, 2)}\n`, JSON.parse);
  expect(Object.keys(schema.properties).sort()).toEqual([...configSections].sort());
});

test('the page has a table of all settings', () => {
  const rows = keys.map((key) => {
    const { kind, option, what, byDefault, unset } = settingOf(key);
    const usual = byDefault === undefined ? (unset ?? '') : `\`${kind.show(byDefault)}\``;
    const cells = [`\`${key}\``, `\`--${option}\``, `\`${variableOf(key)}\``, what, kind.takes, usual];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
  });
  const text = readFileSync(page, 'utf8');
  const table = /^(\| setting \|.*\n\| --- \|.*\n)((?:\|.*\n)*)/m;
  expect(text).toMatch(table);
  holds(
    page,
    text.replace(table, (_, head: string) => head + rows.join('')),
  );
});

const read = (value: unknown): boolean => {
  writeFileSync(join(folder, 'made.yaml'), stringify(value));
  return readServerSettings({ config: 'made.yaml' }, {}, folder).file?.problems.length === 0;
};

const validate = new Ajv({ strict: false }).compile(JSON.parse(readFileSync(schemaFile, 'utf8')));

test('the schema and the reader agree on layers', () => {
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
    {
      token: text,
      certificate: text,
      user: text,
      source: texts,
      harness: texts,
      agent: texts,
      sources: text,
    },
    { requiredKeys: [] },
  );
  const clients = fc.uniqueArray(client, {
    maxLength: 2,
    selector: ({ token = '', certificate = '', user = '' }) => `${token} ${certificate} ${user}`,
  });
  const layers = fc.uniqueArray(layer, { maxLength: 2, selector: ({ name }) => name });
  const file = fc.oneof(
    fc.record({ layers }),
    fc.record({ layers: fc.constant([{ name: 'a', policies: 'p' }]), clients }),
    fc.record({ layers, policies: path }, { requiredKeys: [] }),
    fc.record({ layers: fc.constant([]), tsl: text }),
  );
  let accepted = 0;
  fc.assert(
    fc.property(
      file.filter((value) => Object.keys(value).length > 0),
      (value) => {
        const isRead = read(value);
        if (isRead) accepted++;
        expect(isRead, stringify(value)).toBe(validate(value));
      },
    ),
    { seed: 23, numRuns: tries(200) },
  );
  expect(accepted).toBeGreaterThan(tries(20));
});

test.each(keys)('the schema and the reader agree on %s', (key) => {
  const [section = '', entry] = key.split('.');
  const { schema, isList, parse } = settingOf(key).kind;
  // YAML has numbers and truths that a text can be, and an editor takes them for others.
  const isText = schema.pattern === '\\S' || (isList === true && parse('4517') !== undefined);
  const values = isText
    ? ['x', '/srv/a', 'default', '', ' ', [], {}]
    : [
        0,
        1,
        2,
        4517,
        65_536,
        100_001,
        -1,
        1.5,
        'auto',
        'x',
        '',
        true,
        false,
        'full',
        'block',
        'stateless',
        'json',
        'nats://10.0.0.1:4222',
        'ES256',
        'subject-cn',
        'intercept,observe',
        ['RS256', 'HS256'],
        'agents=intercept+observe',
        'agents=admin',
        'nats://a, nats://b',
        ['nats://a', 'tls://b'],
        ['nats://a', ''],
        [['nats://a']],
        '7d',
        '7 days',
        '64MiB',
        '64 MiB',
        '64MB',
        [],
        {},
      ];
  const answers = values.map((value) => {
    const file = { [section]: entry === undefined ? value : { [entry]: value } };
    const isRead = read(file);
    expect([key, value, isRead]).toEqual([key, value, validate(file)]);
    return isRead;
  });
  expect(new Set(answers)).toEqual(new Set([true, false]));
});
