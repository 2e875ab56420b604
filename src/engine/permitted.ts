/**
 * A decision point for clients whose credentials allow one of two things: to ask about calls, or to report them. A question
 * without the right to ask is denied, so that the call does not run. A report without the right to report is ignored.
 */
import { type Decision, emptyDecision } from './decision.ts';

import type { DecisionPoint } from './engine.ts';

export const notPermittedCode = 'io.bylaw.engine.not-permitted';

/** `watches`: nothing is denied. */
export const permitted = (point: DecisionPoint, watches: boolean): DecisionPoint => ({
  decide: (event, asked) =>
    asked?.client?.only === 'observe' ? notPermitted(watches) : point.decide(event, asked),
  observe: (event, asked) =>
    asked?.client?.only === 'intercept' ? { unproven: 'permission' } : point.observe(event, asked),
});

const notPermitted = (watches: boolean): Decision => ({
  ...emptyDecision,
  effect: watches ? 'none' : 'deny',
  code: notPermittedCode,
  reason:
    'The token that came with this call may report calls, and may not ask about them, so the call is not allowed. Whoever runs the server can give the token the permission `intercept`.',
});
