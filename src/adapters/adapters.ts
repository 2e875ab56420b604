/** Every harness that bylaw has an adapter for. */
import type { Adapter, HarnessId, NativeAnswer, Verdict } from './adapter.ts';
import { harnessIds } from './adapter.ts';
import { claudeCode } from './claude-code.ts';

export const adapters: Readonly<Partial<Record<HarnessId, Adapter>>> = {
  'claude-code': claudeCode,
};

/** Names that people use for a harness, as they come. */
const otherNames: Readonly<Record<string, HarnessId>> = {
  claude: 'claude-code',
  claudecode: 'claude-code',
  'codex-cli': 'codex',
  'cursor-agent': 'cursor',
  'copilot-cli': 'copilot',
  'github-copilot': 'copilot',
  'vs-code': 'vscode',
  kilo: 'opencode',
  gemini: 'gemini-cli',
  qwen: 'qwen-code',
  'kimi-code': 'kimi',
  'kimi-cli': 'kimi',
  factory: 'droid',
  'factory-droid': 'droid',
  cascade: 'windsurf',
  'amazon-q': 'kiro',
  agy: 'antigravity',
  'grok-build': 'grok',
};

/** The harness that a name means; undefined where there is none. */
export function harnessNamed(name: string): HarnessId | undefined {
  const plain = name.toLowerCase();
  if (Object.hasOwn(otherNames, plain)) return otherNames[plain];
  return harnessIds.find((id) => id === plain);
}

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
