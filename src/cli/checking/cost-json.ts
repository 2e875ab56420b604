/** What policies cost, as JSON for programs. */
import type { PolicyCost, RuleCost } from '../../cost/cost.ts';
import type { Span } from '../../language/source.ts';

/** Path, span, lines and columns of a place, as findings have them. */
export type ShowPlace = (path: string, span: Span) => Readonly<Record<string, unknown>>;

/** `{"rules", "scanned", "lookups", "worst", "expressions", "limits", "costs": […]}` */
export function costJson(cost: PolicyCost, place: ShowPlace): unknown {
  const { scanned, lookups, worst, expressions, limits, rules } = cost;
  const shown = (rule: RuleCost): unknown => ({
    code: rule.code,
    role: rule.role,
    ...place(rule.place.path, rule.place.span),
    scanned: rule.scanned,
    lookups: rule.lookups,
    without: rule.without,
    because: rule.because.map(({ reason, message, help, place: at }) => ({
      reason,
      message,
      help,
      ...place(at.path, at.span),
    })),
    worst: rule.worst,
    expressions: rule.expressions,
  });
  return {
    rules: rules.filter(({ role }) => role === 'rule').length,
    scanned,
    lookups,
    worst,
    expressions,
    limits,
    costs: rules.map(shown),
  };
}
