/**
 * Any character, as `unit: 'binary'` of fast-check draws it from the same seed. That one makes a table of all million
 * characters in each worker, to find the number of one again, and keeps it: it takes seconds, and a hundred megabytes.
 */
import fc from 'fast-check';

/** What UTF-16 makes its pairs of: no character has such a number. */
const pairs = { first: 0xd800, count: 0x800 };

export const anyCharacter: fc.Arbitrary<string> = fc.nat({ max: 0x10_ffff - pairs.count }).map(
  (at) => String.fromCodePoint(at < pairs.first ? at : at + pairs.count),
  (text) => {
    const code = typeof text === 'string' ? (text.codePointAt(0) ?? pairs.first) : pairs.first;
    const isOne = text === String.fromCodePoint(code);
    const isHalf = code >= pairs.first && code < pairs.first + pairs.count;
    if (!isOne || isHalf) throw new Error('not one character');
    return code < pairs.first ? code : code - pairs.count;
  },
);
