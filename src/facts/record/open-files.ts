/**
 * Files behind the names of open descriptors, such as `/dev/fd/3` and `/dev/stdin`. On Linux such a name opens the file
 * anew. So a file that is open for reading can be written through it, and one that is open for appending can be read and
 * emptied.
 */
import type { PathShape, Step } from '../../pattern/path/path-shape.ts';
import { joinPieces, type Piece, type Shape } from '../../pattern/text/shape.ts';

export interface OpenFile {
  readonly path: Shape;
  readonly base: PathShape | undefined;
}

/** By the number of the descriptor. */
export type OpenFiles = ReadonlyMap<number, readonly OpenFile[]>;

export const noOpenFiles: OpenFiles = new Map();

const streams: Readonly<Record<string, number>> = { stdin: 0, stdout: 1, stderr: 2 };

/** Whether a path may be in a folder with the names of descriptors: `/dev`, `/proc`. */
export const isSystemName = ({ anchor, segments }: PathShape): boolean =>
  anchor === 'root' && (segments[0] === 'dev' || segments[0] === 'proc');

/**
 * The descriptor that a path names, with the steps below it; `any` where its number is not known. Another process of the
 * call has the same descriptors.
 */
function descriptorIn({
  anchor,
  segments,
}: PathShape): { readonly number: number | 'any'; readonly below: readonly Step[] } | undefined {
  if (anchor !== 'root') return undefined;
  const [first, second, third] = segments;
  if (first === 'dev' && segments.length === 2) {
    const stream = typeof second === 'string' ? streams[second] : undefined;
    return stream === undefined ? undefined : { number: stream, below: [] };
  }
  const folder = first === 'dev' ? 1 : third === 'task' ? 4 : 2;
  if (segments[folder] !== 'fd') return undefined;
  const step = segments[folder + 1];
  const below = segments.slice(folder + 2);
  if (step === undefined) return undefined;
  if (typeof step !== 'string') return { number: 'any', below };
  return /^\d{1,4}$/.test(step) ? { number: Number(step), below } : undefined;
}

/** The number of the descriptor whose name a path is. */
export function descriptorNamed(path: PathShape): number | undefined {
  const named = isSystemName(path) ? descriptorIn(path) : undefined;
  return named === undefined || named.number === 'any' || named.below.length > 0 ? undefined : named.number;
}

/** What is open for the descriptor that a path names; all that is open where its number is not known. */
export function openAt<Item>(path: PathShape, open: ReadonlyMap<number, Item>): readonly Item[] {
  const named = isSystemName(path) ? descriptorIn(path) : undefined;
  if (named === undefined) return [];
  if (named.number === 'any') return [...new Set(open.values())];
  const item = open.get(named.number);
  return item === undefined ? [] : [item];
}

/** The files that a path leads to by the name of a descriptor. */
export function filesBehind(path: PathShape, open: OpenFiles): readonly OpenFile[] {
  if (open.size === 0) return [];
  const files = openAt(path, open).flat();
  const { below = [] } = descriptorIn(path) ?? {};
  return below.length === 0 ? files : files.map((file) => fileBelow(file, below));
}

/** Whether a path is below the name of a descriptor, so that the folder behind it is not itself what is meant. */
export const isBelowDescriptor = (path: PathShape): boolean => (descriptorIn(path)?.below.length ?? 0) > 0;

/** A file in a folder that is open. */
function fileBelow({ path, base }: OpenFile, below: readonly Step[]): OpenFile {
  const steps = below.flatMap((step): readonly Piece[] => [
    { kind: 'text', text: '/' },
    typeof step === 'string' ? { kind: 'text', text: step } : { kind: 'any' },
  ]);
  return { path: joinPieces([...path.pieces, ...steps], path.source), base };
}
