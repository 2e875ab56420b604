/**
 * Rules that a client can weaken by what it says of itself: an exception, or a
 * negated condition, that rests on `agent`, `model`, `harness` or `source`.
 *
 *     unless session.agent is "release-bot"
 */
import { type Diagnostic, warningAt } from '../../language/diagnostic.ts';
import type { CheckedCompare, CheckedExpression, CheckedRule } from '../checked.ts';

export function findWeakClaims(rule: CheckedRule): Diagnostic[] {
  const weakening = [
    ...rule.when.flatMap((expression) => claims(expression, false)),
    ...rule.unless.flatMap((expression) => claims(expression, true)),
  ];
  return weakening.map(({ field, place }) =>
    warningAt(
      'weak-claim',
      place.path,
      place.span,
      `\`${field.text}\` is what the client says of itself, and here it can switch the rule off`,
      {
        help: 'an agent that is led astray can claim another name; rest exceptions on what the call does instead',
      },
    ),
  );
}

/** Comparisons on claims whose being true makes the rule hold less. */
function claims(expression: CheckedExpression, excuses: boolean): CheckedCompare[] {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.operands.flatMap((each) => claims(each, excuses));
    case 'not':
      return claims(expression.operand, !excuses);
    case 'might':
      return claims(expression.operand, excuses);
    case 'condition':
      return claims(expression.expression, excuses);
    case 'compare':
      return expression.field.entry.claim && excuses !== saysNo(expression) ? [expression] : [];
    case 'effect':
    case 'object':
    case 'opaque':
    case 'label':
    case 'limit':
    case 'denials':
    case 'window':
      return [];
    default:
      return expression satisfies never;
  }
}

/** `is missing` is the negation of `is present`. */
const saysNo = ({ operator, negated }: CheckedCompare): boolean => (operator === 'missing') !== negated;
