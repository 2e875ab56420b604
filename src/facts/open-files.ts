/**
 * Files behind the names of open descriptors, such as `/dev/fd/3` and `/dev/stdin`. On Linux such a name opens the file
 * anew. So a file that is open for reading can be written through it, and one that is open for appending can be read and
 * emptied.
 */
import type { PathShape, Step } from '../pattern/path-shape.ts';
import { joinPieces, type Piece, type Shape } from '../pattern/shape.ts';

export interface OpenFile {
  readonly path: Shape;
  readonly base: PathShape | undefined;
  /** The place where the file was opened already records a read of it. */
  readonly isRead: boolean;
}

/** By the number of the descriptor. */
export type OpenFiles = ReadonlyMap<number, readonly OpenFile[]>;

export const noOpenFiles: OpenFiles = new Map();

const streams: Readonly<Record<string, number>> = { stdin: 0, stdout: 1, stderr: 2 };

/** Whether a path may be in a folder with the names of descriptors: `/dev`, `/proc`. */
export const isSystemName = ({ anchor, segments }: PathShape): boolean =>
  anchor === 'root' && (segments[0] === 'dev' || segments[0] === 'proc');

/** The files that a path leads to by the name of a descriptor; all open files where its number is not known. */
export function filesBehind(path: PathShape, open: OpenFiles): readonly OpenFile[] {
  const { anchor, segments } = path;
  if (open.size === 0 || anchor !== 'root') return [];
  const [first, second] = segments;
  if (first === 'dev' && segments.length === 2) {
    const stream = typeof second === 'string' ? streams[second] : undefined;
    return stream === undefined ? [] : (open.get(stream) ?? []);
  }
  // Another process of the call has the same files open.
  const at =
    first === 'dev' && second === 'fd' ? 2 : first === 'proc' && segments[2] === 'fd' ? 3 : undefined;
  const number = at === undefined ? undefined : segments[at];
  if (at === undefined || number === undefined) return [];
  const files =
    typeof number === 'string'
      ? (open.get(/^\d{1,4}$/.test(number) ? Number(number) : Number.NaN) ?? [])
      : [...new Set([...open.values()].flat())];
  const below = segments.slice(at + 1);
  return below.length === 0 ? files : files.map((file) => fileBelow(file, below));
}

/** Whether a path is below the name of a descriptor, so that the folder behind it is not itself what is meant. */
export const isBelowDescriptor = ({ segments }: PathShape): boolean =>
  segments.length > (segments[0] === 'dev' ? 3 : 4);

/** A file in a folder that is open. */
function fileBelow({ path, base }: OpenFile, below: readonly Step[]): OpenFile {
  const steps = below.flatMap((step): readonly Piece[] => [
    { kind: 'text', text: '/' },
    typeof step === 'string' ? { kind: 'text', text: step } : { kind: 'any' },
  ]);
  return { path: joinPieces([...path.pieces, ...steps], path.source), base, isRead: false };
}
