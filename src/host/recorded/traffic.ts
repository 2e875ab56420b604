/**
 * Recorded traffic → the steps of a replay, some at a time and in flat memory: the
 * folder of a decision log, one of its files, or a file of events as `bylaw eval`
 * reads them. What cannot be read is counted and never ends the reading.
 */
import { createReadStream, statSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { foreignSourceCode } from '../../engine/pins.ts';
import { own } from '../../protocol/json.ts';
import type { Tolerance } from '../../protocol/validate.ts';
import type { ReplayStep } from '../../replay/step.ts';
import { readLine } from '../../store/decision-log/line.ts';
import { type LogFile, type LogLine, logFiles, readLog } from '../../store/decision-log/read-log.ts';
import type { DecisionEntry, LogRecord, ObservedEntry } from '../../store/decision-log/record.ts';
import { TimeOrder } from '../../store/decision-log/time-order.ts';
import { documents } from './documents.ts';
import { readRecorded } from './recorded.ts';
import { replayStep } from './replay-step.ts';

/** What has been read so far; it grows while the steps are taken. */
export interface TrafficReading {
  /** `log`: with the decisions that were made; `events`: with none. */
  readonly form: 'log' | 'events';
  /** Octets of all files, and of those read so far. */
  readonly size: number;
  octets: number;
  /** Records, or events. */
  records: number;
  /** Lines that a process was stopped in the middle of. */
  torn: number;
  /** Records that were altered: they are replayed as they are. */
  altered: number;
  /** Lines and documents that are no record and no event. */
  unreadable: number;
  /** Records that could not be written, as the log itself says. */
  dropped: number;
  /** Files up to this number were removed as too old, as the log itself says; 0 for none. */
  deletedUpTo: number;
  /** Sessions that were forgotten while the log was written, as it says itself. */
  evicted: number;
  /** Records that come too late after later ones to be put in order. */
  late: number;
  /** Events that do not say when they were. */
  undated: number;
  /** Policies that decided, by digest, with how many decisions; at most `mostPolicies` are counted apart. */
  readonly policies: Map<string, number>;
  otherPolicies: number;
}

export interface Traffic {
  /** How it is spoken of. */
  readonly name: string;
  readonly reading: TrafficReading;
  /** Throws where a file cannot be read. */
  readonly steps: AsyncIterable<readonly ReplayStep[]>;
}

const mostPolicies = 16;
/** A recorded event may carry a whole file. */
const largestEvent = 16 * 1024 * 1024;
/** Lines of a file that are looked at to find out what it is. */
const sampleLines = 100;

/** Opens traffic; `name` is how its files are spoken of. Throws where there is nothing to be read. */
export function openTraffic(path: string, name: string, tolerance: Tolerance): Traffic {
  const isFolder = statSync(path).isDirectory();
  const files = logFiles(path);
  const isLog = isFolder || files.some(({ number }) => number > 0) || looksLikeLog(files);
  const size = files.reduce((sum, file) => sum + statSync(file.path).size, 0);
  const reading: TrafficReading = {
    form: isLog ? 'log' : 'events',
    size,
    octets: 0,
    records: 0,
    torn: 0,
    altered: 0,
    unreadable: 0,
    dropped: 0,
    deletedUpTo: 0,
    evicted: 0,
    late: 0,
    undated: 0,
    policies: new Map(),
    otherPolicies: 0,
  };
  const nameOf = ({ path: own }: LogFile): string =>
    isFolder ? own.slice(path.length).replace(/^[\\/]+/, '') : name;
  const steps = isLog ? stepsOfLog(files, nameOf, reading) : stepsOfEvents(path, name, tolerance, reading);
  return { name, reading, steps };
}

function looksLikeLog(files: readonly LogFile[]): boolean {
  for (const lines of readLog(files)) {
    if (lines.length === 0) continue;
    return lines.slice(0, sampleLines).some(({ text }) => readLine(text).kind === 'record');
  }
  return false;
}

// ── the decision log ──────────────────────────────────────────────────────────────────────

async function* stepsOfLog(
  files: readonly LogFile[],
  nameOf: (file: LogFile) => string,
  reading: TrafficReading,
): AsyncGenerator<readonly ReplayStep[]> {
  const order = new TimeOrder<ReplayStep>();
  for (const lines of readLog(files)) {
    yield lines.flatMap((line) => stepsOfLine(line, nameOf, order, reading));
    reading.late = order.late;
    // So that a progress bar can be drawn, and a signal be heard.
    await setImmediate();
  }
  yield order.end();
}

function stepsOfLine(
  line: LogLine,
  nameOf: (file: LogFile) => string,
  order: TimeOrder<ReplayStep>,
  reading: TrafficReading,
): readonly ReplayStep[] {
  reading.octets += Buffer.byteLength(line.text) + 1;
  const read = readLine(line.text);
  if (read.kind === 'foreign') {
    reading.unreadable++;
    return [];
  }
  if (read.kind !== 'record') reading.torn++;
  if (read.kind === 'torn') return [];
  if (read.kind === 'record' && !read.isIntact) reading.altered++;
  reading.records++;
  const { record } = read;
  note(record, reading);
  if (record.type !== 'decision' && record.type !== 'observed') return [];
  // It changed nothing.
  if (record.type === 'decision' ? record.code === foreignSourceCode : record.unproven !== undefined)
    return [];
  const at = timeOf(record.time);
  const step = at === undefined ? undefined : stepOf(record, at, `${nameOf(line.file)}:${line.line}`);
  if (at !== undefined && step !== undefined) return order.push(step, record.process, at, line.text.length);
  reading.unreadable++;
  return [];
}

/** Members that are not there at all are no entry; their absence may throw anywhere. */
function stepOf(entry: DecisionEntry | ObservedEntry, at: number, place: string): ReplayStep | undefined {
  try {
    return replayStep(entry, at, place);
  } catch {
    return undefined;
  }
}

function note(record: LogRecord, reading: TrafficReading): void {
  switch (record.type) {
    case 'dropped':
      reading.dropped += countOf(record.records);
      return;
    case 'evicted':
      reading.evicted += countOf(record.memories);
      return;
    case 'deleted':
      reading.deletedUpTo = Math.max(reading.deletedUpTo, countOf(record.upTo));
      return;
    case 'decision': {
      const { policies } = reading;
      const digest = String(record.policies).slice(0, 64);
      const count = policies.get(digest);
      if (count === undefined && policies.size >= mostPolicies) reading.otherPolicies++;
      else policies.set(digest, (count ?? 0) + 1);
      return;
    }
    default:
      return;
  }
}

const countOf = (value: unknown): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;

/** Milliseconds since 1970; undefined for what is no time, or none of this calendar. */
function timeOf(text: unknown): number | undefined {
  const at = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return at >= 0 && at < latest ? at : undefined;
}

const latest = Date.UTC(10_000, 0, 1);

// ── events ────────────────────────────────────────────────────────────────────────────────

async function* stepsOfEvents(
  path: string,
  name: string,
  tolerance: Tolerance,
  reading: TrafficReading,
): AsyncGenerator<readonly ReplayStep[]> {
  let last = 0;
  for await (const document of documents(counted(createReadStream(path), reading), largestEvent)) {
    reading.records++;
    if (reading.records % 1000 === 0) await setImmediate();
    const place = `${name}:${document.line}`;
    const recorded =
      document.problem === undefined
        ? readRecorded(document.text, `event-${reading.records}`, tolerance, document.line)
        : undefined;
    if (recorded === undefined || recorded.kind === 'unreadable') reading.unreadable++;
    if (recorded?.kind !== 'event') continue;
    const { event } = recorded;
    const at = own(event.raw, 'time') === undefined ? undefined : timeOf(event.time);
    if (at === undefined) reading.undated++;
    last = at ?? last;
    const about = {
      at: last,
      place,
      source: event.source,
      session: event.session?.id ?? null,
      tool: event.tool?.name ?? null,
      server: event.tool?.mcp?.server ?? null,
    };
    yield [
      event.type === 'tool.before'
        ? { kind: 'asked', about, event, recorded: undefined, repeated: false, masked: false }
        : { kind: 'ended', about, event },
    ];
  }
}

async function* counted(stream: Readable, reading: TrafficReading): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) {
    const bytes: Uint8Array = chunk;
    reading.octets += bytes.length;
    yield bytes;
  }
}
