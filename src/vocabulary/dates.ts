/** Days as policies write them: `2026-12-01`. A day begins at midnight in Coordinated Universal Time on every machine. */

const written = /^(\d{4})-(\d{2})-(\d{2})$/;

/** When a day begins, in milliseconds since 1970; undefined for what is no day of the calendar, such as `2026-02-30`. */
export function beginOfDay(text: string): number | undefined {
  const [, year, month, day] = written.exec(text) ?? [];
  if (year === undefined) return undefined;
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day));
  return new Date(at).toISOString().startsWith(text) ? at : undefined;
}
