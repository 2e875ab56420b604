import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decode, decodeEvent } from '../../src/protocol/decode.ts';
import { tries } from '../campaign/effort.ts';
import { change, type Draft, event, intercept } from './messages.ts';

// The same cases in every run.
fc.configureGlobal({ seed: 20_260_915 });

function decoded(value: Draft, id?: string) {
  const result = id === undefined ? decodeEvent(value) : decodeEvent(value, id);
  if (!result.ok) throw new Error(result.problem.message);
  return result;
}

test('a tool is enough', () => {
  const value = { tool: { name: 'Bash', kind: 'shell', input: { command: 'ls' } } };
  expect(decoded(value, 'line-7')).toEqual({
    ok: true,
    revision: 'draft',
    event: {
      id: 'line-7',
      source: 'urn:bylaw:dry-run',
      type: 'tool.before',
      time: '1970-01-01T00:00:00Z',
      harness: undefined,
      session: undefined,
      call: 'line-7',
      tool: { name: 'Bash', kind: 'shell', input: { command: 'ls' }, origin: 'native', mcp: undefined },
      raw: value,
    },
  });
});

test.each([
  ['draft', { tool: { name: 'Bash', input: {} } }],
  ['0.1', { tool: { name: 'Bash', callId: 'c', kind: 'shell', input: {} } }],
])('a session of %s may have a folder and no id', (revision, event) => {
  const value = { session: { cwd: '/srv' }, ...event };
  const { event: canonical, revision: found } = decoded(value);
  expect([found, canonical.session]).toMatchObject([revision, { id: 'dry-run', cwd: '/srv' }]);
  expect(canonical.raw).toBe(value);
  expect(decoded({ ...value, session: { id: 's', cwd: '/srv' } }).event.session?.id).toBe('s');
});

test('an MCP tool is told by its descriptor alone', () => {
  const mcp = { server: { id: 'github' }, toolName: 'create_issue' };
  const value = { tool: { name: 'mcp__github__create_issue', input: {}, mcp } };
  const { event: canonical } = decoded(value);
  expect(canonical.tool).toMatchObject({ origin: 'mcp', mcp: { server: 'github', tool: 'create_issue' } });
  expect(canonical.raw).toBe(value);
});

test.each([
  ['draft', { call: { id: 'c' } }, {}],
  ['draft', { path: 'native' }, {}],
  ['draft', { harness: { name: 'h', version: '1' } }, {}],
  ['draft', {}, { origin: 'native' }],
  ['0.1', {}, { callId: 'c', kind: 'other' }],
  ['draft', {}, {}],
])('the shape says %s: %j %j', (revision, parts, tool) => {
  expect(decoded({ ...parts, tool: { name: 'a', input: {}, ...tool } }).revision).toBe(revision);
});

test('what is absent stays absent where a policy can ask for it', () => {
  const { event: canonical } = decoded({ tool: { callId: 'c', name: 'a', kind: 'other', input: {} } });
  expect(canonical).toMatchObject({ call: 'c', session: undefined, harness: undefined });
});

test('an event of another type keeps it', () => {
  const { event: canonical } = decoded({ type: 'session.end', session: { id: 's' }, outcome: 'error' });
  expect(canonical).toMatchObject({ type: 'session.end', session: { id: 's' }, tool: undefined });
});

test.each<[Draft, string, string]>([
  [5, '', 'the JSON has the wrong type; it must be of type object'],
  [[], '', 'the JSON has the wrong type; it must be of type object'],
  [{}, '/tool', '`tool` is missing; it is required here'],
  [{ tool: 'Bash' }, '/tool', '`tool` has the wrong type; it must be of type object'],
  [{ tool: { name: 'a' } }, '/tool/input', '`tool.input` is missing; it is required here'],
  [{ tool: { name: '', input: {} } }, '/tool/name', '`tool.name` is empty; it must hold something'],
  [
    { tool: { name: 'a', input: {}, output: 1 } },
    '/tool/output',
    '`tool.output` is present; it is not allowed here',
  ],
  [
    { type: 'tool.error', path: 'p' },
    '/type',
    '`type` has a value that is not allowed; it must be one of tool.before, tool.after, session.start, session.end',
  ],
  [{ type: 5 }, '/type', '`type` has the wrong type; it must be of type string'],
  [
    { tool: { name: 'a', input: {} }, time: 'noon' },
    '/time',
    '`time` is not well formed; it must be a time as in RFC 3339, with an offset or `Z`',
  ],
  [
    { tool: { name: 'a', input: {} }, extensions: { secret: 1 } },
    '/extensions/*',
    '`extensions` has a key that is not a reverse-DNS name such as `com.example.name`',
  ],
])('%j is described', (value, path, message) => {
  expect(decodeEvent(value)).toMatchObject({ ok: false, problem: { path, message } });
});

test('no JSON makes it throw', () => {
  const tool = fc.record(
    { name: fc.jsonValue(), input: fc.jsonValue(), mcp: fc.jsonValue() },
    { requiredKeys: [] },
  );
  const value = fc.oneof(fc.jsonValue(), fc.record({ tool, session: fc.jsonValue() }, { requiredKeys: [] }));
  fc.assert(
    fc.property(value, (each) => {
      const result = decodeEvent(JSON.parse(JSON.stringify(each)));
      expect(result.ok || result.problem.message !== '').toBe(true);
    }),
    { numRuns: tries(500) },
  );
});

test('both revisions become one event', () => {
  const canonical = (value: Draft) => {
    const message = decode(value);
    return message.kind === 'intercept' ? { ...message.event, raw: {} } : message;
  };
  const old = canonical(intercept('0.1'));
  const draft = canonical(intercept('draft'));
  expect(draft).toEqual({ ...old, harness: { name: 'example', version: '1.2' } });
  expect(old).toMatchObject({ call: 'call-1', tool: { origin: 'native', mcp: undefined } });
});

test.each<[Draft, object]>([
  [
    { server: 's', tool: 't' },
    { server: 's', tool: 't' },
  ],
  [{ server: { id: 's', name: 'n' } }, { server: 's', tool: undefined }],
  [
    { server: { name: 'n' }, tool: 5 },
    { server: 'n', tool: undefined },
  ],
  [
    { server: '', tool: '' },
    { server: undefined, tool: undefined },
  ],
  [{ server: [] }, { server: undefined, tool: undefined }],
  [{}, { server: undefined, tool: undefined }],
])('a descriptor of revision 0.1: %j', (mcp, expected) => {
  const value = event('0.1', 'tool.before');
  change(value, '/tool/mcp', mcp);
  expect(decoded(value).event.tool).toMatchObject({ origin: 'mcp', mcp: expected });
});

test('the kind `mcp` is enough for revision 0.1, and says nothing in the draft', () => {
  const old = event('0.1', 'tool.before');
  change(old, '/tool/kind', 'mcp');
  expect(decoded(old).event.tool).toMatchObject({
    origin: 'mcp',
    mcp: { server: undefined, tool: undefined },
  });
  const draft = event('draft', 'tool.before');
  change(draft, '/tool/kind', 'mcp');
  expect(decoded(draft).event.tool).toMatchObject({ origin: 'native', mcp: undefined });
});

test('the whole session and the event as it was sent are kept', () => {
  const value = event('draft', 'tool.before');
  change(value, '/session/agent', { id: 'a', type: 'worker', more: 1 });
  const { event: canonical } = decoded(value);
  expect(canonical.session).toEqual({
    id: 'session-1',
    cwd: '/repo',
    workspaceRoots: ['/repo'],
    model: 'm-1',
    agent: { id: 'a', type: 'worker' },
  });
  expect(canonical.raw).toBe(value);
});
