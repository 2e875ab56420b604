/**
 * What is remembered for nothing: a limit that another is always reached before, a
 * label that waits for an outcome nobody tells, denials by a code that no rule has.
 */
import { type Diagnostic, warningAt } from '../../language/diagnostic.ts';
import { nearest } from '../../language/words.ts';
import { compileName } from '../../pattern/name.ts';
import type {
  CheckedDenials,
  CheckedExpression,
  CheckedLabel,
  CheckedLimit,
  CheckedRule,
} from '../checked.ts';

/** Harnesses that say nothing of a call once it has run (docs/harnesses.md, "What is decided and what is observed"). */
export const silentHarnesses: readonly string[] = ['crush'];

/** Warnings about labels and limits of a whole bundle. */
export function findUnreachable(
  rules: readonly CheckedRule[],
  labels: readonly CheckedLabel[],
  limits: readonly CheckedLimit[],
): Diagnostic[] {
  const codes = rules.filter(({ effect }) => effect === 'deny').map(({ code }) => code);
  return [
    ...limits.flatMap((limit) => unreachableLimit(limit, limits)),
    ...labels.flatMap(untoldOutcome),
    ...[...rules, ...labels.map(({ subject }) => subject)].flatMap((rule) => deniedByNobody(rule, codes)),
  ];
}

/** Of two limits on the same calls, the stricter is reached first. */
function unreachableLimit(limit: CheckedLimit, all: readonly CheckedLimit[]): Diagnostic[] {
  const { subject, most, period, scope } = limit;
  const stricter = all.find(
    (other) =>
      other !== limit &&
      other.scope === scope &&
      other.most <= most &&
      other.period >= period &&
      (other.most < most || other.period > period || other.code < limit.code) &&
      meaningOf(other.subject) === meaningOf(subject),
  );
  if (stricter === undefined) return [];
  const { path, span } = subject.place;
  return [
    warningAt('unreachable-limit', path, span, 'this limit can never be reached', {
      notes: [{ ...stricter.subject.place, message: 'this one, on the same calls, is reached before it' }],
      help: 'remove it, or make it stricter than the other',
    }),
  ];
}

/** Which calls count, wherever that is written. */
const meaningOf = ({ when, unless, unsure, absences }: CheckedRule): string =>
  JSON.stringify([when, unless, unsure, absences], (key, value: unknown) =>
    key === 'place' ? undefined : value,
  );

function untoldOutcome({ on, unlessTold, subject, name }: CheckedLabel): Diagnostic[] {
  if (unlessTold || on.includes('denied') || !subject.when.some(isOfSilentHarness)) return [];
  const { path, span } = subject.place;
  return [
    warningAt(
      'unseen-outcome',
      path,
      span,
      `\`${name}\` can never be set: this harness does not say how calls end`,
      {
        help: 'write `it succeeded or unknown`, so that a call counts as long as nobody has said how it ended',
      },
    ),
  ];
}

function isOfSilentHarness(expression: CheckedExpression): boolean {
  if (expression.kind === 'and') return expression.operands.some(isOfSilentHarness);
  if (expression.kind === 'condition') return isOfSilentHarness(expression.expression);
  if (expression.kind !== 'compare' || expression.negated || expression.operator !== 'is') return false;
  if (expression.field.entry.id !== 'harness.name' || expression.patterns.length === 0) return false;
  return expression.patterns.every(
    (pattern) => pattern.kind === 'name' && silentHarnesses.includes(pattern.value.toLowerCase()),
  );
}

function deniedByNobody({ when, unless }: CheckedRule, codes: readonly string[]): Diagnostic[] {
  return [...when, ...unless].flatMap(denialsIn).flatMap(({ by }) =>
    by.flatMap(({ text, place }) => {
      const pattern = compileName(text);
      if (text.startsWith('io.bylaw.engine.') || codes.some((code) => pattern.testExact(code))) return [];
      return [
        warningAt('no-such-code', place.path, place.span, `no rule that denies has a code like \`${text}\``, {
          help:
            nearestCode(text, codes) ??
            'a code is the name of the policy, a dot, and the name of the rule; `*` stands for any part of it',
        }),
      ];
    }),
  );
}

/** A code of the same policy that was probably meant. */
function nearestCode(text: string, codes: readonly string[]): string | undefined {
  const policy = text.slice(0, text.lastIndexOf('.') + 1);
  const names = codes.flatMap((code) => (code.startsWith(policy) ? code.slice(policy.length) : []));
  const name = nearest(text.slice(policy.length), names);
  return name === undefined ? undefined : `did you mean \`${policy}${name}\`?`;
}

function denialsIn(expression: CheckedExpression): readonly CheckedDenials[] {
  switch (expression.kind) {
    case 'denials':
      return [expression];
    case 'and':
    case 'or':
      return expression.operands.flatMap(denialsIn);
    case 'not':
    case 'might':
      return denialsIn(expression.operand);
    case 'condition':
      return denialsIn(expression.expression);
    default:
      return [];
  }
}
