/**
 * Exceptions that one word of a command is enough for, where it can be given
 * several: the harmless one then excuses the others.
 *
 *     when runs "docker pull" unless any image is "registry.example.com/*"
 */
import { type Diagnostic, warningAt } from '../../language/diagnostic.ts';
import type { CheckedExpression, CheckedObject, CheckedRule } from '../checked.ts';

export function findAnyInExceptions({ when, unless }: CheckedRule): Diagnostic[] {
  const excusing = [
    ...when.flatMap((each) => lenient(each, false)),
    ...unless.flatMap((each) => lenient(each, true)),
  ];
  return excusing.map(({ test, place }) =>
    warningAt(
      'any-in-exception',
      place.path,
      place.span,
      `one ${test.role} that is like this excuses all the others that the command is given`,
      {
        help:
          test.role === 'argument'
            ? 'write `every argument`, or name the word with the command, which then is one thing: `unless runs "…" with "…"`'
            : `write \`every ${test.role}\`, which holds only if all of them are like this`,
      },
    ),
  );
}

/** Questions about any word of a command that, where they hold, let a call pass. */
function lenient(expression: CheckedExpression, excuses: boolean): readonly CheckedObject[] {
  switch (expression.kind) {
    case 'object': {
      const { role, quantifier } = expression.test;
      return excuses && role !== undefined && quantifier === 'any' && !single.has(role) ? [expression] : [];
    }
    case 'and':
    case 'or':
      return expression.operands.flatMap((each) => lenient(each, excuses));
    case 'not':
      return lenient(expression.operand, !excuses);
    case 'might':
      return lenient(expression.operand, excuses);
    case 'condition':
      return lenient(expression.expression, excuses);
    case 'compare':
    case 'effect':
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

/** What a command is given once: `any` and `every` are then the same. */
const single: ReadonlySet<string> = new Set(['action', 'remote', 'mode', 'method', 'entrypoint', 'message']);
