/** What policies may cost, as a command line says it: `scanned=10,worst=100000000`. */
import type { CheckedBundle } from '../../check/tree/checked.ts';
import { policyCost } from '../../cost/cost.ts';
import {
  type BudgetFigure,
  budgetFigures,
  type CostBudget,
  overBudget,
} from '../../host/policy-files/over-budget.ts';
import type { Diagnostic } from '../../language/diagnostic.ts';
import { suggestion } from '../../language/words.ts';
import { defaultLimits } from '../../server/limits/limits.ts';
import { UsageError } from '../terminal/context.ts';

/** A budget, and the largest event that it is for, in octets. */
export interface EventBudget {
  readonly budget: CostBudget;
  readonly octets: number;
}

/** The largest event that a server takes, in octets: a message, or a line on its socket. */
export const largestEvent = (maxMessageBytes = defaultLimits.maxMessageBytes): number =>
  Math.max(maxMessageBytes, defaultLimits.maxLineBytes);

/** Reads what `--budget`, or what is `named` otherwise, says; undefined where it is not given. Throws `UsageError`. */
export function parseBudget(
  texts: readonly string[] | undefined,
  named = '--budget',
): CostBudget | undefined {
  if (texts === undefined) return undefined;
  const budget: Partial<Record<BudgetFigure, number>> = {};
  for (const part of texts.flatMap((text) => text.split(','))) {
    const [figure, most] = parsePart(part.trim(), named);
    if (budget[figure] !== undefined)
      throw new UsageError(`\`${named}\` gives \`${figure}\` twice: give each figure once`);
    budget[figure] = most;
  }
  return budget;
}

const example = 'such as `scanned=10,worst=100000000`';

function parsePart(part: string, named: string): readonly [BudgetFigure, number] {
  const equals = part.indexOf('=');
  const name = (equals < 0 ? part : part.slice(0, equals)).trim();
  const figure = budgetFigures.find((each) => each === name);
  if (figure === undefined) {
    if (name === '') throw new UsageError(`\`${named}\` takes figures and the most of each, ${example}`);
    const near = suggestion(name, budgetFigures);
    const known = `it takes ${budgetFigures.join(', ')}, ${example}`;
    // It is neither a figure nor a number, so the word after the option is probably a path.
    if (near === undefined && equals < 0)
      throw new UsageError(`\`${named}\` took \`${name}\` as the budget; ${known}`);
    throw new UsageError(`\`${named}\` knows no \`${name}\`; ${near ?? known}`);
  }
  if (equals < 0)
    throw new UsageError(`\`${named}\` says nothing of how much \`${figure}\` may be, ${example}`);
  const text = part.slice(equals + 1).trim();
  if (/^[0-9]{1,15}$/.test(text)) return [figure, Number(text)];
  throw new UsageError(
    `\`${named}\` takes whole numbers from 0 up, of at most 15 digits, ${example}, not \`${part}\``,
  );
}

/** What is over its budget; nothing where there is no budget, or the policies have errors that say enough. */
export const budgetProblems = (
  bundle: CheckedBundle | undefined,
  allowed: EventBudget | undefined,
): readonly Diagnostic[] =>
  bundle === undefined || allowed === undefined
    ? []
    : overBudget(policyCost(bundle, allowed.octets), allowed.budget);
