/** Shell commands and what they do, as text: UPDATE=1 writes the file anew, for a person to read. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Effects } from '../../../src/facts/effect/effect.ts';
import { derive } from '../../../src/facts/facts.ts';
import { showPathShape } from '../../../src/pattern/path/path-shape.ts';
import { showShape } from '../../../src/pattern/text/shape.ts';
import { eventOf } from '../../../src/scenario/call.ts';

const file = new URL('shell-cases.txt', import.meta.url);

const cases = readFileSync(file, 'utf8')
  .split(/^=== /m)
  .slice(1)
  .map((part) => {
    const [title = '', ...lines] = part.trimEnd().split('\n');
    const arrow = lines.indexOf('==>');
    const end = arrow < 0 ? lines.length : arrow;
    return { title, command: lines.slice(0, end).join('\n'), expected: lines.slice(end + 1).join('\n') };
  });

const effectsOf = (command: string): Effects =>
  derive(eventOf({ kind: 'command', command }, new Map())).effects;

/** One line for each thing that is done; what is only possible ends in a question mark. */
function show({
  commands,
  paths,
  connects,
  sends,
  pipes,
  installs,
  spawns,
  elevates,
  unknowns,
}: Effects): string {
  const may = (certain: boolean): string => (certain ? '' : ' ?');
  const lines = [
    ...commands.map(
      ({ program, args, via, certain }) =>
        `run ${[program ?? '…', ...args.map((arg) => JSON.stringify(showShape(arg)).slice(1, -1))].join(' ')}${via.length > 0 ? `  (by ${via.join(', ')})` : ''}${may(certain)}`,
    ),
    ...paths.map(
      ({ kind, path, recursive, certain, content }) =>
        `${kind} ${showPathShape(path)}${recursive ? ' and all below' : ''}${content === undefined ? '' : ` with ${JSON.stringify(content)}`}${may(certain)}`,
    ),
    ...connects.map(
      ({ host, certain }) => `connect to ${host.value?.name ?? `…${host.suffix ?? ''}`}${may(certain)}`,
    ),
    ...sends.map(
      ({ source, host, certain }) =>
        `send ${source?.text ?? 'data'} to ${host.value?.name ?? `…${host.suffix ?? ''}`}${may(certain)}`,
    ),
    ...pipes.map(
      ({ from, to }) => `pipe ${commands[from]?.program ?? '…'} into ${commands[to]?.program ?? '…'}`,
    ),
    ...installs.map(
      ({ manager, text, source, certain }) => `install ${text} (${manager}, ${source})${may(certain)}`,
    ),
    ...spawns.map(() => 'spawn an agent'),
    ...elevates.map(({ by }) => `elevate by ${by}`),
    ...unknowns.map(({ text, why }) => `unknown: ${why}: ${text.replaceAll('\n', '⏎')}`),
  ];
  return lines.join('\n') || 'nothing';
}

if (process.env.UPDATE === '1') {
  const text = cases.map(
    ({ title, command }) => `=== ${title}\n${command}\n==>\n${show(effectsOf(command))}\n`,
  );
  writeFileSync(file, text.join('\n'));
}

// All cases at once, with their titles: a test for each takes as long as its command.
test('the cases do what they say', () => {
  const shown = cases.map(({ title, command }) => `=== ${title}\n${show(effectsOf(command))}\n`);
  expect(shown.join('\n')).toBe(cases.map((each) => `=== ${each.title}\n${each.expected}\n`).join('\n'));
});

test('there are cases for every part of the analysis', () => {
  expect(cases.length).toBeGreaterThan(60);
});
