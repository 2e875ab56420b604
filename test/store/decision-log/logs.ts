/** What tests of the decision log share: folders, entries, and disks that fail. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filesIn, type LogFiles } from '../../../src/store/decision-log/files.ts';
import { logFiles } from '../../../src/store/decision-log/read-log.ts';
import type { DecisionEntry, LogRecord, StartInfo } from '../../../src/store/decision-log/record.ts';
import { type LogVerification, verifyLog } from '../../../src/store/decision-log/verify-log.ts';

export const start: StartInfo = {
  bylaw: '0.1.0',
  by: 'serve',
  policies: 'a'.repeat(64),
  inputs: 'masked',
};

export const decisionOf = (id: string): DecisionEntry => ({
  type: 'decision',
  source: 'urn:test',
  session: 's1',
  call: `call-${id}`,
  id,
  harness: 'test',
  agent: null,
  tool: { name: 'Bash', kind: 'shell', mcp: null },
  policies: 'a'.repeat(64),
  effect: 'none',
  code: null,
  reason: null,
  matched: [],
  unsure: [],
  watched: [],
  faults: [],
  latency: 17,
  event: { id, tool: { name: 'Bash', input: { command: 'ls' } } },
  masked: [],
});

export async function withLogFolder<Result>(
  use: (folder: string) => Result | Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-log-'));
  try {
    return await use(join(folder, 'log'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const namesIn = (folder: string): string[] => readdirSync(folder).sort();

/** The lines of a file of the log, without the empty ones. */
export function linesIn(folder: string, name = 'decisions-000001.ndjson'): string[] {
  return readFileSync(join(folder, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}

export const recordsIn = (folder: string): LogRecord[] =>
  namesIn(folder)
    .filter((name) => name.endsWith('.ndjson'))
    .flatMap((name) => linesIn(folder, name).map((line): LogRecord => JSON.parse(line)));

export function rewrite(
  folder: string,
  change: (lines: string[]) => readonly string[],
  name = 'decisions-000001.ndjson',
): void {
  writeFileSync(
    join(folder, name),
    change(linesIn(folder, name))
      .map((line) => `${line}\n`)
      .join(''),
  );
}

export const verify = (folder: string): LogVerification => verifyLog(logFiles(folder));

/** What is wrong with a log, as `kind file:line`. */
export const problemsOf = (folder: string): string[] =>
  verify(folder).issues.map(
    ({ kind, path, line }) => `${kind} ${Number(/(\d+)\.ndjson$/.exec(path)?.[1])}:${line}`,
  );

/** A disk that does what a test says: `take` says how many octets of a write are taken, or throws. */
export function unreliable(folder: string, take: (bytes: Buffer) => number | Promise<number>): LogFiles {
  const files = filesIn(folder);
  return {
    ...files,
    async append(descriptor, bytes) {
      const octets = await take(bytes);
      if (octets === 0) return 0;
      return files.appendNow(descriptor, bytes.subarray(0, octets));
    },
    appendNow(descriptor, bytes) {
      const octets = take(bytes);
      if (typeof octets !== 'number') throw new Error('a disk that makes wait cannot be written to at once');
      return files.appendNow(descriptor, bytes.subarray(0, octets));
    },
  };
}

export const diskFull = (): never => {
  throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
};
