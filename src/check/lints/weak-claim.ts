/**
 * Rules that a client can weaken by what it says of itself: an exception, or a
 * negated condition, that rests on `agent`, `model`, `harness` or `source`; and any that
 * rests on `event.time`.
 *
 *     unless session.agent is "release-bot"
 */
import { type Diagnostic, warningAt } from '../../language/diagnostic.ts';
import type { CheckedCompare, CheckedExpression, CheckedRule, Place } from '../checked.ts';
import { somePart } from '../some-part.ts';

export function findWeakClaims(rule: CheckedRule): Diagnostic[] {
  const weakening = [
    ...rule.when.flatMap((expression) => claims(expression, false)),
    ...rule.unless.flatMap((expression) => claims(expression, true)),
  ];
  return [...findClientTimes(rule), ...weakening.map(warn)];
}

/** The client says when an event was: `event.time` is no clock, wherever it stands. */
function findClientTimes({ when, unless }: CheckedRule): Diagnostic[] {
  const places: Place[] = [];
  for (const expression of [...when, ...unless])
    somePart(expression, (part) => {
      if (part.kind === 'compare' && isTimeOfEvent(part)) places.push(part.place);
      return false;
    });
  return places.map(({ path, span }) =>
    warningAt('weak-claim', path, span, '`event.time` is what the client says, and no clock', {
      help: 'what time it is by the clock of the server is asked with a window: `during office`, `outside office`',
    }),
  );
}

const isTimeOfEvent = ({ field: { entry, steps } }: CheckedCompare): boolean =>
  entry.id === 'event' && steps[0] === 'time';

function warn({ field, place }: CheckedCompare): Diagnostic {
  return warningAt(
    'weak-claim',
    place.path,
    place.span,
    `\`${field.text}\` is what the client says of itself, and here it can switch the rule off`,
    {
      help: 'an agent that is led astray can claim another name; rest exceptions on what the call does instead',
    },
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
