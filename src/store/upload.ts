/** Uploads wherever they are kept: what is announced, whether the octets are that, and how they are named. */
import { createHash } from 'node:crypto';
import type { ContentUploadReceipt } from '../protocol/receipt.ts';

/**
 * Why nothing was stored. `too-large`: over `maxBytes`; `length`, `digest`: the
 * bytes are not those announced; `aborted`: the stream failed before its end;
 * `full`: over `maxTotalBytes`, or the disk has no room; `failed`: the disk.
 */
export type PutProblem = 'too-large' | 'length' | 'digest' | 'aborted' | 'full' | 'failed';

export type PutResult =
  | { readonly ok: true; readonly receipt: ContentUploadReceipt }
  | { readonly ok: false; readonly problem: PutProblem };

/** What is uploaded, as it is announced. */
export interface Upload {
  readonly size: number;
  readonly sha256: string;
  readonly stream: AsyncIterable<Uint8Array>;
}

/**
 * The octets that an upload counts for in addition to its content, so that empty uploads cannot fill a disk
 * with names.
 */
export const entryBytes = 1024;

/** The counts of a store since it was opened, and its present size. */
export interface ContentStatus {
  /** The present size in octets, with `entryBytes` for each upload. */
  readonly octets: number;
  readonly maxTotalBytes: number;
  /** Uploads by result: kept, there already, or the problem. */
  readonly uploads: Readonly<Record<'kept' | 'there' | PutProblem, number>>;
  /** Uploads that were removed because of their age. */
  readonly removed: number;
}

/** Reads a stream, each chunk when the last one is taken. The problem, if it fails or is not what was announced. */
export async function readAll(
  { size, sha256, stream }: Upload,
  take: (chunk: Uint8Array) => Promise<void>,
): Promise<PutProblem | undefined> {
  const hash = createHash('sha256');
  const chunks = stream[Symbol.asyncIterator]();
  let read = 0;
  for (;;) {
    const chunk = await nextChunk(chunks);
    if (chunk === 'aborted') return 'aborted';
    if (chunk === undefined) break;
    read += chunk.length;
    if (read > size) {
      await chunks.return?.();
      return 'length';
    }
    hash.update(chunk);
    await take(chunk);
  }
  if (read !== size) return 'length';
  return hash.digest('hex') === sha256 ? undefined : 'digest';
}

/** Marks a failure of the stream, so that it is not reported as one of the disk. */
async function nextChunk(chunks: AsyncIterator<Uint8Array>): Promise<Uint8Array | undefined | 'aborted'> {
  try {
    const { done, value } = await chunks.next();
    return done === true ? undefined : value;
  } catch {
    return 'aborted';
  }
}

/** The size and digest in a reference; undefined for any other text, so that no other text names a file. */
export function readRef(ref: string): { size: number; sha256: string } | undefined {
  if (ref.length > 128 || !/^[0-9a-f]{40}\.(?:0|[1-9][0-9]*)\.[0-9a-f]{64}$/.test(ref)) return undefined;
  const [, size = '', sha256 = ''] = ref.split('.');
  return { size: Number(size), sha256 };
}

/** The same for the same octets in the same scope. It is no secret: it is valid in its scope only. */
export function refOf(scope: string, size: number, sha256: string): string {
  const name = createHash('sha256').update(`${sha256}.${size}.${scope}`).digest('hex').slice(0, 40);
  return `${name}.${size}.${sha256}`;
}
