/**
 * The outcome of one comparison, as a small number: no, yes, or the cause of not knowing. A cause is 3 or more, so that no
 * and yes have the values of `Truth`.
 */
import { NO, type Truth, UNKNOWN, YES } from '../pattern/text/truth.ts';

export const MISSING_FIELD = 3;
export const WRONG_TYPE = 4;
export const AMBIGUOUS = 5;
export const TOO_LONG = 6;
/** The comparison needs the workspace, and the event withholds it. */
export const MISSING_WORKSPACE = 7;
/** Too little is known of the object, or the effect is only possible. */
export const UNRESOLVED = 8;

export type Cause =
  | typeof MISSING_FIELD
  | typeof WRONG_TYPE
  | typeof AMBIGUOUS
  | typeof TOO_LONG
  | typeof MISSING_WORKSPACE
  | typeof UNRESOLVED;
export type Outcome = typeof NO | typeof YES | Cause;

export const isCause = (outcome: Outcome): outcome is Cause => outcome > YES;
export const outcomeTruth = (outcome: Outcome): Truth => (outcome > YES ? UNKNOWN : (outcome as Truth));
/** A truth, with its cause where it is unknown. */
export const withCause = (value: Truth, cause: Cause): Outcome =>
  value === UNKNOWN ? cause : (value as Outcome);
export const outcomeIf = (value: boolean): Outcome => (value ? YES : NO);
export const invert = (outcome: Outcome): Outcome => (outcome === YES ? NO : outcome === NO ? YES : outcome);

/** The first yes, else the first cause, else no. */
export function anyOf<Item>(items: readonly Item[], test: (item: Item) => Outcome): Outcome {
  let result: Outcome = NO;
  for (const item of items) {
    const outcome = test(item);
    if (outcome === YES) return YES;
    if (result === NO) result = outcome;
  }
  return result;
}

/** The first no, else the first cause, else yes; over nothing it is no. */
export function everyOf<Item>(items: readonly Item[], test: (item: Item) => Outcome): Outcome {
  let result: Outcome = items.length === 0 ? NO : YES;
  for (const item of items) {
    const outcome = test(item);
    if (outcome === NO) return NO;
    if (result === YES) result = outcome;
  }
  return result;
}
