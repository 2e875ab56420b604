/** Help for days and shares, where a date or the head of a rule has a syntax error. */

/** `rest` is the text from where reading stopped, and `before` the words in front of it. */
export function adviceForTime(
  before: readonly string[],
  found: string,
  rest: string,
  wantsDay: boolean,
): string | undefined {
  if (wantsDay) return adviceForDay(rest);
  const isRuleHead = before[0] === 'deny' || before[0] === 'watch';
  const behindShare = before.indexOf('for');
  if (!isRuleHead || behindShare < 0 || behindShare > 5) return undefined;
  if (found === 'from') return 'the day comes before the share: `from 2026-12-01 for 10 % of sessions`';
  return /^(?:percent|pct|per|procent)$/i.test(found) || found === 'sessions'
    ? 'a share is written `for 10 % of sessions`'
    : undefined;
}

/** A day in the order of another country. With slashes it is not known which number is the month. */
function adviceForDay(rest: string): string | undefined {
  const dotted = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})/.exec(rest);
  if (dotted !== null) return meant(dotted[3], dotted[2], dotted[1]);
  const yearFirst = /^(\d{4})[./](\d{1,2})[./](\d{1,2})/.exec(rest);
  if (yearFirst !== null) return meant(yearFirst[1], yearFirst[2], yearFirst[3]);
  return /^\d{1,2}\/\d{1,2}\/\d{4}/.test(rest)
    ? 'a day is written as year, month and day: `2026-12-01`'
    : undefined;
}

const meant = (year = '', month = '', day = ''): string =>
  `did you mean \`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}\`?`;
