/**
 * Tables of commands as a map by name. The lines of a program are read when it is first asked for, because a call names
 * few of thousands. Programs that share a line, or that are spellings of one another, are read together, so that the
 * result is the same as if all lines were read.
 */
import type { ProgramEntry } from './entry.ts';
import { programsOnLine, readTableLazily } from './format.ts';

/** The lines of a table in groups, with an index of programs. It can be loaded without parsing. */
export interface PackedLines {
  /** One line for each name, sorted by code units: the name, where its group starts, and its length. */
  readonly index: string;
  /** A part of the text. A group is its lines. */
  text(start: number, end: number): string;
}

/** The radix of the numbers in the index, which keeps it short. */
const base = 36;

interface Place {
  readonly start: number;
  readonly end: number;
}

export class ProgramTable implements ReadonlyMap<string, ProgramEntry> {
  readonly #pack: () => PackedLines;
  #packed: PackedLines | undefined;
  readonly #read = new Map<string, ProgramEntry>();

  constructor(pack: () => PackedLines) {
    this.#pack = pack;
  }

  get(name: string): ProgramEntry | undefined {
    const known = this.#read.get(name);
    if (known !== undefined) return known;
    const place = this.#place(name);
    if (place === undefined) return undefined;
    const text = this.#lines().text(place.start, place.end);
    for (const entry of readTableLazily(text, name))
      for (const each of entry.names) this.#read.set(each, entry);
    return this.#read.get(name);
  }

  has(name: string): boolean {
    return this.#read.has(name) || this.#place(name) !== undefined;
  }

  get size(): number {
    return this.#all().size;
  }

  forEach(visit: (entry: ProgramEntry, name: string, map: ReadonlyMap<string, ProgramEntry>) => void): void {
    for (const [name, entry] of this.#all()) visit(entry, name, this);
  }

  entries(): MapIterator<[string, ProgramEntry]> {
    return this.#all().entries();
  }

  keys(): MapIterator<string> {
    return this.#all().keys();
  }

  values(): MapIterator<ProgramEntry> {
    return this.#all().values();
  }

  [Symbol.iterator](): MapIterator<[string, ProgramEntry]> {
    return this.entries();
  }

  /** All names; reads no line. */
  names(): readonly string[] {
    return this.#lines().index.match(/^[^ ]+/gm) ?? [];
  }

  #all(): ReadonlyMap<string, ProgramEntry> {
    for (const name of this.names()) this.get(name);
    return this.#read;
  }

  #lines(): PackedLines {
    this.#packed ??= this.#pack();
    return this.#packed;
  }

  /** Finds a name in the index by binary search. */
  #place(name: string): Place | undefined {
    const { index } = this.#lines();
    let low = 0;
    let high = index.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const line = middle === 0 ? 0 : index.lastIndexOf('\n', middle - 1) + 1;
      const space = index.indexOf(' ', line);
      const end = index.indexOf('\n', space);
      const found = index.slice(line, space);
      if (found === name) {
        const [start = 0, length = 0] = index
          .slice(space + 1, end)
          .split(' ')
          .map((digits) => Number.parseInt(digits, base));
        return { start, end: start + length };
      }
      if (found < name) low = end + 1;
      else high = line;
    }
    return undefined;
  }
}

/** Lines of a table that are read together, and the programs that they are about. */
export interface ProgramLines {
  readonly table: string;
  readonly names: readonly string[];
  readonly text: string;
}

/** Joins groups into one table; throws if two groups have the same program. */
export function packLines(groups: readonly ProgramLines[]): PackedLines {
  const places = new Map<string, string>();
  let text = '';
  for (const { table, names, text: lines } of groups) {
    const start = text.length;
    text += lines;
    for (const name of names) {
      if (places.has(name))
        throw new Error(`two tables have the program \`${name}\`, the second is ${table}`);
      places.set(name, `${start.toString(base)} ${(text.length - start).toString(base)}`);
    }
  }
  const index = [...places.keys()].sort().map((name) => `${name} ${places.get(name)}\n`);
  return { index: index.join(''), text: (start, end) => text.slice(start, end) };
}

/** The lines of a table in groups: lines with a program in common are in one group, however far apart they are. */
export function groupLines(table: string, text: string): readonly ProgramLines[] {
  const groups = new Map<string, { names: string[]; places: number[] }>();
  const all = text.split('\n');
  const lines = all.filter((line) => !line.startsWith('@'));
  const options = all.filter((line) => line.startsWith('@'));
  lines.forEach((line, at) => {
    const names = programsOnLine(line);
    const found = new Set(names.flatMap((name) => groups.get(name) ?? []));
    const [own = { names: [], places: [] }, ...others] = found;
    for (const other of others) {
      own.names.push(...other.names);
      own.places.push(...other.places);
      for (const name of other.names) groups.set(name, own);
    }
    for (const name of names) {
      if (groups.get(name) === own) continue;
      groups.set(name, own);
      own.names.push(name);
    }
    own.places.push(at);
  });
  return [...new Set(groups.values())].map(({ names, places }) => ({
    table,
    names,
    text: withOptions(
      places.sort((a, b) => a - b).map((at) => lines[at] ?? ''),
      options,
    ).join('\n'),
  }));
}

/** The lines with the definitions of the option groups that they name in front. */
const withOptions = (lines: readonly string[], options: readonly string[]): readonly string[] => [
  ...options.filter((option) => {
    const name = ` ${option.slice(0, option.indexOf(' '))} `;
    return lines.some((line) => `${line} `.includes(name));
  }),
  ...lines,
];
