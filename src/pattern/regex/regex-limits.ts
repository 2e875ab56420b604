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

/**
 * No fewer steps than the program of a source has. A character makes at most two, such as `*`, which loops and may be passed;
 * so does each copy of one (`.{0,80}`). Of the copies of a group, and behind a quotation (`\Q…\E`), only compiling shows the steps.
 */
export function boundOfSteps(source: string): number {
  let steps = 2 * source.length + 8;
  for (const { 1: least, 2: most = least, index } of source.matchAll(/\{(\d+)(?:,(\d*))?\}/g)) {
    if (source[index - 1] === ')' || /\\[QE]/.test(source)) return Number.POSITIVE_INFINITY;
    steps += 2 * (most === '' ? Number(least) + 1 : Number(most));
  }
  return steps;
}
