/** Decisions to which no rule led, for tests of what is made of them. */
import { type Decision, emptyDecision } from '../../src/engine/decision.ts';

/** A call is denied. */
export const denying = (code: string, reason: string): Decision => ({
  ...emptyDecision,
  effect: 'deny',
  code,
  reason,
});
