/** Rates that several servers count together, over buckets that answer late or not at all. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RateLimiter } from '../../src/server/limits/rate-limiter.ts';
import { blockOfRate, SharedLimiter } from '../../src/server/limits/shared-limiter.ts';
import type { SharedBuckets } from '../../src/store/cluster/cluster-rates.ts';
import { tries } from '../campaign/effort.ts';

/** Buckets in this process, as a cluster keeps them. */
function bucketsOf(rate: { perSecond: number; burst: number }, now: () => number): SharedBuckets {
  const limiter = new RateLimiter(rate, now);
  return {
    async take(key, wanted) {
      let tokens = 0;
      while (tokens < wanted && limiter.take(key) === 0) tokens++;
      return { tokens, wait: tokens < wanted ? limiter.wait(key) : 0 };
    },
    close: async () => {},
  };
}

const away = (): void => {};

test('together they pass no more than the burst and the rate, and what is left of a block in each process', () => {
  const step = fc.record({ after: fc.integer({ min: 0, max: 900 }), server: fc.nat(2), asked: fc.nat(12) });
  return fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 1, max: 80 }),
      fc.array(step, { maxLength: 40 }),
      async (perSecond, burst, steps) => {
        let now = 0;
        const rate = { perSecond, burst };
        const buckets = bucketsOf(rate, () => now);
        const servers = [0, 1, 2].map(() => new SharedLimiter({ rate, buckets, away, now: () => now }));
        const passed: number[] = [];
        for (const { after, server, asked } of steps) {
          now += after;
          const waits = Array.from({ length: asked }, () => servers[server]?.take('a'));
          for (const wait of await Promise.all(waits)) if (wait === 0) passed.push(now);
        }
        const left = 3 * (blockOfRate(rate) - 1);
        for (const [at, from] of passed.entries()) {
          const most = burst + ((now - from) / 1000) * perSecond + 1e-6;
          expect(passed.length - at).toBeLessThanOrEqual(at === 0 ? most : most + left);
        }
      },
    ),
    { seed: 24, numRuns: tries(200) },
  );
});

test('one alone passes as many as if it counted by itself, a block at a time', async () => {
  let now = 0;
  const passed = { alone: 0, shared: 0 };
  const rate = { perSecond: 10, burst: 60 };
  const [alone, shared] = [
    new RateLimiter(rate, () => now),
    new SharedLimiter({ rate, buckets: bucketsOf(rate, () => now), away, now: () => now }),
  ];
  for (let at = 0; at < 600; at++) {
    now += at % 80;
    if ((await shared.take('a')) === 0) passed.shared++;
    if (alone.take('a') === 0) passed.alone++;
    expect(passed.shared).toBeLessThanOrEqual(passed.alone);
    expect(passed.shared).toBeGreaterThanOrEqual(passed.alone - 2 * blockOfRate(rate));
  }
  expect(passed.shared).toBeLessThan(600);
});

test('requests wait for the cluster once for a block, and not where there is nothing to be had', async () => {
  let now = 0;
  let asked = 0;
  const rate = { perSecond: 1, burst: 40 };
  const own = bucketsOf(rate, () => now);
  const buckets: SharedBuckets = {
    ...own,
    take(key, wanted) {
      asked++;
      return own.take(key, wanted);
    },
  };
  const limiter = new SharedLimiter({ rate, buckets, away, now: () => now });
  const all = await Promise.all(Array.from({ length: 30 }, () => limiter.take('a')));
  expect([all.filter((wait) => wait === 0).length, asked]).toEqual([30, 2]);
  for (let at = 0; at < 50; at++) await limiter.take('a');
  const before = asked;
  for (let at = 0; at < 1000; at++) expect(await limiter.take('a')).toBeGreaterThan(0);
  expect(asked).toBe(before);
  now = 2000;
  expect(await limiter.take('a')).toBe(0);
});

test('while the cluster does not answer each process counts by itself, and asks again after a while', async () => {
  let now = 0;
  let isAway = true;
  let asked = 0;
  const said: (string | undefined)[] = [];
  const rate = { perSecond: 1, burst: 3 };
  const own = bucketsOf(rate, () => now);
  const buckets: SharedBuckets = {
    ...own,
    async take(key, wanted) {
      asked++;
      if (isAway) throw new Error('it does not answer');
      return await own.take(key, wanted);
    },
  };
  const limiter = new SharedLimiter({ rate, buckets, away: (why) => said.push(why), now: () => now });
  const waits = await Promise.all(Array.from({ length: 5 }, () => limiter.take('a')));
  expect(waits.map((wait) => wait === 0)).toEqual([true, true, true, false, false]);
  await limiter.take('a');
  expect([asked, said]).toEqual([1, ['it does not answer']]);
  isAway = false;
  now = 1001;
  expect(await limiter.take('a')).toBe(0);
  expect([asked, said]).toEqual([2, ['it does not answer', undefined]]);
});
