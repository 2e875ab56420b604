/** The beginning of a word: what is known of it, and what is behind it. */
import type { Shape } from '../../../pattern/text/shape.ts';

/** The known characters at the start of a word; undefined where the start is unknown. */
export function knownStart({ pieces }: Shape): string | undefined {
  const [first] = pieces;
  if (first === undefined) return '';
  if (first.kind === 'text') return first.text;
  return first.kind === 'any' ? undefined : '\u0000';
}

/** The rest of a word after its first characters. */
export function rest(word: Shape, from: number): Shape {
  const [first, ...others] = word.pieces;
  if (first?.kind !== 'text') return word;
  const text = first.text.slice(from);
  return { pieces: text === '' ? others : [{ kind: 'text', text }, ...others], source: word.source };
}

export const isAssignment = ({ pieces }: Shape): boolean =>
  pieces[0]?.kind === 'text' && /^[A-Za-z_][A-Za-z0-9_]*(?:%%)?=/.test(pieces[0].text);

/** A dash, and something behind it on the same line. */
export const startsOption = (known: string): boolean =>
  known.startsWith('-') && known.length > 1 && /^-./.test(known);
