/**
 * Windsurf, now Devin Desktop: its agent Cascade has an event for each family of
 * tools instead of names for them, so the name of a tool is that of its event. It
 * blocks by the exit code, and shows what is on standard error; nothing else is
 * read. Searches and the web have no event before them, and sessions have none.
 */
import type {
  Adapter,
  HookReading,
  HookVerdict,
  NativeAnswer,
  NativeOutcome,
  NativeTool,
} from '../../adapters/adapter.ts';
import { eventsAt, printing, refusing, unreadable } from '../../adapters/adapter.ts';
import { messageOf } from '../../adapters/claude-shape.ts';
import { eventNamed, foldedName } from '../../adapters/event-name.ts';
import { inputOf, noObject, objectOf, textField, timeField, wrongField } from '../../adapters/payload.ts';
import { has } from '../../adapters/signs.ts';
import { readUnknownEvent } from '../../adapters/unknown-event.ts';
import type { JsonObject } from '../../language/json.ts';
import { isJsonObject, own } from '../../protocol/json.ts';

export const windsurf: Adapter = {
  id: 'windsurf',
  name: 'Windsurf',
  read,
  answer,
  signs: { own: (payload) => has(payload, 'agent_action_name'), hasOwnFiles: true },
};

/** What follows `pre_` and `post_`, and the field that it must have. */
const families: Readonly<Record<string, string>> = {
  run_command: 'command_line',
  read_code: 'file_path',
  write_code: 'file_path',
  mcp_tool_use: 'mcp_tool_name',
};

/** The event that bylaw leaves alone, of those that can be blocked. */
const prompt = 'pre_user_prompt';
const ordinary = 'pre_run_command';

const known = [
  ...Object.keys(families).flatMap((family) => [`pre_${family}`, `post_${family}`]),
  prompt,
  'post_cascade_response',
];
/** Fields of what an action is about, as names are compared. */
const callFields = ['commandline', 'filepath', 'mcptoolname'];

function read(payload: JsonObject): HookReading {
  const given = textField(payload, 'agent_action_name');
  if (given === undefined) return unreadable(ordinary, wrongField(payload, 'agent_action_name'));
  const moment = eventNamed(given, known);
  if (moment === undefined) return readUnknown(given, payload);
  const decides = isDecided(moment);
  const family = moment.replace(/^(?:pre|post)_/, '');
  if (!Object.hasOwn(families, family)) return { kind: 'unused', moment };
  const info = objectOf(payload, 'tool_info');
  const tool = readTool(family, info, payload);
  if (typeof tool === 'string') return unreadable(moment, tool, decides);
  return eventsAt(moment, {
    type: decides ? 'tool.before' : 'tool.after',
    session: {
      id: textField(payload, 'trajectory_id'),
      cwd: textField(info, 'cwd'),
      model: textField(payload, 'model_name'),
    },
    time: timeField(payload, 'timestamp'),
    turn: textField(payload, 'execution_id'),
    tool,
    outcome: decides ? undefined : outcomeOf(info),
  });
}

/** Whatever is said to be about to happen is waited for. */
function readUnknown(name: string, payload: JsonObject): HookReading {
  if (foldedName(name).startsWith('pre'))
    return unreadable(ordinary, 'the action that it announces is not known');
  return readUnknownEvent({ name, fields: objectOf(payload, 'tool_info') ?? {}, ordinary, callFields });
}

const isDecided = (moment: string): boolean => moment.startsWith('pre_') && moment !== prompt;

/** The tool, or what keeps it from being read. */
function readTool(family: string, info: JsonObject | undefined, payload: JsonObject): NativeTool | string {
  if (info === undefined) return noObject('tool_info', own(payload, 'tool_info'));
  const needed = families[family] ?? '';
  const named = textField(info, needed);
  if (named === undefined) return wrongField(info, needed);
  if (family !== 'mcp_tool_use') return { name: family, input: info };
  const given = own(info, 'mcp_tool_arguments');
  // A tool without parameters may come without arguments.
  const input = given === undefined || given === null ? {} : inputOf(given);
  if (input === undefined) return noObject('mcp_tool_arguments', given);
  const server = textField(info, 'mcp_server_name');
  if (server === undefined) return { name: named, input, kind: 'mcp' };
  return { name: named, input, mcp: { server, tool: named, provenance: 'runtime' } };
}

/** Only MCP tools have a result, so only they are known to have failed. */
function outcomeOf(info: JsonObject | undefined): NativeOutcome {
  const result = info && own(info, 'mcp_result');
  if (isJsonObject(result) && own(result, 'isError') === true) {
    return { kind: 'error', message: messageOf(own(result, 'content')) };
  }
  return { kind: 'ok', output: result };
}

function answer(verdict: HookVerdict, moment = ordinary): NativeAnswer {
  return verdict.denied && isDecided(moment) ? refusing(verdict.reason) : printing();
}
