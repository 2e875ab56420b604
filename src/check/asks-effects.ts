/** Whether a condition asks what the call does, which has to be derived first. */
import type { CheckedExpression } from './checked.ts';
import { somePart } from './walk.ts';

export const asksEffects = (expression: CheckedExpression): boolean =>
  somePart(expression, ({ kind }) => kind === 'effect' || kind === 'object' || kind === 'opaque');
