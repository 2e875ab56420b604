// Laws of the formatter over generated trees, and over their texts laid out anyhow, with comments in any place.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatPolicy } from '../../src/language/format/format.ts';
import { laidOutAnyhow } from '../language/format/laid-out-anyhow.ts';
import { keepsWhatItSays, readsBack } from '../language/format/laws.ts';
import { bundle } from '../reference/arbitrary.ts';
import { loosePolicy } from '../reference/loose-policy.ts';
import { effort, seed, tell, timeout } from './effort.ts';

const trees = effort(10_000, 30);
const bundles = effort(2000, 15);
const texts = effort(10_000, 20);

test('any tree is read back as it was, and its text is canonical', { timeout }, () => {
  let read = 0;
  const law = (policy: Parameters<typeof readsBack>[0]): void => {
    readsBack(policy);
    read++;
  };
  fc.assert(fc.property(loosePolicy, law), { numRuns: trees, seed });
  tell({ trees: read });
  expect(read).toBe(trees);
});

test('so are policies that make sense', { timeout }, () => {
  let read = 0;
  const law = (policies: readonly Parameters<typeof readsBack>[0][]): void => {
    policies.forEach(readsBack);
    read += policies.length;
  };
  fc.assert(fc.property(bundle, law), { numRuns: bundles, seed });
  tell({ 'policies that make sense': read });
  expect(read).toBeGreaterThanOrEqual(bundles);
});

test('no layout of a text makes a difference to its tree, and every comment keeps its place', {
  timeout,
}, () => {
  let characters = 0;
  let comments = 0;
  let commented = 0;
  const law = (text: string): void => {
    keepsWhatItSays(text);
    characters += text.length;
    comments += text.split('#').length - 1;
    if (text.includes('#')) commented++;
  };
  fc.assert(fc.property(laidOutAnyhow(loosePolicy.map(formatPolicy)), law), { numRuns: texts, seed });
  tell({ texts, 'characters of texts': characters, 'comments or so': comments });
  expect(commented).toBeGreaterThan(0.6 * texts);
});
