// All of bylaw that a transport asks: from the text of a request to the text of the answer, with the engine that keeps
// answers for retries. Every request has an id of its own, so that none is answered by a kept one.
import { createHandler, Engine } from '../bylaw.mjs';
import { programOf } from '../bylaw-program.mjs';
import { ruleOfCode } from '../workloads.mjs';

export const title = 'bylaw, text to text';

/** @param {import('../workloads.mjs').Workload} workload */
export function prepare(workload) {
  const { handle } = createHandler(new Engine({ program: programOf(workload) }));
  let number = 0;
  return {
    ask: requestParts,
    decide([start, middle, end]) {
      const id = `e${number++}`;
      const reply = handle(`${start}${id}${middle}${id}${end}`);
      return ruleOfCode(/"code":"([^"]+)"/.exec(reply.body)?.[1]);
    },
  };
}

/** The text of a request around the two places of its id. */
function requestParts({ sent }) {
  const harness = { name: 'bench', version: '1' };
  const { kind, origin, ...tool } = sent.tool;
  const event = { session: { id: 's' }, ...sent, id: '\u0001', harness, call: { id: 'c' }, path: 'native' };
  const params = {
    protocolVersion: 'draft',
    capabilities: { effects: ['deny'] },
    event: { ...event, tool: { ...tool, kind, origin } },
  };
  return JSON.stringify({ jsonrpc: '2.0', id: '\u0001', method: 'hooks/intercept', params }).split('\\u0001');
}
