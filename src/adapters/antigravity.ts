/**
 * Antigravity: an envelope of its own, which never names its event; what a payload
 * has in it tells. It has no way to say nothing about a call: `ask` is its ordinary
 * course, which keeps to what the person has allowed, and is what a call that may
 * pass is answered with. Sessions have no events.
 */
import type { JsonObject } from '../language/json.ts';
import { own } from '../protocol/json.ts';
import type { Adapter, NativeAnswer, NativeEvent, NativeOutcome, Reading, Verdict } from './adapter.ts';
import { printing } from './adapter.ts';
import { messageOf } from './claude-shape.ts';
import { splitDoubled } from './mcp-name.ts';
import { describe, inputOf, objectOf, textOf, textsOf } from './payload.ts';

export const antigravity: Adapter = { id: 'antigravity', name: 'Antigravity', read, answer };

const [before, after] = ['PreToolUse', 'PostToolUse'];

function read(payload: JsonObject): Reading {
  // Only what has run can have failed, and that it did not is told as well.
  const isAfter = Object.hasOwn(payload, 'error');
  const moment = isAfter ? after : before;
  const unreadable = (problem: string): Reading => ({
    kind: 'unreadable',
    moment,
    decides: !isAfter,
    problem,
  });
  if (!Object.hasOwn(payload, 'toolCall')) {
    const other = others.find((each) => Object.hasOwn(payload, each));
    return other === undefined ? unreadable('`toolCall` is missing') : { kind: 'unused', moment: other };
  }
  const toolCall = objectOf(payload, 'toolCall');
  if (toolCall === undefined) return unreadable(`\`toolCall\` is ${describe(own(payload, 'toolCall'))}`);
  const name = textOf(toolCall, 'name');
  if (name === undefined) return unreadable(`\`name\` is ${describe(own(toolCall, 'name'))}`);
  const args = own(toolCall, 'args');
  const input = inputOf(args);
  if (input === undefined) return unreadable(`\`args\` must be a JSON object, and is ${describe(args)}`);
  const mcp = splitDoubled(name);
  const step = own(payload, 'stepIdx');
  const event: NativeEvent = {
    type: isAfter ? 'tool.after' : 'tool.before',
    session: sessionOf(payload),
    call: Number.isSafeInteger(step) ? `step:${String(step)}` : undefined,
    // What `call_mcp_tool` hands on is read where effects are.
    tool: { name, input, mcp, kind: mcp === undefined && name.startsWith('mcp_') ? 'mcp' : undefined },
    outcome: isAfter ? outcomeOf(payload) : undefined,
  };
  return { kind: 'events', moment, events: [event] };
}

/** Fields of the events around what the model says, and of the end of a turn. */
const others = ['invocationNum', 'initialNumSteps', 'executionNum', 'terminationReason'];

function sessionOf(payload: JsonObject): NativeEvent['session'] {
  const roots = (textsOf(payload, 'workspacePaths') ?? []).filter((root) => root !== '');
  return {
    id: textOf(payload, 'conversationId'),
    cwd: roots[0],
    workspaceRoots: roots.length === 0 ? undefined : roots,
    model: textOf(payload, 'modelName'),
  };
}

function outcomeOf(payload: JsonObject): NativeOutcome {
  const error = own(payload, 'error');
  if (error === '' || error === null || error === undefined) return { kind: 'ok' };
  return { kind: 'error', message: messageOf(error) };
}

function answer(verdict: Verdict, moment = before): NativeAnswer {
  if (moment !== before) return printing({});
  if (!verdict.denied) return printing({ decision: 'ask' });
  return printing({ decision: 'deny', reason: verdict.reason });
}
