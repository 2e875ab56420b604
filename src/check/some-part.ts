/** Looks through an expression for a part that is of interest. */
import type { CheckedExpression } from './checked.ts';

/** What an expression is made of, behind `and`, `or`, `not`, `might` and the names of conditions. */
export type ExpressionPart = Exclude<
  CheckedExpression,
  { readonly kind: 'and' | 'or' | 'not' | 'might' | 'condition' }
>;

/** All parts of an expression, in their order. */
export function partsOf(expression: CheckedExpression): readonly ExpressionPart[] {
  const found: ExpressionPart[] = [];
  somePart(expression, (part) => {
    found.push(part);
    return false;
  });
  return found;
}

/** Whether some part of an expression is such. */
export function somePart(expression: CheckedExpression, isSuch: (part: ExpressionPart) => boolean): boolean {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.operands.some((each) => somePart(each, isSuch));
    case 'not':
    case 'might':
      return somePart(expression.operand, isSuch);
    case 'condition':
      return somePart(expression.expression, isSuch);
    default:
      return isSuch(expression);
  }
}
