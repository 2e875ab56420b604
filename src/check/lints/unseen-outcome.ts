/**
 * Labels that wait for an outcome that the harness never sends.
 *
 *     label fetched on session lasts 1h when harness is "crush" and it succeeded
 */
import { type Diagnostic, warningAt } from '../../language/diagnostic.ts';
import type { CheckedExpression, CheckedLabel } from '../tree/checked.ts';
import { conjunctsOf } from '../tree/walk.ts';

/** Harnesses that do not report the end of a call (docs/harnesses.md, "What is decided and what is observed"). */
export const silentHarnesses: readonly string[] = ['crush'];

export function findUnseenOutcome({ on, orUnknown, subject, name }: CheckedLabel): readonly Diagnostic[] {
  if (orUnknown || on.includes('denied') || !subject.when.flatMap(conjunctsOf).some(isOfSilentHarness))
    return [];
  const { path, span } = subject.place;
  return [
    warningAt(
      'unseen-outcome',
      path,
      span,
      `\`${name}\` can never be set: this harness does not say how calls end`,
      {
        help: 'write `it succeeded or unknown`, so that a call counts as long as its end is not known',
      },
    ),
  ];
}

function isOfSilentHarness(part: CheckedExpression): boolean {
  if (part.kind !== 'compare' || part.negated || part.operator !== 'is') return false;
  if (part.field.entry.id !== 'harness.name' || part.patterns.length === 0) return false;
  return part.patterns.every(
    (pattern) => pattern.kind === 'name' && silentHarnesses.includes(pattern.value.toLowerCase()),
  );
}
