import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BoundedBuffer } from '../../src/server/lines/bounded-buffer.ts';

test('pieces up to the limit are gathered, others are left out, and the pieces stay as they are', () => {
  const piece = fc.uint8Array({ maxLength: 12 });
  fc.assert(
    fc.property(fc.array(piece), fc.nat(40), (pieces, limit) => {
      const buffer = new BoundedBuffer(limit);
      const before = pieces.map((one) => Buffer.from(one));
      const taken: Uint8Array[] = [];
      for (const one of pieces) {
        const fits = buffer.length + one.length <= limit;
        expect(buffer.add(one)).toBe(fits);
        if (fits) taken.push(one);
      }
      expect(Buffer.from(buffer.take())).toEqual(Buffer.concat(taken));
      expect(buffer.length).toBe(0);
      expect(pieces.map((one) => Buffer.from(one))).toEqual(before);
    }),
  );
});
