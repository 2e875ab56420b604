/**
 * OpenCode. The plugin in `shim.js` passes on the input of its hooks, `{shim: 1, hook, input, output, …}`, and what
 * else it knows of the session. It takes `{"decision":"deny","reason"}` for a denial, an empty object for none, and
 * everything else for a fault.
 */
import type {
  Adapter,
  HookReading,
  HookVerdict,
  NativeAnswer,
  NativeEvent,
  NativeMcp,
  NativeOutcome,
} from '../../adapters/adapter.ts';
import { eventsAt, printing, unreadable } from '../../adapters/adapter.ts';
import { messageOf } from '../../adapters/claude-shape.ts';
import { eventNamed, foldedName } from '../../adapters/event-name.ts';
import { patchKind } from '../../adapters/patch-kind.ts';
import { inputOf, noObject, objectOf, textField, textsField, wrongField } from '../../adapters/payload.ts';
import { has } from '../../adapters/signs.ts';
import { readUnknownEvent } from '../../adapters/unknown-event.ts';
import type { Json, JsonObject } from '../../language/json.ts';
import { own } from '../../protocol/json.ts';

export const opencode: Adapter = {
  id: 'opencode',
  name: 'OpenCode',
  read,
  answer,
  signs: { own: (payload) => has(payload, 'shim') },
};

const before = 'tool.execute.before';
const after = 'tool.execute.after';

function read(payload: JsonObject): HookReading {
  const given = textField(payload, 'hook');
  if (given === undefined) return unreadable(before, wrongField(payload, 'hook'));
  const input = objectOf(payload, 'input');
  const moment = eventNamed(given, [before, after, 'event']);
  switch (moment) {
    case before:
      return readCall(payload, moment, input, own(objectOf(payload, 'output') ?? {}, 'args'));
    case after: {
      const output = objectOf(payload, 'output');
      const isError = output !== undefined && own(output, 'isError') === true;
      const text = output && own(output, 'output');
      const outcome: NativeOutcome = isError
        ? { kind: 'error', message: messageOf(text) }
        : { kind: 'ok', output: text };
      return readCall(payload, moment, input, input && own(input, 'args'), outcome);
    }
    case 'event':
      return readEvent(payload, moment, objectOf(input, 'event') ?? input);
    default:
      return readUnknown(given, input);
  }
}

/** A hook with a call, which is not over; or one that says itself that something is about to happen. */
function readUnknown(name: string, input: JsonObject | undefined): HookReading {
  const plain = foldedName(name);
  if (plain.includes('before')) return unreadable(before, 'the hook that announces it is not known');
  if (plain.includes('after')) return { kind: 'unused', moment: name };
  return readUnknownEvent({ name, fields: input ?? {}, ordinary: before, callFields: ['tool', 'args'] });
}

/** What a call is like, from the object that names it. */
function readCall(
  payload: JsonObject,
  moment: string,
  named: JsonObject | undefined,
  args: Json | undefined,
  outcome?: NativeOutcome,
): HookReading {
  const decides = outcome === undefined;
  const name = textField(named, 'tool');
  const input = inputOf(args);
  if (name === undefined) return unreadable(moment, wrongField(named, 'tool'), decides);
  if (input === undefined) return unreadable(moment, noObject('args', args), decides);
  const mcp = readMcp(name, textsField(payload, 'mcpServers') ?? []);
  return eventsAt(moment, {
    type: decides ? 'tool.before' : 'tool.after',
    session: sessionOf(payload, textField(named, 'sessionID')),
    version: textField(payload, 'opencodeVersion'),
    call: textField(named, 'callID'),
    tool: { name, input, mcp, kind: mcp === undefined ? patchKind(name, input) : undefined },
    outcome,
  });
}

/** Events of the bus: sessions, and calls that failed, which no hook reports. */
function readEvent(payload: JsonObject, moment: string, event: JsonObject | undefined): HookReading {
  const properties = objectOf(event, 'properties');
  const type = textField(event, 'type');
  if (type === 'session.created' || type === 'session.deleted') {
    const info = objectOf(properties, 'info');
    const session = sessionOf(payload, textField(info, 'id') ?? textField(properties, 'sessionID'));
    const version = textField(payload, 'opencodeVersion');
    if (type === 'session.created') return eventsAt(moment, { type: 'session.start', session, version });
    return eventsAt(moment, { type: 'session.end', session, version, ended: 'completed' });
  }
  const part = objectOf(properties, 'part');
  const state = objectOf(part, 'state');
  if (type !== 'message.part.updated' || textField(state, 'status') !== 'error')
    return { kind: 'unused', moment };
  const message = messageOf(state && own(state, 'error'));
  const outcome: NativeOutcome = refusal.test(message) ? { kind: 'denied' } : { kind: 'error', message };
  return readCall(payload, moment, part, state && own(state, 'input'), outcome);
}

/** How OpenCode's own permissions say that a call never ran. */
const refusal =
  /^The user (?:rejected permission to use|has specified a rule which prevents you from using) this specific tool call/;

function sessionOf(payload: JsonObject, id: string | undefined): NativeEvent['session'] {
  const cwd = textField(payload, 'directory');
  const worktree = textField(payload, 'worktree');
  // Outside of a repository the worktree is the root of the file system, and OpenCode keeps to the directory.
  const root = worktree === '/' ? cwd : worktree;
  // A child session is a subagent's, whose memory is that of the session that a person began.
  const parent = textField(payload, 'rootID') ?? textField(payload, 'parentID');
  const isChild = parent !== undefined && id !== undefined;
  return {
    id: isChild ? parent : id,
    cwd,
    workspaceRoots: root === undefined ? undefined : [root],
    model: textField(payload, 'model'),
    agent: isChild ? { id, type: textField(payload, 'agent') } : undefined,
  };
}

/** `server_tool`, where OpenCode writes `_` for whatever no name of a tool may have; the longest server wins. */
function readMcp(name: string, servers: readonly string[]): NativeMcp | undefined {
  const [server] = servers
    .filter((each) => each !== '' && name.startsWith(`${plain(each)}_`) && name.length > each.length + 1)
    .sort((a, b) => b.length - a.length);
  if (server === undefined) return undefined;
  return { server, tool: name.slice(server.length + 1), provenance: 'runtime' };
}

const plain = (server: string): string => server.replace(/[^a-zA-Z0-9_-]/g, '_');

function answer(verdict: HookVerdict, moment = before): NativeAnswer {
  if (!verdict.denied || moment !== before) return printing({});
  return printing({ decision: 'deny', reason: verdict.reason });
}
