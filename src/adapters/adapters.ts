/** Every harness that bylaw has an adapter for. */

import { antigravity } from '../harnesses/antigravity/adapter.ts';
import { claudeCode } from '../harnesses/claude-code/adapter.ts';
import { cline } from '../harnesses/cline/adapter.ts';
import { codex } from '../harnesses/codex/adapter.ts';
import { copilot } from '../harnesses/copilot/adapter.ts';
import { crush } from '../harnesses/crush/adapter.ts';
import { cursor } from '../harnesses/cursor/adapter.ts';
import { devin } from '../harnesses/devin/adapter.ts';
import { droid } from '../harnesses/droid/adapter.ts';
import { geminiCli } from '../harnesses/gemini-cli/adapter.ts';
import { goose } from '../harnesses/goose/adapter.ts';
import { grok } from '../harnesses/grok/adapter.ts';
import { kimi } from '../harnesses/kimi/adapter.ts';
import { kiro } from '../harnesses/kiro/adapter.ts';
import { opencode } from '../harnesses/opencode/adapter.ts';
import { qwenCode } from '../harnesses/qwen-code/adapter.ts';
import { vscode } from '../harnesses/vscode/adapter.ts';
import { windsurf } from '../harnesses/windsurf/adapter.ts';
import type { Adapter, HookVerdict, NativeAnswer } from './adapter.ts';
import type { HarnessId } from './harnesses.ts';

/** In the order in which their signs are tried: an envelope that others imitate is behind its imitations. */
export const adapters: Readonly<Record<HarnessId, Adapter>> = {
  antigravity,
  cursor,
  windsurf,
  cline,
  opencode,
  droid,
  grok,
  vscode,
  'qwen-code': qwenCode,
  copilot,
  'gemini-cli': geminiCli,
  codex,
  goose,
  crush,
  kimi,
  devin,
  kiro,
  'claude-code': claudeCode,
};

/**
 * A denial for an unknown sender: each harness finds its own form in it, and
 * the exit code is for those that read no form.
 */
export function denyUnknownSender({ reason }: HookVerdict & { readonly denied: true }): NativeAnswer {
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
