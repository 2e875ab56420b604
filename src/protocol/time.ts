/**
 * RFC 3339 `date-time`: digits in fixed places, a real day of the calendar, and
 * an offset. Compact and local forms of ISO 8601 are refused. Reads no clock and
 * converts nothing.
 */

/**
 * Whether the text is an RFC 3339 time (docs/development/protocol-notes.md#common-fields), such as
 * `2026-09-15T12:00:00Z`.
 */
export function isTime(text: string): boolean {
  const year = digits(text, 0, 4);
  const month = digits(text, 5, 2);
  const day = digits(text, 8, 2);
  const hour = digits(text, 11, 2);
  const minute = digits(text, 14, 2);
  const second = digits(text, 17, 2);
  const separators = text[4] === '-' && text[7] === '-' && text[13] === ':' && text[16] === ':';
  if (!separators || (text[10] !== 'T' && text[10] !== 't')) return false;
  const offset = offsetMinutes(text, afterFraction(text));
  if (year < 0 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return false;
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || offset === undefined) return false;
  return second <= 59 || (second === 60 && endsMonth(year, month, day, hour, minute - offset));
}

/** The number written in exactly so many digits; -1 if they are not digits. */
function digits(text: string, start: number, count: number): number {
  let value = 0;
  for (let i = start; i < start + count; i++) {
    const digit = text.charCodeAt(i) - 48;
    // The comparison is written so that NaN, past the end of the text, fails too.
    if (!(digit >= 0 && digit <= 9)) return -1;
    value = value * 10 + digit;
  }
  return value;
}

/** Where the offset starts: after the seconds and their fraction; -1 for a point without digits. */
function afterFraction(text: string): number {
  if (text[19] !== '.') return 19;
  let end = 20;
  while (digits(text, end, 1) >= 0) end += 1;
  return end === 20 ? -1 : end;
}

/** `Z` or `±hh:mm` up to the end of the text, in minutes. */
function offsetMinutes(text: string, start: number): number | undefined {
  const sign = text[start];
  if ((sign === 'Z' || sign === 'z') && text.length === start + 1) return 0;
  if ((sign !== '+' && sign !== '-') || text[start + 3] !== ':' || text.length !== start + 6)
    return undefined;
  const hours = digits(text, start + 1, 2);
  const minutes = digits(text, start + 4, 2);
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return undefined;
  return (sign === '-' ? -1 : 1) * (hours * 60 + minutes);
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
