/** `bylaw log export`: the records of a log for other programs, unchanged, a few at a time. */
import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { csvHeader, csvRow } from '../../host/export/csv.ts';
import { ocsfEvents } from '../../host/export/ocsf.ts';
import { versionOfBylaw } from '../../host/machine/version.ts';
import { readLine } from '../../store/decision-log/line.ts';
import { type LogLine, readLog } from '../../store/decision-log/read-log.ts';
import type { LogRecord } from '../../store/decision-log/record.ts';
import { atMostOneOperand } from '../options/operands.ts';
import { choice, parseChoice, pathArg } from '../options/options.ts';
import { asPart } from '../options/parts.ts';
import { type RemoteServerValues, remoteServerIn, remoteServerOptions } from '../options/remote-server.ts';
import { type CommandContext, exitCodes, timeIn, UsageError, write } from '../terminal/context.ts';
import { number } from './charts.ts';
import { filterOptions, type RecordFilter, recordFilter } from './log-filter.ts';
import { logPlace } from './log-place.ts';
import { type Filters, type LogPage, remotePages } from './remote-log.ts';

/** How a record becomes text; `line` is its line in the log. */
interface Format {
  readonly head: string;
  text(record: LogRecord, line: string): string;
}

const formats = {
  ndjson: () => ({ head: '', text: (_, line) => `${line}\n` }),
  csv: () => ({ head: csvHeader, text: csvRow }),
  ocsf() {
    const version = versionOfBylaw();
    const text = (record: LogRecord): string =>
      ocsfEvents(record, version)
        .map((event) => `${JSON.stringify(event)}\n`)
        .join('');
    return { head: '', text };
  },
} satisfies Record<string, () => Format>;
const formatNames = Object.keys(formats) as readonly (keyof typeof formats)[];

export const exportLog = asPart(
  'log export',
  {
    options: {
      ...filterOptions,
      format: choice(formatNames),
      out: { ...pathArg, short: 'o' },
      ...remoteServerOptions,
    },
    operands: 'folder',
  },
  async ({ values, positionals }, context) => {
    atMostOneOperand(positionals, '`bylaw log export` takes one folder');
    const format = formats[parseChoice('format', values.format ?? 'ndjson', formatNames)]();
    const filter = recordFilter(values, timeIn(context));
    const lines = linesOf(values, positionals[0], context);
    const target = values.out === undefined ? context.stdout : undefined;
    const left =
      target === undefined
        ? await toFile(resolve(context.cwd, values.out ?? ''), (stream) =>
            exported(lines, filter, format, stream, context.stop),
          )
        : await exported(lines, filter, format, target, context.stop);
    await write(context.stderr, doubtsIn(left));
    return exitCodes.fine;
  },
);

/** Lines that are no records, and records that are not as they were written. */
interface Doubtful {
  strange: number;
  altered: number;
}

/** The lines of a folder or of a server, some at a time. Throws `UsageError`. */
function linesOf(
  values: Filters & RemoteServerValues,
  folder: string | undefined,
  context: CommandContext,
): Lines {
  const server = remoteServerIn(values, context);
  if (server === undefined) return textsIn(readLog(logPlace(folder, context).files));
  if (folder !== undefined) throw new UsageError('name a folder or `--server ADDRESS`, and not both');
  return textsOf(remotePages(server, values, context.stop));
}

type Lines = AsyncIterable<readonly string[]> | Iterable<readonly string[]>;

function* textsIn(groups: Iterable<readonly LogLine[]>): Generator<readonly string[]> {
  for (const lines of groups) yield lines.map(({ text }) => text);
}

async function* textsOf(pages: AsyncIterable<LogPage>): AsyncGenerator<readonly string[]> {
  for await (const { lines, hasMore } of pages) {
    yield lines;
    if (!hasMore) return;
  }
}

async function exported(
  groups: Lines,
  filter: RecordFilter,
  { head, text }: Format,
  stream: Writable,
  stop: AbortSignal,
): Promise<Doubtful> {
  const doubtful: Doubtful = { strange: 0, altered: 0 };
  await write(stream, head);
  for await (const lines of groups) {
    if (stop.aborted || stream.destroyed) break;
    const texts: string[] = [];
    for (const line of lines) {
      const reading = readLine(line);
      if (reading.kind === 'torn' || reading.kind === 'foreign') doubtful.strange++;
      else if (filter(reading.record)) {
        if (reading.kind === 'record' && !reading.isIntact) doubtful.altered++;
        texts.push(text(reading.record, reading.kind === 'record' ? line : JSON.stringify(reading.record)));
      }
    }
    await write(stream, texts.join(''));
  }
  return doubtful;
}

/** A file for its owner alone, which is there when all of it is. */
async function toFile<Result>(path: string, fill: (stream: Writable) => Promise<Result>): Promise<Result> {
  const part = `${path}.part`;
  const stream = createWriteStream(part, { mode: 0o600 });
  const failed = new Promise<never>((_, reject) => stream.once('error', reject));
  try {
    const result = await Promise.race([fill(stream), failed]);
    stream.end();
    await finished(stream);
    renameSync(part, path);
    return result;
  } catch (error) {
    rmSync(part, { force: true });
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(`\`${path}\` cannot be written: ${why}`);
  }
}

function doubtsIn({ strange, altered }: Doubtful): string {
  const parts = [
    ...(strange === 0 ? [] : [`${number(strange)} lines are no records, and were left out`]),
    ...(altered === 0 ? [] : [`${number(altered)} records are not as they were written`]),
  ];
  return parts.length === 0 ? '' : `bylaw: ${parts.join('; ')}: see \`bylaw log verify\`\n`;
}
