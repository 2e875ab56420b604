/**
 * How much of a campaign runs. The gate runs a small sample with a fixed seed, so that every law is tried each time
 * and the result never changes. `npm run campaign` runs all of it, with a new seed for each round.
 */
import { appendFileSync } from 'node:fs';

const { BYLAW_CAMPAIGN, BYLAW_SEED, BYLAW_FIGURES, BYLAW_GATE } = process.env;

/** Whether this is a campaign and not the sample of the gate. */
export const isFull = BYLAW_CAMPAIGN === 'full';

/** What generators begin with: always the same in the gate. */
export const seed = Number(BYLAW_SEED ?? 20_260_101);
if (!Number.isSafeInteger(seed)) throw new Error(`BYLAW_SEED is no whole number: ${BYLAW_SEED}`);

/** How often something is tried: `full` times in a campaign, `sample` times in the gate. */
export const effort = (full: number, sample: number): number => (isFull ? full : sample);

/** The gate tries each property that is beside the cases of its part one time in so many; whoever runs the file tries all. */
const everyTry = 4;

/** How often such a property is tried, of `full` times. */
export const tries = (full: number): number =>
  BYLAW_GATE === '1' && !isFull ? Math.ceil(full / everyTry) : full;

/** Milliseconds for a test that takes longer in a campaign. */
export const timeout = isFull ? 3_600_000 : 120_000;

/** All of a list in a campaign; in the gate every n-th, from a place that the seed gives. Throws where that is nothing. */
export function sampled<Item>(items: readonly Item[], every: number): readonly Item[] {
  const some = isFull ? items : items.filter((_, at) => at % every === seed % Math.min(every, items.length));
  if (some.length === 0) throw new Error('a sample of nothing holds any law');
  return some;
}

/** All of a list in a campaign; in the gate every n-th, and one of each sort that has none among these. */
export function sampledBySort<Item>(
  items: readonly Item[],
  every: number,
  sortOf: (item: Item) => string,
): readonly Item[] {
  if (isFull) return items;
  const some = sampled(items, every);
  const sorts = new Set(some.map(sortOf));
  const missing = items.filter((item) => {
    const isNew = !sorts.has(sortOf(item));
    sorts.add(sortOf(item));
    return isNew;
  });
  return [...some, ...missing];
}

/** Hands figures of what was tried to the runner, which adds up those with the same name over all rounds. */
export function tell(figures: Readonly<Record<string, number>>): void {
  if (BYLAW_FIGURES !== undefined) appendFileSync(BYLAW_FIGURES, `${JSON.stringify(figures)}\n`);
}
