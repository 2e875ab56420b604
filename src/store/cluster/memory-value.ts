/**
 * Memories ↔ values of a cluster. A value is small: long texts of written files are stored separately, each
 * under its digest, so that a text is sent once however often the memory changes. What is too long without
 * them is cut into parts of the same kind.
 */
import { emptyMemory, type Memory, type WrittenFile } from '../../engine/memory.ts';
import type { LeftContent } from '../../facts/disk/session-files.ts';
import { digestOctets } from '../digest.ts';
import { checkedMemory } from '../memory/decode.ts';
import { MemoryStoreError } from '../memory/failure.ts';

/** The version of the format, which rises. */
const format = 1;
/** Characters: a shorter text stays with its memory. */
const shortText = 1024;
/** Octets of a value, and of a part that a memory is cut into. */
const largestValue = 128 * 1024;

export interface MemoryValue {
  readonly value: Uint8Array;
  /** What the value names: the octets of each part by their digest. */
  readonly parts: ReadonlyMap<string, Uint8Array>;
}

/** Finds the octets of a part; undefined if they are gone. */
export type FindPart = (digest: string) => Promise<Uint8Array | undefined>;

/** The reference to a text that is stored separately. */
interface Apart {
  readonly part: string;
}

export function encodeMemory(memory: Memory): MemoryValue {
  const parts = new Map<string, Uint8Array>();
  const apart = (octets: Uint8Array): string => {
    const digest = digestOf(octets);
    parts.set(digest, octets);
    return digest;
  };
  const shortened = (content: LeftContent): LeftContent | Apart =>
    typeof content === 'string' && content.length >= shortText ? { part: apart(octetsOf(content)) } : content;
  const written = memory.written.map((file) => withContents(file, shortened));
  const whole = octetsOf({ format, memory: { ...memory, written } });
  if (whole.length <= largestValue) return { value: whole, parts };
  const cut: string[] = [];
  for (let at = 0; at < whole.length; at += largestValue)
    cut.push(apart(whole.subarray(at, at + largestValue)));
  return { value: octetsOf({ format, cut }), parts };
}

/**
 * The memory that a value is. A text that is gone becomes an unknown text. Rejects with a
 * `MemoryStoreError` if the value is no memory.
 */
export async function decodeMemoryValue(value: Uint8Array | undefined, find: FindPart): Promise<Memory> {
  if (value === undefined) return emptyMemory;
  const outer = parsed(value);
  const whole = Array.isArray(outer.cut) ? parsed(await joined(outer.cut, find)) : outer;
  const memory = await filled(whole.memory, find);
  const checked = checkedMemory(memory);
  if (checked === undefined) throw damaged();
  return checked;
}

/** Reads a value without its parts: its content is checked when it is complete. */
function parsed(octets: Uint8Array): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(octets).toString('utf8'));
  } catch {
    throw damaged();
  }
  if (!isObject(value) || typeof value.format !== 'number') throw damaged();
  if (value.format > format)
    throw new MemoryStoreError(
      'newer',
      'A memory in the cluster was written by a later bylaw: bring this server to the same version.',
    );
  return value;
}

async function joined(digests: readonly unknown[], find: FindPart): Promise<Uint8Array> {
  const pieces = await Promise.all(digests.map((digest) => find(String(digest))));
  if (pieces.some((piece) => piece === undefined)) throw damaged();
  return Buffer.concat(pieces as Uint8Array[]);
}

/** With the texts in their places. */
async function filled(memory: unknown, find: FindPart): Promise<unknown> {
  if (!isObject(memory) || !Array.isArray(memory.written)) return memory;
  const texts = new Map<string, LeftContent>();
  const digests = new Set<string>();
  const note = (content: unknown): unknown => {
    if (isApart(content)) digests.add(content.part);
    return content;
  };
  for (const file of memory.written) withContents(file as WrittenFile, note);
  await Promise.all(
    [...digests].map(async (digest) => {
      const octets = await find(digest);
      const text: unknown = octets && JSON.parse(Buffer.from(octets).toString('utf8'));
      texts.set(digest, typeof text === 'string' ? text : null);
    }),
  );
  const put = (content: unknown): unknown => (isApart(content) ? (texts.get(content.part) ?? null) : content);
  return { ...memory, written: memory.written.map((file) => withContents(file as WrittenFile, put)) };
}

/** A file with each content replaced. A value that is no file stays as it is. */
function withContents<Content>(file: WrittenFile, change: (content: LeftContent) => Content): unknown {
  if (!isObject(file) || !Array.isArray(file.left) || !Array.isArray(file.open)) return file;
  return {
    ...file,
    left: file.left.map(change),
    open: file.open.map((write) =>
      isObject(write) && Array.isArray(write.contents)
        ? { ...write, contents: write.contents.map(change) }
        : write,
    ),
  };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isApart = (content: unknown): content is Apart => isObject(content) && typeof content.part === 'string';

const octetsOf = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value), 'utf8');

const digestOf = (octets: Uint8Array): string => digestOctets(octets).toString('hex');

const damaged = (): MemoryStoreError =>
  new MemoryStoreError(
    'damaged',
    'A memory in the cluster is damaged or was written by something else: give the servers another `cluster.name`, and they begin with an empty memory.',
  );
