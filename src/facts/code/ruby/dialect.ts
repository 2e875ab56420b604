/** The syntax of Ruby: symbols, the `%` quotings, here-documents, patterns. */
import { type Dialect, setOf, wordsOf } from '../syntax/dialect.ts';
import { readHereDocument } from '../syntax/here-document.ts';
import { endsOperand, type Lexer, lexInside, lineEnd, match, push, skip } from '../syntax/lexer.ts';
import { closing, type Inserted, readQuoted } from '../syntax/quoted.ts';
import type { Part } from '../syntax/token.ts';

const words = wordsOf({
  skip: 'break next redo retry alias undef private public protected',
  branch: 'if unless while until case begin',
  else: 'else elsif when rescue ensure then in',
  for: 'for',
  function: 'def',
  class: 'class module',
  prefix: 'not defined? yield',
  infix: 'and',
  or: 'or',
  return: 'return',
  do: 'do',
  end: 'end',
});

export const rubyDialect: Dialect = {
  lex,
  lines: 'soft',
  name: /[@$]{0,2}[\p{L}_][\p{L}\p{N}_]*(?:[!?](?![=?!]|[\w"'])|!(?=\s*\())?/uy,
  operators: [],
  words,
  blocks: 'end',
  members: setOf('. &. ::'),
  assigns: setOf('= += ||='),
  joins: setOf('+'),
  missing: '',
  bareCalls: true,
  named: ':',
  modifiers: true,
  callBlocks: true,
  tuples: true,
};

const keywords = new Set([...words.keys()].filter((word) => word !== 'end'));

function lex(lexer: Lexer): boolean {
  const { code, at } = lexer;
  const character = code[at] ?? '';
  const startsLine = at === 0 || code[at - 1] === '\n';
  if (character === '#') return skip(lexer, lineEnd(lexer, at));
  if (startsLine && code.startsWith('=begin', at)) return comment(lexer);
  if (startsLine && /^__END__\s*(?:\n|$)/.test(code.slice(at, at + 10))) return skip(lexer, lexer.end);
  if (character === '"') return quoted(lexer, 'text', at + 1, '"', true);
  if (character === "'") return quoted(lexer, 'text', at + 1, "'", false);
  // As the name of a method: Kernel.`("ls").
  if (character === '`' && code[at - 1] === '.') return push(lexer, 'name', at + 1, '`');
  if (character === '`') return quoted(lexer, 'shell', at + 1, '`', true);
  if (character === ':' && code[at - 1] !== ':') return symbol(lexer);
  if (character === '<' && code[at + 1] === '<') return readHereDocument(lexer, inserted);
  if (character === '%') return percent(lexer);
  if (character === '?' && startsCharacter(lexer)) {
    const end = at + (code[at + 1] === '\\' ? 3 : 2);
    return push(lexer, 'text', end, '', [
      code[at + 1] === '\\' ? escaped(code[at + 2] ?? '') : (code[at + 1] ?? ''),
    ]);
  }
  if (character === '/' && startsPattern(lexer)) return pattern(lexer, at + 1, '/');
  if (character === '$' && /[~*?!@/\\,;.<>_0-9"&'`+:]/.test(code[at + 1] ?? '')) {
    return push(lexer, 'name', at + 2, code.slice(at, at + 2));
  }
  return false;
}

function comment(lexer: Lexer): boolean {
  const end = lexer.code.indexOf('\n=end', lexer.at);
  return skip(lexer, end < 0 ? lexer.end : lineEnd(lexer, end + 1));
}

function symbol(lexer: Lexer): boolean {
  if (lexer.code[lexer.at + 1] === '"') return quoted(lexer, 'text', lexer.at + 2, '"', true);
  const name = match(lexer, /:([A-Za-z_]\w*[!?]?|(?:\[\]=|<<)(?=\s*[,)]))/y);
  if (name === undefined || (endsOperand(lexer, keywords) && !lexer.spaced)) return false;
  return push(lexer, 'text', lexer.at + name[0].length, '', [name[1] ?? '']);
}

/** Whether `/` or `%` opens a quoting: `x / y` divides, `puts /y/` does not. */
function startsPattern(lexer: Lexer): boolean {
  if (!endsOperand(lexer, keywords)) return true;
  const last = lexer.tokens[lexer.tokens.length - 1];
  return last?.kind === 'name' && lexer.spaced && !/[\s=]/.test(lexer.code[lexer.at + 1] ?? ' ');
}

/** Whether `?` opens a text of one character, `?x`, and does not choose: `a ? b : c`. */
function startsCharacter(lexer: Lexer): boolean {
  const [, , after = ' '] = lexer.code.slice(lexer.at, lexer.at + 3);
  const isOne =
    !/\s/.test(lexer.code[lexer.at + 1] ?? ' ') && (lexer.code[lexer.at + 1] === '\\' || !/\w/.test(after));
  if (!isOne) return false;
  const last = lexer.tokens[lexer.tokens.length - 1];
  return (
    !endsOperand(lexer, keywords) ||
    (last?.kind === 'name' && lexer.spaced && /^[,;)\]+.<\n]?$/.test(after.trim()))
  );
}

const escaped = (letter: string): string =>
  ({ n: '\n', t: '\t', s: ' ', r: '\r', e: '\u001b', '0': '\0' })[letter] ?? letter;

function percent(lexer: Lexer): boolean {
  if (!startsPattern(lexer)) return false;
  const opening = match(lexer, /%([qQwWiIxrs]?)([^\w\s=]|=(?!=))/y);
  if (opening === undefined) return false;
  const [all, kind = '', open = ''] = opening;
  const from = lexer.at + all.length;
  if (kind === 'x') return quoted(lexer, 'shell', from, open, true);
  if (kind === 'r') return pattern(lexer, from, open);
  if (/^[wWiI]$/.test(kind)) return wordList(lexer, from, open, kind === 'W');
  return quoted(lexer, 'text', from, open, kind !== 'q');
}

function quoted(lexer: Lexer, kind: 'text' | 'shell', from: number, open: string, inserts: boolean): boolean {
  const { parts, end } = read(lexer, from, open, inserts);
  return push(lexer, kind, end, '', parts);
}

function read(lexer: Lexer, from: number, open: string, inserts: boolean): Inserted {
  const close = closing(open);
  return readQuoted(lexer, from, {
    close,
    open: close === open ? undefined : open,
    escapes: inserts ? 'c' : 'single',
    letters: 'ntr0abfves\n',
    lines: true,
    inserted: inserts ? inserted : undefined,
  });
}

function pattern(lexer: Lexer, from: number, open: string): boolean {
  const { parts, end } = read(lexer, from, open, true);
  const flags = match(lexer, /[a-z]*/y, end);
  const inside = parts.filter((part) => typeof part !== 'string');
  return push(lexer, 'regex', end + (flags?.[0].length ?? 0), '', inside);
}

/** `%w[a b]`: the words as a list. */
function wordList(lexer: Lexer, from: number, open: string, inserts: boolean): boolean {
  const { parts, end } = read(lexer, from, open, inserts);
  const start = lexer.at;
  const words: Part[][] = [[]];
  for (const part of parts) {
    if (typeof part !== 'string') words[words.length - 1]?.push(part);
    else {
      part.split(/\s+/).forEach((piece, index) => {
        if (index > 0) words.push([]);
        if (piece !== '') words[words.length - 1]?.push(piece);
      });
    }
  }
  push(lexer, 'op', start, '[');
  for (const word of words.filter(({ length }) => length > 0)) {
    push(lexer, 'text', start, '', word);
    push(lexer, 'op', start, ',');
  }
  return push(lexer, 'op', end, ']');
}

function inserted(lexer: Lexer, at: number): Inserted | undefined {
  if (!lexer.code.startsWith('#{', at)) return undefined;
  const { tokens, end } = lexInside(lexer, at + 2);
  return { parts: [tokens], end: Math.min(end + 1, lexer.end) };
}
