/**
 * Long options with a value that a program names when it is asked for help, or that its completion file for bash
 * names, and that the tables do not list: behind one of these a word may be lost. Flags are not looked for.
 */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runAll, type World } from '../differential/sandbox.ts';
import { formsOf } from './try.ts';

/** By program: the long options that are not listed. */
export type Unlisted = ReadonlyMap<string, readonly string[]>;

export function unlistedOptions(programs: readonly string[], world: World): Unlisted {
  const helps = runAll(
    programs.map((name) => ({ shell: 'bash', text: `${name} --help 2>&1`, seconds: 1 })),
    { ...world, prepare: ':' },
  );
  return new Map(
    programs.map((program, at) => {
      const completion = completionOf(program, world.overlay);
      return [program, [...inHelp(helps[at]?.printed ?? ''), ...inCompletion(completion)]];
    }),
  );
}

const inHelp = (text: string): readonly string[] =>
  [
    ...text.matchAll(
      /(?<![\w-])(--[a-z][a-z0-9-]+)(?:\[?=|[ =][<[]?(?:[A-Z]+\b|(?<=<)\w|(?:file|path|dir)))/g,
    ),
  ].map(([, name = '']) => name);

/** Where it asks for the word before: `--file)` or `--file | --other)`. */
const inCompletion = (text: string): readonly string[] =>
  [...text.matchAll(/(?<![\w-])(--[a-z][a-z0-9-]+)(?:=|(?=\s*[|)]))/g)].map(([, name = '']) => name);

function completionOf(program: string, overlay: string | undefined): string {
  const files = [overlay ?? '', ''].map((root) =>
    join('/', root, 'usr/share/bash-completion/completions', program),
  );
  return files
    .filter((file) => existsSync(file) && statSync(file).isFile())
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
}

const plain = new Set(['--help', '--version']);
const file = new URL('unlisted.txt', import.meta.url);
const head = `# Written by \`npm run campaign -- tables\`: long options with a value that programs name and that the tables do not list.
`;

/** Programs that were not asked now keep what they have, as far as it is still not listed. */
export function writeUnlisted(found: Unlisted): void {
  const all = new Map([...readUnlisted(), ...found]);
  const lines = [...all]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([program, options]) => {
      const listed = new Set(
        formsOf(program).flatMap(({ form }) => form.options.flatMap(({ names }) => names)),
      );
      const left = [...new Set(options)].filter((name) => !listed.has(name) && !plain.has(name)).sort();
      return left.length === 0 ? [] : [`${program}: ${left.join(' ')}\n`];
    });
  writeFileSync(file, `${head}\n${lines.join('')}`);
}

const readUnlisted = (): Unlisted =>
  new Map(
    [...readFileSync(file, 'utf8').matchAll(/^([^#\s]\S*): (.*)$/gm)].map(
      ([, program = '', options = '']) => [program, options.split(' ')],
    ),
  );
