/**
 * Devin CLI: the envelope of Claude Code, without ids of calls and most often
 * without a directory, which is then the one that the hook is started in. It reads
 * one form of denial, whichever event asks.
 */
import type { Adapter, HookVerdict, NativeAnswer } from '../../adapters/adapter.ts';
import { printing } from '../../adapters/adapter.ts';
import { type ClaudeShape, outcomeBySuccess, readClaudeShape } from '../../adapters/claude-shape.ts';
import { textField, variableIn } from '../../adapters/payload.ts';

const shape: ClaudeShape = {
  projectVariable: 'DEVIN_PROJECT_DIR',
  turnField: 'prompt_id',
  cwdOf: (payload, host) => textField(payload, 'cwd') ?? host.cwd,
  outcomeOf: outcomeBySuccess,
};

export const devin: Adapter = {
  id: 'devin',
  name: 'Devin CLI',
  read: (payload, host) => readClaudeShape(payload, host, shape),
  answer,
  signs: { likely: (_payload, { env }) => variableIn(env, 'DEVIN_PROJECT_DIR') !== undefined, isWeak: true },
};

function answer(verdict: HookVerdict, moment = 'PreToolUse'): NativeAnswer {
  const decides = moment === 'PreToolUse' || moment === 'PermissionRequest';
  if (!verdict.denied || !decides) return printing();
  return printing({ decision: 'block', reason: verdict.reason });
}
