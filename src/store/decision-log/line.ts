/**
 * A record ⇄ its line. The hash is of the text and not of its meaning, so that any tool for SHA-256 can
 * check it without JSON: it is the last member, and the digest is of the line without it.
 */
import crypto from 'node:crypto';
import type { LogRecord, RecordAnchor, RecordHead } from './record.ts';

/** The most octets of a record; a longer line is no record. */
export const longestRecord = 512 * 1024;

export interface RenderedLine {
  /** With its newline. */
  readonly bytes: Buffer;
  readonly hash: string;
}

/** Puts a line together from the head and the JSON text of an entry. */
export function renderLine(head: RecordHead, entry: string): RenderedLine {
  // Encoded once, with room for the hash, which is of the octets before that room.
  const bytes = Buffer.from(`${headText(head)},${entry.slice(1)}${roomForHash}`);
  const end = bytes.length - roomForHash.length;
  const hash = sha256(bytes.subarray(0, end));
  bytes.write(`,"hash":"${hash}"}\n`, end - 1, 'latin1');
  return { bytes, hash };
}

/** What goes before the entry, without its last brace. */
function headText({ process, seq, time, previous, anchors, continues, start, final }: RecordHead): string {
  const usual = `{"process":"${process}","seq":${seq},"time":"${time}","previous":${previous === null ? 'null' : `"${previous}"`}`;
  if (anchors === undefined && continues === undefined && start === undefined && final === undefined)
    return usual;
  return `${usual},${JSON.stringify({ anchors, continues, start, final }).slice(1, -1)}`;
}

/** The hash, its name and the newline, less the brace that they follow. */
const roomForHash = ' '.repeat(',"hash":""}\n'.length + 64 - 1);

/** Undefined if there is too little of the line. */
interface WhoseLine {
  readonly process: string | undefined;
  readonly seq: number | undefined;
}

export type LineReading =
  | { readonly kind: 'record'; readonly record: LogRecord; readonly isIntact: boolean }
  /** The beginning of a record whose end is missing; `hasEnd`: it ends like a complete record, and is not one. */
  | ({ readonly kind: 'torn'; readonly hasEnd: boolean } & WhoseLine)
  /** A complete record after the beginning of another one, whose process and number these are. */
  | ({ readonly kind: 'behind-torn'; readonly record: LogRecord } & WhoseLine)
  | { readonly kind: 'foreign' };

/** Reads a line without its newline. Never throws. */
export function readLine(text: string): LineReading {
  const whole = parseRecord(text);
  if (whole !== undefined) return { kind: 'record', record: whole, isIntact: isIntact(text) };
  if (!startsLikeRecord(text)) return { kind: 'foreign' };
  const [, process, digits] = /^\{"process":"([0-9a-f]{16})","seq":([0-9]{1,15}),/.exec(text) ?? [];
  const whose = { process, seq: digits === undefined ? undefined : Number(digits) };
  // A process was stopped in the middle of a line, and another one wrote in the same moment.
  let tries = 0;
  for (let at = text.indexOf(opening, 1); at > 0 && tries++ < mostTries; at = text.indexOf(opening, at + 1)) {
    const rest = text.slice(at);
    const record = isIntact(rest) ? parseRecord(rest) : undefined;
    if (record !== undefined) return { kind: 'behind-torn', record, ...whose };
  }
  return { kind: 'torn', hasEnd: endOf(text) !== undefined, ...whose };
}

/** The links of lines, found without parsing the JSON, which would be slow in a hook. */
export interface Links {
  readonly process: string;
  readonly hash: string;
  readonly previous: string | undefined;
  readonly anchors: readonly RecordAnchor[];
}

/** The links of a line; undefined if it is no complete record. */
export function linksOf(text: string): Links | undefined {
  const hash = endOf(text);
  const head =
    /^\{"process":"([0-9a-f]{16})","seq":[0-9]{1,15},"time":"[^"]{20,40}","previous":(?:null|"([0-9a-f]{64})")(?:,"anchors":(\[[^\]]*\]))?/.exec(
      text,
    );
  if (hash === undefined || head === null) return undefined;
  const [, process = '', previous, anchors] = head;
  return { process, hash, previous, anchors: anchors === undefined ? [] : readAnchors(anchors) };
}

function readAnchors(text: string): readonly RecordAnchor[] {
  try {
    return JSON.parse(text);
  } catch {
    return [];
  }
}

const opening = '{"process":"';
/** The most places where a record could begin that are tried: each costs a digest of the rest. */
const mostTries = 16;
const hashMember = /,"hash":"([0-9a-f]{64})"\}$/;
const hashMemberLength = ',"hash":""}'.length + 64;

/** In one step where Node has it (20.12). */
const sha256: (text: string | Buffer) => string =
  typeof crypto.hash === 'function'
    ? (text) => crypto.hash('sha256', text, 'hex')
    : (text) => crypto.createHash('sha256').update(text).digest('hex');

const endOf = (text: string): string | undefined => hashMember.exec(text.slice(-hashMemberLength))?.[1];

function isIntact(text: string): boolean {
  const hash = endOf(text);
  return hash !== undefined && sha256(`${text.slice(0, -hashMemberLength)}}`) === hash;
}

const startsLikeRecord = (text: string): boolean =>
  text.length < opening.length ? opening.startsWith(text) : text.startsWith(opening);

function parseRecord(text: string): LogRecord | undefined {
  try {
    const value: LogRecord = JSON.parse(text);
    const { process, seq, hash, type } = value;
    const isRecord =
      typeof process === 'string' &&
      Number.isSafeInteger(seq) &&
      typeof hash === 'string' &&
      typeof type === 'string';
    return isRecord ? value : undefined;
  } catch {
    return undefined;
  }
}
