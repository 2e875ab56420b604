import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nearest, suggestion } from '../../src/language/words.ts';

test('a slip of the hand is found: a letter more, less, other, or two swapped', () => {
  const words = ['deny', 'when', 'reason', 'severity'];
  for (const [slip, meant] of [
    ['dney', 'deny'],
    ['whenn', 'when'],
    ['resaon', 'reason'],
    ['sevrity', 'severity'],
    ['DENY', 'deny'],
  ] as const) {
    expect(nearest(slip, words)).toBe(meant);
  }
});

test('another word is not taken for a slip', () => {
  expect(nearest('permit', ['deny', 'when', 'reason'])).toBeUndefined();
  expect(nearest('x'.repeat(100), ['x'.repeat(100)])).toBeUndefined();
  expect(suggestion('permit', ['deny'])).toBeUndefined();
});

test('the nearest of several is the one, and the first of those that are as near', () => {
  expect(nearest('tool.nam', ['tool', 'tool.name', 'tool.names'])).toBe('tool.name');
  expect(suggestion('hat', ['cat', 'rat'])).toBe('did you mean `cat`?');
});

test('a word is always its own nearest', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[a-z]{1,40}$/),
      fc.array(fc.stringMatching(/^[a-z]{1,40}$/)),
      (word, others) => {
        expect(nearest(word, [...others, word])).toBe(word);
      },
    ),
    { seed: 1 },
  );
});
