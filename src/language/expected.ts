/** What the grammar expected at a place, in words that an author knows: a condition, an operator such as `is`. */
import { effectVerbs, participles } from '../vocabulary/effects.ts';
import { wordsIn } from '../vocabulary/words-in.ts';
import type { Expectation } from './generated/parser.js';
import { clauseKeywords, declarationKeywords, knowledgeKeywords, recordKeywords } from './words.ts';

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

export function listed(names: readonly string[]): string {
  const last = names.at(-1);
  if (last === undefined) return '';
  return names.length === 1 ? last : `${names.slice(0, -1).join(', ')} or ${last}`;
}

/** Groups of expectations: the words that show that a group is expected, its other words, and its name. */
const groups: readonly {
  readonly mark: string;
  readonly others: readonly string[];
  readonly phrase: string;
}[] = [
  {
    mark: '`(`',
    others: [
      ...inBackticks(['any', 'count', 'every', 'extension', 'mcp', 'might', 'not', 'size', 'text', 'unsure']),
      ...inBackticks(['denied', 'during', 'it', 'outside']),
      ...inBackticks([...effectVerbs, ...participles, 'shell', 'spawned', 'value', 'working']),
      phrase.name,
    ],
    phrase: phrase.condition,
  },
  {
    mark: '`anything`',
    others: [
      ...inBackticks(wordsIn('@ any contains content does ends from in is labelled matches not')),
      ...inBackticks(['outside', 'starts', 'under']),
      ...[phrase.quoted, phrase.name, 'a number', 'a regular expression'],
    ],
    phrase: 'what it is about (a pattern in quotes, or such as `any path outside workspace`)',
  },
  {
    mark: '`@`',
    others: [
      ...inBackticks(['in', 'labelled', 'missing', 'not', 'or', 'outside', 'present', 'under']),
      ...[phrase.quoted, phrase.name, 'a number', 'a regular expression'],
    ],
    phrase: phrase.value,
  },
  {
    mark: '`starts`',
    others: inBackticks([
      ...['begins', 'does', 'ends', 'in', 'is', 'labelled', 'not', 'outside', 'under', '.', '['],
    ]),
    phrase: phrase.operator,
  },
  {
    mark: '`under`',
    others: inBackticks(['contains', 'in', 'labelled', 'matches']),
    phrase: phrase.operator,
  },
  {
    mark: '`operands`',
    others: [...inBackticks(['first', 'input', 'last', 'value']), phrase.quoted],
    phrase: 'with what: `operands`, `first operand`, `last operand`, `value of --out` or a text in quotes',
  },
  {
    mark: '`options`',
    others: inBackticks(effectVerbs),
    phrase: 'what the command does, such as `reads operands`',
  },
  {
    mark: '`elevates`',
    others: inBackticks(effectVerbs),
    phrase: 'what the tool does, such as `writes input.file`',
  },
  {
    mark: '`watch`',
    others: inBackticks([...declarationKeywords, ...knowledgeKeywords]),
    phrase: `a declaration (${listed(inBackticks([...declarationKeywords, ...knowledgeKeywords]))})`,
  },
  {
    mark: '`tags`',
    others: inBackticks([...clauseKeywords, ...recordKeywords, 'skip', 'from', 'for']),
    phrase: `a clause (${listed(inBackticks(clauseKeywords))})`,
  },
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
  for (const { mark, others, phrase } of groups) {
    if (!plain.has(mark)) continue;
    for (const each of [mark, ...others]) plain.delete(each);
    named.push(phrase);
  }
  return [...[...plain].sort(), ...named];
}
