/** No secret is written down, whatever is around it; and masking ends soon for every text. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { redact } from '../../src/mask/redact.ts';
import { places } from '../host/decision-log/log-entries.ts';
import { inJson, input, textOf } from '../host/decision-log/masked-entries.ts';
import { planted, secretPart } from '../host/decision-log/planted.ts';
import { effort, sampled, seed, tell, timeout } from './effort.ts';

const texts = effort(50_000, 50);
/** How many characters there are between two places that a secret is put at. */
const step = effort(1, 23);

const surroundings: readonly (readonly [string, string])[] = [
  ['', ''],
  [' ', ' '],
  ['x=', '\n'],
  ['"', '"'],
  ["'", "'"],
  ['/', '/x'],
  ['a: ', ', b'],
  ['(', ')'],
  ['é ', ' 漢'],
];

test('a credential in any text, beside any others, in any place, is not written down', { timeout }, () => {
  const around = fc.constantFrom(...surroundings);
  const filler = fc.string({ unit: 'grapheme', maxLength: 30 });
  const piece = fc.record({
    credential: fc.constantFrom(...Object.values(planted)),
    around,
    before: filler,
    after: filler,
  });
  const places_ = fc.constantFrom(...Object.entries(places));
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 3 }), places_, (pieces, [, put]) => {
      const text = pieces
        .map(
          ({ credential, around: [left, right], before, after }) =>
            `${before}\n${left}${credential}${right}\n${after}`,
        )
        .join('');
      const written = textOf(put(text));
      for (const { credential } of pieces) expect(written).not.toContain(inJson(secretPart(credential)));
    }),
    { numRuns: texts, seed },
  );
  tell({ 'texts with secrets': texts });
});

test('one that is behind thousands of characters, or is cut in two by the bound, is not either', {
  timeout,
}, () => {
  const all = Object.entries(planted).flatMap(([name, credential]) => {
    const { length } = secretPart(credential);
    return Array.from({ length: Math.ceil((length + 30) / step) }, (_, at) => ({
      name,
      credential,
      before: 8192 - length - 10 + at * step,
    }));
  });
  const tried = sampled(all, 12);
  tell({ 'secrets behind thousands of characters': tried.length });
  for (const { name, credential, before } of tried) {
    const secret = secretPart(credential);
    const written = textOf(input(`${'a '.repeat(before / 2)} ${credential} ${'b '.repeat(2000)}`));
    // Half of a secret is too much of it.
    expect(written, `${name} at ${before}`).not.toContain(
      inJson(secret.slice(0, Math.max(20, secret.length / 2))),
    );
  }
});

const letters = 'aB3dE5gH7jK9mN1pQ2sT4vW6yZ8';
const again = effort(200_000, 500);

test('replacing again changes nothing, and marks are never read as anything else', { timeout }, () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'password=',
      'token: ',
      'Bearer ',
      '://a:',
      '@',
      'sk-',
      '$1',
      '[redacted]',
      '"',
      '\\',
      '&',
      'mysql -p',
      "'",
      ' ',
      '|',
      'echo ',
      'sudo -S',
      'curl -u ',
      '-H "X-Auth: ',
      'A_KEY=',
      '?%74oken=',
      '"password" => "',
      '<password>',
      'password: |\n  ',
      'password:\n',
      'ｐａｓｓｗｏｒｄ',
      'mysql://a:',
      '--pass ',
      'localhost:5432:a:b:',
      'sudo -S <<EOF\n',
      '\nEOF\n',
      'alter user a password ',
      'set -x A_KEY ',
      'token%3D%22',
      '<',
      '>',
      '=',
    ),
    fc.string({ maxLength: 8 }),
    fc.constant(letters),
  );
  let masked = 0;
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const text = pieces.join('');
      const once = redact(text);
      if (once !== text) masked++;
      expect(redact(once)).toBe(once);
    }),
    { numRuns: again, seed },
  );
  tell({ 'texts masked twice': masked });
  expect(masked).toBeGreaterThan(again / 10);
});

const length = effort(1_000_000, 20_000);

test.each([
  ['one letter', 'a'],
  ['keys that begin and never end', '-----BEGIN PRIVATE KEY'],
  ['whole beginnings', '-----BEGIN PRIVATE KEY-----'],
  ['users without passwords', '://a:'],
  ['passwords', 'password=aaaa '],
  ['tokens without values', 'token="'],
  ['the start of a JWT', 'eyJaaaaaaaaaaa.'],
  ['dashes', 'sk-'],
  ['quotes that never end', 'mysql "'],
  ['quotes of two kinds', `mysql 'x "y `],
  ['commands', 'mysql -p'],
  ['pipes', 'echo a | sudo -S '],
  ['parameters', '?sig=&'],
  ['back-slashes', 'password\\\\'],
  ['names in YAML', 'password: |\n  '],
  ['names with nothing', ' password:\n'],
  ['elements that begin', '<password'],
  ['elements', '<password x'],
  ['here-documents', 'sudo -S <<EOF\n'],
  ['encoded names', '?%74oken'],
  ['encoded names with values', '?%74oken=&'],
  ['SQL', 'alter user a '],
  ['databases', 'mysql://a:'],
  ['fields of .pgpass', 'a:5432:a:b:'],
  ['wide letters', 'ｐａｓｓ＝'],
  ['what things are', 'token is '],
])('much of %s comes to an end', { timeout }, (_, unit) => {
  tell({ 'characters of one sort': length });
  expect(redact(unit.repeat(Math.ceil(length / unit.length))).length).toBeGreaterThan(0);
});
