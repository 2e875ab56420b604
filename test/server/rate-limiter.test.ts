/** Buckets of tokens, beside a plain reading of what they promise. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RefusalLog } from '../../src/server/access/refusal-log.ts';
import { networkOf } from '../../src/server/access/remote-address.ts';
import { RateLimiter } from '../../src/server/limits/rate-limiter.ts';
import { tries } from '../campaign/effort.ts';

test('a burst passes at once, and then as many as the rate says', () => {
  let now = 0;
  const limiter = new RateLimiter({ perSecond: 2, burst: 3 }, () => now);
  expect([1, 2, 3, 4].map(() => limiter.take('a'))).toEqual([0, 0, 0, 500]);
  expect(limiter.take('b')).toBe(0);
  now = 400;
  expect([limiter.wait('a'), limiter.take('a')]).toEqual([100, 100]);
  now = 500;
  expect([limiter.wait('a'), limiter.take('a'), limiter.take('a')]).toEqual([0, 0, 500]);
});

test('in no span of time more pass than its burst and its rate', () => {
  const step = fc.record({ after: fc.integer({ min: 0, max: 900 }), key: fc.constantFrom('a', 'b') });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 5 }),
      fc.array(step, { maxLength: 60 }),
      (perSecond, burst, steps) => {
        let now = 0;
        const limiter = new RateLimiter({ perSecond, burst }, () => now);
        const passed: Record<string, number[]> = { a: [], b: [] };
        for (const { after, key } of steps) {
          now += after;
          const own = passed[key]!;
          if (limiter.take(key) === 0) own.push(now);
          for (const from of own) {
            const span = own.filter((at) => at >= from && at <= now).length;
            expect(span).toBeLessThanOrEqual(burst + ((now - from) / 1000) * perSecond + 1e-6);
          }
        }
      },
    ),
    { seed: 24, numRuns: tries(300) },
  );
});

test('who waits as long as it is told passes', () => {
  let now = 0;
  const limiter = new RateLimiter({ perSecond: 3, burst: 1 }, () => now);
  for (let at = 0; at < 50; at++) {
    const wait = limiter.take('a');
    now += wait;
    if (wait > 0) expect(limiter.take('a')).toBe(0);
  }
});

test('memory is bounded, and holds nobody who has been away', () => {
  let now = 0;
  const limiter = new RateLimiter({ perSecond: 1, burst: 2 }, () => now, 100);
  for (let at = 0; at < 1000; at++) limiter.take(`k${at}`);
  expect(limiter.size).toBe(100);
  now = 5000;
  limiter.take('other');
  expect(limiter.size).toBe(1);
});

test.each([
  [undefined, undefined],
  ['10.0.0.1', '10.0.0.1'],
  ['::ffff:10.0.0.1', '10.0.0.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s is counted as %s', (address, network) => expect(networkOf(address)).toBe(network));

test('refusals of a sort are told once a minute, with how many there were', () => {
  let now = 0;
  const lines: string[] = [];
  const log = new RefusalLog(
    (line) => lines.push(line),
    () => now,
  );
  for (let at = 0; at < 10; at++) log.note('unknown', '10.0.0.1');
  log.note('expired', undefined);
  now = 60_000;
  log.note('unknown', '10.0.0.2');
  now = 120_000;
  log.note('claims', '10.0.0.2', 'its `aud` is not good');
  expect(lines).toEqual([
    'A request from 10.0.0.1 was refused: its token is not known.\n',
    'A request was refused: its token, or its certificate, has expired.\n',
    'A request from 10.0.0.2 was refused: its token is not known (9 more since the last such line).\n',
    'A request from 10.0.0.2 was refused: the claims of its token are not valid: its `aud` is not good.\n',
  ]);
});
