/** Events and decisions with a text in every place that can hold one. */

export { emptyDecision as passed } from '../../../src/engine/decision.ts';

import type { Decision, Finding } from '../../../src/engine/decision.ts';

import type { Event, JsonObject } from '../../../src/facts/event/event.ts';
import { decodeEvent } from '../../../src/protocol/decode.ts';

/** Where a text can stand in what is written down; each puts it there. */
export const places: Readonly<Record<string, (text: string) => JsonObject>> = {
  'a tool’s input': (text) => ({ tool: tool({ command: `run ${text} now` }) }),
  'deep in a tool’s input': (text) => ({ tool: tool({ a: [{ b: ['x', [text]] }] }) }),
  'a name in a tool’s input': (text) => ({ tool: tool({ headers: { [text]: 1 } }) }),
  'a tool’s name': (text) => ({ tool: { ...tool({}), name: `tool ${text}` } }),
  'a tool’s kind': (text) => ({ tool: { ...tool({}), kind: text } }),
  'the session’s id': (text) => ({ session: { id: text } }),
  'the folder': (text) => ({ session: { id: 's', cwd: `/home/sam/${text}` } }),
  'a workspace': (text) => ({ session: { id: 's', workspaceRoots: ['/a', `/b ${text}`] } }),
  'the agent': (text) => ({ session: { id: 's', agent: { id: text, type: text } } }),
  'the harness': (text) => ({ harness: { name: text, version: '1' } }),
  'the call’s id': (text) => ({ call: { id: text } }),
  'the event’s id': (text) => ({ id: text }),
  'an extension': (text) => ({ extensions: { 'com.example.x': { y: [text] } } }),
  'the trace': (text) => ({
    extensions: { 'org.w3c.trace_context': { traceparent: text, tracestate: text } },
  }),
  'a field that nobody knows': (text) => ({ extra: { deep: [text] } }),
  'an argument of a server': (text) => ({
    tool: {
      name: 'x',
      input: {},
      kind: 'mcp',
      origin: 'mcp',
      mcp: {
        server: { id: 'files' },
        toolName: 'read',
        provenance: 'runtime',
        connection: { transport: 'stdio', command: 'x', args: ['--verbose', text], cwd: '/' },
      },
    },
  }),
  'the harness’s own payload': (text) => ({
    native: { provider: 'x', eventName: 'y', payload: { deep: { text } } },
  }),
};

const tool = (input: JsonObject): JsonObject => ({ name: 'Bash', kind: 'shell', input, origin: 'native' });

export function eventOf(parts: JsonObject): Event {
  const decoded = decodeEvent({ id: 'e1', session: { id: 's1' }, tool: tool({ command: 'ls' }), ...parts });
  if (!decoded.ok) throw new Error(decoded.problem.message);
  return decoded.event;
}

const place = { path: 'a.policy', span: { start: 3, end: 9 } };

const findingOf = (text: string, isUnsure = false): Finding => ({
  code: 'com.example.x',
  effect: 'deny',
  severity: 'high',
  tags: ['attack.T1485'],
  place,
  objects: [text],
  clauses: [place],
  unknowns: isUnsure ? [{ field: 'reads', cause: 'unresolved', place, detail: `${text} is open` }] : [],
});

/** A denial that quotes a text wherever one can. */
export const deniedWith = (text: string): Decision => ({
  effect: 'deny',
  code: 'com.example.x',
  reason: `No ${text} here.`,
  matched: [findingOf(text)],
  unsure: [findingOf(text, true)],
  watched: [findingOf(text)],
  faults: [{ code: 'com.example.y', place, message: `cannot read ${text}` }],
});
