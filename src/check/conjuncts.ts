/** What must hold for a condition to: `and`s and named conditions taken apart. */
import type { CheckedExpression } from './checked.ts';

export function conjunctsOf(expression: CheckedExpression): readonly CheckedExpression[] {
  if (expression.kind === 'and') return expression.operands.flatMap(conjunctsOf);
  return expression.kind === 'condition' ? conjunctsOf(expression.expression) : [expression];
}
