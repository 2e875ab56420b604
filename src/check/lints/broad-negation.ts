/**
 * `not` before a comparison of an MCP server or tool holds for every call that
 * has none, which is every native tool; `not in` and `is not` are about MCP alone.
 *
 *     when not mcp server in @approved
 */
import { type Diagnostic, warningAt } from '../../language/diagnostic.ts';
import type { CheckedCompare, CheckedExpression, CheckedRule } from '../tree/checked.ts';
import { foldExpression, gather } from '../tree/walk.ts';

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

const negations = (expression: CheckedExpression): readonly CheckedCompare[] =>
  gather(expression, (node) => {
    if (node.kind === 'not')
      return node.operand.kind === 'compare' && isAboutMcp(node.operand) ? [node.operand] : undefined;
    return node.kind === 'and' && node.operands.some(needsMcp) ? [] : undefined;
  });

const isAboutMcp = ({ operator, field }: CheckedCompare): boolean =>
  operator !== 'missing' && operator !== 'present' && isOfServer(field.entry.id);

const isOfServer = (field: string): boolean => field === 'mcp.server' || field === 'mcp.tool';

/** Whether an expression holds for calls of MCP tools alone. */
const needsMcp = (expression: CheckedExpression): boolean =>
  foldExpression(expression, {
    and: (operands) => operands.includes(true),
    or: (operands) => operands.every(Boolean),
    not: () => false,
    part: (part) => part.kind === 'compare' && (isAboutMcp(part) || isOfMcp(part)),
  });

/** `mcp server is present`, `origin is mcp`, `kind is mcp`. */
function isOfMcp({ field, operator, negated, patterns }: CheckedCompare): boolean {
  if (operator === 'present' || operator === 'missing') {
    const isPresent = (operator === 'present') !== negated;
    return isPresent && isOfServer(field.entry.id);
  }
  if (field.entry.id !== 'origin' && field.entry.id !== 'kind') return false;
  return !negated && patterns.every((each) => each.kind === 'kind' && each.value === 'mcp');
}
