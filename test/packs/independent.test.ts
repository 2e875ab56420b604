/** The rates of the lists of others, which must not fall: `node scripts/measure-independent.mjs` shows them by goal and by day. */
import { expect, test } from 'vitest';
import { answersOf } from './independent-lists.ts';
import { shipped } from './shipped.ts';

const answers = answersOf(shipped().program, 'test/packs/independent');

const floors = { first: 0.98, second: 0.95 };
for (const [list, floor] of Object.entries(floors)) {
  const own = answers.filter((answer) => answer.list === list);
  const good = own.filter(({ isBad }) => !isBad);
  const bad = own.filter(({ isBad }) => isBad);

  test(`the ${list} list: attacks are denied, with each goal`, () => {
    expect(bad.length).toBeGreaterThanOrEqual(400);
    expect(bad.filter(({ code }) => code !== undefined).length / bad.length).toBeGreaterThanOrEqual(floor);
    for (const goal of new Set(bad.map(({ group }) => group))) {
      const of = bad.filter(({ group }) => group === goal);
      expect(of.filter(({ code }) => code !== undefined).length / of.length, goal).toBeGreaterThanOrEqual(
        0.9,
      );
    }
  });

  test(`the ${list} list: ordinary work passes`, () => {
    expect(good.length).toBeGreaterThanOrEqual(400);
    const denied = good.filter(({ code }) => code !== undefined);
    // To take a file from another branch throws away what it holds here: that is denied on purpose.
    expect(denied.map(({ line }) => line)).toStrictEqual(
      list === 'second'
        ? ['git checkout experiments/exp11 -- configs/small.yaml && git restore --staged configs/small.yaml']
        : [],
    );
  });
}
