// A reference: what somebody writes by hand who has all rules in one program. Each rule is a closure with its
// expression compiled, and the first one that holds decides.

export const title = 'loop of closures';

/** @param {import('../workloads.mjs').Workload} workload */
export function prepare({ rules }) {
  const tests = rules.map(({ name, tests }) => ({ name, holds: allOf(tests.map(closureOf)) }));
  return {
    ask: ({ view }) => view,
    decide(view) {
      for (const { name, holds } of tests) if (holds(view)) return name;
      return undefined;
    },
  };
}

function closureOf({ field, value, pattern }) {
  if (pattern === undefined) return (view) => view[field] === value;
  const expression = new RegExp(pattern);
  return (view) => expression.test(view[field]);
}

function allOf(closures) {
  const [first, second] = closures;
  if (closures.length === 1) return first;
  if (closures.length === 2) return (view) => first(view) && second(view);
  return (view) => closures.every((holds) => holds(view));
}
