/**
 * Which harness sent a payload, told from its shape: harnesses load each other's
 * hook files, and then start a command that was written for another one. The
 * first sign that holds decides; without any it is the harness that the command
 * names.
 */
import type { Json, JsonObject } from '../language/json.ts';
import { isJsonObject, own } from '../protocol/json.ts';
import type { HarnessId, HookHost } from './adapter.ts';
import { eventNamed } from './event-name.ts';
import { textOf, variable } from './payload.ts';

/** The sender of a payload; undefined where nothing tells it. */
export function detectSender(
  payload: JsonObject,
  host: HookHost,
  named: HarnessId | undefined,
): HarnessId | undefined {
  const found = signs.find(([, holds]) => holds(payload, host))?.[0];
  if (found === undefined || found === named || named === undefined) return found;
  // Signs that others could have too say nothing against a command that is written for one harness alone.
  return weakly.has(found) && exitCodeOnly.has(named) ? undefined : found;
}

/** Recognised by the environment, or by what is not in the payload. */
const weakly: ReadonlySet<HarnessId> = new Set(['qwen-code', 'devin', 'copilot']);
/** Harnesses with files of their own for hooks, in an envelope that looks like others'. */
const exitCodeOnly: ReadonlySet<HarnessId> = new Set([
  'kiro',
  'crush',
  'goose',
  'kimi',
  'droid',
  'windsurf',
  'cline',
]);

type Sign = readonly [HarnessId, (payload: JsonObject, host: HookHost) => boolean];

const has = (payload: JsonObject, ...keys: readonly string[]): boolean =>
  keys.every((key) => Object.hasOwn(payload, key));
const eventOf = (payload: JsonObject): string =>
  textOf(payload, 'hook_event_name', 'hookEventName', 'event', 'hookName') ?? '';
const isNamed = (payload: JsonObject, names: readonly string[]): boolean =>
  eventNamed(eventOf(payload), names) !== undefined;
const isOne = (value: Json | undefined, ...values: readonly string[]): boolean =>
  typeof value === 'string' && values.includes(value);
const hasId = (payload: JsonObject): boolean => has(payload, 'tool_use_id');

const cursorEvents = ['beforeShellExecution', 'beforeMCPExecution', 'beforeReadFile', 'beforeTabFileRead'];
const geminiEvents = [
  'BeforeTool',
  'AfterTool',
  'BeforeAgent',
  'AfterAgent',
  'BeforeModel',
  'AfterModel',
  'BeforeToolSelection',
];
const droidModes = ['off', 'spec', 'auto-low', 'auto-medium', 'auto-high'];

/** In this order: an envelope that others imitate stands behind its imitations. */
const signs: readonly Sign[] = [
  ['antigravity', isAntigravity],
  ['cursor', (payload) => has(payload, 'cursor_version') || isNamed(payload, cursorEvents)],
  ['windsurf', (payload) => has(payload, 'agent_action_name')],
  ['cline', (payload) => has(payload, 'clineVersion')],
  ['opencode', (payload) => has(payload, 'shim')],
  ['droid', (payload) => isOne(own(payload, 'permissionMode'), ...droidModes)],
  ['grok', isGrok],
  ['copilot', (payload) => has(payload, 'toolName', 'toolArgs') || Array.isArray(own(payload, 'toolCalls'))],
  ['gemini-cli', (payload, { env }) => isGemini(payload, env)],
  ['codex', (payload) => has(payload, 'turn_id', 'model')],
  ['goose', (payload) => has(payload, 'event', 'working_dir')],
  ['crush', (payload) => has(payload, 'event', 'cwd')],
  ['kimi', (payload) => own(payload, 'client_type') === 'kimi_code_cli' || isKimiCall(payload)],
  ['droid', (payload) => isOne(own(payload, 'permission_mode'), ...droidModes)],
  ['vscode', isVsCode],
  [
    'qwen-code',
    (payload, { env }) =>
      variable(env, 'QWEN_PROJECT_DIR') !== undefined ||
      isOne(own(payload, 'permission_mode'), 'auto_edit', 'yolo'),
  ],
  ['copilot', (payload) => isPascalCopilot(payload)],
  ['devin', (_payload, { env }) => variable(env, 'DEVIN_PROJECT_DIR') !== undefined],
  ['kiro', isKiro],
  ['claude-code', (payload) => isClaude(payload)],
];

/** Its events have no names, and those that are not about tools have no `toolCall`. */
function isAntigravity(payload: JsonObject): boolean {
  if (!has(payload, 'conversationId')) return false;
  return isJsonObject(own(payload, 'toolCall')) || has(payload, 'workspacePaths');
}

/** The only one whose names of fields are in camel case and those of events in snake case. */
function isGrok(payload: JsonObject): boolean {
  if (has(payload, 'toolInputTruncated')) return true;
  if (!has(payload, 'hookEventName')) return false;
  const isSnake = /^[a-z]+(?:_[a-z]+)+$/.test(textOf(payload, 'hookEventName') ?? '');
  return isSnake || has(payload, 'sessionId', 'workspaceRoot');
}

/** Most of its events have names of their own; those of its sessions do not. */
function isGemini(payload: JsonObject, env: HookHost['env']): boolean {
  if (isNamed(payload, geminiEvents)) return true;
  return variable(env, 'GEMINI_SESSION_ID') !== undefined && /^Session(?:Start|End)$/.test(eventOf(payload));
}

/** Goose and Cursor give calls such ids too, but spell their events differently. */
const isKimiCall = (payload: JsonObject): boolean =>
  has(payload, 'tool_call_id') && !hasId(payload) && /^[A-Z]/.test(textOf(payload, 'hook_event_name') ?? '');

function isVsCode(payload: JsonObject): boolean {
  if (!has(payload, 'timestamp') || !hasId(payload)) return false;
  const input = own(payload, 'tool_input');
  return (
    textOf(payload, 'tool_use_id')?.includes('__vscode-') === true ||
    (has(payload, 'hookEventName') && has(payload, 'tool_name')) ||
    (isJsonObject(input) && Object.hasOwn(input, 'filePath'))
  );
}

function isPascalCopilot(payload: JsonObject): boolean {
  const time = textOf(payload, 'timestamp') ?? '';
  if (!has(payload, 'hook_event_name') && !has(payload, 'tool_name')) return false;
  return /^\d{4}-\d\d-\d\dT/.test(time) && !hasId(payload) && !has(payload, 'transcript_path');
}

const kiroEvents = /^(?:preToolUse|postToolUse|agentSpawn|userPromptSubmit|stop)$/;
const notKiro = ['session_id', 'sessionId', 'conversation_id', 'generation_id', 'workspace_roots'];

/** Its older form has no session; some of its events are spelt like Cursor's, which says more of itself. */
function isKiro(payload: JsonObject, { env }: HookHost): boolean {
  if (!kiroEvents.test(eventOf(payload)) || variable(env, 'CURSOR_VERSION') !== undefined) return false;
  return !notKiro.some((key) => has(payload, key));
}

/** Only what nobody imitates: for the rest the command decides, which is most often its own. */
const isClaude = (payload: JsonObject): boolean =>
  textOf(payload, 'tool_use_id')?.startsWith('toolu_') === true &&
  has(payload, 'hook_event_name', 'transcript_path', 'permission_mode') &&
  !has(payload, 'timestamp');
