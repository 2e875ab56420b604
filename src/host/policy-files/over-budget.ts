/** Budgets for the cost of policies, and the errors for policies that cost more. Without a budget every cost is fine. */
import type { PolicyCost, RuleCost } from '../../cost/cost.ts';
import { type Diagnostic, errorAt } from '../../language/diagnostic.ts';

/** The figures of a cost that can have a budget, under the names that `PolicyCost` has for them. */
export const budgetFigures = ['scanned', 'worst', 'expressions'] as const;
export type BudgetFigure = (typeof budgetFigures)[number];

/** The most of each figure that is allowed; what is not named has no bound. */
export type CostBudget = Readonly<Partial<Record<BudgetFigure, number>>>;

/** An error for each figure that is over its budget, at the rule that is the most to blame. */
export function overBudget(cost: PolicyCost, budget: CostBudget): readonly Diagnostic[] {
  return budgetFigures.flatMap((figure) => {
    const allowed = budget[figure];
    return allowed === undefined || cost[figure] <= allowed ? [] : tooExpensive(cost, figure, allowed);
  });
}

/** More rules than these are not named. */
const mostNamed = 3;

function tooExpensive(cost: PolicyCost, figure: BudgetFigure, allowed: number): readonly Diagnostic[] {
  const [costliest, ...others] = mostExpensiveFirst(cost, figure);
  const [first] = cost.rules;
  const blamed = costliest ?? first;
  if (blamed === undefined) return [];
  const { path, span } = blamed.place;
  const message = `${described[figure](cost[figure])}, and the budget \`${figure}\` allows ${shown(allowed)}`;
  const own = costliest === undefined ? '' : `: ${share(costliest, figure)}`;
  const notes = others
    .slice(0, mostNamed - 1)
    .map((rule) => ({ ...rule.place, message: share(rule, figure) }));
  const raised = `raise the budget: \`${figure}=${cost[figure]}\``;
  return [
    errorAt('over-budget', path, span, `${message}${own}`, {
      notes,
      help: `${remedy[figure]}, or ${raised}`,
    }),
  ];
}

const shown = (figure: number): string => figure.toLocaleString('en-US');

const described: Readonly<Record<BudgetFigure, (figure: number) => string>> = {
  scanned: (rules) =>
    rules === 1 ? '1 rule is asked about every event' : `${shown(rules)} rules are asked about every event`,
  worst: (count) => `one event can take ${steps(count)}`,
  expressions: (count) => `regular expressions can take ${steps(count)} for each character`,
};

const steps = (count: number): string => `${shown(count)} ${count === 1 ? 'step' : 'steps'}`;

const remedy: Readonly<Record<BudgetFigure, string>> = {
  scanned: 'add what such calls must have, as `bylaw check --cost` says of each',
  worst: 'ask about less of a call in the most expensive rules, which `bylaw check --cost` lists',
  expressions: 'write the longest expressions shorter, without counts such as `{500}`',
};

/** The part of a figure that is one rule's. */
function share(rule: RuleCost, figure: BudgetFigure): string {
  const who = `\`${rule.code}\``;
  if (figure !== 'scanned') return `${who} takes ${shown(rule[figure])} of them`;
  const [why] = rule.because;
  return why === undefined ? `${who} is one of them` : `${who} is one of them, because ${why.message}`;
}

function mostExpensiveFirst({ rules }: PolicyCost, figure: BudgetFigure): readonly RuleCost[] {
  switch (figure) {
    case 'scanned':
      return byFigure(
        rules.filter(({ scanned, role }) => scanned && role === 'rule'),
        'worst',
      );
    case 'worst':
    case 'expressions':
      return byFigure(
        rules.filter((rule) => rule[figure] > 0),
        figure,
      );
    default:
      return figure satisfies never;
  }
}

/** Those that cost the same stay in the order of their codes. */
const byFigure = (rules: readonly RuleCost[], figure: 'worst' | 'expressions'): readonly RuleCost[] =>
  [...rules].sort((a, b) => b[figure] - a[figure]);
