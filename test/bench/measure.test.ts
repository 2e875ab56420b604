/** Measuring with the references alone: that every round has figures, and that a fast wrong answer has none. */
import { expect, test } from 'vitest';
import { allOf, measure } from '../../bench/measure.mjs';

const plan = { family: 'name', rules: 20, calls: 40, size: 300 };
const options = { rounds: 2, turn: 1, loadWithin: 30_000, checkFor: 20, warmUpFor: 5 };

test('each engine has a figure for each round, and one that cannot say the rules has a reason', async () => {
  const taken = await measure(
    {
      ...allOf(plan, ['hash', 'closures']),
      globs: { engine: 'hash', plan: { ...plan, family: 'tool-glob' } },
    },
    options,
  );
  expect(taken).toMatchObject({
    hash: {
      title: 'hash on kind and name',
      checked: expect.any(Number),
      rounds: [expect.any(Number), expect.any(Number)],
    },
    closures: {
      title: 'loop of closures',
      checked: expect.any(Number),
      rounds: [expect.any(Number), expect.any(Number)],
    },
    globs: { cannot: 'a table of kinds and names has no other tests' },
  });
});

test('a wrong decision fails, however fast', async () => {
  const { liar } = await measure({ liar: { engine: '../../test/bench/lying-engine', plan } }, options);
  expect(liar).toEqual({
    title: '../../test/bench/lying-engine',
    failed: expect.stringMatching(/^a wrong decision, no denial instead of name-000\d\d, for \{"id":"e10"/),
  });
});

test('an engine that is not there says what to do', async () => {
  const { none } = await measure({ none: { engine: 'none', plan } }, options);
  expect(none).toMatchObject({
    failed: expect.stringContaining('run `npm ci` and `npm ci --prefix bench`'),
  });
});
