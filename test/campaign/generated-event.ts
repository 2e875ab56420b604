/** Events of generated calls, each with an id of its own. */
import type { Event, Tool } from '../../src/facts/event/event.ts';

let count = 0;

/** A call of a tool of the harness, in a session with this folder and without roots. */
export function generatedEvent(tool: Omit<Tool, 'origin' | 'mcp'>, cwd: string | undefined): Event {
  const id = `call-${++count}`;
  const common = { id, source: 's', type: 'tool.before', time: '2026-10-01T12:00:00Z' } as const;
  return {
    ...common,
    harness: undefined,
    session: { id: 'session', cwd, workspaceRoots: undefined, model: undefined, agent: undefined },
    call: id,
    tool: { ...tool, origin: 'native', mcp: undefined },
    raw: { ...common },
  };
}
