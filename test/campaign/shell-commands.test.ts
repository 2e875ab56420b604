/**
 * Whatever a shell is given is read to its end or given up with a word: nothing throws, effects stand where they say,
 * and the same text comes to the same effects. In a campaign no command takes longer than a harness waits for a hook.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readDos } from '../../src/facts/shell/windows/dos.ts';
import { readPowerShell } from '../../src/facts/shell/windows/powershell.ts';
import { dosText, powerShellText } from '../facts/shell/arbitrary-script.ts';
import { outOfRange } from '../facts/shell/powershell-case-file.ts';
import { chanceOf } from '../pattern/path-pairs.ts';
import {
  type ArbitraryCommand,
  commandSorts,
  drawCommand,
  obeysShellLaws,
} from '../variants/arbitrary-command.ts';
import { effort, isFull, seed, tell, timeout } from './effort.ts';

const commands = effort(100_000, 150);
/** The largest are few and take as long as a thousand others: the sample cuts them short. */
const largest = effort(Number.POSITIVE_INFINITY, 6000);
/** Milliseconds of processor time that no command may take, however hostile: a harness gives up on a hook after some seconds. */
const longest = 2000;

interface Broken {
  readonly times: number;
  /** The shortest command that breaks the law in this way. */
  readonly example: ArbitraryCommand;
}

/** What is said of many commands alike. */
const generalise = (message: string): string =>
  message
    .replace(/`[^`]*`/g, '`…`')
    .replace(/\d+/g, 'N')
    .slice(0, 160);

/** The law that a command breaks, with the place in the source that said so. */
function brokenLaw(error: unknown): string {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  return `${generalise(message)} (${/\n\s+at (\S+)/.exec(stack)?.[1] ?? ''})`;
}

test('any text whatever obeys the laws', { timeout }, () => {
  const chance = chanceOf(seed);
  const broken = new Map<string, Broken>();
  const sorts = new Map<string, number>();
  const counts = { characters: 0, unknown: 0, silent: 0 };
  for (let index = 1; index <= commands; index++) {
    const command = drawCommand(chance, largest);
    counts.characters += command.text.length;
    sorts.set(command.sort, (sorts.get(command.sort) ?? 0) + 1);
    try {
      const { effects, time } = obeysShellLaws(
        command,
        !isFull || index % 5 === 0 || command.text.length < 100,
      );
      if (effects.unknowns.length > 0) counts.unknown++;
      if (Object.values(effects).every((list) => list.length === 0)) counts.silent++;
      if (isFull && time > longest) throw new Error(`it took more than ${longest} ms of processor time`);
    } catch (error) {
      const law = brokenLaw(error);
      const before = broken.get(law);
      const isShorter = before === undefined || command.text.length < before.example.text.length;
      broken.set(law, { times: (before?.times ?? 0) + 1, example: isShorter ? command : before.example });
    }
  }
  tell({
    commands,
    characters: counts.characters,
    'commands with something unknown': counts.unknown,
    'commands of which nothing is said': counts.silent,
  });
  expect(Object.fromEntries(broken)).toEqual({});
  // What is rare among them is too rare for a sample.
  for (const [sort, weight] of commandSorts)
    if ((commands * weight) / 100 > 50) expect(sorts.get(sort)).toBeGreaterThan((commands * weight) / 200);
  expect(counts.unknown).toBeGreaterThan(commands / 5);
  expect(counts.unknown).toBeLessThan(commands);
  expect(counts.silent).toBeLessThan(commands / 5);
});

const scripts = effort(100_000, 150);

test.each([
  ['DOS', dosText, readDos],
  ['PowerShell', powerShellText, readPowerShell],
] as const)('any text is read as %s, within its bounds', { timeout }, (name, text, read) => {
  tell({ [`scripts of ${name}`]: scripts });
  fc.assert(
    fc.property(text, (script) => {
      expect(outOfRange(read(script), script.length)).toEqual([]);
    }),
    { seed, numRuns: scripts },
  );
});
