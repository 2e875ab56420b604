/**
 * The canonical event: one thing that an agent does or wants to do, in the same form for every revision of the
 * protocol. `protocol/decode.ts` makes it; later stages do not know revisions.
 */
import type { JsonObject } from '../../language/json.ts';

export type { Json, JsonObject } from '../../language/json.ts';

export type EventType = 'tool.before' | 'tool.after' | 'tool.error' | 'session.start' | 'session.end';

export interface Agent {
  readonly id: string;
  readonly type: string | undefined;
}

export interface Session {
  readonly id: string;
  readonly cwd: string | undefined;
  readonly workspaceRoots: readonly string[] | undefined;
  readonly model: string | undefined;
  readonly agent: Agent | undefined;
}

export interface Tool {
  /** As the harness calls it, verbatim. */
  readonly name: string;
  /** As declared; free text in the draft revision. */
  readonly kind: string | undefined;
  readonly input: JsonObject;
  readonly origin: 'native' | 'mcp';
  readonly mcp: Mcp | undefined;
}

/** Identity of an MCP connection; a part that was not disclosed is undefined. */
export interface Mcp {
  readonly server: string | undefined;
  readonly tool: string | undefined;
}

export interface Event {
  readonly id: string;
  readonly source: string;
  readonly type: EventType;
  /** RFC 3339, as sent. */
  readonly time: string;
  readonly harness: { readonly name: string; readonly version: string } | undefined;
  readonly session: Session | undefined;
  readonly call: string | undefined;
  readonly tool: Tool | undefined;
  /** The event as it was sent, for raw fields (`event.…`) and extensions. */
  readonly raw: JsonObject;
}
