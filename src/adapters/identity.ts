/**
 * Ids for what harnesses give none: a digest of everything that distinguishes one call
 * from another, so that the same payload, sent again, has the same id. Two calls
 * that look the same in every way differ by how many of their likeness have
 * ended before, which `store/ended-calls.ts` remembers.
 */
import type { Json } from '../language/json.ts';
import { sha256 } from '../store/sha256.ts';

/** A digest of texts, each with its length: 32 octets. */
function digest(parts: readonly string[]): Buffer {
  return sha256(Buffer.from(parts.map((part) => `${part.length}:${part};`).join(''), 'utf8'));
}

/** An id of the form of a UUID (version 8, RFC 9562) that is always the same for the same parts. */
export function eventId(...parts: readonly string[]): string {
  const bytes = digest(parts).subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** What a call looks like: 26 characters for everything that is known of it. */
export function likenessOf(parts: readonly string[], input: Json): string {
  return base32(digest([...parts, canonicalJson(input)])).slice(0, 26);
}

/** The id of a call whose harness gives none, the `nth` of its likeness. */
export const synthesizedCall = (likeness: string, nth: number): string =>
  `syn_${base32(digest([likeness, String(nth)])).slice(0, 26)}`;

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** RFC 4648 base32 in small letters, without padding. */
function base32(bytes: Buffer): string {
  let text = '';
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet[(held >>> bits) & 31];
    }
    held &= (1 << bits) - 1;
  }
  return text;
}

/** JSON with the keys of its objects in order: two texts of one value are one. */
export function canonicalJson(value: Json): string {
  return JSON.stringify(value, (_key, each: Json) => {
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return each;
    return Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
