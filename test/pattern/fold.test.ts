import fc from 'fast-check';
import { Minimatch } from 'minimatch';
import { expect, test } from 'vitest';
import { fold } from '../../src/pattern/text/fold.ts';
import { anyCharacter } from '../any-character.ts';
import { tries } from '../campaign/effort.ts';

test('folding again changes nothing, for characters and for texts', () => {
  // Every plane that has letters with forms; the ideographs between them have none.
  for (const [first, last] of [
    [0, 0x33ff],
    [0x4db0, 0x4e10],
    [0xa000, 0xabff],
    [0xd7a0, 0x1_ffff],
    [0x2_f800, 0x2_fa20],
    [0xe_0000, 0xe_0fff],
  ] as const) {
    for (let code = first; code <= last; code++) {
      const once = fold(String.fromCodePoint(code));
      if (fold(once) !== once) expect(fold(once), `U+${code.toString(16)}`).toBe(once);
    }
  }
  const unit = fc.oneof(
    fc.constantFrom('e', 'E', '\u0301', '\u200d', 'Σ', 'ς', 'İ', 'ẞ', 'ﬀ', '\u0345', 'ᄀ', 'ᅡ', '\u034f', 'ϔ'),
    fc.string({ unit: anyCharacter, minLength: 1, maxLength: 1 }),
  );
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 8 }), (text) => {
      expect(fold(fold(text))).toBe(fold(text));
    }),
    { numRuns: tries(2_000), seed: 1 },
  );
});

test('upper and lower case are the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'abzéößσςřжﬁıſK') }), (text) => {
      expect(fold(text.toUpperCase())).toBe(fold(text));
    }),
    { numRuns: tries(1_000), seed: 2 },
  );
});

test('letters that a glob in any case takes for each other are the same', () => {
  const expectSame = (letter: string, form: string): void => {
    if (form === letter || fold(form) === fold(letter)) return;
    const matches = new Minimatch(letter, { nocase: true, platform: 'linux' }).match(form);
    expect(matches, `${letter} and ${form}`).toBe(false);
  };
  for (let code = 0xa1; code <= 0x1_ffff; code++) {
    const letter = String.fromCodePoint(code);
    for (const form of [letter.toLowerCase(), letter.toUpperCase()]) {
      expectSame(letter, form);
      expectSame(form, letter);
    }
  }
  const odd = [...'sſSkKKåÅÅσςΣßẞiIıİωΩΩμµιͅιṡẛθϑϴвᲀвⱥȺꭰᎠ'];
  for (const letter of odd) for (const form of odd) expectSame(letter, form);
});

test.each([
  ['full-width letters', 'Ｂａｓｈ'],
  ['mathematical letters', '𝐁𝒶𝘴𝚑'],
  ['letters in circles', 'Ⓑⓐⓢⓗ'],
  ['a long s', 'Baſh'],
  ['a zero-width space', 'Ba\u200bsh'],
  ['a zero-width joiner', 'Ba\u200dsh'],
  ['a word joiner', 'Ba\u2060sh'],
  ['a soft hyphen', 'Ba\u00adsh'],
  ['a combining grapheme joiner', 'Ba\u034fsh'],
  ['a byte order mark', '\ufeffBash'],
  ['right-to-left override', '\u202eBash\u202c'],
  ['isolates', '\u2066Bash\u2069'],
  ['variation selectors', 'Ba\ufe0fs\u{e0100}h'],
  ['tag characters', 'Bash\u{e0062}\u{e007f}'],
  ['a Mongolian vowel separator', 'Ba\u180esh'],
  ['a Hangul filler', 'Ba\u3164sh\uffa0'],
  ['control characters', 'Ba\u0000s\u0007h\u007f'],
])('%s: the same name', (_, text) => {
  expect(fold(text)).toBe('bash');
});

test.each([
  ['straße', 'STRASSE'],
  ['ΑΣ', 'ας'],
  ['ΑΣΑ', 'αςα'],
  ['ﬁle', 'FILE'],
  ['caf\u00e9', 'CAFE\u0301'],
  ['e\u200d\u0301', '\u00c9'],
  ['\u212b', '\u00e5'],
  ['x²', 'X2'],
  ['İ', 'i\u0307'],
  ['\u1e9e', 'ss'],
])('%s and %s are the same', (one, other) => {
  expect(fold(one)).toBe(fold(other));
});

test.each([
  ['bash', 'dash'],
  ['a_b', 'ab'],
  ['a-b', 'a_b'],
  ['a b', 'ab'],
  ['cafe', 'café'],
])('%s and %s are not', (one, other) => {
  expect(fold(one)).not.toBe(fold(other));
});

test('a megabyte of anything is folded', () => {
  expect(fold('A'.repeat(1_000_000))).toBe('a'.repeat(1_000_000));
  expect(fold('\u0301'.repeat(300_000))).toHaveLength(300_000);
  expect(fold('\ufdfa'.repeat(50_000)).length).toBeGreaterThan(50_000);
  expect(fold('\ud800'.repeat(1_000_000))).toHaveLength(1_000_000);
});
