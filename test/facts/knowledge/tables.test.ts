/**
 * What the tables say: of containers, clouds, packages and builds in tables.txt; of what is hidden in
 * options and values in values.txt. UPDATE=1 rewrites the effects.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Effects } from '../../../src/facts/effect/effect.ts';
import { derive } from '../../../src/facts/facts.ts';
import { readTable, TableError } from '../../../src/facts/knowledge/table/format.ts';
import { tables, windowsTables } from '../../../src/facts/knowledge/table/tables.ts';
import { eventWith } from '../events.ts';
import { showEffects } from '../tool/show-effects.ts';

const effectsOf = (command: string): Effects =>
  derive(eventWith({ tool: { name: 'Bash', kind: 'shell', input: { command } }, session: { cwd: '/w/p' } }))
    .effects;

/** The commands that are run, by program and subcommand words, then what else is done. */
function describeCommand(command: string): string {
  const effects = effectsOf(command);
  const runs = effects.commands.map(({ program, words }) => [program ?? '…', ...words].join(' '));
  const others = showEffects({ ...effects, commands: [] });
  return [`runs ${runs.join(', ')}`, ...others].map((line) => `  ${line}\n`).join('');
}

const files = ['tables.txt', 'values.txt'].map((name) => new URL(name, import.meta.url));
const casesIn = (file: URL) =>
  readFileSync(file, 'utf8')
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n');
      return { command: part.slice(0, end), expected: part.slice(end + 1).replace(/\n+$/, '\n') };
    });

if (process.env.UPDATE === '1') {
  for (const file of files) {
    const shown = casesIn(file).map(({ command }) => `$ ${command}\n${describeCommand(command)}`);
    writeFileSync(file, shown.join('\n'));
  }
}

// All commands of a file at once: a test for each of the hundreds takes as long as its command.
test.skipIf(process.env.UPDATE === '1').each(files)('%s', (file) => {
  const cases = casesIn(file);
  const shown = (of: (command: string, expected: string) => string): string =>
    cases.map(({ command, expected }) => `$ ${command}\n${of(command, expected)}`).join('\n');
  expect(cases.length).toBeGreaterThan(0);
  expect(shown(describeCommand)).toBe(shown((_, expected) => expected));
});

const all = { ...tables, ...windowsTables };

describe.each(Object.keys(all))('the table of %s', (name) => {
  const programs = readTable(all[name as keyof typeof all] ?? '', name);

  test('has no form twice, under any of its names', () => {
    for (const { names, forms } of programs) {
      const keys = forms.flatMap(({ words, given }) =>
        words
          .reduce<readonly string[]>(
            (paths, each) => paths.flatMap((path) => each.map((word) => `${path} ${word}`)),
            [names[0] ?? ''],
          )
          .map((path) => `${path} given ${given.join()}`),
      );
      expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
    }
  });

  test('has no program twice', () => {
    const names = programs.flatMap((program) => program.names);
    expect(names.filter((each, index) => names.indexOf(each) !== index)).toEqual([]);
  });

  test('has one canonical name for each subcommand word', () => {
    for (const { names, forms } of programs) {
      const canonical = new Map<string, string>();
      for (const { words } of forms) {
        let path = names[0] ?? '';
        for (const [first = '', ...others] of words) {
          for (const word of [first, ...others]) {
            const key = `${path} ${word}`;
            expect(`${key} is ${canonical.get(key) ?? first}`).toBe(`${key} is ${first}`);
            canonical.set(key, first);
          }
          path += ` ${first}`;
        }
      }
    }
  });
});

test('subcommands that are alike are not one', () => {
  const wordsOf = (command: string) => effectsOf(command).commands[0]?.words.join(' ');
  expect(wordsOf('npm whoami')).not.toBe(wordsOf('npm unpublish'));
  expect(wordsOf('docker volume ls')).toBe('volume ls');
  expect(wordsOf('docker volume remove data')).toBe('volume rm');
  expect(wordsOf('kubectl -n shop delete pod web')).toBe('delete');
});

test('no program is in two tables', () => {
  const names = Object.entries(tables).flatMap(([name, text]) =>
    readTable(text, name).flatMap((program) => program.names),
  );
  expect(names.filter((each, index) => names.indexOf(each) !== index)).toEqual([]);
});

describe('a table is refused', () => {
  test.each([
    ['a form that stands there twice', 'a : -x | |\na b : | |\na b : | |'],
    ['a form that stands there under a synonym', 'a : | |\na b,c : | |\na c : | |'],
    ['one of two forms on a line that stands there already', 'a : | |\na b : | |\na c/b : | |'],
    ['another name for what is no command', 'a : | |\na b = a c'],
    ['another name for what is no program', 'a : | |\nd = c'],
    ['another name that is a command already', 'a : | |\na b : | |\na c : | |\na c = a b'],
    ['a notation that there is not', 'a : -x=<y> | |'],
    ['standard input of no kind', 'a : | | alone=y'],
  ])('for %s', (_, text) => {
    expect(() => readTable(text, 'test')).toThrow(TableError);
  });
});

test('a program on a line with others has its own forms before theirs', () => {
  const programs = readTable('a,b : -x | |\na run : -y | |\nb run : -z | |', 'test');
  const optionsOf = (name: string) =>
    programs
      .find(({ names }) => names.includes(name))
      ?.forms.map(({ options }) => options.flatMap((option) => option.names).join());
  expect(optionsOf('a')).toEqual(['-x', '-y']);
  expect(optionsOf('b')).toEqual(['-x', '-z']);
});

test('an option may take several words', () => {
  const words = effectsOf("jq --rawfile name ./data '.x' in.json").paths.map(({ text }) => text);
  expect(words).toEqual(['./data', 'in.json']);
});
