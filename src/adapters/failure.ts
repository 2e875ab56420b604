/**
 * The failures of a hook as verdicts: each has a code of its own and a sentence that says what a person can do. A hook
 * that cannot decide denies, unless its owner chose otherwise.
 */
import type { HookVerdict } from './adapter.ts';
import { oneLine } from './verdict.ts';

/** The codes are documented in docs/operations.md. */
export type Failure =
  /** The payload is no JSON, or not what the harness sends. */
  | { readonly kind: 'unreadable-payload'; readonly detail: string }
  /** The policies have errors, or their tests fail. */
  | { readonly kind: 'invalid-policy'; readonly detail: string; readonly isBundle?: boolean }
  /** There is no policy at the place that was named, or none was named. */
  | { readonly kind: 'no-policy'; readonly detail: string }
  /** The server that was named does not answer. */
  | { readonly kind: 'no-server'; readonly detail: string; readonly isRemote?: boolean }
  | { readonly kind: 'deadline'; readonly milliseconds: number }
  /** The command line of the hook is wrong. */
  | { readonly kind: 'wrong-usage'; readonly detail: string }
  /** A defect of bylaw. */
  | { readonly kind: 'fault'; readonly detail: string };

export function failureVerdict(failure: Failure): HookVerdict & { readonly denied: true } {
  return { denied: true, code: `io.bylaw.engine.${failure.kind}`, reason: oneLine(sentences(failure)) };
}

/** The line for a call that passes although bylaw could not decide: the hook has `--fail-open`. */
export function passedUndecided(failure: Failure): string {
  const why = failure.kind === 'deadline' ? `no answer within ${failure.milliseconds} ms` : failure.detail;
  return oneLine(`--fail-open lets a call pass undecided: ${why} [io.bylaw.engine.${failure.kind}]`);
}

function sentences(failure: Failure): string {
  switch (failure.kind) {
    case 'unreadable-payload':
      return `bylaw cannot read what this harness sent, so the call is not allowed: ${failure.detail}. A person should run \`bylaw doctor\`; this version of the harness may be newer than bylaw.`;
    case 'invalid-policy':
      if (failure.isBundle === true)
        return `There is no bundle to decide by, so no call is allowed: ${failure.detail}. A person should look at what \`--bundle\` and \`--bundle-key\` name, and run \`bylaw bundle verify\` on it.`;
      return `The policies are not valid, so no call is allowed: ${failure.detail}. A person should run \`bylaw check\` and \`bylaw test\` on it and fix what they find.`;
    case 'no-policy':
      return `There are no policies to decide by, so no call is allowed: ${failure.detail}. A person should run \`bylaw init\`, or name the folder with \`--policies\`.`;
    case 'no-server':
      if (failure.isRemote === true)
        return `The policy server that this hook asks does not decide, so no call is allowed: ${failure.detail}. A person should run \`bylaw doctor\`, or ask whoever runs the server.`;
      return `The policy server does not answer, so no call is allowed: ${failure.detail}. A person should start it with \`bylaw serve --socket\`, or give the hook \`--policies\`.`;
    case 'deadline':
      return `The policies did not decide within ${failure.milliseconds} ms, so the call is not allowed. Try again; if it stays so, a person should run \`bylaw doctor\`.`;
    case 'wrong-usage':
      return `The hook is not installed correctly, so no call is allowed: ${failure.detail}. A person should run \`bylaw init\` again.`;
    case 'fault':
      return `bylaw failed while it looked at this call, so the call is not allowed: ${failure.detail}. A person should report this.`;
    default:
      return failure satisfies never;
  }
}
