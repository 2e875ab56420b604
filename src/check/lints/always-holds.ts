/**
 * Conditions that hold for every call, as far as their text shows it: a pattern that is all `*`, of something that calls
 * have, or two alternatives of which one always holds. Other conditions may hold for every call too, and are not found.
 */
import type { FieldId } from '../../vocabulary/fields.ts';
import type { CheckedCompare, CheckedExpression, ObjectTest, Pattern } from '../tree/checked.ts';
import { hasEither } from './dead-clause.ts';

/** Fields that the protocol lets an event lack, and that hardly any event lacks. */
const nearlyAlways: ReadonlySet<FieldId> = new Set<FieldId>([
  'kind',
  'session.id',
  'session.cwd',
  'session.workspaceRoots',
  'harness.name',
  'harness.version',
]);

export function alwaysHolds(expression: CheckedExpression): boolean {
  switch (expression.kind) {
    case 'and':
      return expression.operands.every(alwaysHolds);
    case 'or':
      return expression.operands.some(alwaysHolds) || hasEither(expression.operands);
    case 'not':
      return expression.operand.kind === 'not'
        ? alwaysHolds(expression.operand.operand)
        : expression.operand.kind === 'compare' && isAlwaysSo(reversed(expression.operand));
    case 'might':
      return alwaysHolds(expression.operand);
    case 'condition':
      return alwaysHolds(expression.expression);
    case 'compare':
      return isAlwaysSo(expression);
    case 'object':
      return isOfEveryObject(expression.test);
    default:
      return false;
  }
}

const reversed = (compare: CheckedCompare): CheckedCompare => ({ ...compare, negated: !compare.negated });

function isAlwaysSo({
  field: { entry, steps },
  operator,
  negated,
  measure,
  patterns,
}: CheckedCompare): boolean {
  if (steps.length > 0 || measure !== undefined || (entry.optional && !nearlyAlways.has(entry.id)))
    return false;
  if (operator === 'present' || operator === 'missing') return (operator === 'present') !== negated;
  return !negated && patterns.some(isAnything);
}

/** Whether a question about what the rule is about is answered with yes for each. */
const isOfEveryObject = ({ of, negated, patterns }: ObjectTest): boolean =>
  !negated && ['path', 'host', 'command', 'package', 'agent'].includes(of) && patterns.some(isAnything);

function isAnything(pattern: Pattern): boolean {
  switch (pattern.kind) {
    case 'regex':
      return /^\^?(?:\.\*\$?)?$/.test(pattern.source);
    case 'list':
      return pattern.except.length === 0 && pattern.items.some(isAnything);
    case 'path':
      return pattern.value === '**' || pattern.value === '/**';
    case 'name':
    case 'host':
    case 'command':
    case 'package':
      return pattern.value === '*' || pattern.value === '**';
    default:
      return false;
  }
}
