/**
 * What a script of PowerShell or `cmd.exe` remembers on the ways through it. Ways split at a condition, a loop,
 * a handler, or a block that may run. Where they join, `joinStates` keeps the values of all of them: see
 * `choice.ts`. A command whose words have alternatives is read once for each combination (`eachWay`): first
 * with the first alternative of each, then again from its start with the others.
 */
import { alternativesOf, Choice, choiceOf, type Held, mostAlternatives } from '../state/choice.ts';
import { SharedTable } from '../state/shared-table.ts';

/** What differs between the two languages: the keys of their values, and their unknown values. */
export interface Kinds<Item> {
  readonly keyOf: (item: Item) => unknown;
  /** The same key without the command that gave the item, which differs from one round of a loop to the next. */
  readonly likeOf: (item: Item) => string;
  /** An unknown value that keeps its name and what it may be made of. */
  readonly any: (name: string, among: readonly (Item | undefined)[]) => Item;
}

/** A directory, as the index of the command that changed to it; `undefined` for the first one, `floating` for any. */
export type Location = number | undefined | 'floating';

/** The state of a script on one way: its names, other names of commands, functions and locations. */
export class WindowsState<Item, Routine> {
  readonly kinds: Kinds<Item>;
  readonly names: SharedTable<Held<Item>>;
  /** What a function set outside of its scope: `$script:x`, `$env:x`. */
  readonly outside: SharedTable<Held<Item>>;
  /** The values that a handler may give to a name at any time: `trap { $x = … }`. */
  readonly handled: SharedTable<Held<Item>>;
  readonly functions: SharedTable<Held<Routine>>;
  readonly aliases: SharedTable<Held<string>>;
  /** The possible locations of the script. */
  locations: readonly Location[];
  /** Whether this way has ended. Commands after the end are not on this way. */
  ended: boolean;
  #saved: readonly SharedTable<Held<Item>>[];

  constructor(kinds: Kinds<Item>, from?: WindowsState<Item, Routine>) {
    this.kinds = kinds;
    this.names = from?.names.fork() ?? new SharedTable();
    this.outside = from?.outside.fork() ?? new SharedTable();
    this.handled = from?.handled.fork() ?? new SharedTable();
    this.functions = from?.functions.fork() ?? new SharedTable();
    this.aliases = from?.aliases.fork() ?? new SharedTable();
    this.locations = from?.locations ?? [undefined];
    this.ended = from?.ended ?? false;
    this.#saved = from === undefined ? [] : from.#saved;
  }

  /** A copy of this state for another way. */
  fork(): WindowsState<Item, Routine> {
    return new WindowsState(this.kinds, this);
  }

  set(name: string, value: Held<Item>): void {
    const handled = this.handled.get(name);
    const held = handled === undefined ? value : choiceOf([value, handled], this.kinds.keyOf);
    if (held !== undefined) this.names.set(name, held);
  }

  /** Sets a name for the caller of the function too. */
  setOutside(name: string, value: Held<Item>): void {
    this.set(name, value);
    this.outside.set(name, value);
  }

  /** Notes that an unknown script may have set anything: everything here may have its present value or any other. */
  setAnything(): void {
    const { keyOf, any } = this.kinds;
    for (const name of [...this.names.keys()]) {
      const held = this.names.get(name);
      this.set(name, choiceOf([held, any(name, alternativesOf(held))], keyOf) ?? any(name, []));
    }
    for (const table of [this.functions, this.aliases] as SharedTable<Held<unknown>>[])
      for (const name of [...table.keys()])
        table.set(
          name,
          choiceOf([table.get(name), undefined], (item) => item),
        );
    this.locations = [...new Set<Location>([...this.locations, 'floating'])];
  }

  /** Saves all names, for `setlocal`. */
  save(): void {
    this.#saved = [...this.#saved, this.names.fork()];
  }

  /** Restores all names to the last save, or to an earlier one. */
  restore(depth = this.#saved.length - 1): void {
    const names = this.#saved[depth];
    if (names === undefined) return;
    this.#saved = this.#saved.slice(0, depth);
    this.names.clear();
    for (const [name, held] of names) this.names.set(name, held);
  }

  /** The number of saves. */
  get depth(): number {
    return this.#saved.length;
  }

  /** What remains after a way with a scope of its own: only the values that it set outside of that scope. */
  leaveScope(before: WindowsState<Item, Routine>): WindowsState<Item, Routine> {
    const state = before.fork();
    const { keyOf } = this.kinds;
    for (const [name, held] of this.outside) {
      if (before.outside.get(name) === held) continue;
      const among = alternativesOf(held).flatMap((each) =>
        each === undefined ? alternativesOf(before.names.get(name)) : [each],
      );
      const left = choiceOf(among, keyOf);
      if (left !== undefined) state.setOutside(name, left);
    }
    state.locations = this.locations;
    return state;
  }

  /** Whether this state equals another one. */
  isLike(other: WindowsState<Item, Routine>): boolean {
    const { likeOf } = this.kinds;
    const keys = (held: Held<Item> | undefined): string =>
      [...new Set(alternativesOf(held).map((item) => (item === undefined ? '' : likeOf(item))))]
        .sort()
        .join('\n');
    const isSame = (one: SharedTable<Held<Item>>, two: SharedTable<Held<Item>>): boolean =>
      one.isSame(two) ||
      (one.size === two.size && [...one].every(([name, held]) => keys(held) === keys(two.get(name))));
    return (
      isSame(this.names, other.names) &&
      isSame(this.outside, other.outside) &&
      this.functions.size === other.functions.size &&
      this.aliases.size === other.aliases.size &&
      this.locations.length === other.locations.length &&
      this.locations.every((location) => other.locations.includes(location))
    );
  }

  /**
   * Makes everything unknown that differs from an earlier state. A loop that keeps changing it is not followed
   * further.
   */
  widen(before: WindowsState<Item, Routine>): void {
    for (const [name, held] of [...this.names]) {
      const other = before.names.get(name);
      if (held === other) continue;
      this.set(name, this.kinds.any(name, [...alternativesOf(held), ...alternativesOf(other)]));
    }
    if (this.locations.some((location) => !before.locations.includes(location)))
      this.locations = ['floating'];
  }
}

/** One state that may be any of these. Ways that have ended are left out, unless all have ended. */
export function joinStates<Item, Routine>(
  ways: readonly WindowsState<Item, Routine>[],
): WindowsState<Item, Routine> | undefined {
  const live = ways.filter(({ ended }) => !ended);
  const all = live.length === 0 ? ways : live;
  const state = all[0]?.fork();
  if (state === undefined || all.length === 1) return state;
  const { keyOf, any } = state.kinds;
  joinTables(
    state.names,
    all.map(({ names }) => names),
    keyOf,
    any,
  );
  joinTables(
    state.outside,
    all.map(({ outside }) => outside),
    keyOf,
    any,
  );
  joinTables(
    state.handled,
    all.map(({ handled }) => handled),
    keyOf,
    any,
  );
  joinTables(
    state.functions,
    all.map(({ functions }) => functions),
    (routine) => routine,
  );
  joinTables(
    state.aliases,
    all.map(({ aliases }) => aliases),
    (target) => target,
  );
  const locations = [...new Set(all.flatMap((way) => way.locations))];
  state.locations = locations.length > mostAlternatives ? ['floating'] : locations;
  return state;
}

/**
 * A name with too many functions or aliases has none that is known; a name with too many values has an unknown
 * one.
 */
function joinTables<Item>(
  into: SharedTable<Held<Item>>,
  tables: readonly SharedTable<Held<Item>>[],
  keyOf: (item: Item) => unknown,
  any?: (name: string, among: readonly (Item | undefined)[]) => Item,
): void {
  if (tables.every((table) => table.isSame(into))) return;
  for (const name of new Set(tables.flatMap((table) => [...table.keys()]))) {
    const held = choiceOf(
      tables.map((table) => table.get(name)),
      keyOf,
    );
    const among = alternativesOf(held);
    if (any !== undefined && among.length > mostAlternatives) into.set(name, any(name, among));
    else if (held === undefined) into.delete(name);
    else into.set(name, held);
  }
}

/** A way through one command: which alternative it takes at each choice, and the combinations that are left. */
export interface WindowsWay {
  readonly picks: number[];
  next: number;
  readonly open: (readonly number[])[];
  readonly count: { ways: number };
}

/** The part of a reader that ways change. */
export interface Walker<Item, Routine> {
  at: number;
  state: WindowsState<Item, Routine>;
  way: WindowsWay | undefined;
}

/** The most combinations of values for which a command is read. */
const mostWays = 32;

/** Reads a command once for each combination of the alternatives that it uses, and joins the states after these. */
export function eachCombination<Item, Routine, Result>(
  reader: Walker<Item, Routine>,
  read: () => Result,
): readonly Result[] {
  const { at, state: before } = reader;
  const open: (readonly number[])[] = [[]];
  const count = { ways: 1 };
  const results: Result[] = [];
  const ends: WindowsState<Item, Routine>[] = [];
  for (let picks = open.pop(); picks !== undefined; picks = open.pop()) {
    reader.at = at;
    reader.state = before.fork();
    reader.way = { picks: [...picks], next: 0, open, count };
    results.push(read());
    ends.push(reader.state);
  }
  reader.way = undefined;
  reader.state = joinStates(ends) ?? before;
  return results;
}

/** The value of something on the current way; `any` if there are too many ways, or there is no current way. */
export function choose<Item>(
  { way }: { readonly way: WindowsWay | undefined },
  held: Held<Item> | undefined,
  any: (among: readonly (Item | undefined)[]) => Item | undefined,
): Item | undefined {
  if (!(held instanceof Choice)) return held;
  const { among } = held;
  if (way === undefined) return any(among);
  let pick = way.picks[way.next];
  if (pick === undefined) {
    const isTooMuch = way.count.ways + among.length - 1 > mostWays;
    pick = isTooMuch ? tooMany : 0;
    if (!isTooMuch) {
      way.count.ways += among.length - 1;
      for (let other = 1; other < among.length; other++) way.open.push([...way.picks, other]);
    }
    way.picks.push(pick);
  }
  way.next++;
  return pick === tooMany ? any(among) : among[pick];
}

const tooMany = -1;

/** Follows each of several ways from the current state, and joins their states. Gives the result of each way. */
export function branches<Item, Routine, Result>(
  reader: Walker<Item, Routine>,
  ways: readonly (() => Result)[],
): readonly Result[] {
  const before = reader.state;
  const ends: WindowsState<Item, Routine>[] = [];
  const results = ways.map((way) => {
    reader.state = before.fork();
    const result = way();
    ends.push(reader.state);
    return result;
  });
  const joined = joinStates(ends) ?? before;
  joined.ended = before.ended || ends.every(({ ended }) => ended);
  reader.state = joined;
  return results;
}

/** Follows something that may not run. */
export function perhapsRun<Item, Routine, Result>(
  reader: Walker<Item, Routine>,
  run: () => Result,
): Result | undefined {
  return branches<Item, Routine, Result | undefined>(reader, [run, () => undefined])[0];
}

/** The most rounds of a loop that runs until its state no longer changes. */
const mostRounds = 3;

/**
 * The findings of a reader so far: `mark` gives the present length of its lists, `since` gives the findings after a
 * mark, and `forget` drops them.
 */
export interface Found {
  readonly mark: () => readonly number[];
  readonly since: (mark: readonly number[]) => string;
  readonly forget: (mark: readonly number[]) => void;
}

/**
 * Follows something that runs any number of times, or not at all. A last round whose findings are all known
 * already is dropped.
 */
export function repeatRounds<Item, Routine>(
  reader: Walker<Item, Routine>,
  round: () => void,
  found: Found,
): void {
  const known = new Set<string>();
  for (let rounds = 0; ; rounds++) {
    const before = reader.state;
    const mark = found.mark();
    perhapsRun(reader, round);
    const news = found.since(mark);
    if (reader.state.isLike(before)) {
      if (known.has(news)) {
        found.forget(mark);
        reader.state = before;
      }
      return;
    }
    known.add(news);
    if (rounds > mostRounds) return;
    // The state still changes, so everything that changes becomes unknown.
    if (rounds === mostRounds) reader.state.widen(before);
  }
}
