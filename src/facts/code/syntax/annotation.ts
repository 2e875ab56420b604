/** Annotations of Python are expressions that run, but most only name a type. */
import { type Expression, partsOfExpression } from './expression.ts';

/** What an annotation does. A type that it names is looked up, and not passed on to anything. */
export function actsIn(annotation: Expression): readonly Expression[] {
  switch (annotation.kind) {
    case 'call':
    case 'assign':
    case 'loop':
    case 'block':
      return [annotation];
    case 'function':
      return [];
    default:
      return partsOfExpression(annotation).flatMap(actsIn);
  }
}
