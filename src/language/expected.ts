/** What the grammar expected at a place, in words that an author knows: a condition, an operator such as `is`. */
import { effectVerbs, participles } from '../vocabulary/effects.ts';
import { wordsIn } from '../vocabulary/words-in.ts';
import type { Expectation } from './generated/parser.js';
import { asChoice, clauseKeywords, declarationKeywords, knowledgeKeywords, recordKeywords } from './words.ts';

/** How messages call what is expected. */
export const phrase = {
  condition: 'a condition',
  value: 'a value',
  operator: 'an operator such as `is`',
  quoted: 'a text in quotes',
  name: 'a name',
  clock: 'a time such as `08:00`',
  day: 'a date such as `2026-12-01`',
} as const;

export function inBackticks(words: readonly string[]): string[] {
  return words.map((word) => `\`${word}\``);
}

/** A group of expectations: the word that shows that it is expected, its other words, and its name. */
type Group = readonly [mark: string, others: readonly string[], phrase: string];

const keywords = inBackticks([...declarationKeywords, ...knowledgeKeywords]);
const values = [phrase.quoted, phrase.name, 'a number', 'a regular expression'];

const groups: readonly Group[] = [
  [
    '`(`',
    [
      ...inBackticks(wordsIn('any count every extension mcp might not size text unsure')),
      ...inBackticks(wordsIn('denied during it outside shell spawned value working')),
      ...inBackticks([...effectVerbs, ...participles]),
      phrase.name,
    ],
    phrase.condition,
  ],
  [
    '`anything`',
    [
      ...inBackticks(wordsIn('@ any contains content does ends from in is labelled matches not')),
      ...inBackticks(wordsIn('outside starts under')),
      ...values,
    ],
    'what it is about (a pattern in quotes, or such as `any path outside workspace`)',
  ],
  [
    '`@`',
    [...inBackticks(wordsIn('in labelled missing not or outside present under')), ...values],
    phrase.value,
  ],
  [
    '`starts`',
    inBackticks(wordsIn('begins does ends in is labelled not outside under . [')),
    phrase.operator,
  ],
  ['`under`', inBackticks(wordsIn('contains in labelled matches')), phrase.operator],
  [
    '`operands`',
    [...inBackticks(wordsIn('first input last value')), phrase.quoted],
    'with what: `operands`, `first operand`, `last operand`, `value of --out` or a text in quotes',
  ],
  ['`options`', inBackticks(effectVerbs), 'what the command does, such as `reads operands`'],
  ['`elevates`', inBackticks(effectVerbs), 'what the tool does, such as `writes input.file`'],
  ['`watch`', keywords, `a declaration (${asChoice(keywords)})`],
  [
    '`tags`',
    inBackticks([...clauseKeywords, ...recordKeywords, ...wordsIn('skip from for')]),
    `a clause (${asChoice(inBackticks(clauseKeywords))})`,
  ],
];

/** What the grammar could have taken: without white space and single letters, and with groups named. */
export function phrases(expected: readonly Expectation[]): string[] {
  const plain = new Set(
    expected.flatMap((each) => {
      if (each.type === 'literal') return [`\`${each.text ?? ''}\``];
      return each.type === 'other' && each.description !== 'white space' ? [each.description ?? ''] : [];
    }),
  );
  const named: string[] = [];
  for (const [mark, others, name] of groups) {
    if (!plain.has(mark)) continue;
    for (const each of [mark, ...others]) plain.delete(each);
    named.push(name);
  }
  return [...[...plain].sort(), ...named];
}
