import { expect, test } from 'vitest';
import { ExpiryWarnings, endsOf } from '../../../src/host/credentials/token-expiry.ts';
import type { ServerToken } from '../../../src/host/credentials/tokens.ts';

const day = 24 * 60 * 60 * 1000;
const end = Date.UTC(2027, 0, 10);
const token = (scope: string, expires?: number): ServerToken => ({
  sha256: 'x',
  scope,
  may: ['observe'],
  expires,
});

test('a scope ends with its last token, and does not with one that does not', () => {
  const tokens = [token('a', end), token('a', end + day), token('b', end), token('b'), token('c')];
  expect([...endsOf(tokens)]).toEqual([['a', end + day]]);
});

test('the end is told a week and a day before, once each', () => {
  const warnings = new ExpiryWarnings();
  const tokens = [token('a', end), token('b', end + 300 * day)];
  const due = (days: number) => warnings.due(tokens, end - days * day).length;
  expect([8, 7, 6, 2, 1, 0.5, 0, -1].map(due)).toEqual([0, 1, 0, 0, 1, 0, 0, 0]);
  expect(warnings.due([token('n', end + day)], end)).toEqual([
    'The last token of the scope "n" ends on 2027-01-11: make another one with `bylaw token new`, and hand it out.',
  ]);
});
