/** What is left where several ways through a script join, for the parts of a shell's state. */
import { type Budget, spend } from '../budget.ts';
import type { Stream } from '../word.ts';
import { Choice, choiceOf, type Held, mostAlternatives } from './choice.ts';
import type { SharedTable } from './shared-table.ts';
import { unknownContent } from './written-files.ts';

/** All items of these lists, without duplicates by key; `otherwise` if there are too many. */
export function joinedItems<Item>(
  lists: readonly (readonly Item[])[],
  keyOf: (item: Item) => unknown,
  otherwise: readonly Item[],
): readonly Item[] {
  const [first = otherwise] = lists;
  if (lists.every((list) => list === first)) return first;
  const byKey = new Map(lists.flat().map((item) => [keyOf(item), item]));
  return byKey.size > mostAlternatives ? otherwise : [...byKey.values()];
}

/** The descriptors that ways leave open. One that differs between ways is unknown, but keeps its origins. */
export function joinedDescriptors(all: readonly ReadonlyMap<number, Stream>[]): ReadonlyMap<number, Stream> {
  const [first = noDescriptors] = all;
  if (all.every((each) => each === first)) return first;
  const joined = new Map<number, Stream>();
  for (const each of all)
    for (const [number, stream] of each) {
      if (joined.has(number)) continue;
      const isShared = all.every((other) => other.get(number) === stream);
      joined.set(number, isShared ? stream : unknownContent(all.map((other) => other.get(number))));
    }
  return joined;
}

export const noDescriptors: ReadonlyMap<number, Stream> = new Map();

/**
 * Joins a table of each way into the table `own`. `tooMany` gives the value if there are more than are kept. The result
 * is whether a name in it may now have one of several values.
 */
export function joinTables<Item>(
  own: SharedTable<Held<Item>>,
  tables: readonly SharedTable<Held<Item>>[],
  budget: Budget,
  keyOf: (item: Item) => unknown,
  tooMany: (name: string, held: Choice<Item>) => Item | undefined,
): boolean {
  if (tables.every((table) => table.isSame(own))) return false;
  spend(budget, tables.reduce((sum, { size }) => sum + size, 0) >> 2);
  let mayChoose = false;
  for (const name of new Set([own, ...tables].flatMap((table) => [...table.keys()]))) {
    const before = own.get(name);
    const values = tables.map((table) => table.get(name));
    if (values.every((value) => value === before)) continue;
    const all = choiceOf(values, keyOf);
    const held = all instanceof Choice && all.among.length > mostAlternatives ? tooMany(name, all) : all;
    if (held === undefined) own.delete(name);
    else own.set(name, held);
    mayChoose ||= held instanceof Choice;
  }
  return mayChoose;
}
