/** Every harness that bylaw has an adapter for. */
import type { Adapter, HarnessId, NativeAnswer, Verdict } from './adapter.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import { cursor } from './cursor.ts';
import { geminiCli } from './gemini-cli.ts';
import { opencode } from './opencode.ts';
import { vscode } from './vscode.ts';

export const adapters: Readonly<Partial<Record<HarnessId, Adapter>>> = {
  'claude-code': claudeCode,
  codex,
  copilot,
  vscode,
  opencode,
  cursor,
  'gemini-cli': geminiCli,
};

/**
 * A denial for a sender that nobody knows: each harness finds its own form in
 * it, and the exit code stands for those that know no form.
 */
export function denyUnknownSender({ reason }: Verdict & { readonly denied: true }): NativeAnswer {
  const document = {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: reason,
    },
    decision: 'deny',
    reason,
    permission: 'deny',
    user_message: reason,
    agent_message: reason,
    permissionDecision: 'deny',
    permissionDecisionReason: reason,
    cancel: true,
    errorMessage: reason,
  };
  return { stdout: `${JSON.stringify(document)}\n`, stderr: `${reason}\n`, exitCode: 2 };
}
