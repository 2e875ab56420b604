/** What the regular expressions of a rule take for each character that they look through. */
import type { CheckedExpression, CheckedRule, Pattern } from '../check/tree/checked.ts';
import { compileRegex } from '../pattern/regex/regex.ts';

/** The steps of expressions that have been compiled, by flags and source. */
export type Sizes = Map<string, number>;

/** Steps of all regular expressions of a rule. */
export const expressionsOf = ({ when, unless }: CheckedRule, sizes: Sizes): number =>
  sum([...when, ...unless], (each) => expressionsIn(each, sizes));

function expressionsIn(expression: CheckedExpression, sizes: Sizes): number {
  const inPatterns = (patterns: readonly Pattern[]): number =>
    sum(patterns, (pattern) => {
      if (pattern.kind === 'list') return inPatterns([...pattern.items, ...pattern.except]);
      return pattern.kind === 'regex' ? sizeOf(pattern, sizes) : 0;
    });
  switch (expression.kind) {
    case 'and':
    case 'or':
      return sum(expression.operands, (each) => expressionsIn(each, sizes));
    case 'not':
    case 'might':
      return expressionsIn(expression.operand, sizes);
    case 'condition':
      return expressionsIn(expression.expression, sizes);
    case 'compare':
      return inPatterns(expression.patterns);
    case 'effect':
      return sum(expression.tests, ({ patterns }) => inPatterns(patterns));
    case 'object':
      return inPatterns(expression.test.patterns);
    case 'label':
    case 'limit':
    case 'denials':
    case 'window':
    case 'opaque':
      return 0;
    default:
      return expression satisfies never;
  }
}

function sizeOf({ source, flags }: Pattern & { readonly kind: 'regex' }, sizes: Sizes): number {
  const key = `${flags}/${source}`;
  let size = sizes.get(key);
  if (size === undefined) {
    // What passed the checks compiles.
    size = compileRegex(source, flags).pattern?.size ?? 0;
    sizes.set(key, size);
  }
  return size;
}

const sum = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((total, item) => total + of(item), 0);
