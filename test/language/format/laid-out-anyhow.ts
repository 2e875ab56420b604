/**
 * Texts as no formatter would leave them: between any two words a line end, an
 * empty line, tabs, a carriage return, a comment behind or on a line of its own.
 */
import fc from 'fast-check';
import { tokensOf } from '../../../src/language/scan.ts';

/** What can stand between two words; `#` is replaced by a comment that is like no other. */
const gaps = [
  ...[' ', ' ', ' ', '\n', '\n  ', '\n\n\n    ', '\r\n\t', ' \u00a0 ', '\r'],
  ...[
    ' #\n',
    '  #\n    ',
    '\n#\n',
    '\n  #\n  ',
    '\n    #\n',
    '\n\n      #\r\n\r\n',
    ' #\n#\n\n  #\n',
    '\n\t#\n\t',
  ],
];
const contents = ['', ' why', 'x', ' "quoted', " it's / # \\", ' deny x', ' ä\u200b\u2028 \t', '!'];

/** Lays a text out anew, as the numbers say, in turn; `share` in ten of its gaps are as they were. */
function layOutAnyhow(text: string, choices: readonly number[], share: number): string {
  const tokens = tokensOf(text, { start: 0, end: text.length });
  let turn = 0;
  let comments = 0;
  const choose = (most: number): number => (choices[turn++ % choices.length] ?? 0) % most;
  const gap = (kept: string): string => {
    if (choose(10) < share) return kept;
    const chosen = gaps[choose(gaps.length)] ?? ' ';
    return chosen.replace(/#/g, () => `#${contents[choose(contents.length)]}${comments++}`);
  };
  const parts = tokens.map(({ start, end }, index) => {
    const before = text.slice(tokens[index - 1]?.end ?? 0, start);
    return (before === '' && index > 0 ? '' : gap(before)) + text.slice(start, end);
  });
  return parts.join('') + gap('\n');
}

/** The same words as in any of the texts, laid out anyhow. */
export const laidOutAnyhow = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(
      text,
      fc.array(fc.nat(1000), { minLength: 30, maxLength: 90 }),
      fc.constantFrom(0, 5, 8, 9),
      fc.constantFrom('', '', '\ufeff'),
    )
    .map(([written, choices, share, mark]) => mark + layOutAnyhow(written, choices, share));
