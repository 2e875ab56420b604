/** The text that a program types for its words: `tmux send-keys 'rm a' .txt Enter`. */
import { joinPieces, type Piece, type Shape, showShape, staticText } from '../../../../pattern/text/shape.ts';
import type { Word } from '../../word.ts';

/** Keys that have a name (`Space`, `Enter`), and what each of them types. */
const keys: ReadonlyMap<string, string> = new Map([
  ['space', ' '],
  ...['enter', 'kpenter', 'escape', 'c-m', 'c-j', 'c-c', 'c-d', 'c-u', 'c-z', 'c-l', '^m', '^j', '^c'].map(
    (name) => [name, '\n'] as const,
  ),
]);

/** Names of other keys: what they do to the line is not known. */
const otherKey =
  /^(?:[cms]-.+|\^.|up|down|left|right|home|end|tab|btab|bspace|dc|ic|delete|insert|npage|ppage|page(?:up|down)|pg(?:up|dn)|kp.|f\d+)$/;

/** A key by its number: `0x72`. */
function characterOf(name: string): string | undefined {
  const code = /^0x[\da-f]{1,5}$/.test(name) ? Number.parseInt(name, 16) : undefined;
  if (code === undefined) return undefined;
  return code < 32 ? '\n' : String.fromCodePoint(code);
}

/**
 * The words without blanks between them, where names of keys are the characters that the keys type. A line that no key ends
 * may go on in any way. Names of other keys alone type nothing.
 */
export function typedText(words: readonly Word[], given: Shape): Shape {
  const names = words.map(({ shape }) => staticText(shape)?.toLowerCase() ?? '');
  const pieces = words.flatMap(({ shape }, at): readonly Piece[] => {
    const name = names[at] ?? '';
    const text = keys.get(name) ?? characterOf(name);
    if (text !== undefined) return [{ kind: 'text', text }];
    return otherKey.test(name) ? [{ kind: 'any' }] : shape.pieces;
  });
  const last = pieces.at(-1);
  const isEnded = last?.kind === 'text' && last.text.endsWith('\n');
  if (names.every((name) => otherKey.test(name))) return joinPieces([], showShape(given));
  return joinPieces(isEnded ? pieces : [...pieces, { kind: 'any' }], showShape(given));
}
