/** Sound messages of both revisions for tests to change, each time a fresh copy. */
import type { Revision } from '../../src/protocol/revision.ts';

/** JSON that a test may write to. */
export type Draft = null | boolean | number | string | Draft[] | { [key: string]: Draft };

const session = { id: 'session-1', cwd: '/repo', workspaceRoots: ['/repo'], model: 'm-1' };
const common = { id: 'event-1', source: 'urn:example:harness', time: '2026-09-15T12:00:00Z' };
const harness = { name: 'example', version: '1.2' };

const tools = {
  '0.1': { tool: { callId: 'call-1', name: 'Bash', kind: 'shell', input: { command: 'ls' } } },
  draft: {
    tool: { name: 'Bash', kind: 'shell', input: { command: 'ls' }, origin: 'native' },
    call: { id: 'call-1' },
    path: 'native',
  },
};

const details: Record<string, object> = {
  '0.1 tool.before': tools['0.1'],
  '0.1 tool.after': { tool: { ...tools['0.1'].tool, output: null } },
  '0.1 tool.error': { tool: { ...tools['0.1'].tool, error: { message: 'no such file' } } },
  'draft tool.before': tools.draft,
  'draft tool.after': { ...tools.draft, outcome: 'ok', execution: { status: 'executed' }, items: [] },
};

export function event(revision: Revision, type: string): { [key: string]: Draft } {
  const own = revision === 'draft' ? { harness } : {};
  return structuredClone({ ...common, type, session, ...own, ...details[`${revision} ${type}`] }) as {
    [key: string]: Draft;
  };
}

export function intercept(revision: Revision, type = 'tool.before'): { [key: string]: Draft } {
  const params = {
    protocolVersion: revision,
    event: event(revision, type),
    capabilities: { effects: ['deny'] },
  };
  return { jsonrpc: '2.0', id: 'event-1', method: 'hooks/intercept', params };
}

export function observe(revision: Revision, type: string): { [key: string]: Draft } {
  const params = { protocolVersion: revision, event: event(revision, type) };
  return { jsonrpc: '2.0', method: 'hooks/observe', params };
}

/** Sets what a JSON pointer leads to, with the objects on the way, or removes it. */
export function change(root: Draft, pointer: string, value: Draft | undefined): void {
  const steps = pointer.split('/').slice(1);
  const last = steps.pop() ?? '';
  let at = root as { [key: string]: Draft };
  for (const step of steps) {
    at[step] ??= {};
    at = at[step] as { [key: string]: Draft };
  }
  if (value === undefined) delete at[last];
  else at[last] = value;
}
