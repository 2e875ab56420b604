/** Texts of PowerShell: decodes encoded commands, and joins paths. */
import { joinPieces, type Shape, textShape } from '../../../../pattern/text/shape.ts';
import { bytesOfBase64 } from '../../../code/values/decode.ts';

/** The script in `-EncodedCommand`; undefined if it is not Base64 of UTF-16LE. */
export function decodePowerShell(base64: string): string | undefined {
  const bytes = bytesOfBase64(base64.trim());
  if (bytes === undefined || bytes.length === 0 || bytes.length % 2 !== 0) return undefined;
  return new TextDecoder('utf-16le').decode(bytes);
}

/** The text of bytes in an encoding that a script names; UTF-8 unless it is UTF-16. */
export const decodeBytes = (bytes: Uint8Array, encoding: string): string =>
  new TextDecoder(/unicode|utf16/i.test(encoding) ? 'utf-16le' : 'utf-8').decode(bytes);

/** Joins shapes to one. A home inside of the text becomes unknown, since a path has it only at its start. */
export function concat(shapes: readonly Shape[], source: string): Shape {
  const pieces = shapes.flatMap(({ pieces: each }, index) =>
    each.map((piece, at) =>
      piece.kind === 'home' && (index > 0 || at > 0) ? ({ kind: 'any' } as const) : piece,
    ),
  );
  // An empty text in front must not hide that a path begins with the home.
  const [first] = shapes;
  const starts = first?.pieces.length === 0 && shapes[1]?.pieces[0]?.kind === 'home';
  if (starts) return concat(shapes.slice(1), source);
  return joinPieces(pieces, source);
}

/** Joins the parts of a path, as `Join-Path` does. */
export function joinWindowsPath(parts: readonly Shape[], source: string): Shape {
  const [first = textShape(''), ...rest] = parts;
  return rest.reduce((path, part) => concat([path, textShape('/'), part], source), first);
}
