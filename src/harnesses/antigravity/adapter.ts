/**
 * Antigravity: an envelope of its own, which never names its event; that follows from
 * its fields. It has no way to say nothing about a call: `ask` is its ordinary
 * course, which keeps to what the person has allowed, and is what a call that may
 * pass is answered with. A result without an error looks like a call with one field
 * more, so it is taken for both. Sessions have no events.
 */
import type {
  Adapter,
  HookReading,
  HookVerdict,
  NativeAnswer,
  NativeEvent,
  NativeOutcome,
} from '../../adapters/adapter.ts';
import { eventsAt, printing, unreadable } from '../../adapters/adapter.ts';
import { messageOf } from '../../adapters/claude-shape.ts';
import { splitDoubled } from '../../adapters/mcp-name.ts';
import { foldersNamed, inputOf, noObject, objectOf, textField, wrongField } from '../../adapters/payload.ts';
import { has } from '../../adapters/signs.ts';
import { carriesCall, isFilled } from '../../adapters/unknown-event.ts';
import type { JsonObject } from '../../language/json.ts';
import { isJsonObject, own } from '../../protocol/json.ts';

export const antigravity: Adapter = {
  id: 'antigravity',
  name: 'Antigravity',
  read,
  answer,
  signs: { own: isAntigravity },
};

const [before, after] = ['PreToolUse', 'PostToolUse'];
/** A call with an `error` that says nothing: as far as is known, it has gone well. */
const either = 'PreToolUse or PostToolUse';

function read(payload: JsonObject): HookReading {
  const moment = momentOf(payload);
  const unread = (problem: string): HookReading => unreadable(moment, problem, moment !== after);
  if (!Object.hasOwn(payload, 'toolCall')) {
    const other = others.find((each) => Object.hasOwn(payload, each));
    if (other === undefined || carriesCall(payload)) return unread('`toolCall` is missing');
    return { kind: 'unused', moment: other };
  }
  const toolCall = objectOf(payload, 'toolCall');
  if (toolCall === undefined) return unread(wrongField(payload, 'toolCall'));
  const name = textField(toolCall, 'name');
  if (name === undefined) return unread(wrongField(toolCall, 'name'));
  const args = own(toolCall, 'args');
  const input = inputOf(args);
  if (input === undefined) return unread(noObject('args', args));
  const mcp = splitDoubled(name);
  const step = own(payload, 'stepIdx');
  const call: NativeEvent = {
    type: 'tool.before',
    session: sessionOf(payload),
    call: Number.isSafeInteger(step) ? `step:${String(step)}` : undefined,
    // What `call_mcp_tool` hands on is read where effects are.
    tool: { name, input, mcp, kind: mcp === undefined && name.startsWith('mcp_') ? 'mcp' : undefined },
  };
  const result: NativeEvent = { ...call, type: 'tool.after', outcome: outcomeOf(payload) };
  return eventsAt(moment, ...(moment === after ? [] : [call]), ...(moment === before ? [] : [result]));
}

/** Only what has run can have failed. An empty error means that it has not. */
function momentOf(payload: JsonObject): string {
  if (!Object.hasOwn(payload, 'error')) return before;
  if (isFilled(own(payload, 'error'))) return after;
  return Object.hasOwn(payload, 'toolCall') || carriesCall(payload) ? either : after;
}

/** Fields of the events around what the model says, and of the end of a turn. */
const others = ['invocationNum', 'initialNumSteps', 'executionNum', 'terminationReason'];

function sessionOf(payload: JsonObject): NativeEvent['session'] {
  const roots = foldersNamed(payload, 'workspacePaths');
  return {
    id: textField(payload, 'conversationId'),
    cwd: roots?.[0],
    workspaceRoots: roots,
    model: textField(payload, 'modelName'),
  };
}

function outcomeOf(payload: JsonObject): NativeOutcome {
  const error = own(payload, 'error');
  if (error === undefined || !isFilled(error)) return { kind: 'ok' };
  return { kind: 'error', message: messageOf(error) };
}

function answer(verdict: HookVerdict, moment = before): NativeAnswer {
  if (moment !== before && moment !== either) return printing({});
  if (!verdict.denied) return printing(moment === before ? { decision: 'ask' } : {});
  return printing({ decision: 'deny', reason: verdict.reason });
}

/** Its events have no names, and those that are not about tools have no `toolCall`. */
function isAntigravity(payload: JsonObject): boolean {
  if (!has(payload, 'conversationId')) return false;
  return isJsonObject(own(payload, 'toolCall')) || has(payload, 'workspacePaths');
}
