/**
 * Octets → text, strictly: a message that is not UTF-8 is refused rather than
 * repaired, because a repaired name is another name. A leading byte order mark
 * is ignored, as RFC 8259 section 8.1 allows; some shells write one into pipes.
 */
import { isAscii } from 'node:buffer';

const decoder = new TextDecoder('utf-8', { fatal: true });

/** The text, or undefined when the octets are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  // Most messages are ASCII, which can be read in a tenth of the time.
  if (bytes instanceof Buffer && isAscii(bytes)) return bytes.toString('latin1');
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
