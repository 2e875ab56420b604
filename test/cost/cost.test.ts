/** What is told of rules: why they are asked about every event, what they are reached through, and what they take. */
import { describe, expect, test } from 'vitest';
import type { CheckedBundle } from '../../src/check/tree/checked.ts';
import { compile, deriveFor } from '../../src/compile/program.ts';
import { type PolicyCost, policyCost, type RuleCost } from '../../src/cost/cost.ts';
import { textsIn } from '../../src/facts/event/json.ts';
import { call } from '../engine/program.ts';
import { shipped } from '../packs/shipped.ts';
import { checkTexts } from '../reference/check-texts.ts';

const header = 'policy com.example\n';

function checked(text: string): CheckedBundle {
  return checkTexts([{ path: 'a.policy', text: `${header}${text}\n` }]);
}

const cost = (text: string, octets = 1000): PolicyCost => policyCost(checked(text), octets);

function only({ rules: [rule] }: PolicyCost): RuleCost {
  if (rule === undefined) throw new Error('there is a rule');
  return rule;
}

/** Why a rule is asked about every event: the reasons, and the words to blame. */
function blamed(text: string): string[] {
  const source = `${header}${text}\n`;
  return only(cost(text)).because.map(
    ({ reason, place: { span } }) => `${reason}: ${source.slice(span.start, span.end)}`,
  );
}

test.each([
  ['input.x is "a"', ['input.x']],
  ['tool is "A" or input.x is "a"', ['input.x']],
  ['input.x is "a" or input.y is "a"', ['input.x', 'input.y']],
  ['kind is mcp and input.x is "a"', []],
  ['tool is "A" and input.x is "a"', []],
  ['input.x is present and input.x is "a"', []],
  ['any text in input contains "secret"', []],
  ['mcp server is "a"', []],
  ['runs "git push"', []],
])('%s is asked without %j', (condition, without) => {
  expect(only(cost(`deny a\n  when ${condition}`)).without).toEqual(without);
});

describe('a rule that is asked about every event', () => {
  test.each([
    ['tool is not "Read"', ['negation: tool is not "Read"']],
    ['not tool is "Read"', ['negation: not tool is "Read"']],
    ['every input.x is "a"', ['every: every input.x is "a"']],
    ['mcp server is missing', ['presence: mcp server is missing']],
    ['session.cwd contains "srv"', ['path: session.cwd contains "srv"']],
    ['session.cwd under "/srv"', []],
    ['size of input > 10', ['number: size of input > 10']],
    ['input.x > 10', ['number: input.x > 10']],
    ['input.x is 10', ['number: input.x is 10']],
    ['input.x is true', ['few-values: input.x is true']],
    ['origin is mcp', ['few-values: origin is mcp']],
    ['tool is "*"', ['no-literal: tool is "*"']],
    ['input.x matches /[0-9]+/', []],
    ['tool is "é*"', ['spelling: tool is "é*"']],
    ['shell is opaque', ['opaque: shell is opaque']],
    ['denied 3 times within 5m', ['memory: denied 3 times within 5m']],
    ['tool is "Bash" or input.x > 1', ['number: input.x > 1']],
    [
      'input.y > 2 and (tool is "A" or tool is not "B")',
      ['number: input.y > 2', 'negation: tool is not "B"'],
    ],
    ['input.y > 2 or input.x > 1', ['number: input.y > 2', 'number: input.x > 1']],
  ])('%s', (condition, reasons) => {
    expect(blamed(`deny a\n  when ${condition}`)).toEqual(reasons);
  });

  test('a condition is blamed where it is declared', () => {
    expect(blamed('condition odd = size of input > 10\ndeny a\n  when odd')).toEqual([
      'number: size of input > 10',
    ]);
  });

  test('so is a label that is asked for, and the rule of a limit says nothing of its own', () => {
    const label = 'label seen on session lasts 1h\n  when tool is "Read"\n';
    const { rules, scanned } = cost(`${label}deny a\n  when seen`);
    expect(rules.map(({ code, role }) => `${role} ${code}`)).toEqual([
      'rule com.example.a',
      'label com.example.seen',
    ]);
    expect(rules.map(({ because }) => because.map(({ reason }) => reason))).toEqual([['memory'], []]);
    expect(scanned).toBe(1);
  });

  test('a list of more words than an index is worth is too many', () => {
    const namesFrom = (first: number, end: number): string =>
      Array.from({ length: end - first }, (_, at) => `"tool-${first + at}"`).join(', ');
    const one = `list many = names ${namesFrom(0, 2001)}\ndeny a\n  when tool in @many`;
    const [why] = only(cost(one)).because;
    expect([why?.reason, why?.message]).toEqual([
      'too-many',
      '`tool` has more than 2000 words to be looked up',
    ]);
    const lists = `list few = names ${namesFrom(0, 1500)}\nlist more = names ${namesFrom(1500, 3000)}\n`;
    expect(blamed(`${lists}deny a\n  when tool in @few or tool in @more`)).toEqual([
      'too-many: tool in @few or tool in @more',
    ]);
    expect(cost(`${lists}deny a\n  when tool in @few`).scanned).toBe(0);
  });

  test('what to do leaves a rule alone that is meant for every call', () => {
    const [why] = only(cost('deny a\n  when size of input > 10')).because;
    expect(why?.help).toBe(
      'where the rule is meant for some calls only, name them in it, such as by `kind is shell`, `tool is "Bash"` or `runs "git push"`; where it is meant for every call, leave it as it is',
    );
    expect(cost('deny a\n  when size of input > 10 and kind is shell').scanned).toBe(0);
  });
});

describe('what a rule is reached through', () => {
  test.each([
    ['kind is shell', [{ of: 'kind', words: ['shell'] }]],
    ['tool is "Bash"', [{ of: 'tool', words: ['bash'] }]],
    ['input.x contains "drop"', [{ of: 'input.x', words: ['drop'] }]],
    ['any text in input contains "drop"', [{ of: 'any text in input', words: ['drop'] }]],
    ['reads "**/.env"', [{ of: 'path', words: ['/.env/'] }]],
    ['connects to "evil.example"', [{ of: 'host', words: ['evil.example'] }]],
    ['elevates', [{ of: 'verb', words: ['elevates'] }]],
    [
      'tool is "A" or kind is shell',
      [
        { of: 'tool', words: ['a'] },
        { of: 'kind', words: ['shell'] },
      ],
    ],
  ])('%s', (condition, lookups) => {
    expect(only(cost(`deny a\n  when ${condition}`)).lookups).toEqual(lookups);
  });

  test('a command, by program and word', () => {
    const [lookup] = only(cost('deny a\n  when runs "git push"')).lookups;
    expect(lookup).toEqual({ of: 'program', words: ['git push', 'git-push'] });
  });
});

describe('what rules take', () => {
  test('a question about a field is a step, and one more where the answer can be open', () => {
    expect(only(cost('deny a\n  when tool is "A"')).worst).toBe(2);
    expect(only(cost('deny a\n  when tool is "A" or "B" or "C*"')).worst).toBe(2);
  });

  test('`any` takes a step for each element that an event has room for', () => {
    const any = only(cost('deny a\n  when any input.list is "x"', 1000));
    expect(any.worst).toBe(1000);
    const texts = only(cost('deny a\n  when any text in input contains "x"', 1000));
    expect(texts.worst).toBe(666);
  });

  test('no event has more elements and texts than its octets have room for', () => {
    const lists = [[1], Array(400).fill(1), Array(300).fill(''), { '': '' }, Array(90).fill({ '': '' })];
    for (const list of lists) {
      const text = JSON.stringify({ input: { list } });
      const { limits } = cost('deny a\n  when any input.list is "x"', text.length);
      expect(limits.worst.elements).toBeGreaterThanOrEqual(Array.isArray(list) ? list.length : 1);
      expect(limits.worst.texts).toBeGreaterThanOrEqual(textsIn(JSON.parse(text), true).length);
    }
  });

  test('no call does more than is reckoned with', () => {
    const files = Array.from({ length: 2500 }, (_, at) => `f${at}`).join(' ');
    const command = Array(4).fill(`rm ${files}`).join('; ');
    const program = compile(checked('deny a\n  when deletes any path'));
    const { effects } = deriveFor(program, call({ command }));
    const { limits } = cost('deny a\n  when deletes any path');
    expect(effects.paths.length + effects.commands.length).toBeLessThanOrEqual(limits.worst.effects);
    expect(effects.unknowns.length).toBeGreaterThan(0);
  });

  test('expressions count by the size of their programs, in lists and exceptions too', () => {
    const one = only(cost('deny a\n  when input.x matches /ab[0-9]{20}/')).expressions;
    expect(one).toBeGreaterThan(20);
    const twice = 'deny a\n  when input.x matches /ab[0-9]{20}/\n  unless input.y matches /ab[0-9]{20}/';
    expect(only(cost(twice)).expressions).toBe(2 * one);
  });

  test('the whole is its parts and what finds them', () => {
    const text =
      'deny a\n  when kind is shell\ndeny b\n  when size of input > 1\ndeny c\n  when kind is mcp\ndeny d\n  when tool is "A"';
    const { rules, lookups, worst, scanned } = cost(text);
    expect(rules.map((rule) => rule.scanned)).toEqual([false, true, false, false]);
    expect([scanned, lookups]).toEqual([1, 2]);
    expect(worst).toBe(2 + 4 * 2);
  });
});

test('of the policies that come with bylaw, an event that no rule is about reaches those that are told', () => {
  const { bundle, program } = shipped();
  const told = policyCost(bundle, 1000);
  program.index.prepare();
  const asking = call({ question: 'why' }, { name: 'AskUserQuestion' });
  const dull = { ...asking, tool: asking.tool && { ...asking.tool, kind: 'other' } };
  const reached = program.index.candidates(deriveFor(program, dull)).map(({ code }) => code);
  const scanned = told.rules.filter((rule) => rule.scanned && rule.role === 'rule').map(({ code }) => code);
  // What leaves open what it does can be in any call; the others look for words in the texts of a call.
  // So can a program that is on the share of another machine, whatever its name.
  expect(scanned).toEqual([
    'io.bylaw.download-and-run.run-from-share',
    'io.bylaw.self-protection.too-complex',
  ]);
  expect(reached).toEqual([
    'io.bylaw.download-and-run.run-from-share',
    'io.bylaw.exfiltration.send-secrets-in-host-name',
    'io.bylaw.self-protection.too-complex',
    'io.bylaw.system.fork-bomb',
  ]);
});
