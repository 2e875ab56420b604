// bylaw: the policy compiled once and its index made; for each call the facts are derived anew from the decoded event
// and the rules asked. That is what the other engines do too, which are given the values already taken out of it.
import { deriveFor, evaluate } from '../bylaw.mjs';
import { eventOf, programOf } from '../bylaw-program.mjs';
import { ruleOfCode } from '../workloads.mjs';

export const title = 'bylaw';

/** To see that a comparison notices a slower engine: how often each call is decided. */
const handicap = Number(process.env.BYLAW_BENCH_HANDICAP ?? 1);

/** @param {import('../workloads.mjs').Workload} workload */
export function prepare(workload) {
  const program = programOf(workload);
  const decide = (event) => ruleOfCode(evaluate(program, deriveFor(program, event)).code);
  return {
    ask: ({ sent }) => eventOf(sent),
    decide:
      handicap === 1
        ? decide
        : (event) => {
            for (let more = 1; more < handicap; more++) decide(event);
            return decide(event);
          },
  };
}
