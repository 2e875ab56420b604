/** Globs with choices (`{a,b}`, `[a-c]`) as the texts that they stand for. */
import { anyShape, joinPieces, type Piece, type Shape, staticText } from '../../../pattern/text/shape.ts';
import { longestGlob, mostParts } from './value-part.ts';

/** `{a,b}` written out; a range, `[1-9]`, becomes unknown text. */
export function globbed(value: Shape): readonly Shape[] {
  const text = staticText(value);
  if (text !== undefined && !/[{[]/.test(text)) return [value];
  // The list is too long to write out, so the value is unknown.
  if (text !== undefined && text.length > longestGlob) return [anyShape(value.source)];
  let shapes: readonly (readonly Piece[])[] = [[]];
  for (const piece of value.pieces) {
    const choices: readonly (readonly (readonly Piece[])[])[] =
      piece.kind === 'text'
        ? piece.text.split(/(\{[^{}]*\}|\[\w+-\w+(?::\d+)?\])/).map(choicesOf)
        : [[[piece]]];
    for (const choice of choices) {
      shapes = shapes.flatMap((before) => choice.map((each) => [...before, ...each]));
      if (shapes.length > mostParts) return [anyShape(value.source)];
    }
  }
  return shapes.map((pieces) => joinPieces(pieces, value.source));
}

function choicesOf(text: string): readonly (readonly Piece[])[] {
  if (text.startsWith('{') && text.endsWith('}'))
    return text
      .slice(1, -1)
      .split(',')
      .map((each): readonly Piece[] => [{ kind: 'text', text: each }]);
  return [[text.startsWith('[') && text.endsWith(']') ? { kind: 'any' } : { kind: 'text', text }]];
}
