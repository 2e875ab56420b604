/**
 * How many commands, tools, packs and rules there are, wherever a page says so. `UPDATE=1` writes the counts;
 * no page has one that is written by hand.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { ProgramEntry } from '../../src/facts/knowledge/table/entry.ts';
import { readTable } from '../../src/facts/knowledge/table/format.ts';
import { tables, windowsTables } from '../../src/facts/knowledge/table/tables.ts';
import { folders, type Profile, shipped } from '../packs/shipped.ts';
import { baseCommands } from '../variants/base-commands.ts';
import { mentions, mentionsInTools } from '../variants/mentions.ts';
import { spellings } from '../variants/spellings.ts';
import { countOf, nativeByKind, serverFamilies } from './tool-lists.ts';

const block = /(<!-- counts: .*? -->\n)([\s\S]*?)(<!-- end of counts -->)/;
const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);
const shown = (count: number): string => count.toLocaleString('en-US');

function countsOfTables(): string {
  const programs: readonly ProgramEntry[] = Object.entries({ ...tables, ...windowsTables }).flatMap(
    ([name, text]) => readTable(text, name),
  );
  const names = countOf(programs.map((program) => program.names));
  const forms = programs.reduce((sum, program) => sum + program.forms.length, 0);
  const servers = serverFamilies();
  const spelt = baseCommands.map(({ command }) => spellings(command).length);
  const mentioned = baseCommands.map(
    ({ command }) => mentions(command).length + mentionsInTools(command).length,
  );
  return [
    `- [commands](knowledge.md): ${shown(names)} names of programs, in ${shown(forms)} forms;`,
    `- [tools](tools.md): ${shown(countOf(nativeByKind().values()))} names of tools of harnesses, and`,
    `  ${shown(countOf(servers.map(({ tools }) => tools)))} of ${servers.length - 1} families of MCP servers;`,
    `- ${baseCommands.length} commands, in ${Math.min(...spelt)} to ${Math.max(...spelt)} spellings each (${shown(sum(spelt))} in all), and ${shown(sum(mentioned))} mentions of them.`,
    '',
  ].join('\n');
}

/** The packs and rules of a profile; files of lists hold no rules, and are no packs. */
function counts(profile: Profile, own: string): { packs: number; rules: number } {
  const { rules } = shipped(profile).program;
  const packs = readdirSync(folders[profile]).filter((name) => /(?<!\.tests)\.policy$/.test(name));
  return { packs: packs.length, rules: rules.filter(({ code }) => code.startsWith(own)).length };
}

function countsOfPolicies(): string {
  const ordinary = counts('default', 'io.bylaw.');
  const strict = counts('strict', 'io.bylaw.strict.');
  return `The default profile has ${ordinary.rules} rules in ${ordinary.packs} packs. The strict profile adds ${strict.rules} rules to them.\n`;
}

test.each([
  ['docs/effects.md', countsOfTables],
  ['docs/policies.md', countsOfPolicies],
])('the counts of %s are those of the tables and files', (page, counts) => {
  const text = readFileSync(page, 'utf8');
  const written = text.replace(block, (_, head: string, __, tail: string) => head + counts() + tail);
  expect(written).toMatch(block);
  if (process.env.UPDATE === '1') writeFileSync(page, written);
  else expect(text).toBe(written);
});

test('no page counts commands, tools, packs or rules of its own', () => {
  const pages = [
    'README.md',
    ...readdirSync('docs')
      .filter((name) => name.endsWith('.md') && !['changelog.md', 'tools.md'].includes(name))
      .map((name) => `docs/${name}`),
  ];
  const counted =
    /\b[\d,]*\d (?:names of (?:tools|programs)|tools of|forms of|packs\b|rules in|shipped (?:packs|policies|rules))/;
  const byHand = pages.filter((page) =>
    counted.test(readFileSync(page, 'utf8').replace(new RegExp(block.source, 'g'), '')),
  );
  expect(byHand).toEqual([]);
});
