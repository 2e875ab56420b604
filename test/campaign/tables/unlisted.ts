/**
 * Options that a program names when it is asked for help, or that its completion file for bash names, and that the
 * tables do not list: behind one of these a word may be lost.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { runAll, type World } from '../differential/sandbox.ts';
import { formsOf } from './try.ts';

/** By program: the long options that are not listed. */
export function unlistedOptions(
  programs: readonly string[],
  world: World,
): ReadonlyMap<string, readonly string[]> {
  const helps = runAll(
    programs.map((name) => ({ shell: 'bash', text: `${name} --help 2>&1`, seconds: 1 })),
    { ...world, prepare: ':' },
  );
  return new Map(
    programs.flatMap((program, at): (readonly [string, readonly string[]])[] => {
      const named = longOptionsIn((helps[at]?.printed ?? '') + completionOf(program, world.overlay));
      const listed = new Set(
        formsOf(program).flatMap(({ form }) => form.options.flatMap(({ names }) => names)),
      );
      const left = named.filter((name) => !listed.has(name) && !plain.has(name));
      return left.length === 0 ? [] : [[program, left]];
    }),
  );
}

const plain = new Set(['--help', '--version']);

const longOptionsIn = (text: string): readonly string[] =>
  [
    ...new Set([...text.matchAll(/(?<![\w-])--[a-z][a-z0-9-]+[a-z0-9](?![\w-])/g)].map(([name]) => name)),
  ].sort();

function completionOf(program: string, overlay: string | undefined): string {
  const files = [overlay ?? '', ''].map((root) =>
    join('/', root, 'usr/share/bash-completion/completions', program),
  );
  return files
    .filter((file) => existsSync(file) && statSync(file).isFile())
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
}

const head = `# Written by \`npm run campaign -- tables\`: long options that programs name and that the tables do not list.
`;

export const showUnlisted = (unlisted: ReadonlyMap<string, readonly string[]>): string =>
  `${head}\n${[...unlisted].map(([program, options]) => `${program}: ${options.join(' ')}\n`).join('')}`;
