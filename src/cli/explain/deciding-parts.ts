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

/** Whether a part has to do with the value of its whole: `a: yes` says nothing of why `a and b` is no. */
export const isDeciding = ({ kind, value }: ClauseTrace, part: ClauseTrace): boolean =>
  (kind !== 'and' && kind !== 'or') || part.value === value;

/**
 * The clause without lines that repeat each other: a `not` before a question is one line with it, and a named condition is one with
 * the `and` or the `or` that it names.
 */
export function withoutRepeats(trace: ClauseTrace): ClauseTrace {
  const [only, ...others] = trace.parts;
  if (only === undefined || others.length > 0) return trace;
  const { value, place } = trace;
  if (trace.kind === 'not' && only.parts.length === 0) return { ...only, value, place, tests: [] };
  if (trace.kind !== 'condition' || trace.isException) return trace;
  const inner = withoutRepeats(only);
  return inner.parts.length > 1 ? { ...inner, place } : trace;
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
