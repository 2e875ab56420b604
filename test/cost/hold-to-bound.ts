/** Rules held to the bound that is told of them beforehand, with the limits drawn as tight as the event itself. */
import { expect } from 'vitest';
import type { CheckedBundle } from '../../src/check/tree/checked.ts';
import { compile } from '../../src/compile/program.ts';
import { limitsOfEvent } from '../../src/cost/cost.ts';
import { type EventLimits, stepsOfObjects, stepsOfRule } from '../../src/cost/rule-steps.ts';
import { evaluateEveryRule } from '../../src/engine/evaluate.ts';
import { objectsOf } from '../../src/engine/rule-result.ts';
import type { Effects } from '../../src/facts/effect/effect.ts';
import type { Event } from '../../src/facts/event/event.ts';
import { derive, type Facts } from '../../src/facts/facts.ts';
import { withEffects } from '../compile/effects.ts';
import { counting } from './count-questions.ts';

/** What this event has, and no more. */
function tightLimits(event: Event, facts: Facts): EventLimits {
  const { unknowns, moments, elsewhere, succeeded, added, hiddenFiles, ...does } = facts.effects;
  const done = Object.values(does).reduce((sum: number, each: readonly unknown[]) => sum + each.length, 0);
  const others = [...elsewhere.values()].reduce((sum, each) => sum + each().length, 0);
  const { effects: _, ...limits } = limitsOfEvent(JSON.stringify(event.raw).length);
  return { ...limits, effects: done + others };
}

export interface Tally {
  judged: number;
  asked: number;
  /** Rules for which all that the bound allows was asked. */
  reached: number;
}

export function holdTo(
  sound: CheckedBundle,
  calls: readonly (readonly [Event, Effects])[],
  tally: Tally,
  at?: number,
): void {
  for (const compiled of compile(sound).rules) {
    const { rule, counter } = counting(compiled);
    for (const [each, does] of calls) {
      const facts = withEffects(derive(each, undefined, undefined, { at }), does);
      const limits = tightLimits(each, facts);
      counter.questions = 0;
      evaluateEveryRule({ rules: [rule] }, facts);
      const bound = stepsOfRule(rule.checked, limits);
      if (counter.questions > bound)
        expect.fail(`${rule.code} asked ${counter.questions}, and not ${bound}: ${JSON.stringify(each.raw)}`);
      tally.judged++;
      tally.asked += counter.questions;
      if (counter.questions === bound) tally.reached++;
      for (const slot of rule.slots.keys()) {
        counter.questions = 0;
        objectsOf(rule, slot, facts);
        expect(counter.questions).toBeLessThanOrEqual(stepsOfObjects(rule.checked, limits));
      }
    }
  }
}

export const newTally = (): Tally => ({ judged: 0, asked: 0, reached: 0 });
