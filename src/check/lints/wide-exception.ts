/**
 * Exceptions for hosts that anybody can have: `0.0.0.0/0`, or names below a
 * service where everybody may sign up. To deny such hosts can be meant, and is
 * not warned of; suffixes of countries and trades always are, where they are read.
 *
 *     when connects to any host unless host in "*.github.io"
 */
import { type Diagnostic, warningAt } from '../../language/diagnostic.ts';
import { describeWidth } from '../../pattern/wide-host.ts';
import type { CheckedExpression, CheckedRule, ObjectTest, Pattern, Place } from '../checked.ts';
import { plainPatterns } from '../plain-patterns.ts';

export function findWideExceptions({ when, unless }: CheckedRule): Diagnostic[] {
  return [
    ...when.flatMap((each) => wideHosts(each, false)),
    ...unless.flatMap((each) => wideHosts(each, true)),
  ];
}

function wideHosts(expression: CheckedExpression, excuses: boolean): readonly Diagnostic[] {
  switch (expression.kind) {
    case 'effect':
      return expression.tests.flatMap((test) => wideIn(test, expression.place, excuses));
    case 'object':
      return wideIn(expression.test, expression.place, excuses);
    case 'and':
    case 'or':
      return expression.operands.flatMap((each) => wideHosts(each, excuses));
    case 'not':
      return wideHosts(expression.operand, !excuses);
    case 'might':
      return wideHosts(expression.operand, excuses);
    case 'condition':
      return wideHosts(expression.expression, excuses);
    case 'compare':
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

/** The first such pattern of a test is enough. */
function wideIn(test: ObjectTest, { path, span }: Place, excuses: boolean): readonly Diagnostic[] {
  if (test.of !== 'host' || test.operator !== 'is' || excuses === test.negated) return [];
  for (const text of hostsOf(test.patterns)) {
    const width = describeWidth(text);
    if (width === undefined) continue;
    return [
      warningAt('wide-host', path, span, `\`${text}\` ${width}, and here it lets calls pass`, {
        help: 'name the hosts that are yours, such as `"docs.example.com"` or `"*.example.com"`',
      }),
    ];
  }
  return [];
}

const hostsOf = (patterns: readonly Pattern[]): readonly string[] =>
  plainPatterns(patterns).flatMap((each) => (each.kind === 'host' ? [each.value] : []));
