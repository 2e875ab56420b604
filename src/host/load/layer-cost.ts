/**
 * The cost of one layer, for its budget: its rules, labels and limits, and the steps that its exceptions add to the
 * rules of other layers. What lower layers add to its own rules is nothing that it pays for.
 */
import type { CheckedBundle, CheckedException, CheckedRule } from '../../check/tree/checked.ts';
import { withoutExceptions } from '../../compile/lazy-rule.ts';
import { type PolicyCost, policyCost, type RuleCost } from '../../cost/cost.ts';
import { knowledgeOf } from './layer-programs.ts';

export function costOfLayer(bundle: CheckedBundle, place: number, octets: number): PolicyCost {
  const isOwn = ({ layer = 0 }: { readonly layer?: number }): boolean => layer === place;
  const exceptions = (bundle.exceptions ?? []).filter(isOwn);
  const codes = new Set(exceptions.map(({ code }) => code));
  const withOwn = (rule: CheckedRule): CheckedRule => withoutExceptions(rule, (code) => !codes.has(code));
  const knowledge = knowledgeOf(bundle, place);
  const own = policyCost(
    {
      rules: bundle.rules.filter(isOwn).map(withOwn),
      labels: bundle.labels.filter(({ subject }) => isOwn(subject)),
      limits: bundle.limits.filter(({ subject }) => isOwn(subject)),
      knowledge,
    },
    octets,
  );
  const touched = new Set(exceptions.flatMap(({ rules }) => rules));
  const others = bundle.rules.filter((rule) => !isOwn(rule) && touched.has(rule.code));
  const costsOf = (rules: readonly CheckedRule[]): readonly RuleCost[] =>
    policyCost({ rules, labels: [], limits: [], knowledge }, octets).rules;
  const bare = costsOf(others.map((rule) => withoutExceptions(rule)));
  const added = costsOf(others.map(withOwn)).map(
    (cost, at): RuleCost => addedCost(cost, bare[at], exceptions),
  );
  const sum = (figure: 'worst' | 'expressions'): number =>
    added.reduce((total, cost) => total + cost[figure], own[figure]);
  return { ...own, rules: [...own.rules, ...added], worst: sum('worst'), expressions: sum('expressions') };
}

/** What exceptions add to the cost of a rule, at the place of the first of them: the rule itself is not to blame. */
function addedCost(
  cost: RuleCost,
  bare: RuleCost | undefined,
  exceptions: readonly CheckedException[],
): RuleCost {
  const { code, place } = exceptions.find(({ rules }) => rules.includes(cost.code)) ?? cost;
  return {
    ...cost,
    code,
    place,
    // Whether a rule is asked about every event does not depend on what it lets pass.
    scanned: false,
    worst: cost.worst - (bare?.worst ?? 0),
    expressions: cost.expressions - (bare?.expressions ?? 0),
  };
}
