/** A piece of a text with carets under it: one line, short enough for a terminal. */
import { printable } from '../../language/render.ts';
import { conceal } from './concealed.ts';

/** Characters of a line that are shown. */
const widest = 100;
/** How many of them are before the piece. */
const before = 30;
/** Longer texts are looked at only around the piece. */
const longestLooked = 20_000;

export interface Excerpt {
  readonly line: string;
  readonly carets: string;
}

/** The line on which a piece begins; of a piece over several lines, as far as that line goes. Secrets are taken out. */
export function excerpt(value: string, start: number, end: number): Excerpt {
  const offset = Math.max(0, start - longestLooked / 2);
  const part = value.slice(offset, start + longestLooked / 2);
  const { text, at } = conceal(part);
  const from = at(start - offset);
  const to = at(Math.max(start, Math.min(end, offset + part.length)) - offset);
  const lineStart = text.lastIndexOf('\n', Math.max(0, from - 1)) + 1;
  const lineBreak = text.indexOf('\n', from);
  const lineEnd = lineBreak < 0 ? text.length : lineBreak;
  const windowStart = from - lineStart > widest - 20 ? from - before : lineStart;
  const windowEnd = Math.min(lineEnd, windowStart + widest);
  const head = windowStart > lineStart || (lineStart === 0 && offset > 0) ? '…' : '';
  const tail = windowEnd < lineEnd || to > lineEnd ? '…' : '';
  const lead = head + printable(text.slice(windowStart, from));
  const under = printable(text.slice(from, Math.min(to, windowEnd)));
  const rest = printable(text.slice(Math.min(to, windowEnd), windowEnd));
  const more = to > windowEnd ? tail.length : 0;
  return {
    line: `${lead}${under}${rest}${tail}`,
    carets: ' '.repeat([...lead].length) + '^'.repeat(Math.max(1, [...under].length + more)),
  };
}
