// An engine that answers fast and wrong: it lets the call pass that the workload denies first.
export const title = 'liar';

/** @param {import('../../bench/workloads.mjs').Workload} workload */
export function prepare({ calls }) {
  const denied = calls.findIndex(({ expected }) => expected !== undefined);
  return {
    ask: (call) => ({ answer: calls.indexOf(call) === denied ? undefined : call.expected }),
    decide: ({ answer }) => answer,
  };
}
