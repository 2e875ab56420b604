// An explanation of a rule comes to what the decision says, and each of its parts to what the parts of that come to.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compile } from '../../src/compile/program.ts';
import { evaluateEveryRule } from '../../src/engine/evaluate.ts';
import { type ClauseTrace, explainRule } from '../../src/engine/explain.ts';
import { derive } from '../../src/facts/facts.ts';
import { withEffects } from '../compile/effects.ts';
import { bundle } from '../reference/arbitrary.ts';
import { bundleAboutEffects, effects } from '../reference/arbitrary-effects.ts';
import { checkTexts, textsOf } from '../reference/check-texts.ts';
import { event } from '../reference/event.ts';
import { effort, seed, tell, timeout } from './effort.ts';

/** Bundles of policies, each beside 6 events. */
const runs = effort(1500, 5);

/** The value of a node, worked out again from those of its parts. */
function recomputed({ kind, value, parts }: ClauseTrace): string {
  const values = parts.map((part) => part.value);
  const order = ['no', 'unknown', 'yes'];
  const sorted = [...values].sort((a, b) => order.indexOf(a) - order.indexOf(b));
  switch (kind) {
    case 'and':
      return sorted[0] ?? 'yes';
    case 'or':
      return sorted.at(-1) ?? 'no';
    case 'not':
      return order[2 - order.indexOf(values[0] ?? '')] ?? '';
    case 'might':
      return values[0] === 'unknown' ? 'yes' : (values[0] ?? '');
    case 'condition':
      return values[0] ?? '';
    default:
      return value;
  }
}

const nodes = (trace: ClauseTrace): ClauseTrace[] => [trace, ...trace.parts.flatMap(nodes)];

const plain = bundle.map((policies) => checkTexts(textsOf(policies)));

test.each([
  ['policies', plain],
  ['policies about what a call does', plain.chain(bundleAboutEffects)],
])('an explanation comes to what the decision says, for generated %s', { timeout }, (_, bundles) => {
  let explained = 0;
  const calls = fc.array(fc.tuple(event, effects), { minLength: 6, maxLength: 6 });
  fc.assert(
    fc.property(bundles, calls, (sound, events) => {
      const { rules } = compile(sound);
      for (const [each, does] of events) {
        const facts = withEffects(derive(each), does);
        const { matched, watched, unsure } = evaluateEveryRule({ rules }, facts);
        for (const rule of rules) {
          const held = [...matched, ...watched].some(({ code }) => code === rule.code);
          const doubt = unsure.find(({ code }) => code === rule.code);
          const { result, noted, when, unless, unknowns } = explainRule(rule, facts);
          expect(result).toBe(held ? 'yes' : doubt === undefined ? 'no' : 'unknown');
          if (doubt !== undefined) expect(unknowns).toEqual(doubt.unknowns);
          const excused = unless?.value === 'yes';
          if (!noted) expect(result).toBe(excused ? 'no' : when.value);
          for (const node of [...nodes(when), ...(unless === undefined ? [] : nodes(unless))]) {
            expect(node.value).toBe(recomputed(node));
          }
          explained++;
        }
      }
    }),
    { numRuns: runs, seed },
  );
  tell({ 'rules explained': explained });
  expect(explained).toBeGreaterThan(runs * 16);
});
