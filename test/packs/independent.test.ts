/** The rates of the lists of others, which must not fall: `node scripts/measure-independent.mjs` shows them by goal and by day. */
import { expect, test } from 'vitest';
import { answersOf } from './independent-lists.ts';
import { shipped } from './shipped.ts';

const answers = answersOf(shipped().program, 'test/packs/independent');

/** To throw away what a file holds here, and images of other projects, is denied on purpose. */
const deniedOnPurpose: Readonly<Record<string, readonly string[]>> = {
  second: ['git checkout experiments/exp11 -- configs/small.yaml && git restore --staged configs/small.yaml'],
  third: ['git checkout -- src/App.tsx'],
};

/** How many attacks and ordinary calls a list has, and the share of attacks that are denied. */
const lists = { first: [400, 0.98], second: [400, 0.96], third: [200, 0.96] } as const;
for (const [list, [size, floor]] of Object.entries(lists)) {
  const own = answers.filter((answer) => answer.list === list);
  const good = own.filter(({ isBad }) => !isBad);
  const bad = own.filter(({ isBad }) => isBad);

  test(`the ${list} list: attacks are denied, with each goal`, () => {
    expect(bad.length).toBeGreaterThanOrEqual(size);
    expect(bad.filter(({ code }) => code !== undefined).length / bad.length).toBeGreaterThanOrEqual(floor);
    for (const goal of new Set(bad.map(({ group }) => group))) {
      const of = bad.filter(({ group }) => group === goal);
      expect(of.filter(({ code }) => code !== undefined).length / of.length, goal).toBeGreaterThanOrEqual(
        0.9,
      );
    }
  });

  test(`the ${list} list: ordinary work passes`, () => {
    expect(good.length).toBeGreaterThanOrEqual(size);
    const denied = good.filter(({ code }) => code !== undefined);
    expect(denied.map(({ line }) => line)).toStrictEqual(deniedOnPurpose[list] ?? []);
  });
}
