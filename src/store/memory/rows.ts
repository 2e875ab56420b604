/**
 * A memory as rows: one for each entry of its lists, with a kind and a unique key. Entries that a change
 * does not touch are the same objects before and after. So only new and removed entries are written, and
 * only rows that another process has written since are read.
 *
 * Keys are numbers, which all kinds share. A new entry takes the key of a removed one, if there is one:
 * then a row is overwritten in its place, and the rows that one call changes are mostly next to each other,
 * because they are also removed together. So the order of a list does not depend on keys, but on places,
 * which rise along it.
 */
import { emptyMemory, type Memory } from '../../engine/memory.ts';
import { decodeEntry } from './decode.ts';
import type { CountBlock, Entries, RowKind } from './entries.ts';

/** An entry in the table. */
export interface Lying<Entry> {
  readonly key: number;
  readonly place: number;
  readonly entry: Entry;
  /** The length of its text, in characters. */
  readonly length: number;
}

/** All rows of a memory, each kind in the order of its places. */
export type Layout = { readonly [Of in RowKind]: readonly Lying<Entries[Of]>[] };

export const emptyLayout: Layout = {
  label: [],
  file: [],
  count: [],
  denial: [],
  call: [],
  early: [],
  written: [],
};

const kinds = Object.keys(emptyLayout) as readonly RowKind[];

/** A layout of what `listOf` gives for each kind. */
const mapKinds = (listOf: (kind: RowKind) => readonly Lying<unknown>[]): Layout =>
  Object.fromEntries(kinds.map((kind) => [kind, listOf(kind)])) as unknown as Layout;

/** A row as it is written. */
export interface WrittenRow {
  readonly kind: RowKind;
  readonly key: number;
  readonly place: number;
  readonly value: string;
}

/** A memory and its rows, in the order of its lists; no rows if it was kept as one text. */
export interface InRows {
  readonly memory: Memory;
  readonly layout: Layout;
  /** The length of all texts, in characters. */
  readonly length: number;
}

export const noRows: InRows = { memory: emptyMemory, layout: emptyLayout, length: 0 };

/** The rows to write when a memory replaces another. */
export interface RowChanges {
  readonly after: InRows;
  readonly written: readonly WrittenRow[];
  /** Keys of the removed rows. */
  readonly gone: readonly number[];
}

/** The difference between a memory and another one in rows. */
export function changeRows(before: InRows, memory: Memory): RowChanges {
  const { layout, memory: was } = before;
  const blocks = layout.count.map(entryOf);
  const changes = {
    label: changeList('label', layout.label, was.labels, memory.labels),
    file: changeList('file', layout.file, was.files, memory.files),
    denial: changeList('denial', layout.denial, was.denials, memory.denials),
    early: changeList('early', layout.early, was.early, memory.early),
    call: changeList('call', layout.call, was.calls, memory.calls),
    written: changeList('written', layout.written, was.written, memory.written),
    count: changeList('count', layout.count, blocks, blocksOf(memory, was, blocks)),
  };
  const all: readonly ListChange<unknown>[] = Object.values(changes);
  // A call takes the row of the block that it replaces, and the block the row of the oldest call: so both
  // are reused in turn.
  const left = all.flatMap((change) => change.left.toReversed());
  const free = left.map(({ key }) => key);
  const next = unusedKeys(layout);
  const written = all.flatMap((change) => change.place(() => free.pop() ?? next()));
  const stale = [...left, ...all.flatMap(({ moved }) => moved)];
  return {
    after: {
      memory,
      layout: mapKinds((kind) => changes[kind].after),
      length: before.length + lengthOf(written.map(({ value }) => value)) - lengthOf(stale),
    },
    written,
    gone: free,
  };
}

const lengthOf = (texts: readonly { readonly length: number }[]): number =>
  texts.reduce((sum, { length }) => sum + length, 0);

/** Returns keys that no row has, the lowest first, so that free rows are used again. */
function unusedKeys(layout: Layout): () => number {
  let used: Set<number> | undefined;
  let key = 0;
  return () => {
    used ??= new Set(kinds.flatMap((kind) => layout[kind].map((lying) => lying.key)));
    do key++;
    while (used.has(key));
    return key;
  };
}

/** The memory in some rows, and its values that are no lists. Limits have no order. */
export const memoryOfRows = (
  { label, file, count, denial, call, early, written }: Layout,
  { clock, forgotten }: Pick<Memory, 'clock' | 'forgotten'>,
): Memory => ({
  clock,
  labels: label.map(entryOf),
  files: file.map(entryOf),
  counts: countsOf(count),
  denials: denial.map(entryOf),
  calls: call.map(entryOf),
  early: early.map(entryOf),
  written: written.map(entryOf),
  forgotten,
});

const entryOf = <Entry>({ entry }: Lying<Entry>): Entry => entry;

export const rowCount = (layout: Layout): number => kinds.reduce((sum, kind) => sum + layout[kind].length, 0);

/** The length of all texts, in characters. */
export const textLength = (layout: Layout): number =>
  kinds.reduce((sum, kind) => sum + lengthOf(layout[kind]), 0);

// ── lists ─────────────────────────────────────────────────────────────────────────────────

interface ListChange<Entry> {
  /** Whole when the new ones have their keys. */
  readonly after: readonly Lying<Entry>[];
  readonly left: readonly Lying<Entry>[];
  /** Entries that are written again in their own row, because their place has changed. */
  readonly moved: readonly Lying<Entry>[];
  /** Gives keys to the new entries, and returns what to write. */
  place(nextKey: () => number): readonly WrittenRow[];
}

/** Looks only at the rows of entries that are new, removed or moved: most entries are not. */
function changeList<Of extends RowKind>(
  kind: Of,
  lying: readonly Lying<Entries[Of]>[],
  before: readonly Entries[Of][],
  entries: readonly Entries[Of][],
): ListChange<Entries[Of]> {
  const old = lying.length === 0 ? [] : before;
  if (old === entries || (old.length === entries.length && runAt(old, 0, entries, 0) === old.length))
    return { after: lying, left: [], moved: [], place: () => [] };
  let after: Lying<Entries[Of]>[] = [];
  const comers: { readonly at: number; readonly place: number; readonly own: number | undefined }[] = [];
  const left: Lying<Entries[Of]>[] = [];
  const moved: Lying<Entries[Of]>[] = [];
  let from = 0;
  /** The place of the last entry, if that is new or moved: those after it may have to move too. */
  let place: number | undefined;
  while (after.length < entries.length) {
    const at = after.length;
    const entry = entries[at]!;
    const found = old[from] === entry ? from : old.indexOf(entry, from);
    const same = lying[found];
    if (same !== undefined) left.push(...lying.slice(from, found));
    if (same !== undefined && (place === undefined || same.place > place)) {
      from = found + runAt(old, found, entries, at);
      after = after.concat(lying.slice(found, from));
      place = undefined;
      continue;
    }
    if (same !== undefined) {
      moved.push(same);
      from = found + 1;
    }
    place = (place ?? after.at(-1)?.place ?? 0) + 1;
    comers.push({ at, place, own: same?.key });
    after.push({ key: 0, place, entry, length: 0 });
  }
  left.push(...lying.slice(from, old.length));
  return {
    after,
    left,
    moved,
    place: (nextKey) =>
      comers.map(({ at, place, own }) => {
        const key = own ?? nextKey();
        const entry = entries[at]!;
        const value = JSON.stringify(entry);
        after[at] = { key, place, entry, length: value.length };
        return { kind, key, place, value };
      }),
  };
}

/** How many entries are the same in two lists, from an index in each. */
function runAt<Entry>(before: readonly Entry[], from: number, entries: readonly Entry[], at: number): number {
  const most = Math.min(before.length - from, entries.length - at);
  let length = 0;
  while (length < most && before[from + length] === entries[at + length]) length++;
  return length;
}

// ── counts ────────────────────────────────────────────────────────────────────────────────

/** The times in a block; after an insertion there may be more. */
const blockLength = 16;

/** The counts of a memory in blocks: the same objects as before, if their times are the same. */
function blocksOf({ counts }: Memory, was: Memory, before: readonly CountBlock[]): readonly CountBlock[] {
  const sorted = counts.length > 1 ? counts.toSorted((a, b) => (a.limit < b.limit ? -1 : 1)) : counts;
  return sorted.flatMap(({ limit, times }) => {
    const own = before.filter((block) => block.limit === limit);
    const isSame = own.length > 0 && was.counts.some((each) => each.limit === limit && each.times === times);
    return isSame ? own : blocksOfLimit(limit, times, own);
  });
}

/** Times are removed at the front and added at the end: those between stay in their blocks. */
function blocksOfLimit(
  limit: string,
  times: readonly number[],
  before: readonly CountBlock[],
): readonly CountBlock[] {
  const blocks: CountBlock[] = [];
  let at = 0;
  for (const [index, block] of before.entries()) {
    const isLast = index === before.length - 1;
    const end = isLast ? Math.min(times.length, at + blockLength) : endOfBlock(times, at, block);
    if (end > at)
      blocks.push(isAt(block.times, times, at, end) ? block : { limit, times: times.slice(at, end) });
    at = end;
  }
  for (; at < times.length; at += blockLength)
    blocks.push({ limit, times: times.slice(at, at + blockLength) });
  return blocks;
}

/** The index of the first time after those of a block. */
function endOfBlock(times: readonly number[], from: number, block: CountBlock): number {
  const last = block.times.at(-1) ?? Number.NEGATIVE_INFINITY;
  let end = from;
  while (end < times.length && times[end]! <= last) end++;
  return end;
}

/** A separate loop, which sees only numbers, so that V8 can optimise it. */
function isAt(part: readonly number[], times: readonly number[], from: number, end: number): boolean {
  if (part.length !== end - from) return false;
  for (let at = 0; at < part.length; at++) if (part[at] !== times[from + at]) return false;
  return true;
}

function countsOf(blocks: Layout['count']): Memory['counts'] {
  const counts = new Map<string, number[]>();
  for (const { entry } of blocks) {
    const times = counts.get(entry.limit);
    if (times === undefined) counts.set(entry.limit, [...entry.times]);
    else times.push(...entry.times);
  }
  return [...counts].map(([limit, times]) => ({ limit, times }));
}

// ── reading ───────────────────────────────────────────────────────────────────────────────

/** A row as it was read; without a kind if it is free. */
export interface MemoryRow {
  readonly kind: string;
  readonly key: number;
  readonly place: number;
  readonly value: string;
}

/** The kind of a free row: a process that knows its former content sees from the revision that it was removed. */
export const freeKind = '';

/** The known rows together with the new ones; undefined if the new ones are not valid. */
export function readLayout(rows: readonly MemoryRow[], known: Layout): Layout | undefined {
  const news = new Set(rows.map(({ key }) => key));
  const stays = ({ key }: Pick<MemoryRow, 'key'>): boolean => !news.has(key);
  const layout = mapKinds((kind) => known[kind].filter(stays)) as { [Of in RowKind]: Lying<Entries[Of]>[] };
  for (const { kind, ...row } of rows) {
    if (kind === freeKind) continue;
    if (!isKind(kind) || !readRow(kind, row, layout[kind])) return undefined;
  }
  for (const kind of kinds) layout[kind].sort((a, b) => a.place - b.place);
  return layout;
}

const isKind = (text: string): text is RowKind => Object.hasOwn(emptyLayout, text);

function readRow<Of extends RowKind>(
  kind: Of,
  { key, place, value }: Omit<MemoryRow, 'kind'>,
  lying: Lying<Entries[Of]>[],
): boolean {
  const entry = decodeEntry(kind, value);
  if (entry === undefined) return false;
  lying.push({ key, place, entry, length: value.length });
  return true;
}
