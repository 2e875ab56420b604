/**
 * The headers of an upload (docs/development/protocol-notes.md#uploads): what they announce, or what is
 * wrong with them, in a sentence for the author of the client. The sentences repeat no text of the client.
 */
import { isSha256 } from '../../protocol/formats.ts';
import { headerValues } from './header-values.ts';

export interface Framing {
  /** The announced octets of the body. */
  readonly size: number;
  /** The announced digest, 64 lowercase hexadecimal digits. */
  readonly sha256: string;
}

export type FramingReading =
  | { readonly ok: true; readonly framing: Framing }
  | { readonly ok: false; readonly problem: string };

/** Reads Node's flat list of headers. */
export function readFraming(rawHeaders: readonly string[]): FramingReading {
  for (const [name, advice] of forbidden) {
    if (headerValues(rawHeaders, name.toLowerCase()).length > 0) {
      return problem(`The header ${name} is not allowed in an upload: ${advice}`);
    }
  }
  const values: Record<string, string> = {};
  for (const name of required) {
    const [value, ...others] = headerValues(rawHeaders, name.toLowerCase());
    if (value === undefined) return problem(`The header ${name} is missing: send it once.`);
    if (others.length > 0) return problem(`The header ${name} is there more than once: send it once.`);
    values[name] = value;
  }
  if (values['Content-Type']?.toLowerCase() !== 'application/octet-stream') {
    return problem('The header Content-Type must be application/octet-stream, without a parameter.');
  }
  const size = Number(values['Content-Length']);
  // The canonical spelling is that of `String(number)`.
  if (!Number.isSafeInteger(size) || size < 0 || String(size) !== values['Content-Length']) {
    return problem(
      'The header Content-Length must be the size of the body in decimal digits, like 0 or 1024.',
    );
  }
  const sha256 = values['AHP-Content-SHA256'] ?? '';
  if (!isSha256(sha256)) {
    return problem(
      'The header AHP-Content-SHA256 must be the SHA-256 digest of the body in 64 lowercase hexadecimal digits.',
    );
  }
  return { ok: true, framing: { size, sha256 } };
}

const required = ['Content-Type', 'Content-Length', 'AHP-Content-SHA256'] as const;

const forbidden: readonly (readonly [name: string, advice: string])[] = [
  ['Content-Encoding', 'send the octets as they are, without the header.'],
  ['Transfer-Encoding', 'send a Content-Length instead.'],
  ['AHP-Content-Ref', 'the receiver chooses the reference and returns it.'],
  ['AHP-Subscription', 'an upload belongs to the scope of its credentials, not to a subscription.'],
];

function problem(text: string): FramingReading {
  return { ok: false, problem: text };
}
