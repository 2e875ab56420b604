/**
 * Cline: hooks of its editor extension, whose payload has the call as a tool and
 * parameters that are all texts, and those of its SDK, which have the same and the
 * call as the model made it; where the two do not say the same, both must pass. A denial cancels the whole run: there is no other.
 * That a task is completed or cancelled is not the end of a session here, because
 * people take tasks up again.
 */
import type {
  Adapter,
  HookReading,
  HookVerdict,
  NativeAnswer,
  NativeEvent,
  NativeOutcome,
  NativeTool,
} from '../../adapters/adapter.ts';
import { eventsAt, printing, unreadable } from '../../adapters/adapter.ts';
import { messageOf } from '../../adapters/claude-shape.ts';
import { eventNamed } from '../../adapters/event-name.ts';
import { splitBare } from '../../adapters/mcp-name.ts';
import { patchKind } from '../../adapters/patch-kind.ts';
import {
  describe,
  foldersNamed,
  inputOf,
  objectOf,
  textField,
  timeField,
  wrongField,
} from '../../adapters/payload.ts';
import { has } from '../../adapters/signs.ts';
import { readUnknownEvent } from '../../adapters/unknown-event.ts';
import type { Json, JsonObject } from '../../language/json.ts';
import { own } from '../../protocol/json.ts';

export const cline: Adapter = {
  id: 'cline',
  name: 'Cline',
  read,
  answer,
  signs: { own: (payload) => has(payload, 'clineVersion'), hasOwnFiles: true },
};

const before = 'PreToolUse';

/** Events under the names of the extension, and under those of the SDK. */
const moments: Readonly<Record<string, string>> = {
  [before]: before,
  tool_call: before,
  PostToolUse: 'PostToolUse',
  tool_result: 'PostToolUse',
  TaskStart: 'TaskStart',
  agent_start: 'TaskStart',
  session_shutdown: 'session_shutdown',
};

function read(payload: JsonObject): HookReading {
  const given = textField(payload, 'hookName', 'hook_event_name');
  if (given === undefined) return unreadable(before, wrongField(payload, 'hookName'));
  const name = eventNamed(given, Object.keys(moments));
  const moment = name === undefined ? undefined : moments[name];
  const common = {
    session: sessionOf(payload),
    time: timeField(payload, 'timestamp'),
    version: textField(payload, 'clineVersion'),
  };
  const one = (event: Omit<NativeEvent, keyof typeof common>): HookReading =>
    eventsAt(moment ?? given, { ...common, ...event });
  switch (moment) {
    case before: {
      const calls = readCalls(objectOf(payload, 'tool_call'), objectOf(payload, 'preToolUse'));
      if (typeof calls === 'string') return unreadable(moment, calls);
      return eventsAt(moment, ...calls.map((call) => ({ ...common, type: 'tool.before' as const, ...call })));
    }
    case 'PostToolUse': {
      const [result, after] = [objectOf(payload, 'tool_result'), objectOf(payload, 'postToolUse')];
      const call = readCall(result, after);
      if (typeof call === 'string') return unreadable(moment, call, false);
      return one({ type: 'tool.after', ...call, outcome: outcomeOf(result, after) });
    }
    case 'TaskStart':
      return one({ type: 'session.start' });
    case 'session_shutdown':
      return one({ type: 'session.end', ended: 'completed' });
    default:
      return readUnknownEvent({ name: given, fields: payload, ordinary: before });
  }
}

function sessionOf(payload: JsonObject): NativeEvent['session'] {
  const roots = foldersNamed(payload, 'workspaceRoots');
  const agent = textField(payload, 'agent_id');
  const isMain = own(payload, 'parent_agent_id') === null;
  return {
    // A subagent has a task of its own, below the same session.
    id: textField(objectOf(payload, 'sessionContext'), 'rootSessionId') ?? textField(payload, 'taskId'),
    cwd: roots?.[0],
    workspaceRoots: roots,
    model: textField(objectOf(payload, 'model'), 'slug'),
    agent: agent === undefined || isMain ? undefined : { id: agent },
  };
}

type Call = { readonly tool: NativeTool; readonly call: string | undefined };

/** The call as the model made it; and the one that the extension reports, if it is another. */
function readCalls(made: JsonObject | undefined, reported: JsonObject | undefined): readonly Call[] | string {
  const call = readCall(made, reported);
  if (typeof call === 'string') return call;
  if (
    made === undefined ||
    reported === undefined ||
    reportsSame(call.tool.name, own(made, 'input'), reported)
  )
    return [call];
  const other = readCall(undefined, { toolName: call.tool.name, ...reported });
  return typeof other === 'string' ? other : [call, other];
}

/** Whether the report of the extension adds nothing: the same tool, and no parameter that the model's input has not. */
function reportsSame(name: string, input: Json | undefined, reported: JsonObject): boolean {
  if ((textField(reported, 'toolName') ?? name) !== name) return false;
  const parameters = inputOf(own(reported, 'parameters'));
  if (parameters === undefined) return true;
  const given = new Map(Object.entries(Array.isArray(input) ? input : (inputOf(input) ?? {})));
  return Object.entries(parameters).every(([key, value]) => asText(given.get(key)) === asText(value));
}

/** The extension reports everything as text. */
const asText = (value: Json | undefined): string | undefined =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** The call, or what keeps it from being read: as the model made it, else as the extension reports it. */
function readCall(made: JsonObject | undefined, reported: JsonObject | undefined): Call | string {
  const name = textField(made, 'name') ?? textField(reported, 'toolName');
  if (name === undefined) return wrongField(reported, 'toolName');
  const raw = made && own(made, 'input');
  const parameters = reported && own(reported, 'parameters');
  const input = looseInput(name, raw) ?? (raw === undefined ? inputOf(parameters) : undefined);
  if (input === undefined) {
    const given = raw === undefined ? parameters : raw;
    return `the input of the tool must be a JSON object, and is ${describe(given)}`;
  }
  const call = textField(made, 'id');
  // `server__tool`.
  const mcp = splitBare(name, '__');
  const kind = mcp === undefined ? patchKind(name, input) : undefined;
  return { tool: { name, input, kind, mcp }, call };
}

/** Fields that models leave out, with their content one level too high; Cline puts them back. */
const onlyFields: Readonly<Record<string, string>> = {
  run_commands: 'commands',
  read_files: 'files',
  search_codebase: 'queries',
  fetch_web_content: 'requests',
  apply_patch: 'input',
};

/** An input in any form that Cline takes, as the object that it makes of it. */
function looseInput(name: string, input: Json | undefined): JsonObject | undefined {
  const isBare = Array.isArray(input) || (typeof input === 'string' && input !== '');
  const field = Object.hasOwn(onlyFields, name) ? onlyFields[name] : undefined;
  const object = Array.isArray(input) ? undefined : inputOf(input);
  if (object !== undefined || field === undefined || !isBare || input === undefined) return object;
  return { [field]: typeof input === 'string' && field !== 'input' ? [input] : input };
}

function outcomeOf(result: JsonObject | undefined, after: JsonObject | undefined): NativeOutcome {
  const output = (result && own(result, 'output')) ?? (after && own(after, 'result'));
  const error = result && own(result, 'error');
  if (error !== undefined && error !== null && error !== '')
    return { kind: 'error', message: messageOf(error) };
  if (after !== undefined && own(after, 'success') === false)
    return { kind: 'error', message: messageOf(output) };
  return { kind: 'ok', output };
}

function answer(verdict: HookVerdict, moment = before): NativeAnswer {
  if (!verdict.denied || moment !== before) return printing({ cancel: false });
  return printing({ cancel: true, errorMessage: verdict.reason });
}
