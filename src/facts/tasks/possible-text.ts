/**
 * Texts of task files, as far as they are known: several possible ones, with marks for parts that only a shell knows. A
 * mark contains the name of a variable, or an opening bracket and a command, which means the output of that command.
 */
export type Texts = readonly string[];

const open = '\u0001';
const close = '\u0002';
/** The limit of possible texts. */
const mostTexts = 32;
const longest = 65_536;

/** A mark for the value of a shell variable. */
export const variableMark = (name: string): string => `${open}${name.replace(/\W/g, '_')}${close}`;

/** A mark for the output of a command. */
export const commandMark = (command: string): string => `${open}(${command}${close}`;

export const hasMark = (text: string): boolean => text.includes(open);

/** The name in a word that is exactly one variable. */
export const variableInMark = (word: string): string | undefined => /^\u0001(\w+)\u0002$/.exec(word)?.[1];

/** The command in a word that is exactly the output of one. */
export const commandOf = (word: string): string | undefined =>
  word.startsWith(`${open}(`) && endOfMark(word, 0) === word.length ? word.slice(2, -1) : undefined;

/** All combinations of one text of each part; undefined if they are too many, or too long. */
export function combine(parts: readonly Texts[]): Texts | undefined {
  let all: readonly string[] = [''];
  for (const part of parts) {
    const [only = ''] = part;
    all =
      part.length === 1
        ? all.map((start) => start + only)
        : [...new Set(all.flatMap((start) => part.map((text) => start + text)))];
    if (all.length > mostTexts || all.some(({ length }) => length > longest)) return undefined;
  }
  return all;
}

/** The parts of a text: marks, and the texts between them. */
export function partsOfText(text: string): readonly { readonly text: string; readonly isMark: boolean }[] {
  const parts: { text: string; isMark: boolean }[] = [];
  for (let at = 0; at < text.length; ) {
    const start = text.indexOf(open, at);
    const end = start < 0 ? text.length : endOfMark(text, start);
    const before = text.slice(at, start < 0 ? text.length : start);
    if (before !== '') parts.push({ text: before, isMark: false });
    if (start >= 0) parts.push({ text: text.slice(start, end), isMark: true });
    at = end;
  }
  return parts;
}

/** Words between blanks; blanks inside a mark do not count. */
export function wordsOfPossible(text: string): readonly string[] {
  const words: string[] = [];
  let word = '';
  for (const part of partsOfText(text)) {
    if (part.isMark) word += part.text;
    else {
      const [first = '', ...rest] = part.text.split(/\s+/);
      word += first;
      for (const next of rest) {
        if (word !== '') words.push(word);
        word = next;
      }
    }
  }
  return word === '' ? words : [...words, word];
}

/** The possible texts of a word: marks, and the signs of globs, are any text. */
export function mayBe(word: string): (text: string) => boolean {
  const pieces = partsOfText(word)
    .map(({ text, isMark }) => (isMark ? '*' : text))
    .join('')
    .split(/[*?]+/);
  return (text) => hasInOrder(text, pieces);
}

/** Whether a text begins and ends with the first and the last piece, and has the others between them in order. */
export function hasInOrder(text: string, pieces: readonly string[]): boolean {
  const [first = '', ...rest] = pieces;
  if (rest.length === 0) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const [index, piece] of rest.entries()) {
    const isLast = index === rest.length - 1;
    const found = isLast ? text.length - piece.length : text.indexOf(piece, at);
    if (found < at || !text.startsWith(piece, found)) return false;
    at = found + piece.length;
  }
  return true;
}

/** The text for a shell: marks become expansions, also between single quotes. */
export function shellText(text: string, isQuoted = false): string {
  let quote = isQuoted ? '"' : '';
  let written = '';
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (sign === open) {
      const end = endOfMark(text, at);
      const inner = text.slice(at + 1, end - 1);
      const expansion = inner.startsWith('(') ? `$${shellText(inner)})` : `\${${inner}}`;
      written += quote === "'" ? `'"${expansion}"'` : expansion;
      at = end - 1;
      continue;
    }
    written += sign;
    if (sign === '\\' && quote !== "'") written += text[++at] ?? '';
    else if (sign === quote) quote = isQuoted ? quote : '';
    else if (quote === '' && (sign === '"' || sign === "'")) quote = sign;
  }
  return written;
}

/** A text as one word of a shell; its marks become expansions. */
export const quoted = (text: string): string =>
  /^[\w./:=@%+,-]+$/.test(text)
    ? text
    : `"${shellText(
        partsOfText(text)
          .map((part) => (part.isMark ? part.text : part.text.replace(/["$`\\]/g, '\\$&')))
          .join(''),
        true,
      )}"`;

function endOfMark(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === open) depth++;
    else if (text[at] === close && --depth === 0) return at + 1;
  }
  return text.length;
}
