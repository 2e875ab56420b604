/** What a rule says about exceptions to it: which layers may make them and for how long, or that it is final. */
import type { AllowedClause, Clause } from '../../language/ast.ts';
import { suggestion } from '../../language/words.ts';
import { type Context, reportError, reportWarning } from '../names/context.ts';
import type { Layers } from '../names/layers.ts';
import type { Allowance, CheckedExpression, CheckedRule, Pattern } from '../tree/checked.ts';
import { patternsOf, somePart } from '../tree/walk.ts';
import { day, resolveDuration } from '../values/duration.ts';

/** A year, whether or not there is a leap day in it. */
export const longestException = 366 * day;

/** What `exceptions allowed by …` says, on a rule or in `defaults`; undefined where it is not said. */
export function allowanceOf(context: Context, clauses: readonly Clause[]): Allowance | undefined {
  const clause = clauses.find((each) => each.kind === 'exceptions');
  const final = clauses.find(({ kind }) => kind === 'final');
  if (clause === undefined) return undefined;
  if (final !== undefined) {
    reportError(context, 'clause-out-of-place', clause.span, 'a rule that is `final` allows no exceptions', {
      notes: [{ path: context.path, span: final.span, message: 'it is final here' }],
      help: 'keep one of the two',
    });
  }
  for (const { text, span } of clause.layers) {
    const names = context.layers.all.map(({ name }) => name);
    // A folder that is checked alone does not know the layers below it.
    if (names.length === 1 || names.includes(text)) continue;
    reportWarning(context, 'unknown-layer', span, `there is no layer \`${text}\``, {
      help: suggestion(text, names) ?? `the layers are ${names.map((name) => `\`${name}\``).join(', ')}`,
    });
  }
  return { layers: clause.layers.map(({ text }) => text), longest: longestOf(context, clause) };
}

function longestOf(context: Context, { most }: AllowedClause): number {
  if (most === undefined) return longestException;
  const longest = resolveDuration(context, most, longestException, 'an exception');
  if (longest === undefined || longest >= day) return longest ?? longestException;
  reportError(context, 'out-of-range', most.span, `an exception cannot last ${most.raw}`, {
    help: 'exceptions end with a day: write `1d` or more',
  });
  return longestException;
}

/** Reports clauses that only an exception has. */
export function reportRecords(context: Context, clauses: readonly Clause[], what: string): void {
  for (const { kind, span } of clauses) {
    if (kind !== 'owner' && kind !== 'ticket' && kind !== 'because' && kind !== 'expires') continue;
    const name = what === 'exception' ? 'rule' : what;
    reportError(context, 'clause-out-of-place', span, `a ${name} has no \`${kind}\``, {
      help:
        kind === 'because'
          ? 'what the agent reads is the `reason`: `reason "…"`'
          : 'what people should know goes into a comment after `#`, the `reason` or the `tags`; what ends on a day is an exception: `except NAME for RULE …`',
    });
  }
}

/** Why an exception may not touch a rule. */
export interface ExceptionRefusal {
  /** What follows the code of the rule. */
  readonly why: string;
  readonly help: string;
}

/** Why an exception of a layer may not touch a rule; undefined where it may. */
export function refusalOf(
  rule: CheckedRule,
  layer: number,
  { all }: Pick<Layers, 'all'>,
): ExceptionRefusal | undefined {
  const own = rule.layer ?? 0;
  const owner = `the layer \`${all[own]?.name ?? ''}\``;
  if (isGuard(rule)) {
    return {
      why: 'guards bylaw itself, and has no exceptions',
      help: 'what guards the rules is not loosened by them; write a rule of your own instead of the one that comes with bylaw',
    };
  }
  if (layer === own) return undefined;
  if (layer < own) {
    return {
      why: `is a rule of the lower layer \`${all[own]?.name ?? ''}\``,
      help: 'a layer makes exceptions to its own rules and to those of higher layers',
    };
  }
  const help = `ask the owner of the rule for \`exceptions allowed by ${all[layer]?.name ?? ''}\`; until then the exception has no effect`;
  if (rule.final === true)
    return {
      why: `is a rule of ${owner}, and final`,
      help: 'no exception of another layer touches it: the rule itself has to change',
    };
  const name = all[layer]?.name ?? '';
  if (rule.allowed?.layers.includes(name) === true) return undefined;
  return { why: `is a rule of ${owner}, which allows no exceptions of \`${name}\``, help };
}

/** Codes of the policy that guards bylaw, and of the engine's own denials. */
const guards = ['io.bylaw.self-protection.', 'io.bylaw.engine.'];

/** Whether a rule is about the places of bylaw, or comes with bylaw to guard it. */
const isGuard = ({ code, when }: CheckedRule): boolean =>
  guards.some((guard) => code.startsWith(guard)) || when.some(asksOwn);

const asksOwn = (expression: CheckedExpression): boolean =>
  somePart(expression, (part) => patternsOf(part).some(isOwn));

const isOwn = (pattern: Pattern): boolean =>
  pattern.kind === 'own' || (pattern.kind === 'list' && pattern.items.some(isOwn));
