import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formats, isDottedName, isSha256 } from '../../src/protocol/formats.ts';
import { tries } from '../campaign/effort.ts';

// The same cases in every run.
fc.configureGlobal({ seed: 20_260_915 });

test("a dotted name is what the protocol's own pattern says", () => {
  const pattern = /^(?:[A-Za-z][A-Za-z0-9_-]*\.)+[A-Za-z][A-Za-z0-9_-]*$/;
  const text = fc.string({
    unit: fc.constantFrom('a', 'Z', '0', '_', '-', '.', ' ', '\n', 'é', '@', '['),
    maxLength: 8,
  });
  fc.assert(
    fc.property(text, (each) => {
      expect(isDottedName(each)).toBe(pattern.test(each) && !each.includes('\n'));
    }),
    { numRuns: tries(1_000) },
  );
  expect(isDottedName('org.w3c.trace_context')).toBe(true);
  expect(isDottedName(`${'a.'.repeat(500_000)}-`)).toBe(false);
});

test('a digest is 64 lowercase hexadecimal digits', () => {
  const digest = '0123456789abcdef'.repeat(4);
  expect(isSha256(digest)).toBe(true);
  for (const wrong of [
    '',
    digest.toUpperCase(),
    `${digest}\n`,
    `${digest}0`,
    digest.slice(1),
    `g${digest.slice(1)}`,
  ]) {
    expect(isSha256(wrong)).toBe(false);
  }
});

test.each([
  ['image/png', true],
  ['application/octet-stream; x=json', true],
  ['application/jsonl', true],
  ['TEXT/HTML', false],
  [' text/plain', false],
  ['application/json', false],
  ['application/JSON ; charset=utf-8', false],
  ['application/problem+json', false],
  ['png', false],
  ['/png', false],
  ['image/', false],
  ['', false],
])('%j may be uploaded: %s', (type, expected) => {
  expect(formats['attachment-media-type']?.(type)).toBe(expected);
});
