import { expect, test } from 'vitest';
import { inMode, type Program } from '../../src/compile/program.ts';
import type { Decision } from '../../src/engine/decision.ts';
import { evaluate, evaluateEveryRule } from '../../src/engine/evaluate.ts';
import type { JsonObject } from '../../src/facts/event/event.ts';
import { derive } from '../../src/facts/facts.ts';
import { call, plain, program } from './program.ts';

type Rules = Pick<Program, 'rules'>;

const decide = (rules: string | Rules, input: JsonObject = {}): Decision =>
  typeof rules === 'string'
    ? evaluate(program(rules), derive(call(input)))
    : evaluateEveryRule(rules, derive(call(input)));

const codes = (findings: readonly { readonly code: string }[]): string[] => findings.map(({ code }) => code);

/** The same program, in which the matcher of one rule throws. */
function breaking({ rules }: Rules, broken: string, thrown: unknown): Rules {
  const fail = (): never => {
    throw thrown;
  };
  return {
    rules: rules.map((rule) =>
      rule.code === `com.example.${broken}` ? { ...plain(rule), when: { ...rule.when, test: fail } } : rule,
    ),
  };
}

test('no rule, no effect', () => {
  const nothing = { effect: 'none', code: undefined, reason: undefined };
  const empty = { matched: [], unsure: [], watched: [], faults: [] };
  expect(decide('')).toEqual({ ...nothing, ...empty });
  expect(decide('deny fetch when tool is "Fetch"')).toEqual({ ...nothing, ...empty });
});

test('a program that watches denies nothing, and says which rules would', () => {
  const rules =
    'deny a when tool is "Bash"\ndeny b when session.id is "s"\n  when unsure deny\nwatch c when tool is "Bash"';
  const facts = derive(call({}));
  const { effect, code, matched, watched, unsure } = evaluate(
    inMode(program(rules), { watches: true }),
    facts,
  );
  expect([effect, code, matched]).toEqual(['none', undefined, []]);
  expect(watched.map((each) => [each.code, each.effect])).toEqual([
    ['com.example.a', 'deny'],
    ['com.example.c', 'watch'],
  ]);
  expect(codes(unsure)).toEqual(codes(evaluate(program(rules), facts).unsure));
  expect(evaluate(program(rules), facts).effect).toBe('deny');
});

test('a rule that fails denies where rules are only watched', () => {
  const broken = breaking(program('deny a when tool is "Bash"'), 'a', new Error('broken'));
  const { effect, code } = evaluateEveryRule({ ...broken, watches: true }, derive(call({})));
  expect([effect, code]).toEqual(['deny', 'io.bylaw.engine.fault']);
});

test('a rule that fails denies with a code of the engine, and never passes', () => {
  const rules = program('deny a when tool is "Bash"\ndeny b when tool is "Fetch"');
  for (const thrown of [new Error('broken'), 'a text', undefined, null]) {
    const decision = decide(breaking(rules, 'b', thrown));
    expect(decision.effect).toBe('deny');
    expect(codes(decision.faults)).toEqual(['com.example.b']);
  }
  const alone = decide(breaking(program('deny a when tool is "Fetch"'), 'a', new Error('secret inside')));
  expect(alone).toMatchObject({ effect: 'deny', code: 'io.bylaw.engine.fault', matched: [], unsure: [] });
  expect(alone.reason).toContain('could not evaluate');
  expect(alone.reason).not.toContain('secret inside');
  expect(alone.faults).toMatchObject([{ code: 'com.example.a', message: 'secret inside' }]);
});

test('beside a rule that fails, the others still decide', () => {
  const rules = program('deny a when tool is "Bash"\n  reason "Not here."\ndeny b when tool is "Fetch"');
  const decision = decide(breaking(rules, 'b', new Error('broken')));
  expect(decision).toMatchObject({ effect: 'deny', code: 'com.example.a', reason: 'Not here.' });
  expect(codes(decision.matched)).toEqual(['com.example.a']);
});

test('a watch rule that fails denies too: nobody knows what else is broken', () => {
  const decision = decide(breaking(program('watch a when tool is "Bash"'), 'a', new Error('broken')));
  expect(decision).toMatchObject({ effect: 'deny', code: 'io.bylaw.engine.fault' });
});

test('a rule whose reason fails denies with its own code and a plain reason', () => {
  const { rules } = program('deny a when tool is "Bash"');
  const reason = (): never => {
    throw new Error('broken');
  };
  const decision = decide({ rules: rules.map((rule) => ({ ...plain(rule), reason })) });
  expect(decision).toMatchObject({ effect: 'deny', code: 'com.example.a' });
  expect(decision.reason).toBe('The policy rule com.example.a does not allow this call.');
  expect(codes(decision.faults)).toEqual(['com.example.a']);
});

test('an input too deep for the engine is a fault, not a pass', () => {
  let input: JsonObject = {};
  for (let depth = 0; depth < 200_000; depth++) input = { a: input };
  const decision = decide('deny a when size of input > 1MB', input);
  expect(decision).toMatchObject({ effect: 'deny', code: 'io.bylaw.engine.fault' });
});

test('the highest severity answers, then the smallest code, whatever the order of rules', () => {
  const rule = (name: string, severity: string): string =>
    `deny ${name} severity ${severity} when tool is "Bash" when unsure note reason "${name}."`;
  const graver = [rule('z', 'critical'), rule('b', 'high'), rule('a', 'low'), rule('c', 'medium')];
  const equal = [rule('b', 'high'), rule('a', 'high'), rule('a-b', 'high'), rule('A', 'medium')];
  for (const rules of [graver, [...graver].reverse()]) {
    const decision = decide(rules.join('\n'));
    expect(decision).toMatchObject({ code: 'com.example.z', reason: 'z.' });
    expect(codes(decision.matched)).toEqual(['a', 'b', 'c', 'z'].map((name) => `com.example.${name}`));
  }
  const { rules } = program(equal.join('\n'));
  for (const ordered of [rules, [...rules].reverse()]) {
    expect(decide({ rules: ordered }).code).toBe('com.example.a');
  }
});

test('an unsure rule denies or is noted, as it says', () => {
  const rule = (action: string): string => `deny a when input.owner is "x" when unsure ${action}`;
  const denied = decide(rule('deny'));
  expect(denied).toMatchObject({ effect: 'deny', code: 'com.example.a', matched: [] });
  expect(denied.unsure).toMatchObject([
    { code: 'com.example.a', unknowns: [{ field: 'input.owner', cause: 'missing' }] },
  ]);
  const noted = decide(rule('note'));
  expect(noted).toMatchObject({ effect: 'none', code: undefined, reason: undefined, matched: [] });
  expect(codes(noted.unsure)).toEqual(['com.example.a']);
});

test('an unsure rule that denies counts by its severity among those that hold', () => {
  const rules = [
    'deny sure severity medium when tool is "Bash"',
    'deny unsure-one severity high when input.owner is "x" when unsure deny',
  ];
  expect(decide(rules.join('\n')).code).toBe('com.example.unsure-one');
});

test('of two rules of one severity the one that is sure answers', () => {
  const rules = [
    'deny a severity high when input.owner is "x" when unsure deny reason "Perhaps."',
    'deny b severity high when tool is "Bash" when unsure note reason "Certainly."',
  ];
  for (const ordered of [rules, [...rules].reverse()])
    expect(decide(ordered.join('\n'))).toMatchObject({ code: 'com.example.b', reason: 'Certainly.' });
});

test('what `if … note` is about never denies, even where unsure rules do', () => {
  const rules = (action: string): string =>
    `deny a when tool is "Bash" and input.owner is not "x"\n  if input.owner missing ${action}\n  when unsure deny`;
  expect(decide(rules('note'))).toMatchObject({ effect: 'none', unsure: [{ code: 'com.example.a' }] });
  expect(decide(rules('note'), { owner: 'y' })).toMatchObject({ effect: 'deny' });
  expect(decide(rules('apply'))).toMatchObject({ effect: 'deny', matched: [{ code: 'com.example.a' }] });
  expect(decide(rules('skip'))).toMatchObject({ effect: 'none', unsure: [], matched: [] });
});

test('a watch rule never denies: not when it holds, and not when it is unsure', () => {
  const rules = [
    'watch held severity critical when tool is "Bash" when unsure deny',
    'watch doubted severity critical when input.owner is "x" when unsure deny',
  ];
  const decision = decide(rules.join('\n'));
  expect(decision.effect).toBe('none');
  expect(codes(decision.watched)).toEqual(['com.example.held']);
  expect(codes(decision.unsure)).toEqual(['com.example.doubted']);
  expect(decision.matched).toEqual([]);
});

test('an exception that cannot be checked does not excuse', () => {
  const rules = 'deny a when tool is "Bash" unless input.owner is "x"';
  expect(decide(rules).effect).toBe('deny');
  expect(decide(rules, { owner: 'x' }).effect).toBe('none');
});

test('alternatives are settled one by one: their order changes nothing', () => {
  const rule = (patterns: string): string =>
    `deny a when input.path is ${patterns}\n  if workspace missing skip\n  when unsure deny`;
  // Nothing is known of the directory: the path may be below a home, and below the workspace.
  const floating = { ...call({ path: 'x/a.ts' }), session: undefined };
  const both = ['"~/x/a.ts" or "x/a.ts"', '"x/a.ts" or "~/x/a.ts"'].map((patterns) =>
    evaluate(program(rule(patterns)), derive(floating)),
  );
  expect(both.map(({ effect }) => effect)).toEqual(['deny', 'deny']);
  const elements = (edits: readonly JsonObject[]): string =>
    decide(
      'deny a when any input.edits.path is "x"\n  if input.edits.path missing skip\n  when unsure deny',
      {
        edits,
      },
    ).effect;
  expect(elements([{}, { path: 5 }])).toBe('deny');
  expect(elements([{ path: 5 }, {}])).toBe('deny');
  expect(elements([{}, {}])).toBe('none');
});

test('what is said of a missing field goes before what is said of an unknown one', () => {
  const rules =
    'deny a when input.owner is "x"\n  if input.owner missing note\n  if input.owner unknown skip\n  when unsure deny';
  expect(decide(rules)).toMatchObject({ effect: 'none', unsure: [{ code: 'com.example.a' }] });
  expect(decide(rules, { owner: 5 })).toMatchObject({ effect: 'none', unsure: [] });
});

test('exceptions of a list count to the letter, also for parts of texts', () => {
  const rules = (clause: string): string =>
    `list bad = names "foo" except "foobar"\ndeny a when tool is "Bash" or tool contains "foo"\n  ${clause}`;
  const toolNamed = (name: string, clause: string): string =>
    evaluate(program(rules(clause)), derive(call({}, { name }))).effect;
  const excused = 'unless not tool contains @bad';
  expect(toolNamed('FOObar', excused)).toBe('deny');
  expect(toolNamed('foobar', excused)).toBe('none');
});

test('comparing with null alone is possible for every value', () => {
  for (const value of ['text', 5, [], {}]) {
    expect(decide('deny a when input.x is not null', { x: value }).effect).toBe('deny');
    expect(decide('deny a when input.x is null', { x: value }).unsure).toEqual([]);
  }
  expect(decide('deny a when input.x is null', { x: null }).effect).toBe('deny');
  expect(codes(decide('deny a when input.x is null or "a"', { x: {} }).unsure)).toEqual(['com.example.a']);
});
