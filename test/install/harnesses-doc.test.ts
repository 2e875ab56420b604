/**
 * docs/harnesses.md says what is written: where each harness has its hook, by what it is found, and what its hook does not
 * see. `UPDATE=1` writes these parts from the folders of the harnesses; the rest is for people to write.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { harnessInstalls } from '../../src/harnesses/installs.ts';
import type { HarnessInstall } from '../../src/install/harness-install.ts';
import type { Machine } from '../../src/install/machine.ts';
import { command } from './machine.ts';

const page = new URL('../../docs/harnesses.md', import.meta.url);
const machine: Machine = { home: '~', project: '.', root: '/', platform: 'linux', env: {} };
const all = Object.values(harnessInstalls);

const cell = (names: readonly string[]): string =>
  names.length === 0 ? '–' : names.map((name) => `\`${name}\``).join(', ');

const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;

const placesRow = ({ name, id, files }: HarnessInstall): string =>
  row(
    name,
    `\`${id}\``,
    ...(['user', 'project', 'managed'] as const).map((scope) =>
      cell(files(scope, machine, command).map(({ path }) => path)),
    ),
  );

function tracesRow({ name, programs, traces }: HarnessInstall): string {
  const { user, project } = traces(machine);
  return row(name, cell(programs), cell(user), cell(project));
}

/** The table below a heading of columns, with these rows. */
const withRows = (text: string, columns: string, rows: readonly string[]): string =>
  text.replace(
    new RegExp(`(\\| harness \\| ${columns} [^\n]*\n[^\n]*\n)(?:\\|[^\n]*\n)*`),
    (_, head: string) => head + rows.join(''),
  );

/** A section of each harness below “Known holes”: its holes first, then what people wrote. */
function withHoles(text: string): string {
  const at = text.indexOf('\n## Known holes\n');
  const [intro = '', ...sections] = text.slice(at).split('\n### ');
  const written = new Map(
    sections.map((section) => {
      const [name = '', ...lines] = section.trim().split('\n');
      return [
        name,
        lines
          .filter((line) => !line.startsWith('- '))
          .join('\n')
          .trim(),
      ];
    }),
  );
  const parts = all.map(({ name, holes }) => {
    const list = holes.map((hole) => `- ${hole}\n`).join('');
    const more = written.get(name) ?? '';
    return `\n### ${name}\n\n${list}${more === '' ? '' : `\n${more}\n`}`;
  });
  return `${text.slice(0, at)}${intro.trimEnd()}\n${parts.join('')}`;
}

test('the page has the places, the traces and the holes of each harness', () => {
  const text = readFileSync(page, 'utf8');
  const places = withRows(text, 'name', all.map(placesRow));
  const written = withHoles(withRows(places, 'programs', all.map(tracesRow)));
  if (process.env.UPDATE === '1') writeFileSync(page, written);
  expect(readFileSync(page, 'utf8')).toBe(written);
});

test.each(all)('$name has its events and what happens on failure on the page', ({ name, check }) => {
  const text = readFileSync(page, 'utf8');
  const rows = text.split('\n').filter((line) => line.startsWith(`| ${name} |`));
  // Places, traces, events, failures, and what came of trying the real one.
  const advice =
    'write its rows in the tables of events and of failures; UPDATE=1 writes those of places and traces';
  expect(rows.length, advice).toBeGreaterThanOrEqual(4);
  for (const event of [...check.decides, ...check.observes]) expect(text).toContain(`\`${event}\``);
});
