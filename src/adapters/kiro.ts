/**
 * Kiro, and Amazon Q before it: an envelope like Claude Code's, whose older form
 * has events in camel case and neither sessions nor ids. It blocks by the exit
 * code, and hands what is on standard error to the model; nothing else is read.
 */
import type { JsonObject } from '../language/json.ts';
import type { Kind } from '../vocabulary/kinds.ts';
import type { Adapter, NativeAnswer, NativeMcp, Verdict } from './adapter.ts';
import { printing, refusing } from './adapter.ts';
import { type ClaudeShape, outcomeBySuccess, readClaudeShape } from './claude-shape.ts';
import { splitDoubled } from './mcp-name.ts';
import { textOf } from './payload.ts';

const shape: ClaudeShape = {
  moments: {
    preToolUse: 'before',
    permissionRequest: 'told',
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
  read: (payload, host) => readClaudeShape(payload, host, shape),
  answer,
};

/** `@server/tool`; a name may have more slashes, but a server has none. */
function mcpOf(name: string): NativeMcp | undefined {
  const [, server, tool] = /^@([^/]+)\/(.+)$/s.exec(name) ?? [];
  if (server === undefined || tool === undefined) return splitDoubled(name);
  return { server, tool, provenance: 'inferred' };
}

/** One tool writes files, and changes them when its command says so. */
function kindOf(name: string, input: JsonObject): Kind | undefined {
  const isWriter = name === 'fs_write' || name === 'write';
  const changes = ['str_replace', 'insert', 'append'].includes(textOf(input, 'command') ?? '');
  return isWriter && changes ? 'file_edit' : undefined;
}

function answer(verdict: Verdict, moment = 'preToolUse'): NativeAnswer {
  return verdict.denied && moment === 'preToolUse' ? refusing(verdict.reason) : printing();
}
