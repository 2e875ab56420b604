/** Logs on disk to ship, and a destination that does as it is reported. */
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Destination, type ShipOptions, ship } from '../../../src/host/ship/ship.ts';
import { fileNameOf } from '../../../src/store/decision-log/files.ts';

/** A line of the log whose number says which it is. */
const line = (seq: number): string =>
  JSON.stringify({
    process: '0123456789abcdef',
    seq,
    time: '2026-11-21T14:02:11.123Z',
    previous: null,
    type: 'stop',
    hash: String(seq).padStart(64, '0'),
  });

export const write = (folder: string, file: number, seqs: readonly number[]): void =>
  appendFileSync(join(folder, fileNameOf(file)), seqs.map((seq) => `${line(seq)}\n`).join(''));

export const remove = (folder: string, file: number): void => rmSync(join(folder, fileNameOf(file)));

export const writeText = (folder: string, file: number, text: string): void =>
  appendFileSync(join(folder, fileNameOf(file)), text);

export async function withLogFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-ship-'));
  writeFileSync(join(folder, fileNameOf(1)), '');
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Takes batches, but where `refuses` says so; gathers the numbers of records in `got`. */
export function collector(
  refuses: (batch: number) => boolean = () => false,
): Destination & { readonly got: number[] } {
  let batches = 0;
  const got: number[] = [];
  return {
    got,
    name: 'test',
    async send(items) {
      if (refuses(batches++)) throw new Error('it is full');
      got.push(...items.map(({ record }) => record.seq));
    },
    close() {},
  };
}

/** Ships what is there, and counts the time that is waited. */
export const shipAll = (folder: string, destination: Destination, more: Partial<ShipOptions> = {}) =>
  ship({
    folder,
    destination,
    once: true,
    stop: new AbortController().signal,
    wanted: () => true,
    report() {},
    wait: async () => {},
    ...more,
  });
