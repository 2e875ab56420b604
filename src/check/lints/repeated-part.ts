/**
 * Parts that are written twice: alternatives of an operator, operands of `and` and `or`, conditions of a rule. The second
 * one was probably meant to be something else.
 *
 *     when writes "/etc/**" or "/etc/**"
 */
import { type Diagnostic, warningAt } from '../../language/diagnostic.ts';
import { fold } from '../../pattern/text/fold.ts';
import type { CheckedExpression, CheckedRule, Pattern } from '../tree/checked.ts';
import { meaningOf } from '../tree/same-meaning.ts';
import type { SourcePlace } from '../tree/source-place.ts';
import { gather, isPart, testsOf } from '../tree/walk.ts';
import { placeOfPattern } from '../values/pattern-place.ts';

export const findRepeatedParts = ({ when, unless }: CheckedRule): readonly Diagnostic[] => [
  ...repeatedIn(when),
  ...repeatedIn(unless),
];

/** Equal expressions among some that are joined, and equal parts inside each of them. */
function repeatedIn(expressions: readonly CheckedExpression[]): readonly Diagnostic[] {
  const within = expressions.flatMap(repeatedWithin);
  if (expressions.length < 2) return within;
  return [
    ...repeated(
      expressions,
      meaningOf,
      ({ place }) => place,
      () => 'this condition',
    ),
    ...within,
  ];
}

const repeatedWithin = (expression: CheckedExpression): readonly Diagnostic[] =>
  gather(expression, (node) => {
    if (node.kind === 'and' || node.kind === 'or') return repeatedIn(node.operands);
    if (node.kind === 'compare') return repeatedPatterns(node.patterns);
    return isPart(node) ? testsOf(node).flatMap(({ patterns }) => repeatedPatterns(patterns)) : undefined;
  });

const repeatedPatterns = (patterns: readonly Pattern[]): readonly Diagnostic[] =>
  patterns.length < 2 ? [] : repeated(patterns, spellingOf, placeOfPattern, nameOf);

const nameOf = (pattern: Pattern): string =>
  'value' in pattern ? `\`${pattern.value}\`` : pattern.kind === 'list' ? `\`@${pattern.name}\`` : 'this';

/** A pattern as it is compared: what folding makes equal is equal, where the pattern is folded. */
function spellingOf(pattern: Pattern): string {
  switch (pattern.kind) {
    case 'command':
      return `command ${pattern.value.trim().split(/\s+/).join(' ')}`;
    case 'host':
    case 'name':
    case 'kind':
      return `${pattern.kind} ${fold(pattern.value)}`;
    default:
      return meaningOf(pattern);
  }
}

/** Reports every part that is equal to an earlier one. */
function repeated<Part>(
  parts: readonly Part[],
  keyOf: (part: Part) => string,
  placeOf: (part: Part) => SourcePlace | undefined,
  nameOf: (part: Part) => string,
): readonly Diagnostic[] {
  const first = new Map<string, SourcePlace | undefined>();
  return parts.flatMap((part) => {
    const key = keyOf(part);
    const place = placeOf(part);
    if (!first.has(key)) {
      first.set(key, place);
      return [];
    }
    const earlier = first.get(key);
    // Items of a list are reported at the declaration of the list.
    if (place === undefined) return [];
    return [
      warningAt('duplicate-item', place.path, place.span, `${nameOf(part)} is here twice`, {
        notes: earlier === undefined ? [] : [{ ...earlier, message: 'first here' }],
        help: 'remove one of the two, or write what the second was meant to be',
      }),
    ];
  });
}
