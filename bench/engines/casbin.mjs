// casbin: a line for each rule and one matcher for all of them, asked synchronously. Only the columns that the rules
// need are there; texts are compared before patterns are tried; expressions are compiled once, in a function of ours
// that is given to it, since its own makes one at each test. A rule that holds allows, in its words: that lets it
// stop at the first.
import { newEnforcer, newModelFromString } from 'casbin';
import { compiledPatterns } from './cel.mjs';

export const title = 'casbin';

/** @param {import('../workloads.mjs').Workload} workload */
export async function prepare({ rules, fields }) {
  const columns = columnsOf(rules, fields);
  const model = newModelFromString(`
[request_definition]
r = ${fields.join(', ')}
[policy_definition]
p = name, ${columns.map(({ column }) => column).join(', ')}
[policy_effect]
e = some(where (p.eft == allow))
[matchers]
m = ${columns.map(({ test }) => test).join(' && ')}
`);
  const enforcer = await newEnforcer(model);
  const matches = compiledPatterns(rules);
  enforcer.addFunction('like', matches);
  await enforcer.addPolicies(
    rules.map(({ name, tests }) => [name, ...columns.map(({ cell }) => cell(tests))]),
  );
  return {
    ask: ({ view }) => fields.map((field) => view[field]),
    decide: (values) => enforcer.enforceExSync(...values)[1][0],
  };
}

/** A column for each field and way to compare it; where not every rule has the test, an empty cell passes. */
function columnsOf(rules, fields) {
  const ways = fields.flatMap((field) => [
    { field, way: 'value', column: `${field}_is`, compare: `r.${field} == p.${field}_is` },
    { field, way: 'pattern', column: `${field}_like`, compare: `like(r.${field}, p.${field}_like)` },
  ]);
  return ways
    .map(({ field, way, column, compare }) => {
      const cell = (tests) =>
        tests.find((test) => test.field === field && test[way] !== undefined)?.[way] ?? '';
      const filled = rules.filter(({ tests }) => cell(tests) !== '').length;
      const test = filled === rules.length ? compare : `(p.${column} == '' || ${compare})`;
      return { way, column, cell, filled, test };
    })
    .filter(({ filled }) => filled > 0)
    .sort((a, b) => Number(a.way === 'pattern') - Number(b.way === 'pattern'));
}
