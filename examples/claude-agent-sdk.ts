/**
 * bylaw in front of the Claude Agent SDK: hooks for `options.hooks`, which run for every call, also for
 * those that a rule or a mode has already allowed.
 */
import type { HookCallbackMatcher, HookJSONOutput, Options } from '@anthropic-ai/claude-agent-sdk';
import { createNativeHook, type PolicyEngine } from 'bylaw';

/** Hooks that decide before every tool and get its outcome. */
export function bylawHooks({ decisionPoint }: PolicyEngine): NonNullable<Options['hooks']> {
  const answer = createNativeHook({ harness: 'claude-code', engine: decisionPoint });
  const ask: HookCallbackMatcher[] = [
    { hooks: [async (payload): Promise<HookJSONOutput> => JSON.parse(answer(payload).stdout || '{}')] },
  ];
  return { PreToolUse: ask, PostToolUse: ask, PostToolUseFailure: ask, SessionStart: ask, SessionEnd: ask };
}
