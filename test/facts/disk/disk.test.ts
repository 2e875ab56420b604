/**
 * Trees, commands, and what these do there, as text: UPDATE=1 writes the cases anew, for a person to read. A tree has a line
 * for each file (`FILE`, or `FILE: TEXT` with `\n` for the end of a line) and each link (`FILE -> PLACE`), from the workspace on;
 * `PATH` is where programs are looked for.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Disk } from '../../../src/facts/disk/disk.ts';
import { type WrittenEntry, writtenDisk } from '../../../src/facts/disk/written-disk.ts';
import { derive } from '../../../src/facts/facts.ts';
import { showPathShape } from '../../../src/pattern/path/path-shape.ts';
import { eventOf } from '../../../src/scenario/call.ts';
import { showEffects } from '../tool/show-effects.ts';

const file = new URL('disk-cases.txt', import.meta.url);

interface Case {
  readonly title: string;
  readonly tree: readonly string[];
  readonly asked: readonly { readonly command: string; readonly expected: string }[];
}

const cases = readFileSync(file, 'utf8')
  .split(/^=== /m)
  .slice(1)
  .map((part): Case => {
    const [head = '', ...blocks] = part.trimEnd().split(/^\$ /m);
    const [title = '', ...tree] = head.trimEnd().split('\n');
    const asked = blocks.map((block) => {
      const [command = '', ...expected] = block.trimEnd().split('\n');
      return { command, expected: expected.join('\n') };
    });
    return { title, tree, asked };
  });

const workspace = '/home/user/project';

function diskOf(tree: readonly string[]): Disk {
  const searchPath = tree
    .find((line) => line.startsWith('PATH: '))
    ?.slice('PATH: '.length)
    .split(':');
  const files = tree.filter((line) => !line.startsWith('PATH: '));
  const entries = files.map((line): [string, WrittenEntry] => {
    const [, path = '', sign, rest = ''] = /^(.*?)(?:( -> |: )(.*))?$/.exec(line) ?? [];
    const place = path.startsWith('/') ? path : `${workspace}/${path}`;
    return [place, sign === ' -> ' ? { to: rest } : { text: rest.replaceAll('\\n', '\n') }];
  });
  return { ...writtenDisk(new Map(entries), '/home/user'), searchPath };
}

function shown(command: string, tree: readonly string[]): string {
  const event = eventOf({ kind: 'command', command }, new Map());
  const { effects } = derive(event, undefined, undefined, { disk: diskOf(tree) });
  // What leads to several places does all of it at each.
  const places = effects.paths.filter(({ leads }) => leads !== undefined);
  const lines = [
    ...new Set(showEffects({ ...effects, commands: [], unknowns: [] })),
    ...new Set(
      places.map(
        ({ path, others }) => `${showPathShape(path)} leads to ${others.map(showPathShape).join(', ')}`,
      ),
    ),
    ...effects.unknowns.map(({ why, text }) => `unknown: ${why}: ${text}`),
  ];
  return lines.map((line) => `  ${line}`).join('\n') || '  nothing';
}

if (process.env.UPDATE === '1') {
  const text = cases.map(
    ({ title, tree, asked }) =>
      `=== ${title}\n${tree.map((line) => `${line}\n`).join('')}${asked.map(({ command }) => `$ ${command}\n${shown(command, tree)}\n`).join('')}`,
  );
  writeFileSync(file, text.join('\n'));
}

describe.each(cases)('$title', ({ tree, asked }) => {
  test.each(asked)('$command', ({ command, expected }) => expect(shown(command, tree)).toBe(expected));
});
