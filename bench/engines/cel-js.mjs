// @marcbachmann/cel-js: an expression for each rule, parsed and type-checked once against declared variables, asked in turn
// until one holds. Its `matches` makes a regular expression anew at each call (V8 keeps them); a method of its own with
// the compiled ones is faster, and is what it is given here.
import { Environment } from '@marcbachmann/cel-js';
import { celOf, compiledPatterns } from './cel.mjs';

export const title = '@marcbachmann/cel-js';

/** @param {import('../workloads.mjs').Workload} workload */
export function prepare({ rules, fields }) {
  const matches = compiledPatterns(rules);
  const environment = new Environment().registerFunction('like(string, string): bool', matches);
  for (const field of fields) environment.registerVariable(field, 'string');
  const parsed = rules.map(({ name, tests }) => ({
    name,
    holds: environment.parse(celOf(tests, (text, pattern) => `like(${text}, ${pattern})`)),
  }));
  return {
    ask: ({ view }) => view,
    decide(view) {
      for (const { name, holds } of parsed) if (holds(view) === true) return name;
      return undefined;
    },
  };
}
