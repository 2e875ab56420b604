/** When the calls of a dry run are decided: as `--at` says, else when the event says that it was made, else now. */
import type { Event } from '../../facts/event/event.ts';
import { own } from '../../protocol/json.ts';
import { beginOfDay } from '../../vocabulary/dates.ts';
import { type CommandContext, timeIn, UsageError } from '../terminal/context.ts';

export const atHelp = `  --at TIME        decide as at this time, such as 2026-12-24T19:30+01:00, or at the
                   beginning of a day in UTC, such as 2026-12-24 (default:
                   when the event says it was made, or else now)
`;

/**
 * `--at TIME`: milliseconds since 1970; undefined where it is not given. A day is its first moment in Coordinated Universal Time, at which
 * what a rule or an exception says of a day begins. Throws `UsageError`.
 */
export function readAt(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const isTime =
    /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?(?:Z|[+-][0-9]{2}:[0-9]{2})$/;
  // What is no day of the calendar would be read as one of the next month.
  const day = beginOfDay(text.slice(0, 10));
  if (day !== undefined && text.length === 10) return day;
  const at = day !== undefined && isTime.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(at)) return at;
  throw new UsageError(
    `\`--at\` takes a time with its zone, such as \`2026-12-24T19:30+01:00\` or \`2026-12-24T18:30Z\`, or a day such as \`2026-12-24\`, not \`${text}\``,
  );
}

/** When an event is decided: the given time, else its own, else that of the clock of this machine. */
export function decidedAt(event: Event, given: number | undefined, context: CommandContext): number {
  const isSaid = typeof own(event.raw, 'time') === 'string' && Date.parse(event.time) > 0;
  return given ?? (isSaid ? Date.parse(event.time) : timeIn(context));
}
