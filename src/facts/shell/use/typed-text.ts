/** The text that a program types for its words: `tmux send-keys 'rm a' .txt Enter`. */
import { joinPieces, type Piece, type Shape, showShape, staticText } from '../../../pattern/shape.ts';
import type { Word } from '../word.ts';

/** Names of keys that stand for a character, or that begin a new line. */
const keys: ReadonlyMap<string, string> = new Map([
  ['space', ' '],
  ...['enter', 'kpenter', 'escape', 'c-m', 'c-j', 'c-c', 'c-d', 'c-u', 'c-z', 'c-l', '^m', '^j', '^c'].map(
    (name) => [name, '\n'] as const,
  ),
]);

/** Names of other keys: what they do to the line is not known. */
const otherKey =
  /^(?:[cms]-.+|\^.|up|down|left|right|home|end|tab|btab|bspace|dc|ic|delete|insert|npage|ppage|page(?:up|down)|pg(?:up|dn)|kp.|f\d+)$/;

/** The words without blanks between them, where names of keys are the characters that the keys type. */
export const typedText = (words: readonly Word[], given: Shape): Shape =>
  joinPieces(
    words.flatMap(({ shape }): readonly Piece[] => {
      const name = staticText(shape)?.toLowerCase() ?? '';
      const text = keys.get(name);
      if (text !== undefined) return [{ kind: 'text', text }];
      return otherKey.test(name) ? [{ kind: 'any' }] : shape.pieces;
    }),
    showShape(given),
  );
