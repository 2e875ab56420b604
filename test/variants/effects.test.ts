/**
 * Mention is not use, and a spelling is no escape: every spelling of a command
 * does what the command does, no mention does any of it, and a word that is not
 * known never turns a yes into a no.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { check } from '../../src/check/check.ts';
import { compile } from '../../src/compile/program.ts';
import { judgeRule } from '../../src/engine/rule-result.ts';
import { derive } from '../../src/facts/facts.ts';
import { parse } from '../../src/language/parse.ts';
import { NO, YES } from '../../src/pattern/truth.ts';
import { chanceOf } from '../pattern/path-pairs.ts';
import { drawCommand, obeysShellLaws } from './arbitrary-command.ts';
import { baseCommands } from './base-commands.ts';
import { keyEffects, lostEffects } from './key-effects.ts';
import { mentions, mentionsInTools } from './mentions.ts';
import { ordinaryCommands } from './ordinary-commands.ts';
import { shellEvent, toolEvent } from './shell-event.ts';
import { pairsOf, type Spelling, spellings } from './spellings.ts';
import { withUnresolvedWords } from './unresolved.ts';

const effectsOf = (command: string): ReturnType<typeof keyEffects> =>
  keyEffects(derive(shellEvent(command)).effects);

/** What the command loses in other spellings, as lines to read. */
function losses(command: string, all: readonly Spelling[]): readonly string[] {
  const expected = effectsOf(command);
  return all.flatMap(({ name, text, open }) => {
    const { effects } = derive(shellEvent(text));
    if (open === true && effects.unknowns.length > 0) return [];
    const { missing, weaker } = lostEffects(expected, keyEffects(effects));
    return [
      ...missing.map((key) => `${name}: ${JSON.stringify(text)} does not ${key}`),
      ...weaker.map((key) => `${name}: ${JSON.stringify(text)} only perhaps does ${key}`),
    ];
  });
}

describe.each(baseCommands)('$command', ({ command, effects }) => {
  test('does what it does', () => {
    const found = effectsOf(command);
    expect(found.size).toBeGreaterThan(0);
    expect(effects.filter((key) => found.get(key) !== true)).toEqual([]);
  });

  test('does the same in every spelling', () => {
    expect(losses(command, spellings(command))).toEqual([]);
  });

  test('does none of it where it is only mentioned', () => {
    const expected = effectsOf(command);
    const done = (found: ReadonlyMap<string, boolean>): readonly string[] =>
      [...expected.keys()].filter((key) => found.has(key));
    const inShell = mentions(command).map(({ name, text }) => ({ name, done: done(effectsOf(text)) }));
    const inTools = mentionsInTools(command).map(({ name, tool, kind, input }) => ({
      name,
      done: done(keyEffects(derive(toolEvent(tool, kind, input)).effects)),
    }));
    expect([...inShell, ...inTools].filter((each) => each.done.length > 0)).toEqual([]);
  });
});

test('spellings inside spellings do the same', () => {
  fc.assert(
    fc.property(fc.constantFrom(...baseCommands), fc.integer(), ({ command }, seed) => {
      expect(losses(command, pairsOf(command, seed, 2))).toEqual([]);
    }),
    { numRuns: 1000, seed: 7 },
  );
});

describe('words that are not known', () => {
  const text = baseCommands.map(
    ({ condition }, index) => `deny rule-${index}\n  when ${condition}\n  reason "no"\n`,
  );
  const parsed = parse({ path: 'main.policy', text: ['policy com.example.variants\n', ...text].join('\n') });
  const { bundle, diagnostics } = check([parsed.policy], parsed.diagnostics);
  const program = bundle && compile(bundle);
  const judge = (index: number, command: string): unknown => {
    const rule = program?.rules.find(({ code }) => code === `com.example.variants.rule-${index}`);
    if (rule === undefined)
      throw new Error(`no rule ${index}: ${diagnostics.map(({ message }) => message).join('; ')}`);
    return judgeRule(rule, derive(shellEvent(command))).truth;
  };

  test('rules hold for the commands as they are', () => {
    const failing = baseCommands.filter(({ command }, index) => judge(index, command) !== YES);
    expect(failing.map(({ command, condition }) => ({ command, condition }))).toEqual([]);
  });

  test('never make a no of a yes', () => {
    fc.assert(
      fc.property(fc.nat(baseCommands.length - 1), fc.integer(), (index, seed) => {
        const open = withUnresolvedWords(baseCommands[index]?.command ?? '', seed) ?? '';
        expect(judge(index, open) === NO ? open : undefined).toBeUndefined();
      }),
      { numRuns: 3000, seed: 7 },
    );
  });
});

test('any text whatever obeys the laws', () => {
  const chance = chanceOf(3);
  for (let count = 0; count < 2000; count++) {
    const command = drawCommand(chance, 6000);
    try {
      obeysShellLaws(command, true);
    } catch (error) {
      throw new Error(`${command.tool}: ${JSON.stringify(command.text)}`, { cause: error });
    }
  }
});

test('ordinary commands are understood but for the variables and scripts in them', () => {
  const open = ordinaryCommands.filter((command) => derive(shellEvent(command)).effects.unknowns.length > 0);
  expect(open.length).toBeLessThan(ordinaryCommands.length / 5);
});
