/**
 * Names with marks that a program fills in, and files that it renames: what the new name is does not show. `curl -o '#1'`,
 * `mmv 'b.*' 'a.#1'`, `rename 's/b/a/' b.txt`.
 */
import { anyShape, joinPieces, type Piece, type Shape } from '../../../pattern/text/shape.ts';
import { part, perhaps, type ValuePart } from './value-part.ts';

/** `#1` is what the first choice of an address was, or the first wildcard of a pattern. */
export const withMarks = (value: Shape): Shape => withUnknown(value, /(#[lu]?\d+)/, 'any');

/** The files that a pattern of `mmv` finds: `;` is any folders. They may only be copied or linked. */
export function movedFiles(value: Shape): readonly ValuePart[] {
  const found = withUnknown(withUnknown(value, /(;)/, 'any'), /([*?]|\[[^\]]*\])/, 'name');
  const isOne = isSame(found, value);
  return [isOne ? part(found, 'move') : perhaps(found, 'read', 'delete')];
}

/** The files that a pattern of `mad` or `mln` finds: they stay where they are. */
export const copiedFiles = (value: Shape): readonly ValuePart[] =>
  movedFiles(value).map(({ value: found }) =>
    isSame(found, value) ? part(found, 'read') : perhaps(found, 'read'),
  );

/** Where `mmv` puts what it finds. */
export function movedTo(value: Shape): readonly ValuePart[] {
  const marked = withMarks(value);
  return [isSame(marked, value) ? part(value, 'write') : perhaps(marked, 'write')];
}

const isSame = (one: Shape, other: Shape): boolean =>
  one.pieces.length === other.pieces.length &&
  one.pieces.every(({ kind }, at) => kind === other.pieces[at]?.kind);

/** A file that an expression may give another name, which may be that of any path. */
export const renamedFile = (value: Shape): readonly ValuePart[] => [
  part(value, 'move'),
  perhaps(anyShape(value.source), 'write'),
];

const withUnknown = (value: Shape, marks: RegExp, kind: 'any' | 'name'): Shape =>
  joinPieces(
    value.pieces.flatMap((piece): readonly Piece[] =>
      piece.kind === 'text'
        ? piece.text.split(marks).map((text, at) => (at % 2 === 0 ? { kind: 'text', text } : { kind }))
        : [piece],
    ),
    value.source,
  );
