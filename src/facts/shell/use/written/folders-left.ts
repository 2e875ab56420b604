/** Folders that a path goes through and leaves again. */
import { joinPieces, type Shape } from '../../../../pattern/text/shape.ts';

/** The folders that a path leaves again, which are made on the way: `a/b` of `a/b/../c`. */
export const foldersLeft = ({ pieces, source }: Shape): readonly Shape[] =>
  pieces.flatMap((piece, at) => {
    if (piece.kind !== 'text' || !piece.text.includes('..')) return [];
    return [...piece.text.matchAll(/(?<=[^/.])\/+\.\.(?![^/])/g)].map(({ index }) =>
      joinPieces([...pieces.slice(0, at), { kind: 'text', text: piece.text.slice(0, index) }], source),
    );
  });
