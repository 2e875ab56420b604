/** Every harness that bylaw has an adapter for. */
import type { Adapter, HarnessId, NativeAnswer, Verdict } from './adapter.ts';
import { antigravity } from './antigravity.ts';
import { claudeCode } from './claude-code.ts';
import { cline } from './cline.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import { crush } from './crush.ts';
import { cursor } from './cursor.ts';
import { devin } from './devin.ts';
import { droid } from './droid.ts';
import { geminiCli } from './gemini-cli.ts';
import { goose } from './goose.ts';
import { grok } from './grok.ts';
import { kimi } from './kimi.ts';
import { kiro } from './kiro.ts';
import { opencode } from './opencode.ts';
import { qwenCode } from './qwen-code.ts';
import { vscode } from './vscode.ts';
import { windsurf } from './windsurf.ts';

export const adapters: Readonly<Record<HarnessId, Adapter>> = {
  'claude-code': claudeCode,
  codex,
  copilot,
  vscode,
  opencode,
  cursor,
  'gemini-cli': geminiCli,
  'qwen-code': qwenCode,
  kimi,
  droid,
  windsurf,
  kiro,
  cline,
  goose,
  crush,
  devin,
  antigravity,
  grok,
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
