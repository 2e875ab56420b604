/** Directories in written paths: what `rm dir/*` deletes, and where `mv file dir` puts the file. */
import { longestPath } from '../../pattern/path/path-value.ts';
import { anyShape, isOpen, joinPieces, type Shape, staticText, textShape } from '../../pattern/text/shape.ts';

/** The path that `path` has inside a directory, under its own last name. `home`: the home directory, if known. */
export function pathInside(directory: Shape, path: Shape, home?: string): Shape {
  if (!isHome(path)) return joinPath(directory, baseName(path));
  return joinPath(
    directory,
    home === undefined
      ? { pieces: [{ kind: 'glob', glob: '*' }], source: path.source }
      : baseName(textShape(home, path.source)),
  );
}

/** A folder without the slash at its end. */
export const withoutEndSlash = ({ pieces, source }: Shape): Shape => {
  const last = pieces[pieces.length - 1];
  if (last?.kind !== 'text') return pieces.length === 0 ? textShape('.', source) : { pieces, source };
  return joinPieces(
    [...pieces.slice(0, -1), { kind: 'text', text: last.text.replace(/(?<=.)\/+$/, '') }],
    source,
  );
};

/** The directory whose whole content `path/*`, `path/.*` or `path/**` means; undefined for other paths. */
export function directoryOfAll({ pieces, source }: Shape): Shape | undefined {
  let end = pieces.length;
  const at = (index: number): string => {
    const piece = pieces[index];
    return piece?.kind === 'text' ? piece.text : piece?.kind === 'glob' ? piece.glob : '?';
  };
  const last = pieces[end - 1];
  if (last?.kind === 'text' && last.text === '/') end--;
  if (pieces[end - 1]?.kind !== 'glob' || !/^\*+$/.test(at(end - 1))) return undefined;
  end--;
  if (end === 0) return textShape('.', source);
  const before = pieces[end - 1];
  if (before?.kind !== 'text') return undefined;
  const text = before.text.replace(/(?<=^|\/)\.$/, '');
  if (text !== '' && !text.endsWith('/')) return undefined;
  const directory = text === '' && end === 1 ? '.' : text;
  return { pieces: [...pieces.slice(0, end - 1), { kind: 'text', text: directory }], source };
}

/** `~` and `~/`. */
const isHome = ({ pieces: [first, ...rest] }: Shape): boolean =>
  first?.kind === 'home' && rest.every((piece) => piece.kind === 'text' && /^\/*$/.test(piece.text));

/** The last part of a path, as far as it is known. */
function baseName(path: Shape): Shape {
  if (path.pieces.some((piece) => piece.kind === 'text' && piece.text.length > longestPath))
    return anyShape(path.source);
  const text = staticText(path);
  if (text !== undefined) return textShape(text.replace(/\/+$/, '').replace(/^.*\//s, ''), path.source);
  const last = path.pieces.findLastIndex((piece) => piece.kind === 'text' && piece.text.includes('/'));
  if (last < 0) return isOpen(path) ? path : textShape('', path.source);
  const [head, ...rest] = path.pieces.slice(last);
  if (head?.kind !== 'text') return path;
  const tail = head.text.slice(head.text.lastIndexOf('/') + 1);
  return {
    pieces: [...(tail === '' ? [] : [{ kind: 'text', text: tail } as const]), ...rest],
    source: path.source,
  };
}

function joinPath(directory: Shape, name: Shape): Shape {
  return {
    pieces: [...directory.pieces, { kind: 'text', text: '/' }, ...name.pieces],
    source: `${directory.source}/${name.source}`,
  };
}
