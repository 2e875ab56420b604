// A reference, and about the least that a decision can cost: one look-up in a table of kinds and names. It says
// nothing but what such a table can say, so most workloads are beyond it.

export const title = 'hash on kind and name';

/** @param {import('../workloads.mjs').Workload} workload */
export function prepare({ rules }) {
  const keys = rules.map(({ tests }) => keyOf(tests));
  if (keys.includes(undefined)) return { cannot: 'a table of kinds and names has no other tests' };
  const table = new Map(rules.map(({ name }, at) => [keys[at], name]));
  return {
    ask: ({ view }) => view,
    decide: ({ kind, tool }) => table.get(`${kind}\n${tool}`),
  };
}

function keyOf(tests) {
  const [kind, tool] = tests;
  const isPlain =
    tests.length === 2 && kind.field === 'kind' && tool.field === 'tool' && tool.value !== undefined;
  return isPlain ? `${kind.value}\n${tool.value}` : undefined;
}
