// No word of a shipped policy is without effect: a mutant, which is a policy with one word dropped or changed, is an
// error, gives a new warning, or fails a test. Those that no test notices are listed in a document, which a full run
// with UPDATE=1 writes anew.
import { expect, test } from 'vitest';
import { isFull, sampled, tell, timeout } from './effort.ts';
import { type Fate, fateOf, type Mutant, mutantsOf, subjects } from './mutants.ts';
import { listedSurvivors, writeSurvivors } from './surviving-mutants.ts';

const policies = subjects();
const isUpdating = isFull && process.env.UPDATE === '1';
const listed = isUpdating ? [] : listedSurvivors();
const survivors: string[] = [];
const fates: Record<Fate, number> = { error: 0, warning: 0, test: 0, survived: 0 };

test('every shipped policy has its turn', () => {
  expect(policies.length).toBeGreaterThan(15);
  expect(new Set(policies.map(({ source }) => source.path)).size).toBe(policies.length);
});

test.each(sampled(policies, 6))('$source.path: what nobody notices is listed', { timeout }, (policy) => {
  const all = mutantsOf(policy);
  const isTried = ({ isIn, how }: Mutant): boolean => isIn === 'a rule' || how === 'dropped';
  const apart = { 'words for people': 0, 'words of tests': 0 };
  const count = ({ isIn }: Mutant): void => {
    apart[isIn === 'a test' ? 'words of tests' : 'words for people']++;
  };
  for (const each of all) if (!isTried(each)) count(each);
  const tried = all.filter(isTried);
  const own: string[] = [];
  const some = sampled(tried, Math.ceil(tried.length / 2));
  for (const each of some) {
    const fate = fateOf(each);
    if (fate === 'survived' && each.isIn !== 'a rule') {
      count(each);
      continue;
    }
    fates[fate]++;
    if (fate === 'survived') own.push(each.name);
  }
  survivors.push(...own);
  tell({ 'mutants of policies': isFull ? all.length : some.length, ...(isFull ? apart : {}) });
  expect(some.length).toBeGreaterThan(0);
  if (!isUpdating) expect(own.filter((each) => !listed.includes(each))).toEqual([]);
});

test('most are noticed, and those that are listed are not', () => {
  const { error, warning, test: failing, survived } = fates;
  tell({ errors: error, 'new warnings': warning, 'failing tests': failing, survivors: survived });
  if (isUpdating) writeSurvivors(survivors);
  const noticed = error + warning + failing;
  expect(survived / (noticed + survived)).toBeLessThan(isFull ? 0.1 : 0.25);
  for (const some of isFull ? [error, warning, failing] : [noticed]) expect(some).toBeGreaterThan(0);
  const stale = listedSurvivors().filter((each) => !survivors.includes(each));
  if (isFull) expect(stale, 'listed, but noticed').toEqual([]);
});

test('no two mutants have the same name', () => {
  const names = policies.flatMap(mutantsOf).map(({ name }) => name);
  expect(names.length).toBeGreaterThan(5000);
  expect(new Set(names).size).toBe(names.length);
});
