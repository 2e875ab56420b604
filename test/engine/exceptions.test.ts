// What exceptions excuse, for whom and until when; and what is said of it. See docs/exceptions.md.
import { describe, expect, test } from 'vitest';
import type { CompiledRule } from '../../src/compile/compiled-rule.ts';
import { deriveFor, inMode, type Program } from '../../src/compile/program.ts';
import type { Decision } from '../../src/engine/decision.ts';
import { Engine } from '../../src/engine/engine.ts';
import { evaluate } from '../../src/engine/evaluate.ts';
import { explainRule } from '../../src/engine/explain.ts';
import { call, program } from './program.ts';

const day = 24 * 60 * 60 * 1000;
const ends = Date.UTC(2027, 2, 1);

const except = (name: string, target: string, when: string): string =>
  `except ${name} for ${target}
  when ${when}
  owner "dana@acme.example"
  ticket "OPS-1234"
  because "The old schema goes away in March."
  expires 2027-03-01
`;

const secrets = 'deny secrets\n  when reads "**/*.env"\n  when unsure deny\n';

const decide = (rules: Program, command: string, at: number | undefined = ends - day): Decision =>
  evaluate(rules, deriveFor(rules, call({ command }, { kind: 'shell' }), undefined, { at }));

const usesOf = ({ excused = [] }: Decision): readonly string[] =>
  excused.map(({ code, exception, objects }) => `${code} by ${exception}: ${objects.join(', ')}`);

describe('the thing that the rule is about', () => {
  const rules = program(`${secrets}${except('migration', 'secrets', 'path in "a.env"')}`);

  test.each([
    ['cat a.env', 'none', ['com.example.secrets by com.example.migration: /repo/a.env']],
    ['cat b.env', 'deny', []],
    ['cat a.env; cat b.env', 'deny', []],
    ['cat b.env; cat a.env', 'deny', []],
    ['cat a.env b.env', 'deny', []],
    ['cat ./sub/../a.env', 'none', ['com.example.secrets by com.example.migration: /repo/a.env']],
    ['cat A.env', 'deny', []],
    ['cat $X.env', 'deny', []],
    // What is left of the rule is unsure, and denies for that.
    ['cat a.env; cat $X', 'deny', ['com.example.secrets by com.example.migration: /repo/a.env']],
    ['ls', 'none', []],
  ] as const)('%s', (command, effect, uses) => {
    const decision = decide(rules, command);
    expect(decision.effect).toBe(effect);
    expect(usesOf(decision)).toEqual(uses);
  });
});

describe('the term', () => {
  const rules = program(`${secrets}${except('migration', 'secrets', 'path in "a.env"')}`);

  test.each([
    [ends - 1, 'none'],
    [ends, 'deny'],
    [ends + day, 'deny'],
    [ends - 366 * day, 'none'],
    [ends - 366 * day - 1, 'deny'],
    [undefined, 'deny'],
  ] as const)('at %s', (at, effect) => {
    const facts = deriveFor(rules, call({ command: 'cat a.env' }, { kind: 'shell' }), undefined, { at });
    expect(evaluate(rules, facts).effect).toBe(effect);
  });

  test('is shorter where the rule says so', () => {
    const short = program(
      `deny secrets\n  when reads "**/*.env"\n  exceptions allowed by team for at most 30d\n${except('migration', 'secrets', 'path in "a.env"')}`,
    );
    expect(decide(short, 'cat a.env', ends - 30 * day).effect).toBe('none');
    expect(decide(short, 'cat a.env', ends - 30 * day - 1).effect).toBe('deny');
  });

  test('goes by the clock of the engine, and not by that of the event', () => {
    const event = { ...call({ command: 'cat a.env' }, { kind: 'shell' }), time: '2027-02-28T12:00:00Z' };
    const engineAt = (now: number): Engine => new Engine({ program: rules, now: () => now });
    expect(engineAt(ends).decide(event).effect).toBe('deny');
    expect(engineAt(ends - 1).decide(event).effect).toBe('none');
  });
});

test('each pattern of codes binds to each rule by itself, and to no other', () => {
  const rules = program(
    `${secrets}deny writes-env\n  when writes "**/*.env"\ndeny other\n  when kind is shell and input.command contains "env"\n${except('migration', 'secrets, com.example.writes-*', 'path in "a.env"')}`,
  );
  const decision = decide(rules, 'cat a.env > a.env; echo env');
  expect(decision.matched.map(({ code }) => code)).toEqual(['com.example.other']);
  expect(usesOf(decision)).toEqual([
    'com.example.secrets by com.example.migration: /repo/a.env',
    'com.example.writes-env by com.example.migration: /repo/a.env',
  ]);
});

test('what a rule says of absences does not make an exception hold', () => {
  const clauses = '  when kind is shell\n  if input.owner missing skip\n';
  const own = program(`deny other\n${clauses}  unless input.owner is "z"\n`);
  expect(decide(own, 'ls').effect).toBe('none');
  const excepted = program(`deny other\n${clauses}${except('e', 'other', 'input.owner is "z"')}`);
  expect(decide(excepted, 'ls').effect).toBe('deny');
});

test('an unsure rule that denies is excused as well', () => {
  const rules = program(`${secrets}${except('e', 'secrets', 'input.command is "cat $X"')}`);
  expect(decide(rules, 'cat $X').effect).toBe('none');
  expect(usesOf(decide(rules, 'cat $X'))).toHaveLength(1);
});

test('a limit lets the call pass, and it counts all the same', () => {
  const rules = program(
    `limit shells to 1 shell per 1h per session\n${except('e', 'shells', 'input.command is "ls"')}`,
  );
  expect(rules.exceptions[0]?.rules).toEqual(['com.example.shells']);
  expect(rules.limits[0]?.subject.unless).toBeUndefined();
});

test('what is only watched is excused too', () => {
  const rules = inMode(program(`${secrets}${except('e', 'secrets', 'path in "a.env"')}`), { watches: true });
  expect(decide(rules, 'cat a.env')).toMatchObject({ effect: 'none', watched: [] });
  expect(decide(rules, 'cat b.env').watched).toHaveLength(1);
});

test('what guards bylaw has no exceptions', () => {
  const rules = program(
    `deny change-bylaw\n  when writes or deletes @bylaw\n${secrets}${except('e', '*', 'path in "/opt/bylaw/x"')}`,
  );
  expect(rules.exceptions[0]?.rules).toEqual(['com.example.secrets']);
  expect(decide(rules, 'rm /opt/bylaw/x').code).toBe('com.example.change-bylaw');
});

test('an explanation says that an exception is not in force', () => {
  const rules = program(`${secrets}${except('e', 'secrets', 'path in "a.env"')}`);
  const [rule] = rules.rules as [CompiledRule];
  const explained = (at: number) =>
    explainRule(rule, deriveFor(rules, call({ command: 'cat a.env' }, { kind: 'shell' }), undefined, { at }));
  expect(explained(ends).unless?.parts[0]).toMatchObject({
    value: 'no',
    doubt: 'the exception ended on 2027-03-01 (dana@acme.example, OPS-1234)',
    parts: [],
  });
  expect(explained(ends - 1).unless?.parts[0]).toMatchObject({ value: 'yes', name: 'com.example.e' });
});

test('a decision tells which exceptions have ended, and whose they were', () => {
  const rules = program(`${secrets}${except('e', 'secrets', 'path in "a.env"')}`);
  const { ended } = decide(rules, 'cat a.env', ends);
  expect(ended).toMatchObject([
    {
      exception: 'com.example.e',
      owner: 'dana@acme.example',
      expires: '2027-03-01',
      objects: ['/repo/a.env'],
    },
  ]);
  expect(decide(rules, 'cat b.env', ends)).not.toHaveProperty('ended');
  expect(decide(rules, 'cat a.env', ends - 1)).not.toHaveProperty('ended');
});

test('the decision has whose exception it was', () => {
  const rules = program(`${secrets}${except('e', 'secrets', 'path in "a.env"')}`);
  expect(decide(rules, 'cat a.env').excused).toEqual([
    {
      code: 'com.example.secrets',
      exception: 'com.example.e',
      owner: 'dana@acme.example',
      ticket: 'OPS-1234',
      because: 'The old schema goes away in March.',
      expires: '2027-03-01',
      place: { path: 'test.policy', span: expect.anything() },
      objects: ['/repo/a.env'],
    },
  ]);
});
