/** The lists in docs/tools.md are those of the tables. `UPDATE=1` writes them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toolUseNames } from '../../src/facts/tool/entry.ts';
import { nativeTools } from '../../src/facts/tool/native-tools.ts';
import { serverTools } from '../../src/facts/tool/server-tools.ts';

const file = new URL('../../docs/tools.md', import.meta.url);
const block = /(<!-- tables: .*? -->\n)([\s\S]*?)(<!-- end of tables -->)/;

const lines = (text: string): readonly string[] =>
  text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

function writtenTables(): string {
  const native = new Map<string, string[]>();
  for (const line of lines(nativeTools)) {
    const [, names = '', kind = ''] = /^(.*?) \(([a-z_]+)\): /.exec(line) ?? [];
    if (kind !== '') native.set(kind, [...(native.get(kind) ?? []), ...names.split(' ')]);
  }
  const servers: { name: string; tools: string[] }[] = [];
  for (const line of lines(serverTools)) {
    const header = /^mcp (.*?)(?: \(paths .*)?$/.exec(line)?.[1];
    if (header !== undefined && !/^\S+: /.test(line)) servers.push({ name: header, tools: [] });
    else servers.at(-1)?.tools.push(...(line.split(':')[0] ?? '').split(' '));
  }
  const count = [...native.values()].reduce((sum, names) => sum + names.length, 0);
  const ofServers = servers.reduce((sum, { tools }) => sum + tools.length, 0);
  return [
    '',
    `${count} names of tools of harnesses, by kind:`,
    '',
    ...[...native].map(([kind, names]) => `- **${kind}** (${names.length}): ${names.map(code).join(', ')}`),
    '',
    `${ofServers} tools of ${servers.length - 1} families of MCP servers:`,
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
