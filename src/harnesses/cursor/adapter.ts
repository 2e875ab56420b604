/**
 * Cursor. One call may be announced twice: by the event of any tool, which has an
 * id but no server, and by an event of its own family, which has the server but
 * no id. Both are decided, because neither alone says all. It takes an answer
 * that is no JSON for a fault, and none at all for a denial where the hook is
 * installed to fail closed; so the answer is always one object.
 */
import type {
  Adapter,
  HookHost,
  HookReading,
  HookVerdict,
  NativeAnswer,
  NativeEvent,
  NativeOutcome,
  NativeSession,
  NativeTool,
} from '../../adapters/adapter.ts';
import { eventsAt, printing, unreadable } from '../../adapters/adapter.ts';
import { messageOf } from '../../adapters/claude-shape.ts';
import { eventNamed } from '../../adapters/event-name.ts';
import { splitDoubled } from '../../adapters/mcp-name.ts';
import {
  foldersNamed,
  inputOf,
  noObject,
  textField,
  variableIn,
  wrongField,
} from '../../adapters/payload.ts';
import { has, isNamed } from '../../adapters/signs.ts';
import { readUnknownEvent } from '../../adapters/unknown-event.ts';
import type { JsonObject } from '../../language/json.ts';
import { own } from '../../protocol/json.ts';

export const cursor: Adapter = {
  id: 'cursor',
  name: 'Cursor',
  read,
  answer,
  signs: { own: (payload) => has(payload, 'cursor_version') || isNamed(payload, ownEvents) },
};

/** A tool, or what keeps it from being read. */
type ToolReading = NativeTool | string;

/** The events that Cursor waits for, and what is about to run. */
const decided: Readonly<Record<string, (payload: JsonObject, host: HookHost) => ToolReading>> = {
  preToolUse: readGeneric,
  beforeShellExecution: readShell,
  beforeMCPExecution: readMcp,
  beforeReadFile: readFile,
  beforeTabFileRead: readFile,
  subagentStart: readAgent,
};

/** Events that are only reports. Some have fields that elsewhere are those of a call. */
const reports = [
  'sessionStart',
  'sessionEnd',
  'postToolUse',
  'postToolUseFailure',
  'subagentStop',
  'afterShellExecution',
  'afterMCPExecution',
  'afterFileEdit',
  'afterTabFileEdit',
  'beforeSubmitPrompt',
  'preCompact',
  'stop',
  'afterAgentResponse',
  'afterAgentThought',
  'workspaceOpen',
];

/** Fields of its own events that say what is about to run, as names are compared. */
const callFields = ['command', 'filepath', 'mcpservername', 'subagenttype'];

function read(payload: JsonObject, host: HookHost): HookReading {
  const given = textField(payload, 'hook_event_name', 'hookEventName');
  if (given === undefined) return unreadable('preToolUse', wrongField(payload, 'hook_event_name'));
  // Hooks that it takes over from Claude Code have names with a capital there.
  const moment = eventNamed(given, [...Object.keys(decided), ...reports]);
  if (moment === undefined)
    return readUnknownEvent({ name: given, fields: payload, ordinary: 'preToolUse', callFields });
  const session = sessionOf(payload, host);
  const version = textField(payload, 'cursor_version') ?? variableIn(host.env, 'CURSOR_VERSION');
  const common = { session, version, turn: textField(payload, 'generation_id') };
  const one = (event: Omit<NativeEvent, keyof typeof common>): HookReading =>
    eventsAt(moment, { ...common, ...event });
  if (moment === 'sessionStart') return one({ type: 'session.start' });
  if (moment === 'sessionEnd') return one({ type: 'session.end', ended: endedOf(payload) });
  const isAfter = moment === 'postToolUse' || moment === 'postToolUseFailure';
  const readTool = Object.hasOwn(decided, moment) ? decided[moment] : isAfter ? readGeneric : undefined;
  if (readTool === undefined) return { kind: 'unused', moment };
  const tool = readTool(payload, host);
  if (typeof tool === 'string') return unreadable(moment, tool, !isAfter);
  const call = textField(payload, 'tool_use_id', 'tool_call_id');
  if (!isAfter) return one({ type: 'tool.before', call, tool });
  return one({ type: 'tool.after', call, tool, outcome: outcomeOf(moment, payload) });
}

function readGeneric(payload: JsonObject): ToolReading {
  const name = textField(payload, 'tool_name');
  if (name === undefined) return wrongField(payload, 'tool_name');
  const input = inputOf(own(payload, 'tool_input'));
  if (input === undefined) return notAnObject(payload);
  const mcp = splitDoubled(name);
  if (mcp !== undefined) return { name, input, mcp };
  // Only the event of MCP calls says which server it is.
  if (name.startsWith('MCP:')) return { name, input, kind: 'mcp' };
  return { name, input, kind: name === 'ReadLints' ? 'other' : undefined };
}

function readShell(payload: JsonObject): ToolReading {
  const command = textField(payload, 'command');
  if (command === undefined) return wrongField(payload, 'command');
  const cwd = textField(payload, 'cwd');
  return { name: 'Shell', input: cwd === undefined ? { command } : { command, cwd } };
}

function readMcp(payload: JsonObject): ToolReading {
  const tool = textField(payload, 'tool_name');
  if (tool === undefined) return wrongField(payload, 'tool_name');
  const input = inputOf(own(payload, 'tool_input'));
  if (input === undefined) return notAnObject(payload);
  const server = textField(payload, 'mcp_server_name');
  if (server === undefined) return { name: tool, input, kind: 'mcp' };
  const url = textField(payload, 'mcp_server_url', 'url');
  const command = textField(payload, 'command');
  const mcp = { server, tool: tool.replace(/^MCP:/, ''), provenance: 'runtime', url, command } as const;
  return { name: tool, input, mcp };
}

/** The payload holds the whole text of the file, which is not needed here. */
function readFile(payload: JsonObject, host: HookHost): ToolReading {
  const path = textField(payload, 'file_path');
  if (path === undefined) return wrongField(payload, 'file_path');
  return { name: 'Read', input: { file_path: nativePath(path, host) } };
}

function readAgent(payload: JsonObject): ToolReading {
  const type = textField(payload, 'subagent_type');
  const task = textField(payload, 'task');
  const named = type === undefined ? {} : { subagent_type: type };
  return { name: 'Task', input: task === undefined ? named : { ...named, prompt: task } };
}

const notAnObject = (payload: JsonObject): string => noObject('tool_input', own(payload, 'tool_input'));

function sessionOf(payload: JsonObject, host: HookHost): NativeSession {
  const project = variableIn(host.env, 'CURSOR_PROJECT_DIR');
  const roots = foldersNamed(payload, 'workspace_roots') ?? (project === undefined ? undefined : [project]);
  const cwd = textField(payload, 'cwd') ?? roots?.[0];
  const agent = textField(payload, 'subagent_id');
  return {
    id: textField(payload, 'conversation_id', 'session_id'),
    cwd: cwd === undefined ? undefined : nativePath(cwd, host),
    workspaceRoots: roots?.map((root) => nativePath(root, host)),
    model: textField(payload, 'model'),
    agent: agent === undefined ? undefined : { id: agent, type: textField(payload, 'subagent_type') },
  };
}

/** On Windows `/c:/shop`, as in the path of a URI, is `c:\shop`; elsewhere it is a path like any other. */
const nativePath = (path: string, { cwd }: HookHost): string =>
  /^[a-z]:[\\/]/i.test(cwd) && /^\/[a-z]:/i.test(path) ? path.slice(1).replaceAll('/', '\\') : path;

function outcomeOf(moment: string, payload: JsonObject): NativeOutcome {
  if (moment === 'postToolUse') return { kind: 'ok', output: own(payload, 'tool_output') };
  if (textField(payload, 'failure_type') === 'permission_denied') return { kind: 'denied' };
  return { kind: 'error', message: messageOf(own(payload, 'error_message')) };
}

function endedOf(payload: JsonObject): NativeEvent['ended'] {
  const reason = textField(payload, 'reason');
  if (reason === undefined) return 'unknown';
  return reason === 'aborted' ? 'cancelled' : reason === 'error' ? 'error' : 'completed';
}

/** It shows the person the one message and the agent the other, or both the first: they are the same. */
function answer(verdict: HookVerdict, moment = 'preToolUse'): NativeAnswer {
  if (!verdict.denied || !Object.hasOwn(decided, moment)) return printing({});
  const { reason } = verdict;
  return printing({ permission: 'deny', user_message: reason, agent_message: reason });
}

const ownEvents = ['beforeShellExecution', 'beforeMCPExecution', 'beforeReadFile', 'beforeTabFileRead'];
