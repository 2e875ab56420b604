// Whether bylaw has become slower. The baseline has bylaw's time as a ratio to that of a reference written by hand,
// measured in the same rounds, so that figures of another day or machine can be compared; and how far such ratios lay
// apart when nothing had changed. Plain functions of data: they measure and write nothing.
import { median, ratios, spread } from '../scripts/statistics.mjs';

/**
 * A ratio with its noise: how far repetitions in processes of their own lay from it, as a part of it.
 * @typedef {{ case: string, against: string, ratio: number, noise: number }} Ratio
 *
 * @typedef {{ ratio: Ratio, before: Ratio, limit: number }} Regression
 */

/** What noise is always granted: processes differ by this much on a quiet machine too. */
const leastNoise = 0.1;

/**
 * @param {string} name of the case
 * @param {readonly Record<string, import('./measure.mjs').Taken>[]} repetitions of one case, with the rounds of
 *   `bylaw` and of references
 * @param {readonly string[]} references
 * @returns {readonly Ratio[]} one for each reference that could do the case
 */
export function ratiosOf(name, repetitions, references) {
  return references.flatMap((against) => {
    const found = repetitions.flatMap((taken) => {
      const [own, other] = [taken.bylaw?.rounds, taken[against]?.rounds];
      return own === undefined || other === undefined ? [] : [median(ratios(own, other))];
    });
    if (found.length === 0) return [];
    return [{ case: name, against, ratio: rounded(median(found)), noise: rounded(spread(found)) }];
  });
}

/**
 * @param {readonly Ratio[]} before the baseline
 * @param {readonly Ratio[]} now of any of its cases
 * @returns {{ regressions: readonly Regression[], unknown: readonly Ratio[] }} `unknown` has what the baseline has not
 */
export function compareRatios(before, now) {
  const regressions = [];
  const unknown = [];
  for (const ratio of now) {
    const known = before.find((each) => each.case === ratio.case && each.against === ratio.against);
    if (known === undefined) {
      unknown.push(ratio);
      continue;
    }
    const limit = known.ratio * (1 + Math.max(leastNoise, known.noise + ratio.noise));
    if (ratio.ratio > limit) regressions.push({ ratio, before: known, limit });
  }
  return { regressions, unknown };
}

const rounded = (value) => Number(value.toPrecision(3));
