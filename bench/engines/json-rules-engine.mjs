// json-rules-engine: a rule for each rule, all of one priority; the facts are constants whose values are not cached by
// digest, which it does by default. It has no operator for patterns: it is given one with the expressions
// compiled. It asks every rule; there is no first one to stop at within one priority.
import { Engine, Fact } from 'json-rules-engine';
import { compiledPatterns } from './cel.mjs';

export const title = 'json-rules-engine';

/** @param {import('../workloads.mjs').Workload} workload */
export function prepare({ rules, fields }) {
  const matches = compiledPatterns(rules);
  const engine = new Engine();
  engine.addOperator('like', matches);
  for (const { name, tests } of rules) {
    engine.addRule({ name, conditions: { all: tests.map(conditionOf) }, event: { type: name } });
  }
  return {
    ask: ({ view }) => view,
    async decide(view) {
      const facts = {};
      for (const field of fields) facts[field] = new Fact(field, view[field], { cache: false });
      const { events } = await engine.run(facts);
      return events[0]?.type;
    },
  };
}

const conditionOf = ({ field, value, pattern }) =>
  pattern === undefined
    ? { fact: field, operator: 'equal', value }
    : { fact: field, operator: 'like', value: pattern };
