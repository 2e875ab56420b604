/** Policies rewritten in ways that must not matter. The same tree is always rewritten in the same way. */
import type { Clause, ListDeclaration, Policy, Rule } from '../../src/language/ast.ts';
import type { PolicyExpression, PolicyValue } from '../../src/language/expression.ts';

/** The items in another order: turned round, then every second one to the front. */
function shuffled<Item>(items: readonly Item[]): Item[] {
  const turned = [...items].reverse();
  return [...turned.filter((_, at) => at % 2 === 1), ...turned.filter((_, at) => at % 2 === 0)];
}

export interface What {
  /** Also the values of comparisons, and the items of lists. */
  readonly alternatives: boolean;
}

/** Files, declarations, rules, clauses and operands in another order. */
export function reordered(policies: readonly Policy[], what: What): Policy[] {
  const order = (values: readonly PolicyValue[]): readonly PolicyValue[] =>
    what.alternatives ? shuffled(values) : values;
  const operands = (expression: PolicyExpression): PolicyExpression => {
    if (expression.kind === 'and' || expression.kind === 'or') {
      return { ...expression, operands: shuffled(expression.operands) };
    }
    return expression.kind === 'compare' ? { ...expression, values: order(expression.values) } : expression;
  };
  const list = (each: ListDeclaration): ListDeclaration => ({
    ...each,
    items: order(each.items),
    except: order(each.except),
  });
  return shuffled(policies).map((policy) => ({
    ...mapExpressions(policy, operands),
    lists: shuffled(policy.lists).map(list),
    conditions: shuffled(mapExpressions(policy, operands).conditions),
    rules: shuffled(mapExpressions(policy, operands).rules).map((rule) => ({
      ...rule,
      clauses: shuffled(rule.clauses),
    })),
  }));
}

/** Every condition twice, joined to itself by the word that leaves it as it is. */
export function repeated(policies: readonly Policy[]): Policy[] {
  const twice = (kind: 'and' | 'or', expression: PolicyExpression): PolicyExpression => ({
    kind,
    operands: [expression, expression],
    span: expression.span,
  });
  const clauses = (clause: Clause): Clause[] => {
    if (clause.kind === 'when') return [clause, { ...clause, expression: twice('and', clause.expression) }];
    if (clause.kind === 'unless') return [{ ...clause, expression: twice('or', clause.expression) }, clause];
    return [clause];
  };
  return policies.map((policy) => ({
    ...policy,
    rules: policy.rules.map((rule) => ({ ...rule, clauses: rule.clauses.flatMap(clauses) })),
    conditions: policy.conditions.map((condition, at) => ({
      ...condition,
      expression: twice(at % 2 === 0 ? 'and' : 'or', condition.expression),
    })),
  }));
}

/** Lines broken elsewhere, with comments that look like rules. No text of a policy goes over a line end. */
export function respaced(text: string): string {
  const breaks = ['\n', '\r\n\t', ' ', '\n# deny all when tool is "*"\n', '\n\n   # "\n', '  \u00a0 '];
  let at = 0;
  return text.replace(/\n */g, () => breaks[at++ % breaks.length] ?? '');
}

function mapExpressions(policy: Policy, change: (expression: PolicyExpression) => PolicyExpression): Policy {
  const deep = (expression: PolicyExpression): PolicyExpression => {
    switch (expression.kind) {
      case 'and':
      case 'or':
        return change({ ...expression, operands: expression.operands.map(deep) });
      case 'not':
      case 'might':
        return change({ ...expression, operand: deep(expression.operand) });
      default:
        return change(expression);
    }
  };
  const rule = (each: Rule): Rule => ({
    ...each,
    clauses: each.clauses.map((clause) =>
      clause.kind === 'when' || clause.kind === 'unless'
        ? { ...clause, expression: deep(clause.expression) }
        : clause,
    ),
  });
  const conditions = policy.conditions.map((each) => ({ ...each, expression: deep(each.expression) }));
  return { ...policy, rules: policy.rules.map(rule), conditions };
}
