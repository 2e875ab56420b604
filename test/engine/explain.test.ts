import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compile } from '../../src/compile/program.ts';
import { evaluateAll } from '../../src/engine/evaluate.ts';
import { type ClauseTrace, type Explanation, explainRule } from '../../src/engine/explain.ts';
import type { Event } from '../../src/facts/event.ts';
import { derive } from '../../src/facts/facts.ts';
import { withEffects } from '../compile/effects.ts';
import { bundle } from '../reference/arbitrary.ts';
import { bundleAboutEffects, effects } from '../reference/arbitrary-effects.ts';
import { checkTexts, textsOf } from '../reference/check-texts.ts';
import { event } from '../reference/event.ts';
import { call, program } from './program.ts';

const explain = (rule: string, of: Event): Explanation => {
  const [first] = program(rule).rules;
  if (first === undefined) throw new Error('no rule');
  return explainRule(first, derive(of));
};

/** A trace on one line: `and=unknown(tool=yes input.owner=unknown)`. */
function shown({ kind, name, value, parts }: ClauseTrace): string {
  const own = `${name === '' ? kind : name}=${value}`;
  return parts.length === 0 ? own : `${own}(${parts.map(shown).join(' ')})`;
}

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
])('an explanation comes to what the decision says, for generated %s', (_, bundles) => {
  let explained = 0;
  const calls = fc.array(fc.tuple(event, effects), { minLength: 6, maxLength: 6 });
  fc.assert(
    fc.property(bundles, calls, (sound, events) => {
      const { rules } = compile(sound);
      for (const [each, does] of events) {
        const facts = withEffects(derive(each), does);
        const { matched, watched, unsure } = evaluateAll({ rules }, facts);
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
    { numRuns: 60, seed: 1 },
  );
  expect(explained).toBeGreaterThan(1000);
});

test('every clause has its value, its place and what was seen', () => {
  const rule = `
condition large = size of input > 10
deny a
  when tool is "Bash" and (input.owner is not "x" or might input.path under "/srv")
  unless large
`;
  const { result, when, unless, unknowns } = explain(rule, call({ path: 'a'.repeat(300) }));
  expect(result).toBe('no');
  expect(shown(when)).toBe(
    'and=unknown(and=unknown(tool=yes or=unknown(input.owner=unknown might=no(input.path=no))))',
  );
  expect(unless && shown(unless)).toBe('or=yes(large=yes(input=yes))');
  const seen = nodes(when).flatMap((node) => (node.seen === undefined ? [] : [node.seen]));
  expect(seen[0]).toBe('Bash');
  expect(seen[1]).toHaveLength(200);
  expect(unknowns.map(({ field, cause }) => `${field}: ${cause}`)).toEqual(['input.owner: missing']);
  const text = `policy com.example\n${rule}`;
  const [tool] = nodes(when).filter(({ name }) => name === 'tool');
  expect(text.slice(tool?.place.span.start, tool?.place.span.end)).toBe('tool is "Bash"');
});

test('a rule that is unsure only for what it notes is explained as noted', () => {
  const rule = 'deny a when input.owner is not "x"\n  if input.owner missing note\n  when unsure deny';
  expect(explain(rule, call({}))).toMatchObject({ result: 'unknown', noted: true, effect: 'deny' });
  expect(explain(rule, call({ owner: 'y' }))).toMatchObject({ result: 'yes', noted: false });
});

test('what is seen has no secrets and no control characters', () => {
  const token = `ghp_${'a'.repeat(36)}`;
  const { when } = explain('deny a when input.text is "x"', call({ text: `\u001b[1m ${token}\u202e` }));
  const seen = nodes(when).find(({ name }) => name === 'input.text')?.seen;
  expect(seen).toBeDefined();
  expect(seen).not.toContain(token);
  expect(seen).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});
