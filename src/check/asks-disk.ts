/** Whether a policy compares what only a disk says: of an event without one that is missing. */
import type { CheckedBundle, CheckedExpression } from './checked.ts';

/** The code of such a rule, or of the label or limit that it belongs to; undefined where there is none. */
export function asksDisk({ rules, labels }: CheckedBundle): string | undefined {
  const subjects = [...rules, ...labels.map(({ code, subject }) => ({ ...subject, code }))];
  return subjects.find(({ when, unless }) => [...when, ...unless].some(asks))?.code;
}

function asks(expression: CheckedExpression): boolean {
  switch (expression.kind) {
    case 'compare':
      return expression.field.entry.id.startsWith('repository.');
    case 'and':
    case 'or':
      return expression.operands.some(asks);
    case 'not':
    case 'might':
      return asks(expression.operand);
    case 'condition':
      return asks(expression.expression);
    default:
      return false;
  }
}
