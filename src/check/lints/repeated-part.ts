/**
 * What stands twice where once says the same: alternatives behind an operator, operands of `and` and `or`, conditions of one
 * rule. The second was mostly meant to be something else.
 *
 *     when writes "/etc/**" or "/etc/**"
 */
import { type Diagnostic, warningAt } from '../../language/diagnostic.ts';
import { fold } from '../../pattern/fold.ts';
import type { CheckedExpression, CheckedRule, Pattern, Place } from '../checked.ts';
import { placeOfPattern } from '../pattern-place.ts';
import { meaningOf } from '../same-meaning.ts';
import { gather, isPart, testsOf } from '../walk.ts';

export const findRepeatedParts = ({ when, unless }: CheckedRule): readonly Diagnostic[] => [
  ...repeatedIn(when),
  ...repeatedIn(unless),
];

/** Expressions that stand beside each other, each with what it is made of. */
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

/** Tells of each part that an earlier one is equal to. */
function repeated<Part>(
  parts: readonly Part[],
  keyOf: (part: Part) => string,
  placeOf: (part: Part) => Place | undefined,
  nameOf: (part: Part) => string,
): readonly Diagnostic[] {
  const first = new Map<string, Place | undefined>();
  return parts.flatMap((part) => {
    const key = keyOf(part);
    const place = placeOf(part);
    if (!first.has(key)) {
      first.set(key, place);
      return [];
    }
    const earlier = first.get(key);
    // Those of a list are told where the list stands.
    if (place === undefined) return [];
    return [
      warningAt('duplicate-item', place.path, place.span, `${nameOf(part)} stands here twice`, {
        notes: earlier === undefined ? [] : [{ ...earlier, message: 'first here' }],
        help: 'remove one of the two, or write what the second was meant to be',
      }),
    ];
  });
}
