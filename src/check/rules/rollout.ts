/**
 * The rollout of a rule: the day from which it denies, and the share of sessions. Before that day, and for other
 * sessions, it only watches.
 */
import type { Rule } from '../../language/ast.ts';
import type { NumberValue } from '../../language/expression.ts';
import { type Context, reportError } from '../names/context.ts';
import type { Rollout } from '../tree/checked.ts';
import { resolveDay } from '../values/times.ts';

/** Undefined for a rule that denies at once and in all sessions. Errors are reported. */
export function resolveRollout(context: Context, rule: Rule): Rollout | undefined {
  const { effect, from, share } = rule;
  if (from === undefined && share === undefined) return undefined;
  if (effect === 'watch') {
    const [what, span] =
      from === undefined ? ['for a share of sessions', rule.name.span] : ['from a day on', from.span];
    return reportError(
      context,
      'watch-with-rollout',
      span,
      `\`${rule.name.text}\` only watches, and denies nothing ${what}`,
      {
        help: 'a rule that is to deny later, or for some, begins with `deny`: until then, and for the others, it is watched',
      },
    );
  }
  const at = from === undefined ? undefined : resolveDay(context, from);
  const percent = share === undefined ? undefined : resolveShare(context, share);
  if (at === undefined && percent === undefined) return undefined;
  return {
    ...(from === undefined || at === undefined ? {} : { from: { day: from.text, at } }),
    ...(percent === undefined ? {} : { share: percent }),
    place: {
      path: context.path,
      span: { start: (from ?? share ?? rule.name).span.start, end: (share ?? from ?? rule.name).span.end },
    },
  };
}

function resolveShare(context: Context, { value, unit, raw, span }: NumberValue): number | undefined {
  if (unit === undefined && value > 0 && value <= 100) return value;
  return reportError(context, 'out-of-range', span, `\`${raw} %\` is no share of sessions`, {
    help: 'write a number above 0 and up to 100, such as `for 10 % of sessions`',
  });
}
