/** Whether parts of the states of two shells are equal, so that a loop that changes nothing more can stop. */
import type { SharedTable } from './shared-table.ts';

export function sameItems<Item>(
  one: readonly Item[],
  other: readonly Item[],
  keyOf: (item: Item) => unknown,
): boolean {
  if (one === other) return true;
  const keys = new Set(one.map(keyOf));
  return one.length === other.length && other.every((item) => keys.has(keyOf(item)));
}

export function sameNames<Item>(
  one: SharedTable<Item>,
  other: SharedTable<Item>,
  keyOf: (item: Item) => unknown,
): boolean {
  if (one.isSame(other)) return true;
  if (one.size !== other.size) return false;
  for (const [name, item] of one) {
    const before = other.get(name);
    if (before === undefined || (before !== item && keyOf(before) !== keyOf(item))) return false;
  }
  return true;
}
