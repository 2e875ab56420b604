/**
 * Tables of commands as a map by name, whose lines are read when a program on
 * them is first asked for: a call names few of thousands. Programs that share a
 * line, or of which one is a spelling of the other, are read together, so that
 * what is read is the same as if all had been.
 */
import type { ProgramEntry } from './entry.ts';
import { programsOnLine, readTable } from './format.ts';

export class ProgramTable implements ReadonlyMap<string, ProgramEntry> {
  readonly #tables: readonly (readonly [name: string, text: string])[];
  /** Lines that belong together, by every name on them; made when the first program is asked for. */
  #groups: ReadonlyMap<string, Group> | undefined;
  readonly #read = new Map<string, ProgramEntry>();

  /** Of two tables with one program, the later has it. */
  constructor(tables: readonly (readonly [name: string, text: string])[]) {
    this.#tables = tables;
  }

  get(name: string): ProgramEntry | undefined {
    this.#groups ??= groupLines(this.#tables);
    const group = this.#groups.get(name);
    if (group === undefined) return undefined;
    if (!group.read) {
      group.read = true;
      for (const entry of readTable(group.lines.join('\n'), group.table))
        for (const each of entry.names) if (this.#groups.get(each) === group) this.#read.set(each, entry);
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
    this.#groups ??= groupLines(this.#tables);
    for (const name of this.#groups.keys()) this.get(name);
    return this.#read;
  }
}

interface Group {
  readonly table: string;
  lines: string[];
  read: boolean;
}

function groupLines(tables: readonly (readonly [name: string, text: string])[]): ReadonlyMap<string, Group> {
  const groups = new Map<string, Group>();
  for (const [table, text] of tables)
    for (const [name, group] of groupTable(table, text)) groups.set(name, group);
  return groups;
}

/** Groups of lines that have a program in common, however many lines lie between them. */
function groupTable(table: string, text: string): ReadonlyMap<string, Group> {
  const groups = new Map<string, Group>();
  // Where two groups turn out to be one, their lines are put in order at the end.
  const places = new Map<Group, number[]>();
  const lines = linesOf(text);
  lines.forEach((line, at) => {
    const names = programsOnLine(line);
    let own = groups.get(names[0] ?? '');
    for (const name of names) {
      const other = groups.get(name);
      if (other === undefined || other === own) continue;
      if (own === undefined) own = other;
      else {
        const moved = places.get(other) ?? [];
        places.get(own)?.push(...moved);
        places.delete(other);
        for (const [each, group] of groups) if (group === other) groups.set(each, own);
      }
    }
    if (own === undefined) {
      own = { table, lines: [], read: false };
      places.set(own, []);
    }
    for (const name of names) groups.set(name, own);
    places.get(own)?.push(at);
  });
  for (const [group, at] of places) group.lines = at.sort((a, b) => a - b).map((index) => lines[index] ?? '');
  return groups;
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
      if (start >= 0) lines.push(text.slice(start, at));
      start = first === '#' ? -1 : at;
    }
    at = next;
  }
  if (start >= 0) lines.push(text.slice(start));
  return lines;
}
