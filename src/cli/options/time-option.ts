/** Options that name a moment: a day, a time with its zone, or how long ago it was. */
import { UsageError } from '../terminal/context.ts';

const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds since 1970; `now` too. Days begin in UTC. Throws `UsageError`. */
export function parseTime(name: string, text: string, now: number): number {
  const [, digits, unit = ''] = /^([0-9]{1,6})([smhd])$/.exec(text) ?? [];
  if (digits !== undefined) return now - Number(digits) * (units[unit] ?? 0);
  const at = /^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9:.]{5,15}(?:Z|[+-][0-9]{2}:[0-9]{2}))?$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
  if (!Number.isNaN(at)) return at;
  throw new UsageError(
    `\`--${name}\` takes a time such as \`2026-11-21T14:00:00Z\` or \`2h\` for two hours ago, not \`${text}\``,
  );
}
