/** The lists in docs/tools.md are those of the tables. `UPDATE=1` writes them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toolUseNames } from '../../src/facts/tool/entry.ts';
import { countOf, nativeByKind, serverFamilies } from './tool-lists.ts';

const file = new URL('../../docs/tools.md', import.meta.url);
const block = /(<!-- tables: .*? -->\n)([\s\S]*?)(<!-- end of tables -->)/;

function writtenTables(): string {
  const native = nativeByKind();
  const servers = serverFamilies();
  return [
    '',
    `${countOf(native.values())} names of tools of harnesses, by kind:`,
    '',
    ...[...native].map(([kind, names]) => `- **${kind}** (${names.length}): ${names.map(code).join(', ')}`),
    '',
    `${countOf(servers.map(({ tools }) => tools))} tools of ${servers.length - 1} families of MCP servers:`,
    '',
    ...servers.map(({ name, tools }) =>
      name === '*'
        ? `- whichever server: ${tools.map(code).join(', ')}`
        : `- ${name.split(' ').map(code).join(', ')}: ${tools.length} ${tools.length === 1 ? 'tool' : 'tools'}`,
    ),
    '',
    '',
  ].join('\n');
}

const code = (name: string): string => `\`${name}\``;

test('the lists of tools are those of the tables', () => {
  const text = readFileSync(file, 'utf8');
  const written = text.replace(block, (_, head: string, __, tail: string) => head + writtenTables() + tail);
  if (process.env.UPDATE === '1') writeFileSync(file, written);
  expect(readFileSync(file, 'utf8')).toBe(written);
});

test('the comment of the tables explains every use of a field', () => {
  const comment = readFileSync(new URL('../../src/facts/tool/entry.ts', import.meta.url), 'utf8');
  const unexplained = toolUseNames.filter(
    (name) => !comment.split('export const')[0]?.includes(`\`${name}\``),
  );
  expect(unexplained).toEqual([]);
});
