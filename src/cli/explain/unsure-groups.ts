/**
 * Rules that are unsure for the same reason: where a part of a call is unknown, that may be every rule there is. They are named together,
 * and the reason once.
 */
import type { Unknown } from '../../engine/decision.ts';
import { describeUnknown } from '../../host/load/failing-test.ts';

/** So few are shown one by one. */
const fewest = 4;

/** So many of those that are named together have their names shown: the reason is what people need. */
export const namedOfGroup = 5;

export interface UnsureGroup<Item> {
  /** What is unknown, as it follows `because`. */
  readonly why: string;
  readonly items: readonly Item[];
}

/** The items that share their reasons with at least three others, by reason; and all others, in their order. */
export function groupUnsure<Item>(
  items: readonly Item[],
  unknownsOf: (item: Item) => readonly Unknown[],
): { readonly groups: readonly UnsureGroup<Item>[]; readonly others: readonly Item[] } {
  const whyOf = (item: Item): string =>
    [...new Set(unknownsOf(item).map((unknown) => unknown.detail ?? describeUnknown(unknown)))]
      .sort()
      .join('; ');
  const groups = [...grouped(items, whyOf)]
    .filter(([why, alike]) => why !== '' && alike.length >= fewest)
    .map(([why, alike]) => ({ why, items: alike }));
  const inGroup = new Set(groups.flatMap((group) => group.items));
  return { groups, others: items.filter((item) => !inGroup.has(item)) };
}

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}
