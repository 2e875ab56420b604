/** Whether an expression asks about earlier calls. */
import type { CheckedExpression } from './checked.ts';
import { somePart } from './walk.ts';

export const asksMemory = (expression: CheckedExpression): boolean =>
  somePart(expression, ({ kind }) => kind === 'label' || kind === 'denials');
