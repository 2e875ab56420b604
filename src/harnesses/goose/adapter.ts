/**
 * Goose: an envelope like Claude Code's, whose event is `event` and whose directory
 * is `working_dir`. Its tools are named after the extension that they are of; those
 * of `developer` are its own, all others are MCP tools. Besides the event of any
 * tool it has events of their own for commands and files, which decide nothing.
 * An empty object is no decision to it, so there is either a denial or nothing; it
 * reads a denial as JSON or as exit code 2, and is given both.
 */
import type { Adapter, HookVerdict, NativeAnswer, NativeMcp } from '../../adapters/adapter.ts';
import { printing, refusing } from '../../adapters/adapter.ts';
import { type ClaudeShape, readClaudeShape } from '../../adapters/claude-shape.ts';
import { textField } from '../../adapters/payload.ts';
import { has } from '../../adapters/signs.ts';

const shape: ClaudeShape = {
  callField: 'tool_call_id',
  moments: {
    PreToolUse: 'before',
    PreToolUseResult: 'announced',
    BeforeReadFile: 'announced',
    BeforeShellExecution: 'announced',
    PostToolUse: 'after',
    PostToolUseFailure: 'failure',
    SessionStart: 'start',
    SessionEnd: 'end',
  },
  cwdOf: (payload) => textField(payload, 'working_dir', 'cwd'),
  mcpOf,
};

export const goose: Adapter = {
  id: 'goose',
  name: 'Goose',
  read: (payload, host) => readClaudeShape(payload, host, shape),
  answer,
  signs: { own: (payload) => has(payload, 'event', 'working_dir'), hasOwnFiles: true },
};

/** `extension__tool`; the first separator counts, because the names of tools may hold one. */
function mcpOf(name: string): NativeMcp | undefined {
  const at = name.indexOf('__');
  const [server, tool] = [name.slice(0, at), name.slice(at + 2)];
  if (at <= 0 || tool === '' || server === 'developer') return undefined;
  return { server, tool, provenance: 'inferred' };
}

function answer(verdict: HookVerdict, moment = 'PreToolUse'): NativeAnswer {
  if (!verdict.denied || moment !== 'PreToolUse') return printing();
  return refusing(verdict.reason, { decision: 'block', reason: verdict.reason });
}
