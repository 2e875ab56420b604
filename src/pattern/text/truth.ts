/**
 * Kleene's three values as numbers, so that `and` is the smaller, `or` the
 * larger and `not` the mirror image, whatever the order of operands.
 */
export type Truth = 0 | 1 | 2;
export const NO = 0;
export const UNKNOWN = 1;
export const YES = 2;

export const not = (truth: Truth): Truth => (2 - truth) as Truth;
export const truth = (value: boolean): Truth => (value ? YES : NO);

const names = ['no', 'unknown', 'yes'] as const;
export type TruthName = (typeof names)[number];
export const truthName = (value: Truth): TruthName => names[value];
