// A reference for the rules of `served-texts.mjs`: the answer without an engine, since the text says which rule it is
// for. What is left is the server: TLS, HTTP, JSON and the log.

export const title = 'answer known beforehand';

/** @param {import('../workloads.mjs').Workload} workload */
export function prepare({ family }) {
  if (family !== 'served') return { cannot: 'it knows the texts of one workload only' };
  return {
    ask: ({ view }) => view,
    decide({ text }) {
      const ticket = /ticket (\d+) is closed/.exec(text)?.[1];
      return ticket === undefined ? undefined : `rule-${ticket}`;
    },
  };
}
