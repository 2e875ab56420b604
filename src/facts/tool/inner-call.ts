/**
 * Calls inside calls: the input of a tool names another tool and its input. Harnesses spell these fields in many ways,
 * and one call can contain several of them. Each name counts with each input, because it is not known which the harness
 * uses.
 */
import type { Event, Json, JsonObject, Tool } from '../event/event.ts';
import { isObject, parseJson } from './fields.ts';
import { nameKey } from './name-key.ts';

export interface InnerTool extends Tool {
  /** Steps from the call to its input. */
  readonly steps: readonly string[];
}

const keysOf = (names: string): ReadonlySet<string> => new Set(names.split(' ').map(nameKey));

const nameFields = keysOf('tool_name tool name recipient_name function function_name tool_id method');
const inputFields = keysOf(
  'arguments args input parameters tool_input params tool_args tool_arguments payload',
);
const serverFields = keysOf('server_name server mcp_server_name mcp_server server_id mcp_server_id');

type Member = readonly [key: string, value: Json];

const membersOf = (value: JsonObject, names: ReadonlySet<string>): readonly Member[] =>
  Object.entries(value).filter(([key]) => key.length < 100 && names.has(nameKey(key)));

/** The limit of inner calls, one for each name with each input. Beyond it, the call is not read. */
export const mostInner = 16;

/**
 * The possible inner calls of a call; empty if it names no tool, or the input cannot be read. If there are more than
 * `mostInner`, the list is not complete.
 */
export function innerTools(
  value: JsonObject,
  outer: Pick<Tool, 'kind' | 'origin'>,
  depth = 0,
): readonly InnerTool[] {
  const names = membersOf(value, nameFields);
  // `{ function: { name, arguments } }` is one level deep.
  const nested: InnerTool[] = [];
  for (const [key, inner] of names) {
    if (isObject(inner) && depth === 0 && nested.length <= mostInner)
      nested.push(...innerTools(inner, outer, 1).map((tool) => ({ ...tool, steps: [key, ...tool.steps] })));
  }
  const servers = namesAmong(membersOf(value, serverFields));
  const inputs = inputsOf(value);
  if (inputs === undefined) return [];
  const isMcp = servers.length > 0 || outer.kind === 'mcp' || outer.origin === 'mcp';
  const found = namesAmong(names).flatMap((name) =>
    inputs.flatMap(({ input, steps }) =>
      (servers.length > 0 ? servers : [undefined]).map(
        (server): InnerTool => ({
          name: withoutNamespace(name),
          kind: undefined,
          input,
          origin: isMcp ? 'mcp' : 'native',
          // Without a server, the name is split as that of any call.
          mcp: server === undefined ? undefined : { server, tool: name },
          steps,
        }),
      ),
    ),
  );
  return [...found, ...nested];
}

/** The names in these members, each once. It stops when there are more than the limit. */
function namesAmong(members: readonly Member[]): readonly string[] {
  const names = members.flatMap(([, name]) => (typeof name === 'string' && name !== '' ? name : []));
  return [...new Set(names)].slice(0, mostInner + 1);
}

interface Input {
  readonly input: JsonObject;
  readonly steps: readonly string[];
}

/** The inputs; without an input field, the fields of the call itself. Undefined if one has an unexpected type. */
function inputsOf(value: JsonObject): readonly Input[] | undefined {
  const inputs: Input[] = [];
  for (const [key, given] of membersOf(value, inputFields)) {
    const input = typeof given === 'string' ? (parseJson(given === '' ? '{}' : given) ?? given) : given;
    if (input === null) continue;
    if (!isObject(input)) return undefined;
    inputs.push({ input, steps: [key] });
  }
  return inputs.length === 0 ? [{ input: value, steps: [] }] : inputs.slice(0, mostInner + 1);
}

/** Prefixes of function names for models: `functions.bash`, `default_api:read_file`. */
export const withoutNamespace = (name: string): string =>
  name.replace(/^(?:functions?|default_api|tools?|api)(?:\.|::?|\/|__)(?=.)/i, '');

const wrappers = keysOf('use_mcp_tool call_mcp_tool access_mcp_tool mcp_tool_call');

const otherEnding = /[0-9a-km-zA-KM-Z]$/;

/** All of them end in `l`, so one character rules out most other names. */
function isWrapper(name: string): boolean {
  const isOther = otherEnding.test(name);
  return !isOther && wrappers.has(nameKey(withoutNamespace(name)));
}

/**
 * If a tool only passes a call on to a tool of an MCP server, the event as a call of that tool, so that rules about
 * servers see it. Any other event is returned as it is.
 */
export function asMcpCall(event: Event): Event {
  const { tool } = event;
  if (tool === undefined || tool.mcp !== undefined || !isWrapper(tool.name)) return event;
  const inner = innerTools(tool.input, { kind: 'mcp', origin: 'mcp' }).find(({ mcp }) => mcp !== undefined);
  return inner === undefined ? event : { ...event, tool: { ...tool, origin: 'mcp', mcp: inner.mcp } };
}
