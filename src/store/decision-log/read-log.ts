/**
 * The lines of a log from the first to the last, in flat memory however many there are. `readLine` decides
 * whether a line is a record.
 */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileNameOf, listNumbers, numberOf } from './files.ts';
import { longestRecord } from './line.ts';

export interface LogFile {
  readonly path: string;
  /** The number in its name; 0 for a file of another name. */
  readonly number: number;
}

export interface LogLine {
  readonly file: LogFile;
  /** From 1. */
  readonly line: number;
  /** Without its newline; cut where it is longer than any record. */
  readonly text: string;
  /** Whether a newline ends it: the last line of a log may still be written. */
  readonly isEnded: boolean;
}

/** The files of a log: those of a folder in the order of their numbers, or the named one. Throws if there is none. */
export function logFiles(path: string): readonly LogFile[] {
  if (!statSync(path).isDirectory()) return [{ path, number: numberOf(basename(path)) ?? 0 }];
  return listNumbers(path).map((number) => ({ path: join(path, fileNameOf(number)), number }));
}

/** Reads files, some lines at a time; empty lines are left out. Throws if a file cannot be read. */
export function* readLog(files: readonly LogFile[]): Generator<readonly LogLine[]> {
  for (const file of files) {
    const descriptor = openSync(file.path, 'r');
    try {
      const splitter = new LineCutter(file);
      for (;;) {
        const bytes = readSync(descriptor, chunk);
        if (bytes === 0) break;
        yield splitter.push(chunk.subarray(0, bytes));
      }
      yield splitter.end();
    } finally {
      closeSync(descriptor);
    }
  }
}

const chunkLength = 1024 * 1024;
const chunk = Buffer.alloc(chunkLength);
const newline = 0x0a;

/** Splits the octets of a file into lines; they may come in any pieces. */
export class LineCutter {
  readonly #file: LogFile;
  #rest: Buffer[] = [];
  #restLength = 0;
  #line = 1;

  constructor(file: LogFile) {
    this.#file = file;
  }

  /** Adds octets; returns the lines that end in them. */
  push(bytes: Buffer): LogLine[] {
    const lines: LogLine[] = [];
    let from = 0;
    for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, from)) {
      const text = this.#take(bytes.subarray(from, at));
      if (text !== '') lines.push({ file: this.#file, line: this.#line, text, isEnded: true });
      this.#line++;
      from = at + 1;
    }
    this.#keep(bytes.subarray(from));
    return lines;
  }

  /** The rest, when there are no more octets. */
  end(): LogLine[] {
    const text = this.#take(Buffer.alloc(0));
    return text === '' ? [] : [{ file: this.#file, line: this.#line, text, isEnded: false }];
  }

  #take(bytes: Buffer): string {
    if (this.#restLength === 0) return bytes.toString('utf8', 0, longestRecord);
    const text = Buffer.concat([...this.#rest, bytes]).toString('utf8', 0, longestRecord);
    this.#rest = [];
    this.#restLength = 0;
    return text;
  }

  #keep(bytes: Buffer): void {
    if (bytes.length === 0 || this.#restLength > longestRecord) return;
    // A copy: the memory of the chunk is used again.
    this.#rest.push(Buffer.from(bytes));
    this.#restLength += bytes.length;
  }
}
