/**
 * The name under which a download is kept where none is given: the last name in
 * its address. What the server says instead (`curl -J`) is not known here, and is
 * taken to be the same.
 */
import { joinPieces, type Piece, type Shape } from '../../pattern/shape.ts';

const longestAddress = 10_000;

/** The file that an address is kept as, in a directory (the working directory where there is none). */
export function savedName(url: Shape, directory: Shape | undefined): Shape {
  const name = lastName(url);
  const before: readonly Piece[] =
    directory === undefined ? [] : [...directory.pieces, { kind: 'text', text: '/' }];
  return joinPieces([...before, name], url.source);
}

/** The folder that the pages of a host are kept in: `wget -r`. */
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
  // A query and a fragment are no part of the name; what is not known could hold a slash.
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
