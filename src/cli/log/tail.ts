/** `bylaw log tail`: the last records, and those that come. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { readLine } from '../../store/decision-log/line.ts';
import {
  LineCutter,
  type LogFile,
  type LogLine,
  logFiles,
  readLog,
} from '../../store/decision-log/read-log.ts';
import { atMostOneOperand } from '../options/operands.ts';
import { flag, textArg } from '../options/options.ts';
import { asPart } from '../options/parts.ts';
import { type RemoteServer, remoteServerIn, remoteServerOptions } from '../options/remote-server.ts';
import { hasColor } from '../terminal/color.ts';
import { exitCodes, UsageError, write } from '../terminal/context.ts';
import { painter } from '../terminal/paint.ts';
import { waitOrStop } from '../terminal/wait.ts';
import { filterOptions, recordFilter } from './log-filter.ts';
import { logPlace } from './log-place.ts';
import { recordLine } from './record-line.ts';
import { remotePages } from './remote-log.ts';
import { tailPages } from './tail-pages.ts';
import { noDecisionIn, noneLikeThat } from './why-empty.ts';

/** Milliseconds between two looks at a log that is followed. */
const pause = 200;

export const tail = asPart(
  'log tail',
  {
    options: {
      ...filterOptions,
      follow: { ...flag, short: 'f' },
      lines: { ...textArg, short: 'n' },
      json: flag,
      verbose: flag,
      ...remoteServerOptions,
    },
    operands: 'folder',
  },
  async ({ values, positionals }, context) => {
    atMostOneOperand(positionals, '`bylaw log tail` takes one folder');
    const most = readCount(values.lines ?? '20');
    const server = remoteServerIn(values, context);
    if (server !== undefined && positionals.length > 0)
      throw new UsageError('name a folder or `--server ADDRESS`, and not both');
    const filter = recordFilter(values, Date.now());
    const paint = painter(hasColor(context.stdout, context));
    let hasDecision = false;
    const show = ({ text: line }: Pick<LogLine, 'text'>): string | undefined => {
      const reading = readLine(line);
      if (reading.kind !== 'record' && reading.kind !== 'behind-torn') return undefined;
      hasDecision ||= reading.record.type === 'decision';
      if (!filter(reading.record)) return undefined;
      return values.json === true ? line : recordLine(reading.record, paint, values.verbose === true);
    };
    if (server !== undefined) {
      const pages = remotePages(server, values, context.stop);
      const follows = values.follow === true;
      if (!(await tailPages(pages, show, { most, follows }, context)) && !follows) {
        const isFilled = hasDecision || (await hasDecisions(server, context.stop));
        await write(
          context.stderr,
          isFilled ? noneLikeThat(`of ${server.origin}`, values) : noDecisionIn(server.origin, true),
        );
      }
      return exitCodes.fine;
    }
    const place = logPlace(positionals[0], context);
    // Where the files end now is where following begins.
    const follower = values.follow === true ? new Follower(place.path, place.files) : undefined;
    // What is written while the last records are read would be shown twice.
    const recent = new Set<string>();
    let isEmpty = true;
    for (const text of most === 'all' ? shown(place.files, show) : lastOf(place.files, show, most)) {
      isEmpty = false;
      if (follower !== undefined) remember(recent, text);
      await write(context.stdout, `${text}\n`);
    }
    if (isEmpty && follower === undefined)
      await write(
        context.stderr,
        hasDecision ? noneLikeThat(place.name, values) : noDecisionIn(place.name, false),
      );
    while (follower !== undefined && !context.stop.aborted && !context.stdout.destroyed) {
      for (const line of follower.next()) {
        const text = show(line);
        if (text !== undefined && !recent.delete(text)) await write(context.stdout, `${text}\n`);
      }
      await waitOrStop(pause, context.stop);
    }
    return exitCodes.fine;
  },
);

/** Whether the log of a server has any decision: the server takes out what its filters do not let through. */
async function hasDecisions(server: RemoteServer, stop: AbortSignal): Promise<boolean> {
  for await (const { lines, hasMore } of remotePages(server, {}, stop)) {
    const types = lines.map((line) => readLine(line)).map((line) => 'record' in line && line.record.type);
    if (types.includes('decision')) return true;
    if (!hasMore) return false;
  }
  return false;
}

/** Lines that are remembered: more are not written in the moment that reading takes. */
const mostRecent = 10_000;

function remember(recent: Set<string>, text: string): void {
  recent.add(text);
  if (recent.size <= mostRecent) return;
  for (const oldest of recent) {
    recent.delete(oldest);
    break;
  }
}

type Show = (line: LogLine) => string | undefined;

function* shown(files: readonly LogFile[], show: Show): Generator<string> {
  for (const lines of readLog(files)) yield* lines.flatMap((line) => show(line) ?? []);
}

/** The last lines that are shown, read from the last file backwards. */
function lastOf(files: readonly LogFile[], show: Show, most: number): readonly string[] {
  let found: string[] = [];
  for (const file of files.toReversed()) {
    if (found.length >= most) break;
    const here: string[] = [];
    for (const text of shown([file], show)) {
      here.push(text);
      if (here.length > 2 * most + 100) here.splice(0, here.length - most);
    }
    found = [...here, ...found].slice(most === 0 ? Number.POSITIVE_INFINITY : -most);
  }
  return found;
}

function readCount(text: string): number | 'all' {
  if (text === 'all') return 'all';
  if (/^[0-9]{1,7}$/.test(text)) return Number(text);
  throw new UsageError(`\`-n\` takes a number of records or \`all\`, not \`${text}\``);
}

/** What is added to the files of a log, and to those that begin; a file that is left is read to its end for a while. */
class Follower {
  readonly #path: string;
  readonly #isFolder: boolean;
  readonly #offsets = new Map<string, { readonly cutter: LineCutter; offset: number }>();

  constructor(path: string, files: readonly LogFile[]) {
    this.#path = path;
    this.#isFolder = !files.some((file) => file.path === path);
    for (const file of files.slice(-2)) {
      const followed = { cutter: new LineCutter(file), offset: 0 };
      this.#offsets.set(file.path, followed);
      followed.offset = startOfLastLine(file.path);
    }
  }

  next(): readonly LogLine[] {
    return this.#files().flatMap((file) => {
      const followed = this.#offsets.get(file.path) ?? { cutter: new LineCutter(file), offset: 0 };
      this.#offsets.set(file.path, followed);
      return readFrom(file.path, followed);
    });
  }

  #files(): readonly LogFile[] {
    if (!this.#isFolder) return logFiles(this.#path);
    try {
      return logFiles(this.#path).slice(-2);
    } catch {
      return [];
    }
  }
}

const chunkLength = 1024 * 1024;

function readFrom(
  path: string,
  followed: { readonly cutter: LineCutter; offset: number },
): readonly LogLine[] {
  const bytes = Buffer.alloc(chunkLength);
  const lines: LogLine[] = [];
  withFile(path, (descriptor) => {
    for (;;) {
      const length = readSync(descriptor, bytes, 0, chunkLength, followed.offset);
      if (length === 0) break;
      followed.offset += length;
      lines.push(...followed.cutter.push(bytes.subarray(0, length)));
    }
  });
  return lines;
}

/** Behind the last newline, so that a line which is being written is read as a whole. */
function startOfLastLine(path: string): number {
  let start = 0;
  const bytes = Buffer.alloc(chunkLength);
  withFile(path, (descriptor) => {
    const offset = Math.max(0, fstatSync(descriptor).size - chunkLength);
    const length = readSync(descriptor, bytes, 0, chunkLength, offset);
    start = offset + bytes.subarray(0, length).lastIndexOf(0x0a) + 1;
  });
  return start;
}

/** A file that is gone has nothing to say. */
function withFile(path: string, use: (descriptor: number) => void): void {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch {
    return;
  }
  try {
    use(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
