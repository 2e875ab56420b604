import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileLiterals, isLiteral, scanLiterals } from '../../src/pattern/regex/literal-set.ts';
import { tries } from '../campaign/effort.ts';

fc.configureGlobal({ seed: 20_260_915 });

/** As characters that meet often. */
const characters = fc.constantFrom('a', 'b', 'A', 'k', 's', '-', '/', ' ', '\u212a', '\u017f', 'é', '\u0000');
const text = fc.string({ unit: characters, maxLength: 24 });
const literal = text.filter(isLiteral);

const ways = [
  ['in one pass', compileLiterals],
  ['one after the other', scanLiterals],
] as const;

const folded = (each: string): string =>
  each
    .replaceAll('\u212a', 'k')
    .replaceAll('\u017f', 's')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase());

test.each(ways)(
  'what is found %s is what is in the text, but for case and the ends of long literals',
  (_, make) => {
    fc.assert(
      fc.property(fc.array(literal, { minLength: 1, maxLength: 12 }), text, (literals, each) => {
        const found = new Set<number>();
        const isBeyond = make(literals).search(each, (at) => found.add(at));
        const wanted = literals.flatMap((one, at) =>
          folded(each).includes(folded(one).slice(0, 16)) ? at : [],
        );
        expect([...found].sort((a, b) => a - b)).toEqual(wanted);
        expect(isBeyond).toBe(/[^\0-\x7f]/.test(each));
      }),
      { numRuns: tries(500) },
    );
  },
);

test('a literal inside another is found with it, and one that is there twice is told once', () => {
  const found: number[] = [];
  compileLiterals(['token', 'ken', 'o', 'other']).search('Token o', (at) => found.push(at));
  expect(found).toEqual([2, 0, 1]);
});

test('a text that is long is searched in one pass, whoever asks', () => {
  const found: number[] = [];
  scanLiterals(['token', 'none']).search(`${'-'.repeat(5000)}Token`, (at) => found.push(at));
  expect(found).toEqual([0]);
});

test.each(ways)('only ASCII can be looked for %s', (_, make) => {
  expect([isLiteral(''), isLiteral('é'), isLiteral('a b')]).toEqual([false, false, true]);
  expect(() => make(['é'])).toThrow('ASCII');
});
