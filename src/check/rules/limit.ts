/**
 * Limits: how often calls may happen in a period. A limit becomes two rules with one code: one watches for the calls that
 * count, and one denies the calls above the limit.
 */
import type { Clause, LimitDeclaration } from '../../language/ast.ts';
import type { Name, PolicyExpression } from '../../language/expression.ts';
import { asChoice, suggestion } from '../../language/words.ts';
import { isKind, isOneOf, kinds, limitScopes } from '../../vocabulary/kinds.ts';
import { type Context, oneOfWords, reportError } from '../names/context.ts';
import type { CheckedLimit, CheckedRule, Template } from '../tree/checked.ts';
import { day, resolveDuration } from '../values/duration.ts';
import { resolveNumber } from '../values/number.ts';
import { type RuleDefaults, resolveRule } from './rule.ts';

/** Every call that counts is remembered until its time is over. */
const mostCounted = 1000;
const longestPeriod = 31 * day;

export interface ResolvedLimit {
  readonly limit: CheckedLimit;
  readonly rule: CheckedRule;
}

/** Resolves a limit; undefined where it has errors, which have been reported. */
export function resolveLimit(
  context: Context,
  declaration: LimitDeclaration,
  policyName: string | undefined,
  defaults: RuleDefaults,
): ResolvedLimit | undefined {
  const { most, period, scope, what, name, clauses, span, broken } = declaration;
  const count = resolveNumber(context, most, 'plain');
  const milliseconds = resolveDuration(context, period, longestPeriod, 'the period of a limit');
  const message = `a limit cannot be counted per \`${scope.text}\``;
  const per = oneOfWords(context, scope, limitScopes, message, `it is counted per ${asChoice(limitScopes)}`);
  const isKnown = !reportUnknownCalls(context, what);
  const isCount = count !== undefined && checkCount(context, count, declaration);
  const rule = resolveRule(
    context,
    {
      ...{ kind: 'rule', effect: 'deny', name, from: undefined, share: undefined, span, broken },
      clauses: [...(isKnown ? [counting(what)] : []), ...clauses],
    },
    policyName,
    defaults,
    { what: 'limit', mayBeAlways: !isKnown },
  );
  if (milliseconds === undefined || per === undefined || !isCount || !isKnown) return undefined;
  if (rule === undefined) return undefined;
  const { code, place } = rule;
  const subject: CheckedRule = { ...rule, effect: 'watch', tests: [], scenarios: [] };
  return {
    limit: { code, most: count, period: milliseconds, scope: per, subject },
    rule: {
      ...rule,
      when: [...rule.when, { kind: 'limit', limit: code, place }],
      reason: rule.reason ?? ownReason(code, per, what.text),
    },
  };
}

/** `fetch` → `when kind is fetch`; any other word is the name of a condition. */
function counting(what: Name): Clause {
  const { text, span } = what;
  const subject = {
    quantifier: undefined,
    measure: undefined,
    field: { root: { text: 'kind', span }, steps: [], span },
    span,
  };
  const expression: PolicyExpression = isKind(text)
    ? {
        kind: 'compare',
        subject,
        operator: { text: 'is', span },
        negated: false,
        values: [{ kind: 'word', text, span }],
        span,
      }
    : { kind: 'reference', name: what, span };
  return { kind: 'when', expression, span };
}

/** `fetches`: neither a kind of tool nor a name. */
function reportUnknownCalls({ scope, ...context }: Context, { text, span }: Name): boolean {
  if (isKind(text) || scope.incomplete) return false;
  if (scope.conditions.has(text) || scope.labels.has(text) || scope.broken.has(text)) return false;
  const message = `\`${text}\` is neither a kind of tool nor the name of a condition`;
  reportError({ scope, ...context }, 'unknown-condition', span, message, {
    help:
      suggestion(text, [...kinds, ...scope.conditions.keys()]) ??
      `a limit counts ${asChoice(kinds)}, or the calls of a condition`,
  });
  return true;
}

function checkCount(context: Context, count: number, { most, what }: LimitDeclaration): boolean {
  if (Number.isInteger(count) && count >= 1 && count <= mostCounted) return true;
  reportError(context, 'out-of-range', most.span, `a limit cannot be ${most.raw}`, {
    help:
      count === 0
        ? `to deny every such call, write a rule: \`deny … when ${isOneOf(kinds, what.text) ? `kind is ${what.text}` : what.text}\``
        : `write a whole number from 1 to ${mostCounted}; for more, choose a shorter period`,
  });
  return false;
}

const whose: Readonly<Record<CheckedLimit['scope'], string>> = {
  session: 'this session',
  source: 'this installation',
  agent: 'the work of this agent',
  client: 'the work of this client',
};

const ownReason = (limit: string, scope: CheckedLimit['scope'], what: string): Template => ({
  parts: [
    { kind: 'text', text: `In ${whose[scope]} at most ` },
    { kind: 'limit', limit, of: 'limit' },
    { kind: 'text', text: ` calls of \`${what}\` may be made within ` },
    { kind: 'limit', limit, of: 'period' },
    { kind: 'text', text: '; the next is possible at ' },
    { kind: 'limit', limit, of: 'retry-at' },
    { kind: 'text', text: '.' },
  ],
});
