/** The day of a time (milliseconds since 1970) as policies write it, in Coordinated Universal Time: `2026-12-01`. */
export const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10);
