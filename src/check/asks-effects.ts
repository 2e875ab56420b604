/** Whether a condition asks what the call does, which takes working out. */
import type { CheckedExpression } from './checked.ts';

export function asksEffects(expression: CheckedExpression): boolean {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.operands.some(asksEffects);
    case 'not':
    case 'might':
      return asksEffects(expression.operand);
    case 'condition':
      return asksEffects(expression.expression);
    case 'compare':
    case 'label':
    case 'limit':
    case 'denials':
      return false;
    case 'effect':
    case 'object':
    case 'opaque':
      return true;
    default:
      return expression satisfies never;
  }
}
