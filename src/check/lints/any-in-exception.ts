/**
 * Exceptions that one word of a command is enough for, where it can be given
 * several: the harmless one then excuses the others.
 *
 *     when runs "docker pull" unless any image is "registry.example.com/*"
 */
import { type Diagnostic, warningAt } from '../../language/diagnostic.ts';
import type { CheckedExpression, CheckedObject, CheckedRule, ObjectTest } from '../checked.ts';

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
      `one ${test.role ?? `value of ${test.option}`} that is like this excuses all the others that the command is given`,
      { help: advice(test) },
    ),
  );
}

function advice({ role, option }: ObjectTest): string {
  if (option !== undefined)
    return `write \`value of ${option}\`, which is the one that counts, or \`every value of ${option}\``;
  return role === 'argument'
    ? 'write `every argument`, or name the word with the command, which then is one thing: `unless runs "…" with "…"`'
    : `write \`every ${role}\`, which holds only if all of them are like this`;
}

/** Questions about any word of a command that, where they hold, let a call pass. */
function lenient(expression: CheckedExpression, excuses: boolean): readonly CheckedObject[] {
  switch (expression.kind) {
    case 'object': {
      const { role, of, quantifier } = expression.test;
      const isMany = of === 'value' || (role !== undefined && !single.has(role));
      return excuses && isMany && quantifier === 'any' ? [expression] : [];
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
