/** The figures of the benches, from numbers that are known. */
import { expect, test } from 'vitest';
import { randomFrom } from '../../bench/random.mjs';
import { digits, median, ratios, spread, time } from '../../scripts/statistics.mjs';

test('the median is the one in the middle, or between the two', () => {
  expect(median([3, 1, 100])).toBe(3);
  expect(median([4, 1, 100, 2])).toBe(3);
  expect(median([7])).toBe(7);
});

test('the spread is half the way from the least to the most, as a part of the median', () => {
  expect(spread([10, 10, 10])).toBe(0);
  expect(spread([8, 10, 14])).toBeCloseTo(0.3);
});

test('ratios are those of the same round', () => {
  expect(ratios([10, 30], [5, 10])).toEqual([2, 3]);
});

test('times and ratios are written with the digits that count', () => {
  expect([0.5, 202, 1500, 13_400_000, 2e9].map(time)).toEqual(['0.5 ns', '202 ns', '1.5 µs', '13 ms', '2 s']);
  expect([0.0123, 1.26, 9.96, 1234.5].map(digits)).toEqual(['0.012', '1.3', '10', '1,235']);
});

test('chance with a seed is the same each time, and lies between 0 and 1', () => {
  const [one, other, third] = [randomFrom(7), randomFrom(7), randomFrom(8)];
  const numbers = Array.from({ length: 1000 }, one);
  expect(numbers).toEqual(Array.from({ length: 1000 }, other));
  expect(numbers).not.toEqual(Array.from({ length: 1000 }, third));
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...numbers)).toBeLessThan(1);
  expect(median(numbers)).toBeCloseTo(0.5, 1);
});
