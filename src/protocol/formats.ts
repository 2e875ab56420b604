/** The formats that the schemas name. They read input from outside, so each takes linear time and no stack. */
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
  return text.includes('.') && !/[^A-Za-z0-9_.-]|(?:^|\.)(?![A-Za-z])/.test(text);
}

/**
 * 64 lowercase hexadecimal digits and nothing else, no line end either
 * (docs/development/protocol-notes.md#receipts).
 */
export function isSha256(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
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
