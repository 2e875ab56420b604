/**
 * Mention is not use, and a spelling is no escape: every spelling of a command
 * does what the command does, no mention does any of it, and a word that is not
 * known never turns a yes into a no. In a real shell, where there is one, the
 * spellings of harmless commands do what those do, and their mentions do not.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { check } from '../../src/check/check.ts';
import { compile } from '../../src/compile/program.ts';
import { judgeRule } from '../../src/engine/rule-result.ts';
import { derive } from '../../src/facts/facts.ts';
import { parse } from '../../src/language/parse.ts';
import { NO, YES } from '../../src/pattern/text/truth.ts';
import { chanceOf } from '../pattern/path-pairs.ts';
import { baseCommands } from '../variants/base-commands.ts';
import { keyEffects, lostEffects } from '../variants/key-effects.ts';
import { mentions, mentionsInTools } from '../variants/mentions.ts';
import { optionSpellings } from '../variants/options.ts';
import { ordinaryCommands } from '../variants/ordinary-commands.ts';
import { canRun, failing, harmless, tryFor } from '../variants/real-shell.ts';
import { shellEvent, toolEvent } from '../variants/shell-event.ts';
import { drafts, drawDraft, pairsOf, type Spelling, spellings } from '../variants/spellings.ts';
import { withUnresolvedWords } from '../variants/unresolved.ts';
import { splitWords } from '../variants/words.ts';
import { effort, sampled, sampledBySort, seed, tell, timeout } from './effort.ts';

const effectsOf = (command: string): ReturnType<typeof keyEffects> =>
  keyEffects(derive(shellEvent(command)).effects);

/** What the base commands do: it is compared with many texts each. */
const expected = new Map(baseCommands.map(({ command }) => [command, effectsOf(command)]));
const expectedOf = (command: string): ReturnType<typeof keyEffects> =>
  expected.get(command) ?? effectsOf(command);

/** What a command loses in another spelling, as lines to read. */
function losses(command: string, { name, text, open }: Spelling): readonly string[] {
  const { effects } = derive(shellEvent(text));
  if (open === true && effects.unknowns.length > 0) return [];
  const { missing, weaker } = lostEffects(expectedOf(command), keyEffects(effects));
  return [
    ...missing.map((key) => `${name}: ${JSON.stringify(text)} does not ${key}`),
    ...weaker.map((key) => `${name}: ${JSON.stringify(text)} only perhaps does ${key}`),
  ];
}

test.each(baseCommands)('$command does what it does', ({ command, effects }) => {
  const found = expectedOf(command);
  expect(found.size).toBeGreaterThan(0);
  expect(effects.filter((key) => found.get(key) !== true)).toEqual([]);
});

test('commands do the same in every spelling', { timeout }, () => {
  const all = baseCommands.flatMap(({ command }) =>
    spellings(command).map((spelling) => ({ command, spelling })),
  );
  expect(all.length).toBeGreaterThan(200 * baseCommands.length);
  // Each of them is tried for some command.
  const tried = sampledBySort(all, 34, ({ spelling }) => spelling.name);
  tell({ spellings: tried.length });
  expect(tried.flatMap(({ command, spelling }) => losses(command, spelling))).toEqual([]);
});

test('commands do none of it where they are only mentioned', { timeout }, () => {
  const all = baseCommands.flatMap(({ command }) => [
    ...mentions(command).map(({ name, text }) => ({ command, name, event: shellEvent(text) })),
    ...mentionsInTools(command).map(({ name, tool, kind, input }) => ({
      command,
      name,
      event: toolEvent(tool, kind, input),
    })),
  ]);
  expect(all.length).toBeGreaterThan(60 * baseCommands.length);
  const tried = sampledBySort(all, 18, ({ name }) => name);
  tell({ mentions: tried.length });
  const done = tried.flatMap(({ command, name, event }) => {
    const found = keyEffects(derive(event).effects);
    return [...expectedOf(command).keys()].filter((key) => found.has(key)).map((key) => `${name}: ${key}`);
  });
  expect(done).toEqual([]);
});

const pairs = effort(20_000, 15);

test('spellings inside spellings do the same', { timeout }, () => {
  tell({ 'spellings inside spellings': 2 * pairs });
  fc.assert(
    fc.property(fc.constantFrom(...baseCommands), fc.integer(), ({ command }, from) => {
      expect(pairsOf(command, from, 2).flatMap((spelling) => losses(command, spelling))).toEqual([]);
    }),
    { numRuns: pairs, seed },
  );
});

describe('words that are not known', () => {
  const text = baseCommands.map(
    ({ condition }, index) => `deny rule-${index}\n  when ${condition}\n  reason "no"\n`,
  );
  const parsed = parse({ path: 'main.policy', text: ['policy com.example.variants\n', ...text].join('\n') });
  const { bundle, diagnostics } = check([parsed.policy], parsed.diagnostics, { lints: false });
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

  const texts = effort(100_000, 200);

  test('never make a no of a yes', { timeout }, () => {
    tell({ 'commands with unknown words': texts });
    fc.assert(
      fc.property(fc.nat(baseCommands.length - 1), fc.integer(), (index, from) => {
        const open = withUnresolvedWords(baseCommands[index]?.command ?? '', from) ?? '';
        expect(judge(index, open) === NO ? open : undefined).toBeUndefined();
      }),
      { numRuns: texts, seed },
    );
  });
});

test('ordinary commands are understood but for the variables and scripts in them', () => {
  const open = ordinaryCommands.filter((command) => derive(shellEvent(command)).effects.unknowns.length > 0);
  expect(open.length).toBeLessThan(ordinaryCommands.length / 5);
});

describe.runIf(canRun)('in a real shell', () => {
  test.each(harmless)('$command in other words does what it does', { timeout }, (each) => {
    // One of them is tried in every spelling; of the others, the words alone.
    const all = each === harmless[0] ? drafts(each.command) : optionSpellings(splitWords(each.command) ?? []);
    expect(all.length).toBeGreaterThan(5);
    const tried = sampled(all, each === harmless[0] ? 25 : 6);
    expect(tried.length).toBeGreaterThan(0);
    tell({ 'spellings in a shell': tried.length });
    expect(failing(tried, each)).toEqual([]);
  });

  test('spellings inside spellings do it too', { timeout }, () => {
    const [each] = harmless;
    if (each === undefined) throw new Error('there is no harmless command');
    const chance = chanceOf(seed);
    const all = Array.from({ length: effort(2000, 6) }, () => drawDraft(each.command, chance, 2));
    tell({ 'spellings inside spellings in a shell': all.length });
    expect(failing(all, each)).toEqual([]);
  });

  test('no mention does it', { timeout }, () => {
    const [each] = harmless;
    if (each === undefined) throw new Error('there is no harmless command');
    const safe = mentions(each.command).filter(
      ({ text }) => !/^(?:gh|npm|npx|curl|man|notify-send)\b/.test(text),
    );
    expect(safe.length).toBeGreaterThan(50);
    const tried = sampled(safe, 8);
    tell({ 'mentions in a shell': tried.length });
    expect(tried.filter(({ text }) => tryFor(text, each).ran)).toEqual([]);
  });
});
