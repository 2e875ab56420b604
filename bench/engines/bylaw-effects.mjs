// What a call does, derived anew and asked of no rule: the part of a decision that is the analysis of a command. It
// decides nothing, and is measured to be taken off.
import { deriveFor } from '../../dist/compile/program.js';
import { eventOf, programOf } from '../bylaw-program.mjs';

export const title = 'bylaw, effects alone';
export const decides = false;

/** @param {import('../workloads.mjs').Workload} workload */
export function prepare(workload) {
  const program = programOf(workload);
  return {
    ask: ({ sent }) => eventOf(sent),
    decide: (event) => deriveFor(program, event).effects,
  };
}
