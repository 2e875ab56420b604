/** Claude Code: `PreToolUse` and `PermissionRequest` are decided, the rest is observed. */
import type { Adapter, HookReading, NativeEvent, NativeMcp } from '../../adapters/adapter.ts';
import { answerClaudeShape, type ClaudeShape, readClaudeShape } from '../../adapters/claude-shape.ts';
import { splitByServer, splitDoubled } from '../../adapters/mcp-name.ts';
import { objectOf, textField } from '../../adapters/payload.ts';
import { has } from '../../adapters/signs.ts';
import type { JsonObject } from '../../language/json.ts';

const shape: ClaudeShape = {
  projectVariable: 'CLAUDE_PROJECT_DIR',
  turnField: 'prompt_id',
  rootOf: readRoot,
  mcpOf: readMcp,
};

export const claudeCode: Adapter = {
  id: 'claude-code',
  name: 'Claude Code',
  read: (payload, host) => withKinds(readClaudeShape(payload, host, shape)),
  answer: answerClaudeShape,
  signs: { likely: isClaude },
};

/**
 * The folder in which the session began, where no variable says it: transcripts lie in a folder that is named after it, with a
 * hyphen for each sign. The session may be in a folder below by now; where it is elsewhere, the root is not known.
 */
function readRoot(payload: JsonObject): string | undefined {
  const named = textField(payload, 'transcript_path')?.split(/[\\/]/).at(-2);
  let folder = textField(payload, 'cwd') ?? '';
  while (folder !== '' && folder.replace(/[^a-zA-Z0-9]/g, '-') !== named)
    folder = folder.slice(0, Math.max(0, folder.search(/[\\/][^\\/]*$/)));
  return folder === '' ? undefined : folder;
}

/** The harness says which server it is; what the name of the tool says is only second best. */
function readMcp(name: string, payload: JsonObject): NativeMcp | undefined {
  const server = textField(objectOf(payload, 'mcp_server'), 'name');
  return server === undefined ? splitDoubled(name) : splitByServer(name, server);
}

/** `Monitor` watches a command, or connects to a socket; its name does not say which. */
function withKinds(reading: HookReading): HookReading {
  if (reading.kind !== 'events') return reading;
  return { ...reading, events: reading.events.map(withKind) };
}

function withKind(event: NativeEvent): NativeEvent {
  const { tool } = event;
  if (tool?.name !== 'Monitor' || Object.hasOwn(tool.input, 'command') || !Object.hasOwn(tool.input, 'ws'))
    return event;
  return { ...event, tool: { ...tool, kind: 'fetch' } };
}

/** Only what no other harness has: for the rest the command decides, which is most often the one for Claude Code. */
function isClaude(payload: JsonObject): boolean {
  return (
    textField(payload, 'tool_use_id')?.startsWith('toolu_') === true &&
    has(payload, 'hook_event_name', 'transcript_path', 'permission_mode') &&
    !has(payload, 'timestamp')
  );
}
