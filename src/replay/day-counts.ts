/**
 * How often something happened on each day (UTC). A log may have any times in it,
 * so days beyond a number are counted together.
 */

/** Days that are counted apart. */
const mostDays = 400;

export interface DayCount {
  /** `2026-10-01`. */
  readonly day: string;
  readonly events: number;
}

export class DayCounts {
  readonly #days = new Map<string, number>();
  #others = 0;

  add(day: string): void {
    const count = this.#days.get(day);
    if (count === undefined && this.#days.size >= mostDays) this.#others++;
    else this.#days.set(day, (count ?? 0) + 1);
  }

  /** In the order of time. */
  get list(): readonly DayCount[] {
    return [...this.#days]
      .map(([day, events]) => ({ day, events }))
      .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  }

  /** Events of the other days, counted together. */
  get others(): number {
    return this.#others;
  }
}

/** The day (UTC) of a time in milliseconds since 1970. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
