/** Cuts a script for a client of file transfer into its commands, with their words, their redirections and their pipes. */

export interface FtpCommand {
  readonly text: string;
  readonly words: readonly string[];
  /** What a shell runs: the text behind a `!`. */
  readonly shell?: string;
  /** The file that its output goes to. */
  readonly output?: string;
  /** The command of a shell that reads its output. */
  readonly pipe?: string;
  /** Whether it has more in it than words: a group, or a quote without an end. */
  readonly isOpen?: boolean;
}

const blanks = /\s/;

/** The commands of a script. `;`, the end of a line, `&`, `&&` and `||` end one. */
export function ftpCommands(text: string): readonly FtpCommand[] {
  const commands: FtpCommand[] = [];
  let at = 0;
  while (at < text.length) {
    const { command, end } = readOne(text, at);
    commands.push(command);
    at = Math.max(end, at + 1);
  }
  return commands;
}

function readOne(text: string, start: number): { readonly command: FtpCommand; readonly end: number } {
  let at = start;
  while (at < text.length && blanks.test(text.charAt(at))) at++;
  // The shell is given the rest of the line; in some clients only up to a `;`, so what follows is read as well.
  if (text.charAt(at) === '!') {
    const line = text.slice(at + 1).split('\n', 1)[0] ?? '';
    return { command: { text: line, words: [], shell: line }, end: endOf(text, at) };
  }
  const words: string[] = [];
  let output: string | undefined;
  let isOutput = false;
  let isOpen = false;
  const take = (word: string): void => {
    if (isOutput) output = word;
    else words.push(word);
    isOutput = false;
  };
  while (at < text.length) {
    const sign = text.charAt(at);
    if (sign === '\n' || sign === ';' || sign === '&') break;
    if (sign === '|') {
      if (text.charAt(at + 1) === '|') break;
      const end = endOf(text, at + 1);
      const pipe = text.slice(at + 1, end);
      return { command: made(text.slice(start, end), words, output, isOpen, pipe), end: end + 1 };
    }
    if (sign === '>') {
      isOutput = true;
      at += text.charAt(at + 1) === '>' ? 2 : 1;
    } else if (blanks.test(sign)) at++;
    else {
      if (sign === '(' || sign === ')') isOpen = true;
      const { word, end, isClosed } = readWord(text, at);
      if (!isClosed) isOpen = true;
      take(word);
      at = Math.max(end, at + 1);
    }
  }
  return { command: made(text.slice(start, at), words, output, isOpen || isOutput, undefined), end: at + 1 };
}

const made = (
  text: string,
  words: readonly string[],
  output: string | undefined,
  isOpen: boolean,
  pipe: string | undefined,
): FtpCommand => ({
  text: text.trim(),
  words,
  ...(output === undefined ? undefined : { output }),
  ...(pipe === undefined ? undefined : { pipe }),
  ...(isOpen ? { isOpen } : undefined),
});

/** Where a command ends that a shell reads. */
function endOf(text: string, start: number): number {
  const found = text.slice(start).search(/[;\n]/);
  return found < 0 ? text.length : start + found;
}

/** A word, without its quotes and escapes. */
function readWord(
  text: string,
  start: number,
): { readonly word: string; readonly end: number; readonly isClosed: boolean } {
  let word = '';
  let quote = '';
  let at = start;
  for (; at < text.length; at++) {
    const sign = text.charAt(at);
    if (quote === '' && (blanks.test(sign) || ';&|>'.includes(sign))) break;
    if (sign === '\\' && quote !== "'" && at + 1 < text.length) {
      // A path of Windows keeps its backslashes.
      if (/[\w.]/.test(text.charAt(at + 1))) word += sign;
      else word += text.charAt(++at);
    } else if (quote === '' && (sign === '"' || sign === "'")) quote = sign;
    else if (sign === quote) quote = '';
    else word += sign;
  }
  return { word, end: at, isClosed: quote === '' };
}
