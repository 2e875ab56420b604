/**
 * The answer to an upload: what was received, and its reference. It confirms the bytes, and acknowledges no
 * event (docs/development/protocol-notes.md#receipts).
 */
import { isSha256 } from './formats.ts';

export interface ContentUploadReceipt {
  /** The receiver's own name for the bytes; never empty. */
  readonly ref: string;
  /** Exact number of octets. */
  readonly size: number;
  /** SHA-256 of the bytes, 64 lowercase hexadecimal digits. */
  readonly sha256: string;
}

/**
 * The body of a 201 answer: exactly `ref`, `size` and `sha256`. Throws a RangeError for a receipt that the
 * protocol does not allow; only an error in the receiver makes one.
 */
export function encodeReceipt(receipt: ContentUploadReceipt): string {
  const { ref, size, sha256 } = receipt;
  if (ref === '' || !Number.isSafeInteger(size) || size < 0 || !isSha256(sha256)) {
    throw new RangeError('a receipt needs a reference, a size in octets and a SHA-256 digest');
  }
  return `{"ref":${JSON.stringify(ref)},"size":${size},"sha256":"${sha256}"}`;
}
