// @bufbuild/cel: an expression for each rule, parsed and planned once, asked in turn until one holds. Its own regular
// expressions are compiled at each test; the engine of expressions that it lets one put in their place keeps them.
import { CelScalar, celEnv, parse, plan } from '@bufbuild/cel';
import { celOf } from './cel.mjs';

export const title = '@bufbuild/cel';

/** @param {import('../workloads.mjs').Workload} workload */
export function prepare({ rules, fields }) {
  const compiled = new Map();
  const compile = (pattern) => {
    const known = compiled.get(pattern);
    if (known !== undefined) return known;
    const made = new RegExp(pattern);
    compiled.set(pattern, made);
    return made;
  };
  const variables = Object.fromEntries(fields.map((field) => [field, CelScalar.STRING]));
  const environment = celEnv({ variables, re2: { compile } });
  const planned = rules.map(({ name, tests }) => ({ name, holds: plan(environment, parse(celOf(tests))) }));
  return {
    ask: ({ view }) => Object.fromEntries(fields.map((field) => [field, view[field]])),
    decide(view) {
      for (const { name, holds } of planned) if (holds(view) === true) return name;
      return undefined;
    },
  };
}
