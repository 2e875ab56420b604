/**
 * Checks that a log was not changed: the hash of every line is correct, every chain of a process has all
 * its records, and every line that another one refers to exists. docs/decision-log.md lists what cannot be
 * noticed, above all a log that was cut at the end.
 */
import { fileNameOf } from './files.ts';
import { type LineReading, readLine } from './line.ts';
import type { LogFile, LogLine } from './read-log.ts';
import { readLog } from './read-log.ts';
import type { LogRecord } from './record.ts';

export type LogIssueKind = 'altered' | 'removed' | 'inserted' | 'reordered' | 'file-missing';

export interface LogIssue {
  readonly kind: LogIssueKind;
  /** Where it shows: for a missing line, the first line that refers to it. */
  readonly path: string;
  readonly line: number;
  /** A sentence without its full stop. */
  readonly message: string;
}

/**
 * The beginning of a record that a process probably could not finish. A line that somebody cut or wrote
 * there looks the same.
 */
export interface TornLine {
  readonly path: string;
  readonly line: number;
  /** No record of its process follows, as after a stop in the middle of it. Undefined if its process is not known. */
  readonly isLast: boolean | undefined;
}

export interface LogVerification {
  /** In the order of the log; at most `mostIssues`. */
  readonly issues: readonly LogIssue[];
  readonly moreIssues: number;
  readonly torn: readonly TornLine[];
  readonly files: number;
  readonly records: number;
  readonly processes: number;
  /** Processes without a last record: they were killed, or are still running. */
  readonly open: number;
  /** Records that were lost because they could not be written, as the log itself says. */
  readonly dropped: number;
  /** Files up to this number were removed as too old, as the log itself says; 0 for none. */
  readonly deletedUpTo: number;
  /** The time of the first and of the last record. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

const mostIssues = 1000;
/** How many lines back a record may refer without a second pass over the log. */
const rememberedHashes = 200_000;
/** The most missing records of one process that are reported one by one. */
const mostGaps = 1000;

interface Link {
  readonly seq: number;
  readonly hash: string;
  readonly path: string;
  readonly line: number;
  /** Missing records, and the issue that reports them. */
  readonly gaps: Map<number, Draft>;
}

/** An issue that may become another one. */
interface Draft {
  kind: LogIssueKind;
  path: string;
  line: number;
  message: string;
  isGone: boolean;
}

interface Missing {
  readonly file: number;
  readonly hash: string;
  readonly path: string;
  readonly line: number;
}

interface TornDraft {
  readonly path: string;
  readonly line: number;
  readonly process: string | undefined;
  readonly seq: number | undefined;
}

/** Verifies the files of a log, given in order. Throws if one cannot be read. */
export function verifyLog(
  files: readonly LogFile[],
  onProgress?: (records: number) => void,
): LogVerification {
  const verifier = new Verifier();
  for (const lines of readLog(files)) {
    for (const line of lines) verifier.take(line);
    onProgress?.(verifier.records);
  }
  return verifier.finish(files);
}

class Verifier {
  records = 0;
  #processes = 0;
  readonly #drafts: Draft[] = [];
  #more = 0;
  /** Processes that may write more. */
  readonly #open = new Map<string, Link>();
  readonly #recent = new RecentHashes(rememberedHashes);
  readonly #missing: Missing[] = [];
  readonly #torn: TornDraft[] = [];
  /** Processes that wrote a last record. */
  readonly #ended = new RecentHashes(rememberedHashes);
  /** The last line, if it is torn and still has a newline. */
  #tornAtEnd: { readonly torn: TornDraft; readonly line: LogLine } | undefined;
  #dropped = 0;
  #deletedUpTo = 0;
  /** Chains that begin in a missing file. */
  readonly #headless: { readonly file: number; readonly draft: Draft }[] = [];
  #from: string | undefined;
  #to: string | undefined;

  take(line: LogLine): void {
    const reading = readLine(line.text);
    this.#tornAtEnd = undefined;
    switch (reading.kind) {
      case 'record':
        if (!reading.isIntact)
          this.#report('altered', line, describe(reading.record, 'was changed: its hash is different'));
        this.#follow(reading.record, line);
        return;
      case 'behind-torn':
        this.#torn.push(tornAt(line, reading));
        this.#follow(reading.record, line);
        return;
      case 'torn':
        this.#takeTorn(reading, line);
        return;
      case 'foreign':
        this.#report('inserted', line, 'this line is no record, and no part of one');
        return;
      default:
        reading satisfies never;
    }
  }

  /** An unfinished line proves nothing; but a crash cannot have left some of them. */
  #takeTorn({ process, seq, hasEnd }: Extract<LineReading, { kind: 'torn' }>, line: LogLine): void {
    const before = process === undefined ? undefined : this.#open.get(process);
    const whose = `record ${seq} of process ${process}`;
    if (hasEnd) this.#report('altered', line, 'this line has the end of a record, and was changed');
    else if (process !== undefined && this.#ended.has(process))
      this.#report('inserted', line, `${whose} begins here, although that process had ended before`);
    else if (before !== undefined && seq !== undefined && seq <= before.seq)
      this.#report('inserted', line, `${whose} begins here, although it is before this line already`);
    else {
      const torn = tornAt(line, { process, seq });
      this.#torn.push(torn);
      if (line.isEnded) this.#tornAtEnd = { torn, line };
    }
  }

  #follow(record: LogRecord, line: LogLine): void {
    this.records++;
    this.#from ??= record.time;
    this.#to = record.time;
    if (record.type === 'dropped') this.#dropped += record.records;
    if (record.type === 'deleted') this.#deletedUpTo = Math.max(this.#deletedUpTo, record.upTo);
    if (this.#recent.has(record.hash)) {
      this.#report('inserted', line, describe(record, 'is in the log a second time'));
      return;
    }
    this.#checkAnchors(record, line);
    const before = this.#open.get(record.process);
    const link = before === undefined ? this.#begin(record, line) : this.#continue(before, record, line);
    this.#recent.add(record.hash);
    // A process that has ended needs no more room.
    if (record.final === true || record.type === 'stop') {
      this.#open.delete(record.process);
      this.#ended.add(record.process);
    } else if (link !== undefined) this.#open.set(record.process, link);
  }

  #begin(record: LogRecord, line: LogLine): Link {
    this.#processes++;
    const { seq, previous, continues } = record;
    const link = linkOf(record, line, new Map());
    if (seq === 1 && previous === null) return link;
    const draft = this.#report('removed', line, missingBefore(record, 1));
    // Only the first record in a file names the file of the one before.
    if (continues !== undefined) this.#headless.push({ file: continues, draft });
    else for (let each = seq - 1; each >= Math.max(1, seq - mostGaps); each--) link.gaps.set(each, draft);
    return link;
  }

  #continue(before: Link, record: LogRecord, line: LogLine): Link | undefined {
    const { seq, previous } = record;
    if (seq === before.seq + 1) {
      if (previous !== before.hash)
        this.#report(
          'altered',
          { file: { path: before.path, number: 0 }, line: before.line },
          `record ${before.seq} of process ${record.process} was replaced: the next one, at line ${line.line}, refers to another`,
        );
      return linkOf(record, line, before.gaps);
    }
    if (seq > before.seq) {
      const draft = this.#report('removed', line, missingBefore(record, before.seq + 1));
      for (let each = before.seq + 1; each < seq && before.gaps.size < mostGaps; each++)
        before.gaps.set(each, draft);
      return linkOf(record, line, before.gaps);
    }
    const gap = before.gaps.get(seq);
    if (gap === undefined) {
      this.#report('inserted', line, describe(record, 'is in the log a second time'));
      return undefined;
    }
    before.gaps.delete(seq);
    // The missing line is here, in the wrong place: report it once.
    const message = describe(record, 'comes after later ones');
    if ([...before.gaps.values()].includes(gap)) this.#report('reordered', line, message);
    else Object.assign(gap, { kind: 'reordered', path: line.file.path, line: line.line, message });
    return undefined;
  }

  #checkAnchors(record: LogRecord, line: LogLine): void {
    for (const { file, hash } of record.anchors ?? []) {
      if (!this.#recent.has(hash)) this.#missing.push({ file, hash, path: line.file.path, line: line.line });
    }
  }

  #report(kind: LogIssueKind, { file, line }: Pick<LogLine, 'file' | 'line'>, message: string): Draft {
    const draft: Draft = { kind, path: file.path, line, message, isGone: false };
    if (this.#drafts.length < mostIssues) this.#drafts.push(draft);
    else this.#more++;
    return draft;
  }

  finish(files: readonly LogFile[]): LogVerification {
    // A record cannot explain missing lines in files that still exist.
    const first = Math.min(...files.map(({ number }) => (number > 0 ? number : Number.POSITIVE_INFINITY)));
    this.#deletedUpTo = Math.min(this.#deletedUpTo, Math.max(0, first - 1));
    if (this.#tornAtEnd !== undefined) {
      const { torn, line } = this.#tornAtEnd;
      this.#torn.splice(this.#torn.indexOf(torn), 1);
      this.#report(
        'altered',
        line,
        'the last line has its newline, and is no whole record: no process that is stopped leaves that',
      );
    }
    for (const { file, draft } of this.#headless) draft.isGone = file <= this.#deletedUpTo;
    this.#findMissing(files);
    this.#checkFiles(files);
    const order = new Map(files.map(({ path }, index) => [path, index]));
    const rank = ({ path }: Draft): number => order.get(path) ?? 0;
    const issues = this.#drafts
      .filter(({ isGone }) => !isGone)
      .sort((a, b) => rank(a) - rank(b) || a.line - b.line)
      .map(({ kind, path, line, message }) => ({ kind, path, line, message }));
    return {
      issues,
      moreIssues: this.#more,
      torn: this.#torn.map(({ path, line, process, seq }) => {
        if (process === undefined || seq === undefined) return { path, line, isLast: undefined };
        return { path, line, isLast: (this.#open.get(process)?.seq ?? 0) < seq };
      }),
      files: files.length,
      records: this.records,
      processes: this.#processes,
      open: this.#open.size,
      dropped: this.#dropped,
      deletedUpTo: this.#deletedUpTo,
      from: this.#from,
      to: this.#to,
    };
  }

  /** References to lines far back, to later lines, or to missing ones: a second pass looks for them. */
  #findMissing(files: readonly LogFile[]): void {
    const sought = new Map<string, Missing>();
    for (const each of this.#missing) if (each.file > this.#deletedUpTo) sought.set(each.hash, each);
    if (sought.size === 0) return;
    const order = new Map(files.map(({ path }, index) => [path, index]));
    for (const lines of readLog(files)) {
      for (const line of lines) {
        const [, hash = ''] = /,"hash":"([0-9a-f]{64})"\}$/.exec(line.text.slice(-80)) ?? [];
        const missing = sought.get(hash);
        if (missing === undefined) continue;
        sought.delete(hash);
        const isLater =
          (order.get(line.file.path) ?? 0) - (order.get(missing.path) ?? 0) || line.line - missing.line;
        if (isLater > 0)
          this.#report(
            'reordered',
            line,
            `this line stood before line ${missing.line} of ${fileName(missing.path)}, which refers to it`,
          );
      }
    }
    for (const { hash, file, path, line } of sought.values())
      this.#report(
        'removed',
        { file: { path, number: 0 }, line },
        `a record of ${fileNameOf(file)} that this one refers to is not there any more, or was altered (its hash began with ${hash.slice(0, 12)})`,
      );
  }

  /** Files that must have been between the existing ones, or before them. */
  #checkFiles(files: readonly LogFile[]): void {
    const numbers = files.flatMap(({ number }) => (number > 0 ? [number] : []));
    if (numbers.length !== files.length) return;
    let expected = this.#deletedUpTo + 1;
    for (const [index, number] of numbers.entries()) {
      const file = files[index];
      if (file !== undefined && number > expected) {
        const names =
          number - expected === 1
            ? fileNameOf(expected)
            : `${fileNameOf(expected)} to ${fileNameOf(number - 1)}`;
        this.#report(
          'file-missing',
          { file, line: 1 },
          `${names} should come before this file, and no record says that it was removed as too old`,
        );
      }
      expected = Math.max(expected, number + 1);
    }
  }
}

/** The last hashes, or processes, in a set that does not grow. */
class RecentHashes {
  #now = new Set<string>();
  #before = new Set<string>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  has(hash: string): boolean {
    return this.#now.has(hash) || this.#before.has(hash);
  }

  add(hash: string): void {
    if (this.#now.size >= this.#limit) {
      this.#before = this.#now;
      this.#now = new Set();
    }
    this.#now.add(hash);
  }
}

const tornAt = (line: LogLine, { process, seq }: Pick<TornDraft, 'process' | 'seq'>): TornDraft => ({
  ...{ path: line.file.path, line: line.line, process, seq },
});

const linkOf = ({ seq, hash }: LogRecord, line: LogLine, gaps: Map<number, Draft>): Link => ({
  seq,
  hash,
  path: line.file.path,
  line: line.line,
  gaps,
});

const describe = ({ process, seq }: LogRecord, what: string): string =>
  `record ${seq} of process ${process} ${what}`;

function missingBefore({ process, seq }: LogRecord, first: number): string {
  const what = first === seq - 1 ? `record ${first}` : `records ${first} to ${seq - 1}`;
  return `${what} of process ${process} should come before this one, and ${first === seq - 1 ? 'is' : 'are'} not there`;
}

const fileName = (path: string): string => path.replace(/^.*[\\/]/, '');
