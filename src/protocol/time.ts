/**
 * RFC 3339 `date-time`: digits in fixed places, a real day of the calendar, and
 * an offset. Compact and local forms of ISO 8601 are refused. Reads no clock and
 * converts nothing.
 */

const form =
  /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d))$/;

/**
 * Whether the text is an RFC 3339 time (docs/development/protocol-notes.md#common-fields), such as
 * `2026-09-15T12:00:00Z`.
 */
export function isTime(text: string): boolean {
  const found = form.exec(text);
  if (found === null) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1, 7).map(Number);
  const [sign, hours, minutes] = found.slice(7);
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month) || hour > 23 || minute > 59)
    return false;
  const offset = (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
  return second <= 59 || (second === 60 && endsMonth(year, month, day, hour, minute - offset));
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** RFC 3339 5.7: a leap second is the last second of a month in UTC, and there was none before 1972. */
function endsMonth(year: number, month: number, day: number, hour: number, utcMinute: number): boolean {
  const next = new Date(Date.UTC(year, month - 1, day, hour, utcMinute + 1));
  return year >= 1972 && next.getUTCDate() === 1 && next.getUTCHours() === 0 && next.getUTCMinutes() === 0;
}
