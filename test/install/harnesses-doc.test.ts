/** docs/harnesses.md says what is written: every harness, file, event and hole of the tables stands in it. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { harnessInstalls } from '../../src/install/harnesses.ts';
import type { Machine } from '../../src/install/machine.ts';
import { command } from './machine.ts';

const doc = readFileSync(new URL('../../docs/harnesses.md', import.meta.url), 'utf8');
const machine: Machine = { home: '~', project: '.', root: '/', platform: 'linux', env: {} };

test.each(Object.values(harnessInstalls))('$name is in the document as it is in the table', (harness) => {
  const row = doc.split('\n').find((line) => line.startsWith(`| ${harness.name} | \`${harness.id}\` |`));
  for (const scope of ['user', 'project', 'managed'] as const)
    for (const { path } of harness.files(scope, machine, command)) expect(row).toContain(`\`${path}\``);
  const { user, project } = harness.traces(machine);
  const cells = [harness.programs, user, project].map((names) =>
    names.length === 0 ? '–' : names.map((name) => `\`${name}\``).join(', '),
  );
  expect(doc).toContain(`\n| ${harness.name} | ${cells.join(' | ')} |\n`);
  for (const event of [...harness.check.decides, ...harness.check.observes])
    expect(doc).toContain(`\`${event}\``);
  for (const { what, reference } of harness.holes) expect(doc).toContain(`- ${what} (${reference})`);
});
