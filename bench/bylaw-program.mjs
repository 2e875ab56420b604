// A workload for bylaw: its rules as a compiled policy, its calls as decoded events.
import { check, compile, decodeEvent, parse } from './bylaw.mjs';
import { policyText } from './workloads.mjs';

/** @param {import('./workloads.mjs').Workload} workload */
export function programOf(workload) {
  const { policy, diagnostics } = parse({ path: 'bench.policy', text: policyText(workload) });
  const { bundle, diagnostics: found } = check([policy], diagnostics);
  if (bundle === undefined) throw new Error(`the policy of the workload is not valid: ${found[0]?.message}`);
  const program = compile(bundle);
  program.index.prepare();
  return program;
}

/** An event of its own, sharing nothing with what was sent: facts must not be found where others left them. */
export function eventOf(sent) {
  const decoded = decodeEvent(structuredClone(sent));
  if (!decoded.ok) throw new Error(`an event of the workload cannot be read: ${decoded.problem.message}`);
  return decoded.event;
}
