/** The event of a tool call in an ordinary session: a workspace that is also the current directory. */
import type { Event, JsonObject } from '../../src/facts/event/event.ts';

const workspace = '/home/user/project';

export function toolEvent(name: string, kind: string, input: JsonObject, cwd = workspace): Event {
  const session = { id: 'session', cwd, workspaceRoots: [workspace], model: undefined, agent: undefined };
  return {
    id: 'event',
    source: 'urn:bylaw:test',
    type: 'tool.before',
    time: '2026-01-01T00:00:00Z',
    harness: { name: 'test', version: '1' },
    session,
    call: 'call',
    tool: { name, kind, input, origin: 'native', mcp: undefined },
    raw: {},
  };
}

export const shellEvent = (command: string, cwd = workspace, tool = 'Bash'): Event =>
  toolEvent(tool, 'shell', { command }, cwd);
