/** The law of the shortcut: commands that are found by their names give each rule the answer that all commands give. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { slotChoices } from '../../src/compile/candidate.ts';
import { judgeRule } from '../../src/engine/rule-result.ts';
import { derive } from '../../src/facts/facts.ts';
import { tries } from '../campaign/effort.ts';
import { plain } from '../engine/program.ts';
import { shipped } from '../packs/shipped.ts';
import { shellEvent } from '../variants/shell-event.ts';

const { program } = shipped();
const rules = program.rules.filter(({ slots }) => slots.length === 1);

/** The shell commands of the policies' own tests: each rule has some that it denies and some that it does not. */
const commands = [
  ...new Set(
    program.rules.flatMap((rule) =>
      rule.tests.flatMap(({ call }) =>
        call.kind === 'command' && !/<<|\n/.test(call.command) ? call.command : [],
      ),
    ),
  ),
];

const loose = [
  '$x push',
  '"$(which rm)" -rf b',
  './git push',
  'GIT push -f',
  '/usr/bin/git.exe push',
  '\\rm -rf /',
];

test('the tests of the policies have commands', () => expect(commands.length).toBeGreaterThan(1000));

test('commands found by name answer as all commands do', () => {
  let shorter = 0;
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...commands, ...loose), { minLength: 8, maxLength: 20 }),
      (parts) => {
        const facts = derive(shellEvent(parts.join('\n')));
        for (const rule of rules) {
          const [slot] = rule.slots;
          if (slot === undefined) continue;
          const all = slotChoices(facts, slot, 1);
          if (rule.choices(facts).length < all.length) shorter++;
          const { truth, noted, binding } = judgeRule(rule, facts);
          const whole = judgeRule({ ...plain(rule), choices: () => all }, facts);
          expect({ code: rule.code, truth, noted, binding }).toEqual({
            code: rule.code,
            truth: whole.truth,
            noted: whole.noted,
            binding: whole.binding,
          });
        }
      },
    ),
    { numRuns: tries(12) },
  );
  expect(shorter).toBeGreaterThan(0);
});
