/** What a day means for an exception: that it has ended, that it ends soon, or that it ends too late to hold yet. */
import { type Diagnostic, errorAt, noteAt } from '../../language/diagnostic.ts';
import { dayText } from '../../vocabulary/day-text.ts';
import type { CheckedRule, ExceptionTerm } from '../tree/checked.ts';
import type { SourcePlace } from '../tree/source-place.ts';
import { day } from '../values/duration.ts';
import { longestException } from './rights.ts';

/** From so long before its end on, a check speaks of it. */
const soon = 14 * day;

/** An exception with the day that its author wrote. */
export interface Ending {
  readonly name: string;
  readonly term: Pick<ExceptionTerm, 'owner' | 'ticket' | 'expires'>;
  readonly day: SourcePlace;
}

/** Findings about the end of an exception at a time; `touched`: the rules that it excuses calls from. */
export function findTerm(
  { name, term: { expires, owner, ticket }, day: { path, span } }: Ending,
  touched: readonly CheckedRule[],
  at: number,
): readonly Diagnostic[] {
  const who = ticket === undefined ? owner : `${owner} (${ticket})`;
  if (at >= expires) {
    const message = `the exception \`${name}\` ended on ${dayText(expires)}, and has no effect`;
    const help = `remove it, or ask ${who} whether it is needed any longer`;
    return [errorAt('expired-exception', path, span, message, { help, blocks: false })];
  }
  const strictest = touched.toSorted((a, b) => longestFor(a) - longestFor(b))[0];
  const longest = strictest === undefined ? longestException : longestFor(strictest);
  if (expires - at > longest) {
    const from = dayText(expires - longest);
    const rule = strictest === undefined ? 'a rule' : `\`${strictest.code}\``;
    const message = `an exception to ${rule} lasts ${longest / day} days at most, and this one ends in ${daysOf(expires - at)}`;
    const help = `until ${from} it has no effect; let it end on ${dayText(at + longest)} or before`;
    return [errorAt('long-exception', path, span, message, { help, blocks: false })];
  }
  if (expires - at > soon) return [];
  const message = `the exception \`${name}\` ends in ${daysOf(expires - at)}`;
  return [
    noteAt('expiring-exception', path, span, message, {
      help: `ask ${who} whether it is needed any longer`,
    }),
  ];
}

const longestFor = ({ allowed }: CheckedRule): number => allowed?.longest ?? longestException;

/** A day that has begun counts. */
function daysOf(duration: number): string {
  const days = Math.ceil(duration / day);
  return days === 1 ? '1 day' : `${days} days`;
}
