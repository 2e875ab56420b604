/** When the comparison with the baseline says that bylaw has become slower, on figures that are made up. */
import { expect, test } from 'vitest';
import { compareRatios, ratiosOf } from '../../bench/baseline.mjs';

const before = [{ case: 'a', against: 'hash', ratio: 2, noise: 0.1 }];
const now = (ratio: number, noise = 0.05) => [{ case: 'a', against: 'hash', ratio, noise }];

test('a ratio beyond the noise of both measurements is a regression', () => {
  const { regressions, unknown } = compareRatios(before, now(2.31));
  expect(regressions).toMatchObject([{ ratio: { ratio: 2.31 }, before: { ratio: 2 } }]);
  expect(regressions[0]?.limit).toBeCloseTo(2.3);
  expect(unknown).toEqual([]);
});

test('one within it is none, nor is one that is better', () => {
  expect(compareRatios(before, now(2.29)).regressions).toEqual([]);
  expect(compareRatios(before, now(0.5)).regressions).toEqual([]);
});

test('the noise of now counts too', () => {
  expect(compareRatios(before, now(2.4, 0.05)).regressions).toHaveLength(1);
  expect(compareRatios(before, now(2.4, 0.15)).regressions).toEqual([]);
});

test('a tenth is granted where nothing seemed to vary', () => {
  const quiet = [{ case: 'a', against: 'hash', ratio: 2, noise: 0 }];
  expect(compareRatios(quiet, now(2.19, 0)).regressions).toEqual([]);
  expect(compareRatios(quiet, now(2.21, 0)).regressions).toHaveLength(1);
});

test('what the baseline has not is said, and is no regression', () => {
  const other = [{ case: 'b', against: 'hash', ratio: 9, noise: 0 }];
  expect(compareRatios(before, other)).toEqual({ regressions: [], unknown: other });
});

test('ratios are those of rounds, their noise that between repetitions', () => {
  const taken = (own: number, other: number) => ({
    bylaw: { title: 'bylaw', loaded: 1, checked: 1, rounds: [own, own * 2] },
    hash: { title: 'hash', loaded: 1, checked: 1, rounds: [other, other * 2] },
    closures: { title: 'closures', cannot: 'no' },
  });
  const found = ratiosOf('a', [taken(4, 2), taken(10, 4), taken(6, 2)], ['hash', 'closures']);
  expect(found).toEqual([{ case: 'a', against: 'hash', ratio: 2.5, noise: 0.2 }]);
});

test('a slower engine is noticed from its rounds on', () => {
  const taken = (factor: number) => ({
    bylaw: {
      title: 'bylaw',
      loaded: 1,
      checked: 1,
      rounds: [30, 31, 29, 32, 30].map((each) => each * factor),
    },
    hash: { title: 'hash', loaded: 1, checked: 1, rounds: [10, 10, 10, 11, 10] },
  });
  const measured = (factor: number) => ratiosOf('a', [taken(factor), taken(factor * 1.02)], ['hash']);
  expect(compareRatios(measured(1), measured(1.05)).regressions).toEqual([]);
  expect(compareRatios(measured(1), measured(1.5)).regressions).toHaveLength(1);
});
