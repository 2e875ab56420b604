/**
 * A text with unknown parts: the possible values of a word of a shell command, or of an expression in a
 * script. A shape with unknown parts means every text that they could make; this file never guesses which
 * one.
 */

/**
 * `text`: these characters. `glob`: an unquoted `*`, `?`, `[…]` or the like, which matches names of files
 * (`visible`: at the beginning of a name it matches no dot, as in a shell). `name`: some text without a
 * slash, such as a generated name (`isNumber`: digits and nothing else; `isLabels`: labels of
 * the name of a host). `any`: any text at all, also an empty one (`variable`: the value of this variable of the
 * environment). `home`: the directory of some user's home; only ever the first piece.
 */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'glob'; readonly glob: string; readonly visible?: true }
  | { readonly kind: 'name'; readonly isNumber?: true; readonly isLabels?: true }
  | { readonly kind: 'any'; readonly variable?: string }
  | { readonly kind: 'home' };

export interface Shape {
  /** Neighbouring texts are joined, and no text is empty. */
  readonly pieces: readonly Piece[];
  /** As written, for messages. */
  readonly source: string;
  /** It is one of the words of a glob that has found everything in this folder. */
  readonly everyOf?: Shape;
}

export const textShape = (text: string, source = text): Shape => ({
  pieces: text === '' ? [] : [{ kind: 'text', text }],
  source,
});

/** An unknown shape. */
export const anyShape = (source: string): Shape => ({ pieces: [{ kind: 'any' }], source });

/** An unknown text without a slash, such as a number. */
export const nameShape = (source: string): Shape => ({ pieces: [{ kind: 'name' }], source });

/** The first so many of a list, with an unknown one instead of the others. */
export const firstShapes = (shapes: readonly Shape[], most: number): readonly Shape[] =>
  shapes.length > most ? [...shapes.slice(0, most), anyShape('…')] : shapes;

/** The only text that a shape can be; undefined if there are several, or if a home is part of it. */
export function staticText({ pieces }: Shape): string | undefined {
  if (pieces.length === 0) return '';
  const first = pieces[0];
  return pieces.length === 1 && first?.kind === 'text' ? first.text : undefined;
}

/** Whether a part is unknown: only such a shape can be a different word. */
export const isOpen = ({ pieces }: Shape): boolean =>
  pieces.some(({ kind }) => kind === 'any' || kind === 'name' || kind === 'glob');

/** A longer text is not followed: a script may double texts to make them long. */
const longestShape = 131_072;

/** Pieces combined to a shape: neighbouring texts joined, empty ones dropped; unknown if it is too long. */
export function joinPieces(pieces: readonly Piece[], source: string): Shape {
  const first = pieces[0];
  if (pieces.length === 1 && first?.kind === 'text' && first.text !== '' && first.text.length <= longestShape)
    return { pieces: [first], source };
  const joined: Piece[] = [];
  let length = 0;
  for (const piece of pieces) {
    length += piece.kind === 'text' ? piece.text.length : 1;
    if (length > longestShape) return anyShape(source);
    const last = joined[joined.length - 1];
    if (piece.kind === 'text' && piece.text === '') continue;
    if (piece.kind === 'any' && last?.kind === 'any') {
      if (piece.variable === undefined || piece.variable === last.variable) continue;
      if (last.variable === undefined) joined.pop();
    }
    if (piece.kind === 'text' && last?.kind === 'text') {
      joined[joined.length - 1] = { kind: 'text', text: last.text + piece.text };
    } else joined.push(piece);
  }
  return { pieces: joined, source };
}

/** A shape as people read it: unknown parts as `…`, a home as `~`. */
export function showShape({ pieces }: Shape): string {
  let text = '';
  for (const piece of pieces) {
    if (piece.kind === 'text') text += piece.text;
    else if (piece.kind === 'glob') text += piece.glob;
    else text += piece.kind === 'home' ? '~' : '…';
  }
  return text;
}
