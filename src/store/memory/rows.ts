/**
 * A memory as rows: one for each entry of its lists, of a kind and with a key of its
 * own among those. What a change leaves alone is the same object before and after, so
 * that only what it adds and takes away is written, and only what somebody else has
 * written since is read.
 *
 * Keys are numbers, which all kinds share. An entry that comes takes the key of one that
 * leaves, where there is one: then a row is written anew in its place, and what one call
 * changes mostly lies side by side, since what changes together leaves together. That is
 * why the order of a list is no matter of keys, but of places, which rise along it.
 */
import type { EarlyOutcome, FileMark, LabelMark, Memory, RememberedCall } from '../../engine/memory.ts';
import { decodeEntry } from './decode.ts';

/** Times of the calls that count for a limit: each time is in one block, so that one more changes few octets. */
export interface CountBlock {
  readonly limit: string;
  readonly times: readonly number[];
}

/** What is in a row, by its kind. */
export interface Entries {
  readonly label: LabelMark;
  readonly file: FileMark;
  readonly count: CountBlock;
  readonly denial: Memory['denials'][number];
  readonly call: RememberedCall;
  readonly early: EarlyOutcome;
}

export type Kind = keyof Entries;

/** How an entry lies in the table. */
export interface Lying<Entry> {
  readonly key: number;
  readonly place: number;
  readonly entry: Entry;
  /** Of its text, in characters. */
  readonly length: number;
}

/** All rows of a memory, each kind in the order of the places. */
export type Layout = { readonly [Of in Kind]: readonly Lying<Entries[Of]>[] };

export const emptyLayout: Layout = { label: [], file: [], count: [], denial: [], call: [], early: [] };

export const kinds = Object.keys(emptyLayout) as readonly Kind[];

/** A row as it is written. */
export interface WrittenRow {
  readonly kind: Kind;
  readonly key: number;
  readonly place: number;
  readonly value: string;
}

/** What has to be written where a memory takes the place of some rows. */
export interface RowChanges {
  readonly layout: Layout;
  readonly written: readonly WrittenRow[];
  /** Keys of the rows that leave. */
  readonly gone: readonly number[];
}

/** What tells a memory from rows that were there before. */
export function changeRows(before: Layout, memory: Memory): RowChanges {
  const { labels, files, denials, calls, early } = memory;
  const changes = {
    label: changeList('label', before.label, labels),
    file: changeList('file', before.file, files),
    denial: changeList('denial', before.denial, denials),
    early: changeList('early', before.early, early),
    call: changeList('call', before.call, calls),
    count: changeList('count', before.count, blocksOf(memory, before.count)),
  };
  const all = Object.values(changes);
  // A call takes the row of the block that it makes anew, and that the row of the oldest call: so they go round together.
  const free = all.flatMap((change) => change.free.toReversed());
  let unused = 0;
  const next = (): number => {
    if (unused === 0) unused = 1 + highestKey(before);
    return unused++;
  };
  const written = all.flatMap((change) => change.place(() => free.pop() ?? next()));
  const { label, file, denial, early: earlier, call, count } = changes;
  const layout = {
    label: label.after,
    file: file.after,
    count: count.after,
    denial: denial.after,
    call: call.after,
    early: earlier.after,
  };
  return { layout, written, gone: free };
}

const highestKey = (layout: Layout): number =>
  kinds.reduce((most, kind) => layout[kind].reduce((each, { key }) => Math.max(each, key), most), 0);

/** The memory that some rows are, and what is no list. Limits are in no order. */
export const memoryOf = (
  { label, file, count, denial, call, early }: Layout,
  { clock, forgotten }: Pick<Memory, 'clock' | 'forgotten'>,
): Memory => ({
  clock,
  labels: label.map(entryOf),
  files: file.map(entryOf),
  counts: countsOf(count),
  denials: denial.map(entryOf),
  calls: call.map(entryOf),
  early: early.map(entryOf),
  forgotten,
});

const entryOf = <Entry>({ entry }: Lying<Entry>): Entry => entry;

export const rowCount = (layout: Layout): number => kinds.reduce((sum, kind) => sum + layout[kind].length, 0);

/** Of all texts, in characters. */
export const textLength = (layout: Layout): number =>
  kinds.reduce((sum, kind) => layout[kind].reduce((each, { length }) => each + length, sum), 0);

// ── lists ─────────────────────────────────────────────────────────────────────────────────

interface ListChange<Entry> {
  /** Whole when the new ones have their keys. */
  readonly after: readonly Lying<Entry>[];
  /** Keys of those that leave. */
  readonly free: readonly number[];
  /** Gives keys to the new ones, and says what has to be written. */
  place(nextKey: () => number): readonly WrittenRow[];
}

function changeList<Of extends Kind>(
  kind: Of,
  before: readonly Lying<Entries[Of]>[],
  entries: readonly Entries[Of][],
): ListChange<Entries[Of]> {
  if (isUnchanged(before, entries)) return { after: before, free: [], place: () => [] };
  const after: Lying<Entries[Of]>[] = [];
  const comers: { readonly at: number; readonly place: number; readonly own: number | undefined }[] = [];
  const free: number[] = [];
  let place = 0;
  let from = 0;
  for (const [at, entry] of entries.entries()) {
    const found = indexFrom(before, from, entry);
    const same = before[found];
    if (same !== undefined) {
      for (; from < found; from++) free.push(before[from]!.key);
      from++;
    }
    if (same !== undefined && same.place > place) {
      place = same.place;
      after[at] = same;
    } else {
      // One that is there, but has to make room for another before it, keeps its key.
      comers.push({ at, place: ++place, own: same?.key });
    }
  }
  for (; from < before.length; from++) free.push(before[from]!.key);
  return {
    after,
    free,
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

const isUnchanged = <Entry>(before: readonly Lying<Entry>[], entries: readonly Entry[]): boolean =>
  before.length === entries.length && before.every(({ entry }, index) => entry === entries[index]);

/** Where an entry lies, from some row on; -1 where it does not. */
function indexFrom<Entry>(before: readonly Lying<Entry>[], from: number, entry: Entry): number {
  for (let at = from; at < before.length; at++) if (before[at]!.entry === entry) return at;
  return -1;
}

// ── counts ────────────────────────────────────────────────────────────────────────────────

/** Times of a block; where one is put in between there may be more. */
const blockLength = 32;

/** The counts of a memory in blocks: the same ones as before, where their times are still the same. */
function blocksOf({ counts }: Memory, before: readonly Lying<CountBlock>[]): readonly CountBlock[] {
  const sorted = counts.length > 1 ? counts.toSorted((a, b) => (a.limit < b.limit ? -1 : 1)) : counts;
  return sorted.flatMap(({ limit, times }) => {
    const own = before.flatMap(({ entry }) => (entry.limit === limit ? [entry] : []));
    return blocksOfLimit(limit, times, own);
  });
}

/** Times leave at the front and come at the end: what is in between stays in its block. */
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

/** Where the times begin that are later than those of a block. */
function endOfBlock(times: readonly number[], from: number, block: CountBlock): number {
  const last = block.times.at(-1) ?? Number.NEGATIVE_INFINITY;
  let end = from;
  while (end < times.length && times[end]! <= last) end++;
  return end;
}

const isAt = (part: readonly number[], times: readonly number[], from: number, end: number): boolean =>
  part.length === end - from && part.every((time, index) => time === times[from + index]);

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

/** A row as it was read; the text is left out where the one that is known still holds. */
export interface Row {
  readonly kind: string;
  readonly key: number;
  readonly place: number;
  readonly value: string | null;
}

/** What rows come to, with those that are known for what was left out; undefined where they are not what was written. */
export function readLayout(rows: readonly Row[], known: Layout): Layout | undefined {
  const read: { [Of in Kind]: Lying<Entries[Of]>[] } = {
    label: [],
    file: [],
    count: [],
    denial: [],
    call: [],
    early: [],
  };
  for (const row of rows) {
    if (!isKind(row.kind) || !readRow(row.kind, row, read, known)) return undefined;
  }
  for (const kind of kinds) read[kind].sort((a, b) => a.place - b.place);
  return read;
}

const isKind = (text: string): text is Kind => Object.hasOwn(emptyLayout, text);

function readRow<Of extends Kind>(
  kind: Of,
  { key, place, value }: Row,
  read: { readonly [Each in Kind]: Lying<Entries[Each]>[] },
  known: Layout,
): boolean {
  const lying: Lying<Entries[Of]> | undefined =
    value === null ? known[kind].find((each) => each.key === key) : decoded(kind, { key, place }, value);
  if (lying === undefined || lying.place !== place) return false;
  read[kind].push(lying);
  return true;
}

function decoded<Of extends Kind>(
  kind: Of,
  at: Pick<Row, 'key' | 'place'>,
  text: string,
): Lying<Entries[Of]> | undefined {
  const entry = decodeEntry(kind, text);
  return entry && { ...at, entry, length: text.length };
}
