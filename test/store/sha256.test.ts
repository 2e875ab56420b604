import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { digestOctets } from '../../src/store/digest.ts';
import { sha256 } from '../../src/store/sha256.ts';

const expected = (octets: Uint8Array): string => createHash('sha256').update(octets).digest('hex');

test('agrees with the digest of Node for every length around the ends of blocks', () => {
  for (let length = 0; length <= 260; length++) {
    const octets = Uint8Array.from({ length }, (_, at) => (at * 167 + length * 31) & 0xff);
    expect(sha256(octets).toString('hex'), `${length} octets`).toBe(expected(octets));
  }
});

test('agrees for a text of more octets than characters, and for one of a megabyte', () => {
  for (const text of ['naïve – ☃ 😀 \ud800', 'a'.repeat(1_000_003)]) {
    const octets = Buffer.from(text, 'utf8');
    expect(sha256(octets).toString('hex')).toBe(expected(octets));
  }
});

test('short and long octets have the digest of Node, whoever digests them', () => {
  for (const length of [0, 1, 4095, 4096, 4097, 100_000]) {
    const octets = Buffer.alloc(length, 'bylaw');
    expect(digestOctets(octets).toString('hex'), `${length} octets`).toBe(expected(octets));
  }
});
