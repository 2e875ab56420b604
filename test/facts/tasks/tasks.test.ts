/**
 * Task files, commands, and what these run of them, as text: UPDATE=1 writes the cases anew, for a person to read. A file
 * begins with `--- PATH`, a command with `$`.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { writtenDisk } from '../../../src/facts/disk/written-disk.ts';
import { derive } from '../../../src/facts/facts.ts';
import { showShape } from '../../../src/pattern/text/shape.ts';
import { eventOf } from '../../../src/scenario/call.ts';
import { showEffects } from '../tool/show-effects.ts';

const folder = new URL('cases/', import.meta.url);

interface Case {
  readonly title: string;
  /** As it is written, up to the commands. */
  readonly given: string;
  readonly files: ReadonlyMap<string, string>;
  readonly asked: readonly { readonly command: string; readonly expected: string }[];
}

function readCase(part: string): Case {
  const [title = '', ...lines] = part.trimEnd().split('\n');
  const first = lines.findIndex((line) => line.startsWith('$ '));
  const given = lines.slice(0, first).join('\n');
  const files = given
    .split(/^--- /m)
    .slice(1)
    .map((file) => [file.slice(0, file.indexOf('\n')), file.slice(file.indexOf('\n') + 1)] as const);
  const asked = lines
    .slice(first)
    .join('\n')
    .split(/^\$ /m)
    .slice(1)
    .map((block) => {
      const [command = '', ...expected] = block.trimEnd().split('\n');
      return { command, expected: expected.join('\n') };
    });
  return { title, given, files: new Map(files), asked };
}

/** What the command does besides being run. */
function shown(command: string, files: ReadonlyMap<string, string>): string {
  const { effects } = derive(eventOf({ kind: 'command', command }, new Map()), undefined, undefined, {
    disk: writtenDisk(
      new Map([...files].map(([path, text]) => [`/home/user/project/${path}`, { text }])),
      '/home/user',
    ),
  });
  const lines = [
    ...effects.commands
      .filter(({ via }) => via.length > 0)
      .map(
        ({ program, args, via }) =>
          `runs ${[program ?? '…', ...args.map((arg) => JSON.stringify(showShape(arg)).slice(1, -1))].join(' ')}  (by ${via.join(', ')})`,
      ),
    ...showEffects({ ...effects, commands: [], unknowns: [] }),
    ...effects.unknowns.map(({ why, text }) => `unknown: ${why}: ${text.replaceAll('\n', '⏎')}`),
  ];
  return lines.map((line) => `  ${line}`).join('\n') || '  nothing';
}

const read = (file: URL): readonly Case[] =>
  readFileSync(file, 'utf8').split(/^=== /m).slice(1).map(readCase);

for (const name of readdirSync(folder).sort()) {
  const file = new URL(name, folder);
  if (process.env.UPDATE === '1') {
    const text = read(file).map(
      ({ title, given, files, asked }) =>
        `=== ${title}\n${given}\n${asked.map(({ command }) => `$ ${command}\n${shown(command, files)}\n`).join('')}`,
    );
    writeFileSync(file, text.join('\n'));
  }
  describe(name, () => {
    test.each(
      read(file).flatMap(({ title, files, asked }) => asked.map((each) => ({ title, files, ...each }))),
    )('$title: $command', ({ files, command, expected }) => expect(shown(command, files)).toBe(expected));
  });
}
