/** A verdict, or a failure, as the answer that its sender understands; and the answer for a sender that is not known. */
import type { Adapter, HookVerdict, NativeAnswer } from './adapter.ts';
import { type Failure, failureVerdict, passedUndecided } from './failure.ts';

/** Whom to answer, and in which of its terms. */
export interface PayloadSender {
  readonly adapter: Adapter | undefined;
  readonly moment: string | undefined;
}

/**
 * The answer to a failure: a denial in the form of the sender, or the neutral answer for users who chose it. A line on
 * standard error then shows that a call passed without a decision.
 */
export function answerFailure(
  failure: Failure,
  { adapter, moment }: PayloadSender,
  failOpen: boolean,
): NativeAnswer {
  if (!failOpen) return answerVerdict(failureVerdict(failure), { adapter, moment });
  const neutral = answerVerdict({ denied: false }, { adapter, moment });
  return { ...neutral, stderr: `${neutral.stderr}bylaw hook: ${passedUndecided(failure)}\n` };
}

/** A verdict in the sender's own form. */
export function answerVerdict(verdict: HookVerdict, { adapter, moment }: PayloadSender): NativeAnswer {
  if (!verdict.denied) return adapter?.answer(verdict, moment) ?? { stdout: '', stderr: '', exitCode: 0 };
  // Native answers have no place for a code, and without it people do not find the rule.
  const named = { ...verdict, reason: `${verdict.reason} [${verdict.code}]` };
  return adapter === undefined ? denyUnknownSender(named) : adapter.answer(named, moment);
}

/**
 * A denial for an unknown sender: each harness finds its own form in it, and
 * the exit code is for those that read no form.
 */
function denyUnknownSender({ reason }: HookVerdict & { readonly denied: true }): NativeAnswer {
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
