/**
 * The evaluator asks no more than the bound that is
 * computed beforehand, with the limits drawn as tight as the event itself.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { policyCost } from '../../src/cost/cost.ts';
import { whyAlwaysAsked } from '../../src/cost/why-always-asked.ts';
import { noEffects } from '../../src/facts/effect/effect.ts';
import { builtIn } from '../../src/facts/known.ts';
import { requiredKeys } from '../../src/rule-index/required-keys.ts';
import { holdTo, newTally } from '../cost/hold-to-bound.ts';
import { bundle } from '../reference/arbitrary.ts';
import { bundleAboutEffects, effects } from '../reference/arbitrary-effects.ts';
import { checkTexts, textsOf } from '../reference/check-texts.ts';
import { event } from '../reference/event.ts';
import { effort, isFull, seed, tell, timeout } from './effort.ts';

/** Bundles of policies, each beside 16 events. */
const runs = effort(3000, 12);

test('rules about fields ask no more than their bound', { timeout }, () => {
  const tally = newTally();
  const events = fc.array(event, { minLength: 16, maxLength: 16 });
  fc.assert(
    fc.property(bundle, events, (policies, calls) => {
      const plain = calls.map((each) => [each, noEffects] as const);
      holdTo(checkTexts(textsOf(policies)), plain, tally);
    }),
    { numRuns: runs, seed, endOnFailure: true },
  );
  tell({ 'rules judged': tally.judged });
  expect(tally.judged).toBeGreaterThan(runs * 16);
  expect(tally.asked).toBeGreaterThan(tally.judged);
});

test('so do rules about what a call does, and some ask all of it', { timeout }, () => {
  const tally = newTally();
  const calls = fc.array(fc.tuple(event, effects), { minLength: 16, maxLength: 16 });
  const bundles = bundle.map((policies) => checkTexts(textsOf(policies))).chain(bundleAboutEffects);
  fc.assert(
    fc.property(bundles, calls, (sound, events) => holdTo(sound, events, tally)),
    { numRuns: runs, seed, endOnFailure: true },
  );
  tell({ 'rules judged': tally.judged, 'that asked all of their bound': tally.reached });
  expect(tally.judged).toBeGreaterThan(runs * 16);
  expect(tally.asked).toBeGreaterThan(tally.judged);
  // One bundle in some thirty has a rule that asks all of it.
  if (isFull) expect(tally.reached).toBeGreaterThan(runs / 300);
});

test('a rule has parts to blame exactly where it demands nothing', { timeout }, () => {
  let blamed = 0;
  fc.assert(
    fc.property(bundle, (policies) => {
      const sound = checkTexts(textsOf(policies));
      for (const rule of sound.rules) {
        const parts = whyAlwaysAsked(rule, builtIn);
        expect(parts.length > 0).toBe(requiredKeys(rule, builtIn).length === 0);
        if (parts.length > 0) blamed++;
      }
      const { rules, scanned } = policyCost(sound, 1000);
      expect(rules.filter(({ because }) => because.length > 0)).toHaveLength(scanned);
      for (const { lookups, because } of rules) expect(lookups.length > 0).not.toBe(because.length > 0);
    }),
    { numRuns: runs, seed, endOnFailure: true },
  );
  tell({ 'rules that demand nothing': blamed });
  expect(blamed).toBeGreaterThan(runs / 10);
});
