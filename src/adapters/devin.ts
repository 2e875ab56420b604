/**
 * Devin CLI: the envelope of Claude Code, without ids of calls and most often
 * without a directory, which is then the one that the hook is started in. It reads
 * one form of denial, whichever event asks.
 */
import type { Adapter, NativeAnswer, Verdict } from './adapter.ts';
import { printing } from './adapter.ts';
import { type ClaudeShape, outcomeBySuccess, readClaudeShape } from './claude-shape.ts';
import { textOf } from './payload.ts';

const shape: ClaudeShape = {
  projectVariable: 'DEVIN_PROJECT_DIR',
  turnField: 'prompt_id',
  cwdOf: (payload, host) => textOf(payload, 'cwd') ?? host.cwd,
  outcomeOf: outcomeBySuccess,
};

export const devin: Adapter = {
  id: 'devin',
  name: 'Devin CLI',
  read: (payload, host) => readClaudeShape(payload, host, shape),
  answer,
};

function answer(verdict: Verdict, moment = 'PreToolUse'): NativeAnswer {
  const decides = moment === 'PreToolUse' || moment === 'PermissionRequest';
  if (!verdict.denied || !decides) return printing();
  return printing({ decision: 'block', reason: verdict.reason });
}
