/** Values inside a value, such as the file in `name=@file`, and functions that cut a value into them. */
import { anyShape, joinPieces, type Piece, type Shape } from '../../../pattern/text/shape.ts';
import type { Use } from '../table/entry.ts';
import type { UseName } from '../table/use-names.ts';

/** A value inside another, and how the program uses it. */
export interface ValuePart {
  readonly value: Shape;
  readonly uses: readonly Use[];
  /** Its role in rules, if it has one. */
  readonly role?: string;
  /** It counts as an operand, although it is the value of an option. */
  readonly isOperand?: boolean;
}

export const part = (value: Shape, ...names: readonly UseName[]): ValuePart => ({
  value,
  uses: names.map((name) => ({ name, certain: true })),
});

export const perhaps = (value: Shape, ...names: readonly UseName[]): ValuePart => ({
  value,
  uses: names.map((name) => ({ name, certain: false })),
});

/** The known characters at the beginning of a value. */
export const startOf = ({ pieces: [first] }: Shape): string => (first?.kind === 'text' ? first.text : '');

/** The rest of a value after some first characters, which are known. */
export function behind(value: Shape, count: number): Shape {
  const [first, ...others] = value.pieces;
  if (first?.kind !== 'text') return value;
  return joinPieces([{ kind: 'text', text: first.text.slice(count) }, ...others], value.source);
}

/** A value cut at each of these characters. */
export function cut(value: Shape, separators: RegExp): readonly Shape[] {
  const groups: Piece[][] = [[]];
  for (const piece of value.pieces) {
    if (piece.kind !== 'text') groups[groups.length - 1]?.push(piece);
    else
      piece.text.split(separators).forEach((text, index) => {
        if (index > 0) groups.push([]);
        groups[groups.length - 1]?.push({ kind: 'text', text });
      });
  }
  return groups.map((pieces) => joinPieces(pieces, value.source));
}

/** A value that is not analysed: it could do anything. */
export const unknownPart = (value: Shape): ValuePart => part(anyShape(value.source), 'shell');

export const longestGlob = 2000;

export const mostParts = 64;
