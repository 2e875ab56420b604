/** Options that name a moment: `2026-10-01`, `2026-10-01T08:00:00Z`, or `7d` for so long ago. */
import { UsageError } from './context.ts';

const units: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** Milliseconds since 1970; days begin in UTC. Throws `UsageError`. */
export function parseTime(name: string, text: string, now: number): number {
  const [, count, unit = ''] = /^([0-9]{1,6})([smhdw])$/.exec(text) ?? [];
  const length = units[unit];
  if (count !== undefined && length !== undefined) return now - Number(count) * length;
  const isTime = /^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9:.]{5,18}(?:Z|[+-][0-9]{2}:[0-9]{2}))?$/.test(text);
  const at = isTime ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(at)) return at;
  throw new UsageError(
    `\`--${name}\` takes a day (\`2026-10-01\`), a time with its zone (\`2026-10-01T08:00:00Z\`) or how long ago (\`7d\`, \`12h\`, \`30m\`), not \`${text}\``,
  );
}
