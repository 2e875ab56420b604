/** The parts of a clause that decide its value, for explanations that leave out the others. */
import type { ClauseTrace } from '../../engine/explain.ts';
import { countOf } from '../policies/policies.ts';

/** So many parts are always shown. */
const few = 4;

/** The parts that an `and` or an `or` has its value from; all where there are few. */
export function decidingParts({ kind, value, parts }: ClauseTrace): readonly ClauseTrace[] {
  if (parts.length <= few) return parts;
  if (kind === 'and' && value !== 'yes') return parts.filter((part) => part.value === value);
  if (kind !== 'or') return parts;
  return value === 'no' ? [] : parts.filter((part) => part.value === value);
}

/** Says how many parts are left out, and with `more` how to see them. */
export function hiddenText({ kind, parts }: ClauseTrace, hidden: number, more: string): string {
  const [one, verb] = [
    kind === 'and' ? 'other condition' : 'other alternative',
    hidden === 1 ? 'does' : 'do',
  ];
  if (kind !== 'and' && hidden === parts.length) return `none of ${hidden} alternatives holds ${more}`;
  return `${countOf(hidden, one)} ${verb} not decide ${more}`;
}

/** Whether a rule has many exceptions, and none of them excuses the call. */
export const areIdleExceptions = ({ value, parts }: ClauseTrace): boolean =>
  value === 'no' && parts.length > few;

/** Says so of them, and with `more` how to see them. */
export const idleExceptionsText = ({ parts }: ClauseTrace, more: string): string =>
  `none of ${parts.length} exceptions holds ${more}`;
