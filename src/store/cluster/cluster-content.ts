/**
 * Uploads that all servers of a cluster share. An upload is cut into parts, which are there before an entry names them; the entry,
 * under the scope and the reference, is what makes it known. No one can put other octets into the parts of an upload that is known:
 * each upload has parts of its own. The bucket removes what is older than the age, and has a bound that the cluster keeps.
 */
import { randomBytes } from 'node:crypto';
import { digestOctets } from '../digest.ts';
import {
  type ContentStatus,
  type PutProblem,
  type PutResult,
  readAll,
  refOf,
  type Upload,
} from '../upload.ts';
import { type ClusterBucket, type ClusterOptions, NoRoom } from './cluster.ts';
import { LazyBucket } from './lazy-bucket.ts';

export interface ClusterContentOptions {
  readonly cluster: ClusterOptions;
  /** The largest single upload, in octets. */
  readonly maxBytes: number;
  /** All uploads together, in octets; holds where the first server makes the bucket. */
  readonly room: number;
  /** Milliseconds for which an upload is kept after it was last sent. */
  readonly age: number;
}

export interface ClusterContent {
  readonly maxBytes: number;
  readonly status: ContentStatus;
  /**
   * Stores the octets of a stream, which must be `size` and have the digest `sha256`. The receipt comes when a majority of the
   * nodes has them. Never rejects.
   */
  put(scope: string, size: number, sha256: string, stream: AsyncIterable<Uint8Array>): Promise<PutResult>;
  close(): void;
}

/** Octets of a part. */
const partLength = 256 * 1024;
/** Milliseconds for one question to the cluster, and between two looks at how much there is. */
const patience = 5000;
const countedEvery = 5000;

/** What makes an upload known. */
interface Entry {
  /** The name of its parts. */
  readonly id: string;
  readonly parts: number;
}

/** The cluster need not be there yet: uploads fail until it is. */
export function openClusterContent({ cluster, maxBytes, room, age }: ClusterContentOptions): ClusterContent {
  const bucket = new LazyBucket(cluster, 'content', { age, room });
  const uploads = { kept: 0, there: 0, 'too-large': 0, length: 0, digest: 0, aborted: 0, full: 0, failed: 0 };
  let octets = 0;
  let counted = Number.NEGATIVE_INFINITY;
  const ask = <Result>(
    what: (bucket: ClusterBucket, deadline: number) => Promise<Result>,
  ): Promise<Result> => {
    const deadline = performance.now() + (cluster.wait ?? patience);
    return bucket.use(deadline, (open) => what(open, deadline));
  };
  let isUsed = false;
  /** Not before there is an upload: a bucket that is not needed is not made. */
  const count = async (): Promise<void> => {
    if (!isUsed || performance.now() - counted < countedEvery) return;
    counted = performance.now();
    octets = await ask((open, deadline) => open.octets(deadline)).catch(() => octets);
  };

  /** Reads an upload into parts of its own, and names them in the entry. */
  const store = async (
    key: string,
    revision: number,
    upload: Upload,
  ): Promise<PutProblem | 'kept' | 'there'> => {
    const id = randomBytes(16).toString('hex');
    let parts = 0;
    const putPart = (part: Uint8Array): Promise<void> =>
      ask((open, deadline) => open.put(`part.${id}.${parts++}`, part, deadline));
    const remove = (): Promise<void> => ask((open, deadline) => open.removeBelow(`part.${id}`, deadline));
    try {
      const problem = await inParts(upload, putPart);
      if (problem !== undefined) {
        await remove();
        return problem;
      }
      const entry = Buffer.from(JSON.stringify({ format: 1, id, parts }));
      const isFirst = await ask((open, deadline) => open.replace(key, revision, entry, deadline));
      if (isFirst !== undefined) return 'kept';
      // The same octets have come to another server meanwhile.
      await remove();
      return 'there';
    } catch (error) {
      await remove().catch(() => {});
      return error instanceof NoRoom ? 'full' : 'failed';
    }
  };

  /** Accepts octets that are there already: their age starts again. */
  const renew = async (key: string, { id, parts }: Entry, upload: Upload): Promise<PutProblem | 'there'> => {
    const problem = await readAll(upload, async () => {});
    if (problem !== undefined) return problem;
    const names = [...Array.from({ length: parts }, (_, at) => `part.${id}.${at}`), key];
    for (const name of names) {
      const { value } = await ask((open, deadline) => open.read(name, deadline));
      if (value === undefined) {
        // It has just become too old. The next attempt stores it anew.
        await ask((open, deadline) => open.put(key, new Uint8Array(), deadline));
        return 'failed';
      }
      await ask((open, deadline) => open.put(name, value, deadline));
    }
    return 'there';
  };

  const put = async (key: string, upload: Upload): Promise<PutProblem | 'kept' | 'there'> => {
    if (upload.size > maxBytes) return 'too-large';
    try {
      const { revision, value } = await ask((open, deadline) => open.read(key, deadline));
      const entry = entryIn(value);
      return entry === undefined ? await store(key, revision, upload) : await renew(key, entry, upload);
    } catch (error) {
      return error instanceof NoRoom ? 'full' : 'failed';
    }
  };

  return {
    maxBytes,
    get status() {
      void count();
      return { octets, maxTotalBytes: room, uploads, removed: 0 };
    },
    async put(scope, size, sha256, stream) {
      isUsed = true;
      const ref = refOf(scope, size, sha256);
      const scopeDigest = digestOctets(Buffer.from(scope)).toString('hex');
      const result = await put(`kept.${scopeDigest}.${ref}`, { size, sha256, stream });
      uploads[result] += 1;
      counted = Number.NEGATIVE_INFINITY;
      void count();
      return result === 'kept' || result === 'there'
        ? { ok: true, receipt: { ref, size, sha256 } }
        : { ok: false, problem: result };
    },
    close: () => void bucket.close(),
  };
}

/** Reads a stream in parts of one length. The problem, if it fails or is not what was announced. */
async function inParts(
  upload: Upload,
  put: (part: Uint8Array) => Promise<void>,
): Promise<PutProblem | undefined> {
  let pending = Buffer.alloc(0);
  const problem = await readAll(upload, async (chunk) => {
    pending = Buffer.concat([pending, chunk]);
    while (pending.length >= partLength) {
      await put(pending.subarray(0, partLength));
      pending = pending.subarray(partLength);
    }
  });
  if (problem === undefined && pending.length > 0) await put(pending);
  return problem;
}

/** Content of a later bylaw, or of another program, is unknown here: the upload is stored again. */
function entryIn(value: Uint8Array | undefined): Entry | undefined {
  if (value === undefined || value.length === 0) return undefined;
  try {
    const { format, id, parts } = JSON.parse(Buffer.from(value).toString('utf8')) as Record<string, unknown>;
    const isEntry =
      format === 1 && typeof id === 'string' && /^[0-9a-f]{32}$/.test(id) && Number.isInteger(parts);
    return isEntry ? { id, parts: parts as number } : undefined;
  } catch {
    return undefined;
  }
}
