/**
 * How expressions contain each other: the one place that knows it. Lints, coverage and the search for repairs walk a tree
 * with these functions and name only the kinds that they are about. A new kind of expression gets a line in `childrenOf`
 * and, if it contains others, in `mapChildren`.
 */
import { isOneOf } from '../../vocabulary/kinds.ts';
import type { CheckedExpression, CheckedRule, ObjectTest, Pattern } from './checked.ts';

/** Kinds of expressions that contain others. */
const composite = ['and', 'or', 'not', 'might', 'condition'] as const;

/** A question: an expression that contains no other. */
export type ExpressionPart = Exclude<CheckedExpression, { readonly kind: (typeof composite)[number] }>;

/** The expressions directly inside one, in their order. */
export function childrenOf(expression: CheckedExpression): readonly CheckedExpression[] {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.operands;
    case 'not':
    case 'might':
      return [expression.operand];
    case 'condition':
      return [expression.expression];
    case 'compare':
    case 'effect':
    case 'object':
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

/** The same expression with other ones directly inside it; itself where nothing changes. */
export function mapChildren(
  expression: CheckedExpression,
  change: (child: CheckedExpression) => CheckedExpression,
): CheckedExpression {
  switch (expression.kind) {
    case 'and':
    case 'or': {
      const operands = expression.operands.map(change);
      const isSame = operands.every((each, at) => each === expression.operands[at]);
      return isSame ? expression : { ...expression, operands };
    }
    case 'not':
    case 'might': {
      const operand = change(expression.operand);
      return operand === expression.operand ? expression : { ...expression, operand };
    }
    case 'condition': {
      const inside = change(expression.expression);
      return inside === expression.expression ? expression : { ...expression, expression: inside };
    }
    default:
      return expression;
  }
}

export const isPart = (expression: CheckedExpression): expression is ExpressionPart =>
  !isOneOf(composite, expression.kind);

/**
 * What `visit` finds at a node. `excuses`: the call passes where the node holds; every `not` reverses that. Undefined: what
 * it finds at the children counts instead.
 */
export type Visit<Found> = (node: CheckedExpression, excuses: boolean) => readonly Found[] | undefined;

/** Everything that `visit` finds in an expression, in the order of its text. */
export function gather<Found>(
  expression: CheckedExpression,
  visit: Visit<Found>,
  excuses = false,
): readonly Found[] {
  const found = visit(expression, excuses);
  if (found !== undefined) return found;
  const below = expression.kind === 'not' ? !excuses : excuses;
  return childrenOf(expression).flatMap((child) => gather(child, visit, below));
}

/** Everything that `visit` finds in the conditions of a rule, then in its exceptions, where what holds excuses. */
export const gatherInRule = <Found>(
  { when, unless }: Pick<CheckedRule, 'when' | 'unless'>,
  visit: Visit<Found>,
): readonly Found[] => [
  ...when.flatMap((each) => gather(each, visit)),
  ...unless.flatMap((each) => gather(each, visit, true)),
];

/** How `fold` joins what it knows of the operands. A `might` and a named condition are what they contain. */
export interface Join<Result> {
  readonly part: (part: ExpressionPart) => Result;
  readonly and: (operands: readonly Result[]) => Result;
  readonly or: (operands: readonly Result[]) => Result;
  readonly not: (operand: Result) => Result;
}

/** One answer for a whole expression, from those for its questions. */
export function foldExpression<Result>(expression: CheckedExpression, join: Join<Result>): Result {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return join[expression.kind](expression.operands.map((each) => foldExpression(each, join)));
    case 'not':
      return join.not(foldExpression(expression.operand, join));
    case 'might':
      return foldExpression(expression.operand, join);
    case 'condition':
      return foldExpression(expression.expression, join);
    default:
      return join.part(expression);
  }
}

/** All questions of an expression, in their order. */
export const questionsOf = (expression: CheckedExpression): readonly ExpressionPart[] =>
  gather(expression, (node) => (isPart(node) ? [node] : undefined));

/** Whether some question of an expression has a property. */
export const somePart = (expression: CheckedExpression, has: (part: ExpressionPart) => boolean): boolean =>
  isPart(expression) ? has(expression) : childrenOf(expression).some((child) => somePart(child, has));

/** Whether an expression asks what the call does, which has to be derived first. */
export const asksEffects = (expression: CheckedExpression): boolean =>
  somePart(expression, ({ kind }) => kind === 'effect' || kind === 'object' || kind === 'opaque');

/** Whether an expression asks about earlier calls. */
export const asksMemory = (expression: CheckedExpression): boolean =>
  somePart(expression, ({ kind }) => kind === 'label' || kind === 'denials');

/** The expressions that all have to hold: the operands of every `and`, also inside named conditions. */
export const conjunctsOf = (expression: CheckedExpression): readonly CheckedExpression[] =>
  expression.kind === 'and' || expression.kind === 'condition'
    ? childrenOf(expression).flatMap(conjunctsOf)
    : [expression];

/** The questions about objects that a node asks itself. */
export const testsOf = (node: CheckedExpression): readonly ObjectTest[] =>
  node.kind === 'effect' ? node.tests : node.kind === 'object' ? [node.test] : [];

/** The patterns that a node itself compares with. */
export const patternsOf = (node: CheckedExpression): readonly Pattern[] =>
  node.kind === 'compare' ? node.patterns : testsOf(node).flatMap(({ patterns }) => patterns);
