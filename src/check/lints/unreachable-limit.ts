/**
 * Limits that another one always reaches first: of two limits on the same calls, the stricter one denies before the other
 * is full.
 *
 *     limit few to 10 fetch per 1h per session
 *     limit many to 20 fetch per 1h per session
 */
import { type Diagnostic, warningAt } from '../../language/diagnostic.ts';
import type { CheckedLimit, CheckedRule } from '../tree/checked.ts';
import { meaningOf } from '../tree/same-meaning.ts';

export const findUnreachableLimits = (limits: readonly CheckedLimit[]): readonly Diagnostic[] =>
  limits.flatMap((limit) => unreachableLimit(limit, limits));

function unreachableLimit(limit: CheckedLimit, all: readonly CheckedLimit[]): Diagnostic[] {
  const { subject, most, period, scope } = limit;
  const stricter = all.find(
    (other) =>
      other !== limit &&
      other.scope === scope &&
      other.most <= most &&
      other.period >= period &&
      (other.most < most || other.period > period || other.code < limit.code) &&
      callsOf(other.subject) === callsOf(subject),
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

/** Which calls a limit counts. */
const callsOf = ({ when, unless, unsure, absences }: CheckedRule): string =>
  meaningOf([when, unless, unsure, absences]);
