/**
 * Addresses by their spelling alone: `scheme://…`, `host:port`, `user@host:path`, `\\host\share`. A program may connect to
 * a word with such a spelling, whatever the program is. A text with blanks is prose, and addresses in it
 * are data.
 */
import { serverOf } from './path/path-value.ts';
import { anyShape, joinPieces, type Piece, type Shape, staticText, textShape } from './text/shape.ts';

/** The most addresses of one word that are read; others are unknown. */
const mostAddresses = 16;

/** A longer word is not read. */
const longestWord = 8192;

/** Schemes without a host. */
const hostless =
  /^(?:file|fileb|data|blob|unix|fd|mem|vfs|res|about|javascript|dir|containers-storage|docker-daemon|k8s|pkcs11)$/i;

const places: readonly RegExp[] = [
  // `user@host:path`
  /^[\w.+-]+@(?:[\w-]+(?:\.[\w-]+)*|\[[\da-f:.]+\]):(?!\/\/)./i,
  // `host.example:443`, `host.example:/path`
  /^[\w-]+(?:\.[\w-]+)*\.[a-z][\w-]*\.?:(?:\d{2,5}(?:\/|$)|\/(?!\/))/i,
  // `host:8080`
  /^(?:localhost:\d+|[a-z][\w-]*:\d{4,5})(?:\/|$)/i,
  // `10.0.0.1`, with or without a port; no mask, no range, and not all addresses of this machine
  /^(?!255\.|0\.0\.0\.0)(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?::\d+)?(?:\/(?!\d{1,2}$)|$)/,
  // `[::1]:80`
  /^\[[\da-f:.]*:[\da-f:.]*\](?::\d+)?(?:\/|$)/i,
];

/** The addresses in a word, by their spelling; each can be read as a host. Linear, and never throws. */
export function addressesIn(word: Shape): readonly Shape[] {
  const text = staticText(word);
  if (text === undefined) return partlyKnown(word);
  const server = machine.exec(text)?.[1];
  if (server !== undefined)
    return serverOf(`\\\\${server}`) === undefined ? none : [textShape(`//${server}/`)];
  const colon = text.indexOf(':');
  // Without a colon, only the digits of an address show it.
  if (colon < 0 && !/^(?:[\w.-]{1,64}=)?\d{1,3}\./.test(text)) return none;
  if (text.length > longestWord) return text.includes('://') ? [anyShape(word.source)] : none;
  if (/\s/.test(text.trim())) return none;
  if (text.includes('://')) return schemed(text, word.source);
  const behind = /^[\w.-]+=/.exec(text)?.[0].length ?? 0;
  const place = text.slice(behind);
  return isPlace(place) ? [textShape(`https://${hostOfPlace(place)}/`)] : none;
}

/** `\\host`, `\\host\share\x`, also behind an option: `/s:\\host`. */
const machine = /^(?:[-/][\w-]+[:=])?\\\\([\w-]+(?:\.[\w-]+)*)(?:@[\w@]+)?(?:\\[\w$. -]|\\?$)/;

/** Whether a text, without a scheme, has the form of a place on another machine. */
export const isPlace = (text: string): boolean => places.some((place) => place.test(text));

/** The host of such a place: the text after a user's name, and before a path or a port. */
const hostOfPlace = (place: string): string =>
  /^(?:[^/:@[\]]+@)?(\[[^\]]*\]|[^/:]+)/.exec(place)?.[1] ?? place;

const none: readonly Shape[] = [];

/** The addresses with a scheme: the first one, and those after it in a list. */
function schemed(text: string, source: string): readonly Shape[] {
  const found: Shape[] = [];
  for (const part of text.split(/["'`<>]|[,;|](?=[a-z][+\w.-]{0,30}:\/\/|direct$|off$)/i)) {
    const sign = part.indexOf('://');
    const scheme = schemeBefore(part, sign);
    if (scheme === '' || hostless.test(scheme)) continue;
    if (found.length === mostAddresses) return [...found, anyShape(source)];
    found.push(textShape(part.slice(sign - scheme.length)));
  }
  return found;
}

/** The scheme that ends at an offset of a text; empty if there is none. */
const schemeBefore = (text: string, end: number): string =>
  end < 0 ? '' : (/[a-z][a-z0-9+.-]*$/i.exec(text.slice(Math.max(0, end - 30), end))?.[0] ?? '');

/** `https://$HOST/x`: from the scheme on, with its unknown parts. */
function partlyKnown({ pieces, source }: Shape): readonly Shape[] {
  const at = pieces.findIndex((piece) => piece.kind === 'text' && piece.text.includes('://'));
  const piece = pieces[at];
  if (piece?.kind !== 'text' || pieces.some(hasBlank)) return none;
  const sign = piece.text.indexOf('://');
  const scheme = schemeBefore(piece.text, sign);
  if (scheme === '' || hostless.test(scheme)) return none;
  const address = piece.text.slice(sign - scheme.length);
  return [joinPieces([{ kind: 'text', text: address }, ...pieces.slice(at + 1)], source)];
}

const hasBlank = (piece: Piece): boolean => piece.kind === 'text' && /\s/.test(piece.text);
