/**
 * Tables of commands as a map by name, whose lines are read when a program on
 * them is first asked for: a call names few of thousands. Programs that share a
 * line, or of which one is a spelling of the other, are read together, so that
 * what is read is the same as if all had been.
 */
import type { ProgramEntry } from './entry.ts';
import { programsOnLine, readTable } from './format.ts';

export class ProgramTable implements ReadonlyMap<string, ProgramEntry> {
  readonly #lines: () => readonly ProgramLines[];
  /** Lines that belong together, by every name on them; made when the first program is asked for. */
  #groups: ReadonlyMap<string, Group> | undefined;
  readonly #read = new Map<string, ProgramEntry>();

  /** Of two groups with one program, the later has it. */
  constructor(lines: () => readonly ProgramLines[]) {
    this.#lines = lines;
  }

  get(name: string): ProgramEntry | undefined {
    const groups = this.#byName();
    const group = groups.get(name);
    if (group === undefined) return undefined;
    if (!group.read) {
      group.read = true;
      for (const entry of readTable(group.text, group.table))
        for (const each of entry.names) if (groups.get(each) === group) this.#read.set(each, entry);
    }
    return this.#read.get(name);
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
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

  #all(): ReadonlyMap<string, ProgramEntry> {
    for (const name of this.#byName().keys()) this.get(name);
    return this.#read;
  }

  #byName(): ReadonlyMap<string, Group> {
    if (this.#groups === undefined) {
      const groups = new Map<string, Group>();
      for (const lines of this.#lines()) {
        const group = { ...lines, read: false };
        for (const name of lines.names) groups.set(name, group);
      }
      this.#groups = groups;
    }
    return this.#groups;
  }
}

/** Lines of a table that are read together, and every program that they are about. */
export interface ProgramLines {
  readonly table: string;
  readonly names: readonly string[];
  readonly text: string;
}

interface Group extends ProgramLines {
  read: boolean;
}

/** The lines of a table, those together that have a program in common, however many lines lie between them. */
export function groupLines(table: string, text: string): readonly ProgramLines[] {
  const groups = new Map<string, { names: string[]; places: number[] }>();
  const lines = linesOf(text);
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
    text: places
      .sort((a, b) => a - b)
      .map((at) => lines[at] ?? '')
      .join('\n'),
  }));
}

/** Lines of a table, each with those that go on with it, as they are written. */
function linesOf(text: string): readonly string[] {
  const lines: string[] = [];
  let start = -1;
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at);
    const next = end < 0 ? text.length : end + 1;
    const first = text[at];
    if (first !== ' ' && first !== '\t' && first !== '\n') {
      if (start >= 0) lines.push(text.slice(start, at).trimEnd());
      start = first === '#' ? -1 : at;
    }
    at = next;
  }
  if (start >= 0) lines.push(text.slice(start).trimEnd());
  return lines;
}
