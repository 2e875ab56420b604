/** Addresses of files on this machine: `file:///x`. */
import { type Shape, staticText, textShape } from '../../../pattern/text/shape.ts';
import { behind, startOf } from './value-part.ts';

/** `file:///x` and `file:x` as a path; undefined for an address that names no file. */
export function fileAt(value: Shape): Shape | undefined {
  const [scheme] = /^file:(?:\/\/(?:localhost(?=\/)|127\.0\.0\.1(?=\/))?)?/i.exec(startOf(value)) ?? [];
  if (scheme === undefined) return undefined;
  const text = staticText(value);
  return text === undefined || !/%[0-9a-f]{2}/i.test(text)
    ? behind(value, scheme.length)
    : textShape(decoded(text.slice(scheme.length)), value.source);
}

/** A path in an address; as it is, where it cannot be decoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
