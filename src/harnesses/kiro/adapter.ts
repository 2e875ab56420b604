/**
 * Kiro, and Amazon Q before it: an envelope like Claude Code's, whose older form
 * has events in camel case and neither sessions nor ids. It blocks by the exit
 * code, and hands what is on standard error to the model; nothing else is read.
 * Its editor before 1.0 names no event, and says little or nothing about a call.
 */
import type {
  Adapter,
  HookHost,
  HookReading,
  HookVerdict,
  NativeAnswer,
  NativeMcp,
} from '../../adapters/adapter.ts';
import { printing, refusing, unreadable } from '../../adapters/adapter.ts';
import { type ClaudeShape, outcomeBySuccess, readClaudeShape } from '../../adapters/claude-shape.ts';
import { splitDoubled } from '../../adapters/mcp-name.ts';
import { textField, variableIn } from '../../adapters/payload.ts';
import { eventNameOf, has } from '../../adapters/signs.ts';
import { isFilled } from '../../adapters/unknown-event.ts';
import type { JsonObject } from '../../language/json.ts';
import { own } from '../../protocol/json.ts';
import type { Kind } from '../../vocabulary/kinds.ts';

const shape: ClaudeShape = {
  moments: {
    preToolUse: 'before',
    permissionRequest: 'announced',
    postToolUse: 'after',
    postToolUseFailure: 'failure',
    agentSpawn: 'start',
    sessionStart: 'start',
    sessionEnd: 'end',
  },
  mcpOf,
  kindOf,
  outcomeOf: outcomeBySuccess,
};

export const kiro: Adapter = {
  id: 'kiro',
  name: 'Kiro',
  read,
  answer,
  signs: { likely: isKiro, hasOwnFiles: true },
};

const before = 'preToolUse';
const eventFields = ['hook_event_name', 'hookEventName', 'event'];

function read(payload: JsonObject, host: HookHost): HookReading {
  if (eventFields.some((field) => Object.hasOwn(payload, field)))
    return readClaudeShape(payload, host, shape);
  return readOldEditor(payload, host) ?? readClaudeShape(payload, host, shape);
}

/** `{toolName, toolArgs, toolResult, toolSuccess}` after a call, and often `{}` before one; undefined for anything else. */
function readOldEditor(payload: JsonObject, host: HookHost): HookReading | undefined {
  const isEmpty = Object.keys(payload).length === 0;
  if (!isEmpty && !Object.hasOwn(payload, 'toolName')) return undefined;
  const args = own(payload, 'toolArgs');
  const isOver = isFilled(own(payload, 'toolResult')) || Object.hasOwn(payload, 'toolSuccess');
  if (isOver)
    return readClaudeShape({ ...payload, event: 'postToolUse', toolInput: args ?? {} }, host, shape);
  if (isFilled(args))
    return readClaudeShape({ ...payload, event: before, toolInput: args ?? {} }, host, shape);
  // An input that was left out is not an empty one.
  return unreadable(
    before,
    'this version of Kiro does not say to its hooks what the call is; its editor does so from version 1.0.182 on',
  );
}

/** `@server/tool`; a name may have more slashes, but a server has none. */
function mcpOf(name: string): NativeMcp | undefined {
  const [, server, tool] = /^@([^/]+)\/(.+)$/s.exec(name) ?? [];
  if (server === undefined || tool === undefined) return splitDoubled(name);
  return { server, tool, provenance: 'inferred' };
}

/** One tool writes files, and changes them when its command says so. */
function kindOf(name: string, input: JsonObject): Kind | undefined {
  const isWriter = name === 'fs_write' || name === 'write';
  const changes = ['str_replace', 'insert', 'append'].includes(textField(input, 'command') ?? '');
  return isWriter && changes ? 'file_edit' : undefined;
}

function answer(verdict: HookVerdict, moment = before): NativeAnswer {
  return verdict.denied && moment === before ? refusing(verdict.reason) : printing();
}

const eventsOfEditor = /^(?:preToolUse|postToolUse|agentSpawn|userPromptSubmit|stop)$/;
const notKiro = ['session_id', 'sessionId', 'conversation_id', 'generation_id', 'workspace_roots'];

/** Its older form has no session. Some of its events are spelt like those of Cursor, whose payloads have more fields. */
function isKiro(payload: JsonObject, { env }: HookHost): boolean {
  if (!eventsOfEditor.test(eventNameOf(payload)) || variableIn(env, 'CURSOR_VERSION') !== undefined)
    return false;
  return !notKiro.some((key) => has(payload, key));
}
