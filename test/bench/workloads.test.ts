/** The workloads of the benches: the same in every run, and each call for the rule that it is said to be for. */

import { expect, test } from 'vitest';
import { policyText, type Rule, ruleOfCode, type View, workloadFor } from '../../bench/workloads.mjs';
import { check, compile, decodeEvent, derive, evaluate, parse } from '../../src/index.ts';
import { isError } from '../../src/language/diagnostic.ts';

const families = ['kind', 'name', 'tool-glob', 'field', 'path-field', 'path', 'host', 'regex', 'command'];
const mixtures = ['plain', 'mixed', 'unknown'];

test.each([...families, ...mixtures])('%s: twice the same rules and calls', (family) => {
  const plan = { family, rules: 20, calls: 60, size: 600 };
  expect(workloadFor(plan)).toEqual(workloadFor(plan));
});

test.each([...families, ...mixtures])(
  '%s: one call in twenty is denied, by the only rule that holds',
  (family) => {
    const { rules, calls } = workloadFor({ family, rules: 30, calls: 100, size: 600 });
    expect(calls.filter(({ expected }) => expected !== undefined)).toHaveLength(5);
    for (const { view, expected } of calls) {
      const held = rules.filter((rule) => holds(rule, view)).map(({ name }) => name);
      expect(held).toEqual(expected === undefined ? [] : [expected]);
    }
  },
);

test.each([...families, ...mixtures])('%s: bylaw decides as is expected of all', (family) => {
  const workload = workloadFor({ family, rules: 20, calls: 40, size: 600 });
  const { policy, diagnostics } = parse({ path: 'bench.policy', text: policyText(workload) });
  const checked = check([policy], diagnostics, { lints: false });
  // Rules that say the same are part of some mixtures.
  expect(checked.diagnostics.filter(isError)).toEqual([]);
  const program = compile(checked.bundle!);
  for (const { sent, expected } of workload.calls) {
    const decoded = decodeEvent(sent);
    if (!decoded.ok) throw new Error(decoded.problem.message);
    const { code } = evaluate(program, derive(decoded.event));
    expect(ruleOfCode(code)).toBe(expected);
  }
});

test.each([200, 2048, 16_384, 65_536])('events of the size that is asked for: %i', (size) => {
  for (const family of ['name', 'regex']) {
    const lengths = workloadFor({ family, rules: 10, calls: 40, size }).calls.map(
      ({ sent }) => JSON.stringify(sent).length,
    );
    expect(Math.min(...lengths)).toBeGreaterThan(size * 0.95);
    expect(Math.max(...lengths)).toBeLessThan(size * 1.15 + 20);
  }
});

test('wildcards say what expressions say', () => {
  for (const family of ['tool-glob', 'path', 'host', 'command']) {
    const { rules, calls } = workloadFor({ family, rules: 20, calls: 60, size: 600 });
    const tests = rules.flatMap((rule) => rule.tests.filter(({ like }) => like !== undefined));
    expect(tests.length).toBeGreaterThan(0);
    for (const { field, pattern, like } of tests) {
      for (const { view } of calls) {
        expect(isLike(view[field], like!)).toBe(new RegExp(pattern!).test(view[field]));
      }
    }
  }
});

test('a workload that does not exist is refused with those that do', () => {
  const plan = { family: 'names', rules: 1, calls: 1, size: 600 };
  expect(() => workloadFor(plan)).toThrow('There is no workload `names`; there are kind, name,');
});

const holds = ({ tests }: Rule, view: View): boolean =>
  tests.every(({ field, value, pattern }) =>
    pattern === undefined ? view[field] === value : new RegExp(pattern).test(view[field]),
  );

/** `*` is any characters; there are no others with a meaning. */
function isLike(text: string, like: string): boolean {
  const pieces = like.split('*').map((piece) => piece.replace(/[.]/g, '[.]'));
  return new RegExp(`^${pieces.join('.*')}$`).test(text);
}
