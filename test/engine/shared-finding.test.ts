/** What is shared between decisions says the same as what is made anew, and keeps nothing of a call. */
import { expect, test } from 'vitest';
import { Engine } from '../../src/engine/engine.ts';
import { evaluate } from '../../src/engine/evaluate.ts';
import type { JsonObject } from '../../src/facts/event/event.ts';
import { derive } from '../../src/facts/facts.ts';
import { call, program } from './program.ts';

const rules = `
  deny first
    when input.owner is "x" and input.size > 3
  watch second
    when input.owner contains "y"
    unless input.team is "a"
  deny third
    when input.path under "/srv"
    if input.path missing note`;

const inputs: readonly JsonObject[] = [
  {},
  { owner: 1 },
  { size: 4 },
  { owner: 'x' },
  { owner: 'x', size: 'large' },
  { owner: 'xy', size: 4, team: 3 },
  { owner: 'x', size: 5 },
  { path: 'relative' },
  { path: '/srv/a' },
];

test('whatever was asked before, a decision is the same', () => {
  const asked = program(rules);
  for (const input of [...inputs, ...inputs, ...[...inputs].reverse()]) {
    const expected = evaluate(program(rules), derive(call(input)));
    expect(JSON.stringify(evaluate(asked, derive(call(input))))).toBe(JSON.stringify(expected));
  }
});

test('a rule that is unsure of the same thing has one finding', () => {
  const made = program(rules);
  const [one, other] = [{ n: 1 }, { n: 2 }].map((input) => evaluate(made, derive(call(input))));
  expect(one?.unsure.length).toBe(3);
  expect(other?.unsure.every((finding, at) => finding === one?.unsure[at])).toBe(true);
});

test('what quotes a call is not shared', () => {
  const made = program('deny a when runs "git push"');
  const ask = (command: string) => evaluate(made, derive(call({ command }, { name: 'Bash', kind: 'shell' })));
  const [one, again] = [ask('$TOOL push'), ask('$TOOL push')];
  expect(one.unsure).toEqual(again.unsure);
  expect(one.unsure[0]).not.toBe(again.unsure[0]);
  expect(ask('$OTHER push').unsure[0]?.unknowns).not.toEqual(one.unsure[0]?.unknowns);
});

test('answers of which many rules are unsure are kept as long as others', () => {
  const many = Array.from({ length: 200 }, (_, at) => `deny r${at} when input.owner is "x${at}"`).join('\n');
  const engine = new Engine({ program: program(many), keptCharacters: 20_000 });
  const events = Array.from({ length: 20 }, (_, n) => call({ n }, { id: `${n}` }));
  const first = events.map((event) => engine.decide(event));
  for (const [at, event] of events.entries()) {
    expect(engine.decide(event)).toEqual({ ...first[at], repeated: true });
  }
});
