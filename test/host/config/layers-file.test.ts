/** `bylaw.yaml`: what it says, and what is told of one that says it otherwise. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { layersNamed } from '../../../src/host/load/layers-named.ts';
import { renderDiagnostic } from '../../../src/language/render.ts';
import { tries } from '../../campaign/effort.ts';

const folder = mkdtempSync(join(tmpdir(), 'bylaw-layers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
mkdirSync(join(folder, 'p'));

const read = (text: string) => {
  writeFileSync(join(folder, 'bylaw.yaml'), text);
  const { layers, clients, file } = layersNamed(['bylaw.yaml'], folder);
  const told = file?.problems.map((each) => renderDiagnostic(each, () => file.source)) ?? [];
  return { layers, clients, told: told.join('\n\n') };
};

test('it names the layers from the highest to the lowest', () => {
  const { layers, told } = read(`
# Who says what.
layers:
  - name: organisation
    owner: security@acme.example
    policies: ${join(folder, 'p')}   # of the machine
    replaces: true
  - name: team
    policies: [team/policies, "more"]
    namespace: com.acme.team
    budget: { scanned: 20, worst: 1000000 }
  - name: project
    policies:
      - 'project/.bylaw'
    workspace: /srv/app
    optional: true
`);
  expect(told).toBe('');
  expect(layers).toEqual([
    {
      name: 'organisation',
      owner: 'security@acme.example',
      paths: [join(folder, 'p')],
      namespace: undefined,
      replaces: true,
      workspace: [],
      budget: undefined,
      isOptional: false,
    },
    {
      name: 'team',
      owner: undefined,
      paths: [join(folder, 'team/policies'), join(folder, 'more')],
      namespace: 'com.acme.team',
      replaces: false,
      workspace: [],
      budget: { scanned: 20, worst: 1_000_000 },
      isOptional: false,
    },
    {
      name: 'project',
      owner: undefined,
      paths: [join(folder, 'project/.bylaw')],
      namespace: undefined,
      replaces: false,
      workspace: ['/srv/app'],
      budget: undefined,
      isOptional: true,
    },
  ]);
});

test.each([
  [
    'an entry that there is not',
    'layers:\n  - name: a\n    polices: b\n',
    'a layer has no entry `polices`',
    'did you mean `policies`?',
  ],
  ['one for many', 'policy: []\n', 'there is no section `policy`', 'did you mean `policies`?'],
  ['an entry of the file', 'layer: []\n', 'there is no section `layer`', 'did you mean `layers`?'],
  ['no name', 'layers:\n  - policies: b\n', 'a layer has no `name:`', 'add `name:`'],
  [
    'a name that is none',
    'layers:\n  - name: a b\n    policies: b\n',
    '`a b` is no name of a layer',
    '--> bylaw.yaml:2:11',
  ],
  [
    'two of one name',
    'layers:\n  - {name: a, policies: b}\n  - {name: a, policies: c}\n',
    'two layers are called `a`',
    ':3:5',
  ],
  ['no layers', 'layers: []\n', 'there are 0 layers', 'at least one'],
  ['no map', 'layers:\n  - a\n', 'a layer takes entries such as `name: …`, not `a`', ':2:5'],
  ['a tab before an entry', 'layers:\n\t- name: a\n\t  policies: b\n', 'a tab is before this line', ':2:1'],
  ['an empty file', '', 'the file has no sections', '`layers:`'],
  ['no policies', 'listen: {port: 1}\n', 'the file names no policies', 'add `layers:` or `policies:`'],
  [
    'layers and policies',
    'layers: [{name: a, policies: b}]\npolicies: c\n',
    '`layers:` and `policies:` exclude each other',
    ':2:1',
  ],
  [
    'a switch that is none',
    'layers:\n  - name: a\n    policies: b\n    replaces: yes\n',
    '`replaces` is `true` or `false`',
    ':4:15',
  ],
  [
    'a figure that is none',
    'layers:\n  - name: a\n    policies: b\n    budget: {scaned: 3, worst: many}\n',
    'did you mean `scanned`?',
    'a whole number',
  ],
  ['an anchor', 'layers: &x []\n', 'an anchor has no meaning here', ':1:9'],
  ['an alias', 'layers: *x\n', 'an alias has no meaning here', ':1:9'],
  ['a tag', 'layers: !!seq []\n', 'a tag has no meaning here', ':1:9'],
  ['a second document', 'layers: []\n---\nlayers: []\n', 'there is a second document', ':2:1'],
  ['an entry twice', 'layers: []\nlayers: []\n', '`layers` is here twice', ':2:1'],
  ['a bracket that stays open', 'layers: [a, b\n', 'the `[` is not closed', ':1:9'],
  ['a quote that stays open', 'layers: "a\n', 'missing closing "quote', 'error[invalid-config]'],
  ['a word alone', 'layers:\n  - name\n    policies: b\n', 'error[invalid-config]', 'bylaw.yaml:2'],
  [
    'a folder that is not there',
    'layers:\n  - name: a\n    policies: none\n',
    'where the highest layer `a` is',
    ':3:15',
  ],
  ['an empty path', 'layers:\n  - name: a\n    policies: ""\n', 'a path of `policies` is a text', ':3:15'],
  ['no path', 'layers:\n  - name: a\n    policies:\n', 'a path of `policies` is a text', ':3:13'],
])('%s is told with its place', (_, text, ...wanted) => {
  const { layers, told } = read(text);
  expect(layers).toEqual([]);
  for (const each of wanted) expect(told).toContain(each);
});

test('no text throws', () => {
  const pieces = [
    'layers:',
    '\n',
    '  ',
    '- ',
    'name: ',
    'a',
    '[',
    ']',
    '{',
    '}',
    ',',
    '"',
    "'",
    '|',
    '>',
    '&a',
    '*a',
    '!t',
    '? ',
    ': ',
    '#',
    '\t',
    '---',
    '%',
  ];
  const random = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 14 });
  fc.assert(
    fc.property(random, (each) => {
      read(each.join(''));
    }),
    { seed: 7, numRuns: tries(500) },
  );
});

const layer = 'layers:\n  - { name: organisation, policies: p }\n';

test('it pins sources, harnesses and agents to clients', () => {
  const { clients, told } = read(`${layer}clients:
  - token: ci
    source: [urn:acme:ci, "urn:acme:nightly"]
    harness: claude-code
  - user: deploy
    agent: release-bot
`);
  expect(told).toBe('');
  expect(clients).toEqual([
    {
      ...{ token: 'ci', user: undefined, agent: [] },
      ...{ source: ['urn:acme:ci', 'urn:acme:nightly'], harness: ['claude-code'] },
    },
    { token: undefined, user: 'deploy', source: [], harness: [], agent: ['release-bot'] },
  ]);
  expect(read(layer).clients).toEqual([]);
});

test.each([
  ['  - source: a', 'it is not said who the client is'],
  ['  - token: ci', 'nothing is pinned to the client'],
  ['  - { token: ci, sources: a }', 'a client has no entry `sources`'],
  ['  - { token: ci, source: [] }', '`source` names nothing'],
  ['  - { token: [a, b], source: a }', '`token` is a text'],
  ['  - { token: ci, source: a }\n  - { token: ci, agent: b }', 'a client is named twice'],
  ['  - ci', 'a client takes entries such as `token: …`, not `ci`'],
])('what is wrong with a pin is told: %s', (text, message) => {
  const { layers, clients, told } = read(`${layer}clients:\n${text}\n`);
  expect(told).toContain(message);
  expect([layers, clients]).toEqual([[], []]);
});
