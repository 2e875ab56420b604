/**
 * `not` before a comparison of an MCP server or tool holds for every call that
 * has none, which is every native tool; `not in` and `is not` are about MCP alone.
 *
 *     when not mcp server in @approved
 */
import { type Diagnostic, warningAt } from '../../language/diagnostic.ts';
import type { CheckedCompare, CheckedExpression, CheckedRule } from '../checked.ts';

export function findBroadNegations({ when, unless }: CheckedRule): Diagnostic[] {
  // Beside a part that is about MCP, the negation is about MCP too.
  const negated = [...(when.some(needsMcp) ? [] : when), ...unless.filter((each) => !needsMcp(each))];
  return negated.flatMap(negations).map(({ field, place }) =>
    warningAt(
      'broad-negation',
      place.path,
      place.span,
      `\`not\` before \`${field.text}\` holds for every call without an MCP server, too`,
      {
        help: `write \`${field.text} is not "…"\` or \`${field.text} not in @list\`, which are about MCP tools alone`,
      },
    ),
  );
}

function negations(expression: CheckedExpression): readonly CheckedCompare[] {
  switch (expression.kind) {
    case 'not':
      return isAboutMcp(expression.operand) ? [expression.operand] : negations(expression.operand);
    case 'and':
      return expression.operands.some(needsMcp) ? [] : expression.operands.flatMap(negations);
    case 'or':
      return expression.operands.flatMap(negations);
    case 'might':
      return negations(expression.operand);
    case 'condition':
      return negations(expression.expression);
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

function isAboutMcp(expression: CheckedExpression): expression is CheckedCompare {
  if (expression.kind !== 'compare' || expression.operator === 'missing' || expression.operator === 'present')
    return false;
  return expression.field.entry.id === 'mcp.server' || expression.field.entry.id === 'mcp.tool';
}

/** Whether an expression holds for calls of MCP tools alone. */
function needsMcp(expression: CheckedExpression): boolean {
  switch (expression.kind) {
    case 'compare': {
      const { field, operator, negated, patterns } = expression;
      if (isAboutMcp(expression)) return true;
      if (operator === 'present' || operator === 'missing') {
        const isPresent = (operator === 'present') !== negated;
        return isPresent && (field.entry.id === 'mcp.server' || field.entry.id === 'mcp.tool');
      }
      if (field.entry.id !== 'origin' && field.entry.id !== 'kind') return false;
      return !negated && patterns.every((each) => each.kind === 'kind' && each.value === 'mcp');
    }
    case 'and':
      return expression.operands.some(needsMcp);
    case 'or':
      return expression.operands.every(needsMcp);
    case 'might':
      return needsMcp(expression.operand);
    case 'condition':
      return needsMcp(expression.expression);
    case 'not':
    case 'effect':
    case 'object':
    case 'opaque':
    case 'label':
    case 'limit':
    case 'denials':
    case 'window':
      return false;
    default:
      return expression satisfies never;
  }
}
