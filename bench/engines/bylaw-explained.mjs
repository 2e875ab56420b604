// bylaw with every decision explained at once: what each clause of the rules in it came to, with what was seen. More
// than a record of it would cost, since it is all built whether anybody asks or not.
import { deriveFor } from '../../dist/compile/program.js';
import { evaluate, explainRule } from '../../dist/index.js';
import { eventOf, programOf } from '../bylaw-program.mjs';
import { ruleOfCode } from '../workloads.mjs';

export const title = 'bylaw, always explained';

/** @param {import('../workloads.mjs').Workload} workload */
export function prepare(workload) {
  const program = programOf(workload);
  const rules = new Map(program.rules.map((rule) => [rule.code, rule]));
  return {
    ask: ({ sent }) => eventOf(sent),
    decide(event) {
      const facts = deriveFor(program, event);
      const { code, matched, unsure, watched } = evaluate(program, facts);
      for (const found of [matched, unsure, watched]) {
        for (const finding of found) explainRule(rules.get(finding.code), facts);
      }
      return ruleOfCode(code);
    },
  };
}
