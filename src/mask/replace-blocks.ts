/**
 * Secrets in YAML below their name: in a block (`password: |`), or as a word in a line of its
 * own. How far a line is indented says what is below the name, which no expression can count.
 */
import { isSecretKey } from './sensitive-name.ts';
import { blockSign } from './signs.ts';

const mark = '[redacted]';
const head =
  /^([ \t]{0,64}(?:- )?)["']?([\w.-]{1,128})["']?:[ \t]{0,8}(?:([|>])[+-]?[0-9]?[+-]?)?[ \t\r]{0,8}$/;
/** A text without the secrets in its blocks. It looks at every line once. */
export function replaceBlocks(text: string): string {
  if (!blockSign.test(text)) return text;
  /** The indentation of the name above the lines; undefined where no name above them is that of a secret. */
  let below: number | undefined;
  let isBlock = false;
  let isFirst = false;
  const lines = text.split('\n').map((line) => {
    const [, before = '', name = '', block] = head.exec(line) ?? [];
    const indent = line.length - line.trimStart().length;
    if (
      below !== undefined &&
      line.trim() !== '' &&
      indent > below &&
      (isBlock || (isFirst && isWord(line)))
    ) {
      isFirst = false;
      return `${line.slice(0, indent)}${mark}${line.endsWith('\r') ? '\r' : ''}`;
    }
    if (line.trim() === '' && below !== undefined) return line;
    below = name !== '' && isSecretKey(name) ? before.length : undefined;
    isBlock = block !== undefined;
    isFirst = below !== undefined;
    return line;
  });
  return lines.join('\n');
}

/** One word that is neither a name nor an item of a list; one in quotes is for the expressions. */
const isWord = (line: string): boolean => /^\s*[^\s:#[{"'-]\S{3,}\s*$/.test(line) && !/:\s*$/.test(line);
