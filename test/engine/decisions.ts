/** Decisions to which no rule led, for tests of what is made of them. */
import { type Decision, noFindings } from '../../src/engine/decision.ts';

/** A call passes. */
export const passing: Decision = { effect: 'none', code: undefined, reason: undefined, ...noFindings };

/** A call is denied. */
export const denying = (code: string, reason: string): Decision => ({
  ...passing,
  effect: 'deny',
  code,
  reason,
});
