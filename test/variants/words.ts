/**
 * A simple command as text → its words, for the generators of variants. Knows
 * quotes and escapes, and says of a word that expands (`$HOME`, `*.pem`, `~`)
 * that its value is not known here. It is no shell: whatever is more than one
 * program with its words is not split at all.
 */
export interface Word {
  /** As written, quotes and all. */
  readonly source: string;
  /** Without quotes; undefined where the shell would expand it. */
  readonly value: string | undefined;
}

const operators = new Set('|&;<>()\n');
const expanding = new Set('$`*?[');
const keywords = new Set([
  'if',
  'then',
  'for',
  'while',
  'until',
  'case',
  'select',
  'function',
  'time',
  '!',
  '{',
  '[[',
]);

/** The words of one simple command; undefined for everything else. */
export function splitWords(command: string): readonly Word[] | undefined {
  const words: Word[] = [];
  let at = 0;
  while (at < command.length) {
    const character = command[at] ?? '';
    if (character === ' ' || character === '\t') {
      at++;
      continue;
    }
    if (character === '#') return undefined;
    const read = readWord(command, at);
    if (read === undefined) return undefined;
    words.push(read.word);
    at = read.end;
  }
  const program = words[0]?.value;
  if (program === undefined || program === '' || keywords.has(program) || program.includes('='))
    return undefined;
  return words;
}

function readWord(command: string, start: number): { readonly word: Word; readonly end: number } | undefined {
  let value = '';
  let isStatic = true;
  let at = start;
  for (; at < command.length; at++) {
    const character = command[at] ?? '';
    if (character === ' ' || character === '\t') break;
    if (operators.has(character)) return undefined;
    if (character === "'" || character === '"') {
      const close = closing(command, at);
      if (close === undefined) return undefined;
      const inside = command.slice(at + 1, close);
      if (character === '"' && /[$`]/.test(inside)) isStatic = false;
      value += character === '"' ? inside.replace(/\\([\\"$`])/g, '$1') : inside;
      at = close;
    } else if (character === '\\') {
      const next = command[++at];
      if (next === undefined || next === '\n') return undefined;
      value += next;
    } else {
      // A substitution holds blanks and operators of its own.
      if (character === '`' || (character === '$' && /[('"]/.test(command[at + 1] ?? ''))) return undefined;
      if (expanding.has(character) || (character === '~' && at === start)) isStatic = false;
      value += character;
    }
  }
  const source = command.slice(start, at);
  if (/\{[^}]*(?:,|\.\.)[^}]*\}/.test(source)) isStatic = false;
  return { word: { source, value: isStatic ? value : undefined }, end: at };
}

function closing(command: string, open: number): number | undefined {
  const quote = command[open];
  for (let at = open + 1; at < command.length; at++) {
    if (command[at] === '\\' && quote === '"') at++;
    else if (command[at] === quote) return at;
  }
  return undefined;
}

/** In single quotes, whatever is in it. */
export const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Without quotes where it needs none. */
export const quoteIfNeeded = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : quote(text));

export const wordOf = (value: string): Word => ({ source: quoteIfNeeded(value), value });

export const textOf = (words: readonly Word[]): string => words.map(({ source }) => source).join(' ');
