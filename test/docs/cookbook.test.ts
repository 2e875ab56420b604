/** The recipes of docs/cookbook.md and the examples of docs/cheat-sheet.md: sound, and right about what they show. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { effectTable } from '../../src/vocabulary/effects.ts';
import { fieldTable } from '../../src/vocabulary/fields.ts';
import { listTypes } from '../../src/vocabulary/kinds.ts';
import { operatorTable } from '../../src/vocabulary/operators.ts';
import { bylaw, withFolder } from '../cli/command.ts';

/** The shipped lists, where `bylaw init` puts them beside the policies of one's own. */
const packs = Object.fromEntries(
  readdirSync('policies/lists').map((name) => [
    `packs/lists/${name}`,
    readFileSync(`policies/lists/${name}`, 'utf8'),
  ]),
);

/** Each policy of a page with what it is about, in files; several files that belong together count as one. */
function policiesOf(page: string): { title: string; files: Record<string, string> }[] {
  const sections = readFileSync(page, 'utf8').split(/^## /m).slice(1);
  return sections.flatMap((section) => {
    const title = section.slice(0, section.indexOf('\n'));
    const blocks = [...section.matchAll(/^```policy(?: file (\S+))?\n([\s\S]*?)^```$/gm)];
    const named = blocks.filter(([, name]) => name !== undefined);
    const alone = blocks.filter(([, name]) => name === undefined);
    return [
      ...alone.map(([, , body = '']) => ({ title, files: { 'recipe.policy': body } })),
      ...(named.length === 0
        ? []
        : [{ title, files: Object.fromEntries(named.map(([, name = '', body = '']) => [name, body])) }]),
    ];
  });
}

async function expectSound(files: Record<string, string>): Promise<void> {
  await withFolder({ ...packs, ...files }, async (cwd) => {
    const paths = Object.keys(files).filter((path) => !path.endsWith('.tests.policy'));
    const check = await bylaw(['check', ...paths], { cwd });
    expect(check.stdout).toMatch(
      /: nothing to report\.\n(?:No test was run\. .*\n)?(?:Only for clients of a server.*\n(?: .*\n)+)?$/,
    );
    const { code, stdout } = await bylaw(['test', ...paths], { cwd });
    expect(stdout).toMatch(/^\d+ passed, 0 failed\n$/);
    expect(code).toBe(0);
  });
}

const recipes = policiesOf('docs/cookbook.md');

describe('the recipes', () => {
  test('every section of the page has one', () => {
    const page = readFileSync('docs/cookbook.md', 'utf8');
    const titles = [...page.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
    expect(recipes.map(({ title }) => title)).toEqual(titles);
    expect(titles.length).toBeGreaterThan(15);
  });

  test('no two of them have the same name of a policy', () => {
    const names = recipes.map(({ files }) => /^policy (\S+)$/m.exec(Object.values(files)[0] ?? '')?.[1]);
    expect(new Set(names).size).toBe(names.length);
  });

  /** They deny calls in tests of other recipes, which do not say who asks, nor where a push goes. */
  const strict = [
    'Agents must not run shell commands',
    'One client must not run shell commands',
    'Only the release client pushes to main',
  ];

  test('the tests of all pass in one folder, but for recipes that deny much', async () => {
    const together = recipes.flatMap(({ title, files }, index) =>
      strict.includes(title)
        ? []
        : Object.entries(files).map(([path, text]) => [path.replace('recipe', `recipe-${index}`), text]),
    );
    expect(together.length).toBe(recipes.flatMap(({ files }) => Object.keys(files)).length - strict.length);
    await withFolder({ ...packs, ...Object.fromEntries(together) }, async (cwd) => {
      expect((await bylaw(['test', '.'], { cwd })).stdout).toMatch(/^\d+ passed, 0 failed\n$/);
    });
  });

  test.each(recipes)('$title', ({ files }) => expectSound(files));
});

describe('the cheat sheet', () => {
  const page = readFileSync('docs/cheat-sheet.md', 'utf8');

  test.each(policiesOf('docs/cheat-sheet.md'))('what it shows of “$title” is sound', ({ files }) =>
    expectSound(files),
  );

  test('names every field, operator, verb, type of list and declaration', () => {
    const words = [
      ...fieldTable.map(({ spellings }) => spellings),
      ...Object.values(operatorTable).map(({ operator }) => [operator]),
      ...Object.values(effectTable).map(({ verb }) => [verb.split(' to ')[0] ?? '']),
      ...Object.keys(listTypes).map((word) => [word]),
      ...[
        'import',
        'defaults',
        'condition',
        'watch',
        'label',
        'limit',
        'command',
        'wrapper',
        'alias',
        'tool',
      ].map((word) => [word]),
    ];
    expect(words.filter((spellings) => !spellings.some((word) => page.includes(word)))).toEqual([]);
  });
});
