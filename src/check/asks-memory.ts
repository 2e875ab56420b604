/** Whether an expression asks about earlier calls. */
import type { CheckedExpression } from './checked.ts';

export function asksMemory(expression: CheckedExpression): boolean {
  switch (expression.kind) {
    case 'label':
    case 'denials':
      return true;
    case 'and':
    case 'or':
      return expression.operands.some(asksMemory);
    case 'not':
    case 'might':
      return asksMemory(expression.operand);
    case 'condition':
      return asksMemory(expression.expression);
    default:
      return false;
  }
}
