/**
 * The chain of records of one process, and the file that it writes to: which lines come next, and what the
 * state is after some of them, or none, were written. It reads files and writes none; the caller decides
 * whether to wait for the disk. INVARIANT: `#seq` and `#previous` are those of the last complete record in
 * the log.
 */
import { randomBytes } from 'node:crypto';
import { fileNameOf, type LogFiles } from './files.ts';
import { renderLine } from './line.ts';
import type { OwnEntry, RecordAnchor, RecordHead, StartInfo } from './record.ts';
import type { Rotation } from './rotation.ts';
import { beginningOf, endsTorn, looseEnds, looseEndsOfLog, tailOf } from './tail.ts';

/** An entry that is to be written. */
export interface Pending {
  /** The JSON text of the entry, an object with at least one member. */
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly start?: StartInfo;
  /** The process writes nothing after it. */
  readonly final?: true;
}

interface Position {
  readonly seq: number;
  readonly previous: string | null;
  /** The number of the file with the last record; undefined before the first. */
  readonly file: number | undefined;
}

/** Lines that are ready to be appended in one write. */
export interface LineBatch {
  readonly descriptor: number;
  readonly bytes: Buffer;
  readonly before: Position;
  /** The size of the file before. */
  readonly size: number;
  /** The state of the chain after each line, and the offset in `bytes` where the line ends. */
  readonly lines: readonly { readonly end: number; readonly after: Position }[];
  /** How many lines come before the requested ones. */
  readonly ownLines: number;
  /** Files to remove when the lines are written, because one of them says so. */
  readonly doomed: readonly number[];
}

interface Current {
  readonly number: number;
  readonly descriptor: number;
  /** When its first record was written; undefined without a record. */
  beginning: number | undefined;
  /** The offset up to which its lines are known. */
  seen: number;
}

export class Chain {
  readonly process = randomBytes(8).toString('hex');
  readonly #files: LogFiles;
  readonly #rotation: Rotation;
  #position: Position = { seq: 0, previous: null, file: undefined };
  #current: Current | undefined;
  #doomed: readonly number[] = [];

  constructor(files: LogFiles, rotation: Rotation) {
    this.#files = files;
    this.#rotation = rotation;
  }

  /** The number of the file that is written to. */
  get file(): number | undefined {
    return this.#current?.number;
  }

  /** The lines for some entries. Throws if the folder or the file cannot be used. */
  next(entries: readonly Pending[], now: number): LineBatch {
    const { current, size } = this.#settle(now);
    const anchors = this.#news(current, size);
    const torn =
      (size !== current.seen || current.seen === 0) && endsTorn(this.#files, current.descriptor, size);
    const own = this.#ownEntries(now);
    const before = this.#position;
    let position = before;
    let end = torn ? 1 : 0;
    const parts: Buffer[] = torn ? [Buffer.from('\n')] : [];
    const lines = [...own, ...entries].map((entry, index) => {
      const line = renderLine(
        headOf(this.process, position, current.number, entry, index === 0 ? anchors : []),
        entry.text,
      );
      parts.push(line.bytes);
      end += line.bytes.length;
      position = { seq: position.seq + 1, previous: line.hash, file: current.number };
      return { end, after: position };
    });
    const { descriptor } = current;
    const bytes = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
    return { descriptor, bytes, before, size, lines, ownLines: own.length, doomed: this.#doomed };
  }

  /**
   * Records how many octets of a batch were written; returns the number of entries that are now in the log.
   * If that is not all of them, the next batch has to begin with the first missing one.
   */
  wrote(batch: LineBatch, octets: number): number {
    const current = this.#current;
    if (current === undefined) return 0;
    const { size, isLinked } = this.#files.stat(batch.descriptor);
    // Another process removed the file in the same moment because of its age: what was written is lost.
    if (!isLinked) return 0;
    // A record without its line end is in the log: the next write begins with the line end.
    const whole = batch.lines.filter(({ end }) => end - 1 <= octets);
    this.#position = whole.at(-1)?.after ?? this.#position;
    // If others wrote in the same moment, their lines are read next time.
    const isAlone = size === batch.size + octets && octets === batch.bytes.length;
    current.seen = isAlone ? size : Math.min(current.seen, batch.size);
    if (whole.length >= batch.ownLines) this.#removeDoomed(batch.doomed);
    return Math.max(0, whole.length - batch.ownLines);
  }

  close(): void {
    if (this.#current !== undefined) this.#files.close(this.#current.descriptor);
    this.#current = undefined;
  }

  /** The file to write to: the last, or the one after it. */
  #settle(now: number): { readonly current: Current; readonly size: number } {
    let atLeast = this.#current?.number ?? 1;
    for (;;) {
      const current = this.#current ?? this.#open(atLeast);
      const { size, isLinked } = this.#files.stat(current.descriptor);
      if (size > 0) current.beginning ??= beginningOf(this.#files, current.descriptor) ?? now;
      const { maxSize, maxAge } = this.#rotation;
      const isOld = current.beginning !== undefined && now - current.beginning > maxAge;
      if (isLinked && (size === 0 || (size < maxSize && !isOld))) return { current, size };
      atLeast = current.number + 1;
      this.close();
    }
  }

  #open(atLeast: number): Current {
    const numbers = this.#files.numbers();
    const last = numbers.at(-1) ?? 1;
    const number = Math.max(last, atLeast);
    const descriptor = this.#files.open(number);
    const current = { number, descriptor, beginning: undefined, seen: 0 };
    this.#current = current;
    const all = number > last ? [...numbers, number] : numbers;
    this.#doomed = all.slice(0, Math.max(0, all.length - this.#rotation.keep));
    return current;
  }

  /** Lines of other processes that no record refers to yet. */
  #news(current: Current, size: number): readonly RecordAnchor[] {
    const { number, descriptor, seen } = current;
    if (this.#position.seq === 0) return looseEndsOfLog(this.#files, descriptor, number, size);
    if (size === seen) return [];
    return looseEnds([tailOf(this.#files, descriptor, number, size, seen)], this.process);
  }

  #ownEntries(now: number): readonly Pending[] {
    const upTo = this.#doomed.at(-1);
    if (upTo === undefined) return [];
    const entry: OwnEntry = { type: 'deleted', upTo, files: this.#doomed.map(fileNameOf) };
    return [{ text: JSON.stringify(entry), at: now }];
  }

  #removeDoomed(doomed: readonly number[]): void {
    for (const number of doomed) {
      try {
        this.#files.remove(number);
      } catch {
        // Another process was faster; otherwise the file stays until the next one begins.
      }
    }
    this.#doomed = [];
  }
}

function headOf(
  process: string,
  { seq, previous, file }: Position,
  number: number,
  { at, start, final }: Pending,
  anchors: readonly RecordAnchor[],
): RecordHead {
  return {
    process,
    seq: seq + 1,
    time: new Date(at).toISOString(),
    previous,
    // Member by member, so that all heads have one shape for V8.
    anchors: anchors.length === 0 ? undefined : anchors,
    continues: file === number ? undefined : file,
    start,
    final,
  };
}
