import { expect, test } from 'vitest';
import { checksum } from '../../../src/host/machine/checksum.ts';

const text = Buffer.from('every octet of this counts, wherever it stands');

test('the same octets have the same sum, wherever they lie in memory', () => {
  for (let offset = 0; offset < 8; offset++) {
    const moved = Buffer.concat([Buffer.alloc(offset), text, Buffer.alloc(3)]).subarray(offset, -3);
    expect(checksum(moved)).toBe(checksum(text));
  }
  expect(checksum(text)).toMatch(/^[0-9a-f]{8}$/);
});

test('one bit, one octet more or less, and two that change places make another sum', () => {
  const sums = new Set([checksum(text), checksum(Buffer.concat([text, Buffer.alloc(1)]))]);
  sums.add(checksum(text.subarray(0, -1)));
  sums.add(checksum(Buffer.alloc(0)));
  for (let at = 0; at < text.length; at++)
    for (let bit = 0; bit < 8; bit++) {
      const damaged = Buffer.from(text);
      damaged[at] = (damaged[at] ?? 0) ^ (1 << bit);
      sums.add(checksum(damaged));
    }
  const turned = Buffer.from(text);
  turned.set(text.subarray(4, 8), 0);
  turned.set(text.subarray(0, 4), 4);
  sums.add(checksum(turned));
  expect(sums.size).toBe(5 + text.length * 8);
});

test('parts are not the same where their octets are split elsewhere', () => {
  expect(checksum(text.subarray(0, 4), text.subarray(4))).not.toBe(
    checksum(text.subarray(0, 8), text.subarray(8)),
  );
});
