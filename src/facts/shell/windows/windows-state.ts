/**
 * What a script of PowerShell or `cmd.exe` remembers, where several ways lead through it. Ways part at a condition, a
 * loop, a handler, a block that perhaps runs; where they meet, `join` keeps what each of them left: see `choice.ts`.
 * A command whose words have alternatives is read once for each combination of them (`eachWay`): the first time with
 * the first of each, then again from its start with the others.
 */
import { alternativesOf, Choice, choiceOf, type Held, mostAlternatives } from '../state/choice.ts';
import { SharedTable } from '../state/shared-table.ts';

/** What differs between the two languages: their values, and what a function is. */
export interface Kinds<Item> {
  readonly keyOf: (item: Item) => unknown;
  /** The same without what differs from one round of a loop to the next: which command it was got from. */
  readonly likeOf: (item: Item) => string;
  /** A value of which only the name is known, and what it may be made of. */
  readonly any: (name: string, among: readonly (Item | undefined)[]) => Item;
}

/** The index of the command that led to a directory; `undefined` for the one of the start, `floating` for any. */
export type Location = number | undefined | 'floating';

export class WindowsState<Item, Routine> {
  readonly kinds: Kinds<Item>;
  readonly names: SharedTable<Held<Item>>;
  /** What a function set outside of itself: `$script:x`, `$env:x`. */
  readonly outside: SharedTable<Held<Item>>;
  /** What a handler may make of a name at any time: `trap { $x = … }`. */
  readonly handled: SharedTable<Held<Item>>;
  readonly functions: SharedTable<Held<Routine>>;
  readonly aliases: SharedTable<Held<string>>;
  /** Where the script may be. */
  locations: readonly Location[];
  /** This way has ended: what follows is not on it. */
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

  /** A way of its own that begins like this one. */
  fork(): WindowsState<Item, Routine> {
    return new WindowsState(this.kinds, this);
  }

  set(name: string, value: Held<Item>): void {
    const handled = this.handled.get(name);
    const held = handled === undefined ? value : choiceOf([value, handled], this.kinds.keyOf);
    if (held !== undefined) this.names.set(name, held);
  }

  /** Sets a name for whoever called the function too. */
  setOutside(name: string, value: Held<Item>): void {
    this.set(name, value);
    this.outside.set(name, value);
  }

  /** A script that is not known may have set anything: whatever is here may be that, or what it was. */
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

  /** From here on names are set for a while: `setlocal`. */
  save(): void {
    this.#saved = [...this.#saved, this.names.fork()];
  }

  /** All names are again what they were. */
  restore(depth = this.#saved.length - 1): void {
    const names = this.#saved[depth];
    if (names === undefined) return;
    this.#saved = this.#saved.slice(0, depth);
    this.names.clear();
    for (const [name, held] of names) this.names.set(name, held);
  }

  /** How often names have been saved. */
  get depth(): number {
    return this.#saved.length;
  }

  /** What a way leaves that runs in a scope of its own: only what it set outside of it. */
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

  /** Whether nothing here differs from another state. */
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

  /** What differs from an earlier state may be anything: a loop that goes on changing it is not followed further. */
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

/** One state that may be any of these. Ways that have ended are none of them, unless all have. */
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

/** Too many functions or other names of one name are none that is known; too many values are any. */
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

/** A way through one command: which alternative it takes at each choice, and what is left to be tried. */
export interface Way {
  readonly picks: number[];
  next: number;
  readonly open: (readonly number[])[];
  readonly count: { ways: number };
}

/** Where a reader stands, as far as the ways go. */
export interface Walker<Item, Routine> {
  at: number;
  state: WindowsState<Item, Routine>;
  way: Way | undefined;
}

/** A command is read for so many combinations of what its words may be. */
const mostWays = 32;

/** Reads a command once for each combination of what it finds to be one of several, and joins what these leave. */
export function eachWay<Item, Routine, Result>(
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

/** What a thing is on the way that is read; `any` where there are too many ways, or none is read. */
export function choose<Item>(
  { way }: { readonly way: Way | undefined },
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

/** Follows each of several ways from here, and joins what they leave. Gives what each of them gives. */
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

/** Follows what may not run. */
export function perhaps<Item, Routine, Result>(
  reader: Walker<Item, Routine>,
  run: () => Result,
): Result | undefined {
  return branches<Item, Routine, Result | undefined>(reader, [run, () => undefined])[0];
}

/** A loop that goes on until its state no longer changes is followed for so many rounds. */
const mostRounds = 3;

/** How far what was found goes, what was found since, and how it is forgotten again. */
export interface Found {
  readonly mark: () => readonly number[];
  readonly since: (mark: readonly number[]) => string;
  readonly forget: (mark: readonly number[]) => void;
}

/**
 * Follows what runs any number of times, or not at all. `since` says what a round found; a last one that found nothing
 * new is taken back by `forget`.
 */
export function repeat<Item, Routine>(reader: Walker<Item, Routine>, round: () => void, found: Found): void {
  const known = new Set<string>();
  for (let rounds = 0; ; rounds++) {
    const before = reader.state;
    const mark = found.mark();
    perhaps(reader, round);
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
    // It goes on changing: what changes may be anything.
    if (rounds === mostRounds) reader.state.widen(before);
  }
}
