/**
 * A memory as rows: one for each entry of its lists, of a kind and with a key of its
 * own among those. What a change leaves alone is the same object before and after, so
 * that only what it adds and takes away is written, and only what somebody else has
 * written since is read.
 *
 * An entry that comes takes the key of one that leaves, where there is one: then one row
 * is written anew in its place. That is why the order of a list is no matter of keys,
 * but of places, which rise along it.
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
  readonly gone: readonly Pick<WrittenRow, 'kind' | 'key'>[];
}

/** What tells a memory from rows that were there before. */
export function changeRows(before: Layout, memory: Memory): RowChanges {
  const { labels, files, denials, calls, early } = memory;
  const written: WrittenRow[] = [];
  const gone: Pick<WrittenRow, 'kind' | 'key'>[] = [];
  const list = <Of extends Kind>(
    kind: Of,
    entries: readonly Entries[Of][],
  ): readonly Lying<Entries[Of]>[] => {
    const lying: readonly Lying<Entries[Of]>[] = before[kind];
    const change = changeList(lying, entries);
    for (const { key, place, text } of change.written) written.push({ kind, key, place, value: text });
    for (const key of change.gone) gone.push({ kind, key });
    return change.after;
  };
  const layout = {
    label: list('label', labels),
    file: list('file', files),
    count: list('count', blocksOf(memory, before.count)),
    denial: list('denial', denials),
    call: list('call', calls),
    early: list('early', early),
  };
  return { layout, written, gone };
}

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
  readonly after: readonly Lying<Entry>[];
  readonly written: readonly { readonly key: number; readonly place: number; readonly text: string }[];
  readonly gone: readonly number[];
}

function changeList<Entry>(before: readonly Lying<Entry>[], entries: readonly Entry[]): ListChange<Entry> {
  if (isUnchanged(before, entries)) return { after: before, written: [], gone: [] };
  const after: (Lying<Entry> | undefined)[] = [];
  const comers: { readonly at: number; readonly place: number; readonly own: number | undefined }[] = [];
  const free: number[] = [];
  let place = 0;
  let from = 0;
  for (const entry of entries) {
    const found = indexFrom(before, from, entry);
    const same = before[found];
    if (same !== undefined) {
      for (; from < found; from++) free.push(before[from]!.key);
      from++;
    }
    const stays = same !== undefined && same.place > place;
    place = stays ? same.place : place + 1;
    // One that is there, but has to make room for another before it, keeps its key.
    if (!stays) comers.push({ at: after.length, place, own: same?.key });
    after.push(stays ? same : undefined);
  }
  for (; from < before.length; from++) free.push(before[from]!.key);
  let unused = 1 + before.reduce((most, { key }) => Math.max(most, key), 0);
  const written = comers.map(({ at, place, own }) => {
    const key = own ?? free.pop() ?? unused++;
    const entry = entries[at]!;
    const text = JSON.stringify(entry);
    after[at] = { key, place, entry, length: text.length };
    return { key, place, text };
  });
  return { after: after as Lying<Entry>[], written, gone: free };
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
