/** Reports exceptions that excuse nothing any longer, or never did, while their policies are in force. */
import type { CheckedPause } from '../../check/tree/checked.ts';
import { printable } from '../../language/render.ts';
import { dayText } from '../../vocabulary/day-text.ts';

/** The most exceptions that are named one by one. */
const most = 5;

/** A line for each exception without effect at a time, in milliseconds since 1970. */
export function idleExceptions(exceptions: readonly CheckedPause[], at: number): readonly string[] {
  const lines = exceptions.flatMap(({ code, owner, ticket, expires, rules }) => {
    const whose = printable(ticket === undefined ? owner : `${owner}, ${ticket}`);
    if (at >= expires)
      return [
        `The exception ${code} (${whose}) ended on ${dayText(expires)}: what it excused is denied again.`,
      ];
    return rules.length === 0
      ? [`The exception ${code} (${whose}) touches no rule: see \`bylaw check\`.`]
      : [];
  });
  const more = lines.length - most;
  return more <= 0
    ? lines
    : [...lines.slice(0, most), `${more} more exceptions have no effect: see \`bylaw check\`.`];
}
