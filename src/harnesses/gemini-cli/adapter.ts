/**
 * Gemini CLI: the envelope of Claude Code with event names of its own. It reads
 * whatever a hook prints, on standard error too, so the answer is always one JSON
 * object and nothing else; its decision counts whatever the exit code is.
 */
import type { Adapter, HookHost, HookVerdict, NativeAnswer, NativeMcp } from '../../adapters/adapter.ts';
import { printing } from '../../adapters/adapter.ts';
import { type ClaudeShape, readClaudeShape } from '../../adapters/claude-shape.ts';
import { splitByServers, splitDoubled, splitOnce } from '../../adapters/mcp-name.ts';
import { objectOf, textField, variableIn } from '../../adapters/payload.ts';
import { eventNameOf, isNamed } from '../../adapters/signs.ts';
import type { JsonObject } from '../../language/json.ts';
import type { Kind } from '../../vocabulary/kinds.ts';

const shape: ClaudeShape = {
  projectVariable: 'GEMINI_PROJECT_DIR',
  moments: { BeforeTool: 'before', AfterTool: 'after', SessionStart: 'start', SessionEnd: 'end' },
  mcpOf: readMcp,
  kindOf,
};

export const geminiCli: Adapter = {
  id: 'gemini-cli',
  name: 'Gemini CLI',
  read: (payload, host) => readClaudeShape(payload, host, shape),
  answer,
  signs: { own: isGemini },
};

function answer(verdict: HookVerdict, moment = 'BeforeTool'): NativeAnswer {
  if (!verdict.denied || moment !== 'BeforeTool') return printing({});
  return printing({ decision: 'deny', reason: verdict.reason });
}

/** The harness says which server and tool it is; the name has both, but seldom shows where one ends. */
function readMcp(name: string, payload: JsonObject): NativeMcp | undefined {
  const context = objectOf(payload, 'mcp_context');
  const server = textField(context, 'server_name');
  if (server === undefined) return splitDoubled(name) ?? splitOnce(name, 'mcp_', '_');
  const tool = textField(context, 'tool_name') ?? splitByServers(name, 'mcp_', '_', [server])?.tool ?? name;
  const [url, command] = [textField(context, 'url'), textField(context, 'command')];
  return { server, tool, provenance: 'runtime', url, command };
}

/** A tool of a server that is not named. */
function kindOf(name: string): Kind | undefined {
  return name.startsWith('mcp_') ? 'mcp' : undefined;
}

const ownEvents = [
  'BeforeTool',
  'AfterTool',
  'BeforeAgent',
  'AfterAgent',
  'BeforeModel',
  'AfterModel',
  'BeforeToolSelection',
];

/** Most of its events have names of their own; those of its sessions do not. */
function isGemini(payload: JsonObject, { env }: HookHost): boolean {
  if (isNamed(payload, ownEvents)) return true;
  return (
    variableIn(env, 'GEMINI_SESSION_ID') !== undefined && /^Session(?:Start|End)$/.test(eventNameOf(payload))
  );
}
