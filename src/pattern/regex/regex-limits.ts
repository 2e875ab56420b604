/** How large a regular expression may be, and how long the text that it searches. */

/** Longer sources are refused. */
export const maximalSource = 2000;
/** Steps of the compiled program; `[a-z]{500}` has about five hundred. */
export const maximalProgram = 3000;
/**
 * Steps of the program times characters of the text. Time is linear in both, but a
 * text made for the expression can need all of it: this bounds it to some seconds.
 * A program of a hundred steps still searches a whole megabyte.
 */
export const maximalWork = 100_000_000;
