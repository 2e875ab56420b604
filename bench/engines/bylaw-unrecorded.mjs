// bylaw as it would be if it did not record which clauses decided: the same sources with that one line
// changed. What recording costs is what bylaw takes longer than this.
import { importSource } from '../../scripts/import-source.mjs';
import { deriveFor } from '../bylaw.mjs';
import { eventOf, programOf } from '../bylaw-program.mjs';
import { ruleOfCode } from '../workloads.mjs';

export const title = 'bylaw, clauses not recorded';

const recording = 'const clauses = unknowns.length === 0 ? decidingClauses(rule, facts, binding) : none;';
const { evaluate } = await importSource(`export { evaluate } from './src/engine/evaluate.ts';`, {
  file: 'src/engine/evaluate.ts',
  change(text) {
    if (!text.includes(recording)) throw new Error(`${title}: the line that records is not what it was`);
    return text.replace(recording, 'const clauses = none;');
  },
});

/** @param {import('../workloads.mjs').Workload} workload */
export function prepare(workload) {
  const program = programOf(workload);
  return {
    ask: ({ sent }) => eventOf(sent),
    decide: (event) => ruleOfCode(evaluate(program, deriveFor(program, event)).code),
  };
}
