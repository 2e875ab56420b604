/**
 * The name of a downloaded file, if the command gives none: the last name in its address. The server may send another
 * name (`curl -J`), which is not known here; the file is assumed to have the last name.
 */
import { joinPieces, type Piece, type Shape } from '../../../pattern/text/shape.ts';

const longestAddress = 10_000;

/** The file in which an address is saved, in a directory (the working directory if none is given). */
export function savedName(url: Shape, directory: Shape | undefined): Shape {
  const name = lastName(url);
  const before: readonly Piece[] =
    directory === undefined ? [] : [...directory.pieces, { kind: 'text', text: '/' }];
  return joinPieces([...before, name], url.source);
}

/** The folder in which the pages of a host are saved: `wget -r`. */
export function hostFolder(url: Shape, directory: Shape | undefined): Shape {
  const [first] = url.pieces;
  const text = first?.kind === 'text' ? first.text.slice(0, longestAddress) : '';
  const [, name] = /^(?:[A-Za-z][\w+.-]*:\/\/)?(?:[^@/]*@)?([^/:?#]+)/.exec(text) ?? [];
  const before: readonly Piece[] =
    directory === undefined ? [] : [...directory.pieces, { kind: 'text', text: '/' }];
  const folder: Piece = name === undefined ? { kind: 'name' } : { kind: 'text', text: name };
  return joinPieces([...before, folder], url.source);
}

function lastName({ pieces }: Shape): Piece {
  // A query and a fragment are not part of the name. An unknown part could contain a slash.
  const last = pieces[pieces.length - 1];
  const whole = pieces.length === 1 && last?.kind === 'text' ? last.text.slice(0, longestAddress) : undefined;
  if (whole === undefined) {
    const [, name] = last?.kind === 'text' ? (/\/([^/?#]+)$/.exec(last.text.slice(-1000)) ?? []) : [];
    return name === undefined ? { kind: 'name' } : { kind: 'text', text: name };
  }
  const path = whole.replace(/[?#].*$/s, '').replace(/^[A-Za-z][\w+.-]*:\/\//, '');
  const slash = path.lastIndexOf('/');
  const name = slash < 0 ? '' : path.slice(slash + 1);
  return { kind: 'text', text: name === '' ? 'index.html' : name };
}
