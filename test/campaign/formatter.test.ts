/** Laws of the formatter over generated trees and texts. `BYLAW_RUNS` sets how many, `BYLAW_SEED` which. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatPolicy } from '../../../src/language/format/format.ts';
import { bundle } from '../../reference/arbitrary.ts';
import { loosePolicy } from '../../reference/loose-policy.ts';
import { laidOutAnyhow } from './laid-out-anyhow.ts';
import { keepsWhatItSays, readsBack } from './laws.ts';

const runs = Number(process.env.BYLAW_RUNS ?? 1000);
const seed = Number(process.env.BYLAW_SEED ?? 1);

test('any tree is read back as it was, and its text is canonical', () => {
  fc.assert(fc.property(loosePolicy, readsBack), { numRuns: runs, seed });
});

test('so are policies that make sense', () => {
  fc.assert(
    fc.property(bundle, (policies) => policies.forEach(readsBack)),
    { numRuns: runs / 10, seed },
  );
});

test('no layout of a text makes a difference to its tree, and every comment keeps its place', () => {
  const texts = laidOutAnyhow(loosePolicy.map(formatPolicy));
  fc.assert(fc.property(texts, keepsWhatItSays), { numRuns: runs / 2, seed });
});

test('the layouts have comments in them', () => {
  const texts = fc.sample(laidOutAnyhow(loosePolicy.map(formatPolicy)), { numRuns: 50, seed });
  expect(texts.filter((text) => text.includes('#')).length).toBeGreaterThan(30);
});
