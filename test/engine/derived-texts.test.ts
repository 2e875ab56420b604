/** What is asked of every text of a call, where the call comes to more text than is looked at. */
import { expect, test } from 'vitest';
import { evaluate } from '../../src/engine/evaluate.ts';
import { derive } from '../../src/facts/facts.ts';
import { call, program } from './program.ts';

const rules = program('deny needle when any text in input contains "needle"');

const answer = (command: string): string => {
  const { effect, unsure } = evaluate(rules, derive(call({ command })));
  return effect === 'deny' ? 'yes' : unsure.length > 0 ? 'unsure' : 'no';
};

/** So many programs, each of which gets 10 KiB that stand once in the input. */
const padding = (count: number): string =>
  [`P=${'x'.repeat(10 * 1024)}`, ...Array.from({ length: count }, (_, at) => `ls ${at} $P`)].join('; ');

test('a text behind more than 256 KiB of others is not ruled out', () => {
  expect(answer(padding(10))).toBe('no');
  expect(answer(padding(30))).toBe('unsure');
  expect(answer(`${padding(10)}; ls nee""dle`)).toBe('yes');
  expect(answer(`ls nee""dle; ${padding(30)}`)).toBe('yes');
  expect(answer(`${padding(30)}; ls needle`)).toBe('yes');
});
