import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type LinePiece, OctetLines } from '../../src/mcp/octet-lines.ts';

/** The pieces of octets that arrive in chunks; copied, since a piece may lie in the chunk. */
function piecesOf(chunks: readonly Uint8Array[], limit: number): LinePiece[] {
  const lines = new OctetLines(limit);
  const all = [...chunks.flatMap((chunk) => [...lines.push(chunk)]), ...lines.end()];
  return all.map((piece) => ({ ...piece, octets: Buffer.from(piece.octets) }));
}

const joined = (pieces: readonly LinePiece[]): Buffer => Buffer.concat(pieces.map(({ octets }) => octets));

describe('lines of octets', () => {
  test('keep their ends, and the last one may have none', () => {
    const pieces = piecesOf([Buffer.from('a\r'), Buffer.from('\n\nb'), Buffer.from('c\nd')], 10);
    expect(pieces.map(({ octets }) => octets.toString())).toEqual(['a\r\n', '\n', 'bc\n', 'd']);
    expect(pieces.every(({ whole }) => whole)).toBe(true);
  });

  test('over the limit come in parts, and the line after is whole again', () => {
    const pieces = piecesOf(
      ['abc', 'def', 'g\nhi\n', 'jklmnop\n', 'qrstuv'].map((text) => Buffer.from(text)),
      4,
    );
    expect(pieces.map((piece) => ({ ...piece, octets: piece.octets.toString() }))).toEqual([
      { whole: false, octets: 'abc', first: true, last: false },
      { whole: false, octets: 'def', first: false, last: false },
      { whole: false, octets: 'g\n', first: false, last: true },
      { whole: true, octets: 'hi\n' },
      { whole: false, octets: 'jklmnop\n', first: true, last: true },
      { whole: false, octets: 'qrstuv', first: true, last: false },
      { whole: false, octets: '', first: false, last: true },
    ]);
  });

  test('are the octets that came, however they were cut', () => {
    const octet = fc.oneof(fc.constantFrom(10, 10, 13, 32), fc.nat(255));
    const chunk = fc.array(octet, { maxLength: 12 }).map((octets) => Buffer.from(octets));
    fc.assert(
      fc.property(fc.array(chunk), fc.integer({ min: 1, max: 8 }), (chunks, limit) => {
        const pieces = piecesOf(chunks, limit);
        const all = Buffer.concat(chunks);
        expect(joined(pieces)).toEqual(all);
        const longest = Math.max(0, ...pieces.map(({ whole, octets }) => (whole ? octets.length : 0)));
        expect(longest).toBeLessThanOrEqual(limit);
        const atOnce = piecesOf([all], limit).filter(({ whole }) => whole);
        expect(pieces.filter(({ whole }) => whole)).toEqual(atOnce);
      }),
    );
  });
});
