/**
 * How large a rule and all rules together may be. Everything is counted before the conditions of a rule are written out,
 * which is what takes time and memory.
 */
import type { Rule } from '../../language/ast.ts';
import { type Context, type Resolved, reportError } from '../names/context.ts';
import { checkParts } from '../names/layer-size.ts';
import type { CheckedExpression } from '../tree/checked.ts';
import { maximalComparisons } from './expression.ts';

/** `if …` clauses of one rule. */
const maximalAbsences = 64;

/** Comparisons, and items of the lists that they ask for, of all rules together. */
const maximalTotal = 2_000_000;

export function checkWeight(
  context: Context,
  rule: Rule,
  parts: readonly Resolved<CheckedExpression>[],
): boolean {
  const weight = parts.reduce((sum, part) => sum + part.weight, 0);
  const absences = rule.clauses.filter(({ kind }) => kind === 'absence').length;
  const problem =
    weight > maximalComparisons
      ? `the rule has ${weight} comparisons, together with the conditions that it uses; at most ${maximalComparisons} are allowed`
      : absences > maximalAbsences
        ? `the rule has ${absences} \`if\` clauses; at most ${maximalAbsences} are allowed`
        : undefined;
  if (problem !== undefined) {
    reportError(context, 'rule-too-large', rule.name.span, problem, {
      help: 'spread it over several rules, or gather names and texts in a `list`: asking for a list is one comparison',
    });
    return false;
  }
  return checkTotal(context, rule, parts);
}

/** The bounds for the rules of a layer, and for all rules together: very many rules may use one long list. */
export function checkTotal(
  context: Context,
  { name }: Pick<Rule, 'name'>,
  parts: readonly Resolved<CheckedExpression>[],
): boolean {
  const { counts } = context.shared;
  const before = counts.size;
  counts.size += parts.reduce((sum, { weight, items }) => sum + weight + items, 0);
  if (counts.size <= maximalTotal) return checkParts(context, name.span, parts);
  if (before <= maximalTotal) {
    reportError(
      context,
      'policies-too-large',
      name.span,
      `with this, all rules together come to ${counts.size} comparisons and list items; at most ${maximalTotal} are allowed`,
      { help: 'let one rule ask for a long list, not many' },
    );
  }
  return false;
}
