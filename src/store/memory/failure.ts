/**
 * The error if memories cannot be read or written. The engine then denies: a memory that cannot be read
 * never counts as an empty one.
 */

/**
 * `unavailable`: the database library does not load here; `folder`: the folder or a file in it cannot be
 * used or trusted; `foreign`: the file is something else; `newer`: a later bylaw wrote it; `damaged`: it
 * cannot be what bylaw wrote; `lost`: it existed and is gone or empty; `busy`: another process holds it for
 * too long; `full`: the disk has no room; `closed`: it was closed; `unreachable`: the cluster does not
 * answer in time; `failed`: the disk, or the way to it.
 */
export type MemoryProblem =
  | 'unavailable'
  | 'folder'
  | 'foreign'
  | 'newer'
  | 'damaged'
  | 'lost'
  | 'busy'
  | 'full'
  | 'closed'
  | 'unreachable'
  | 'failed';

export class MemoryStoreError extends Error {
  override readonly name = 'MemoryStoreError';
  readonly problem: MemoryProblem;

  constructor(problem: MemoryProblem, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.problem = problem;
  }
}

/** Whether another connection had the lock, so that a new attempt may succeed. */
export const isBusy = (error: unknown): boolean => {
  const code = primaryCode(error);
  return code === sqlite.busy || code === sqlite.locked;
};

/** An error of the database as one of ours, which says what to do; any other error as it is. */
export function asStoreError(error: unknown, file: string): unknown {
  const code = primaryCode(error);
  if (code === undefined) return error;
  const [problem, what] = meanings.get(code) ?? [
    'failed',
    `cannot be read or written (SQLite error ${code})`,
  ];
  return new MemoryStoreError(
    problem,
    `The memory in ${JSON.stringify(file)} ${what}: ${advice[problem]}.`,
    error,
  );
}

/** The result codes of SQLite that are distinguished. */
const sqlite = {
  noPermission: 3,
  busy: 5,
  locked: 6,
  readOnly: 8,
  failed: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  protocol: 15,
  notADatabase: 26,
} as const;

type SqliteProblem = 'folder' | 'foreign' | 'damaged' | 'busy' | 'full' | 'failed';

const meanings: ReadonlyMap<number, readonly [SqliteProblem, string]> = new Map([
  [sqlite.noPermission, ['folder', 'may not be read or written by this user']],
  [sqlite.busy, ['busy', 'is held by another process']],
  [sqlite.locked, ['busy', 'is held by another connection']],
  [sqlite.readOnly, ['folder', 'cannot be written']],
  [sqlite.failed, ['failed', 'cannot be read or written, because the disk fails']],
  [sqlite.corrupt, ['damaged', 'is damaged']],
  [sqlite.full, ['full', 'cannot grow, because the disk is full']],
  [sqlite.cannotOpen, ['folder', 'cannot be opened']],
  [sqlite.protocol, ['busy', 'is held by other processes']],
  [sqlite.notADatabase, ['foreign', 'is not a memory of bylaw']],
]);

const advice: Readonly<Record<SqliteProblem, string>> = {
  folder: 'name a folder that this user may write',
  foreign: 'name another folder, or move this one away',
  damaged: 'stop bylaw and move its folder away, and bylaw begins with an empty memory',
  busy: 'see whether a stopped process of bylaw still has it open',
  full: 'make room on the disk',
  failed: 'look for errors of that disk in the log of the system',
};

/** The result code in an error of the database, without the extended code in the higher octets. */
function primaryCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined;
  return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}
