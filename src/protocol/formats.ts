/**
 * The formats that the schemas name. They are functions and not patterns, because they read input from
 * outside: each is linear in its text.
 */
import { isTime } from './time.ts';
import { isUri } from './uri.ts';

export const formats: Readonly<Record<string, (text: string) => boolean>> = {
  uri: isUri,
  'date-time': isTime,
  'dotted-name': isDottedName,
  'effect-0.1': (text) => text === 'deny' || isDottedName(text),
  'effect-draft': (text) => draftEffects.has(text) || isDottedName(text),
  sha256: isSha256,
  'attachment-media-type': isAttachmentMediaType,
  'mcp-transport': (text) => ['http', 'sse', 'stdio'].includes(text) || text.startsWith('_'),
  'http-url': (text) => (text.startsWith('http://') || text.startsWith('https://')) && isUri(text),
};

/** The effects that a draft harness may offer; an engine that only denies needs only their names. */
const draftEffects = new Set(['deny', 'allow', 'ask', 'modify', 'message', 'return', 'flow', 'inject']);

/**
 * A reverse-DNS name (docs/development/protocol-notes.md#extensions): two labels or
 * more, each a letter followed by letters, digits, `_` or `-`.
 */
export function isDottedName(text: string): boolean {
  let dots = 0;
  let atStart = true;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const letter = (code | 32) >= 97 && (code | 32) <= 122;
    if (code === 46 && !atStart) {
      dots += 1;
      atStart = true;
    } else if (letter || (!atStart && isLabelRest(code))) {
      atStart = false;
    } else {
      return false;
    }
  }
  return dots > 0 && !atStart;
}

function isLabelRest(code: number): boolean {
  return (code >= 48 && code <= 57) || code === 45 || code === 95;
}

/**
 * 64 lowercase hexadecimal digits and nothing else, no line end either
 * (docs/development/protocol-notes.md#receipts).
 */
export function isSha256(text: string): boolean {
  if (text.length !== 64) return false;
  for (let i = 0; i < 64; i++) if (!'0123456789abcdef'.includes(text.charAt(i))) return false;
  return true;
}

/**
 * Media that may be uploaded: neither text nor JSON, with or without parameters
 * (docs/development/protocol-notes.md#messages-and-parts).
 */
function isAttachmentMediaType(text: string): boolean {
  const type = text.toLowerCase().split(';', 1)[0]?.trim() ?? '';
  const slash = type.indexOf('/');
  if (slash < 1 || slash === type.length - 1) return false;
  const subtype = type.slice(slash + 1);
  return !type.startsWith('text/') && subtype !== 'json' && !subtype.endsWith('+json');
}
