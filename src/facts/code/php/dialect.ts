/** The syntax of PHP, with or without `<?php`: names fold case, `$` marks variables. */
import { type Dialect, setOf, wordsOf } from '../syntax/dialect.ts';
import { after, type Lexer, lexInside, lineEnd, match, push, skip } from '../syntax/lexer.ts';
import { type Inserted, readQuoted } from '../syntax/quoted.ts';

export const phpDialect: Dialect = {
  lex,
  lines: 'none',
  name: /\$?[A-Za-z_\u0080-\uD7FF\uF900-\uFFFD][\w\u0080-\uD7FF\uF900-\uFFFD]*/y,
  spell: (name) => (name.startsWith('$') ? name : name.toLowerCase()),
  operators: ['?->'],
  words: wordsOf({
    skip: 'public private protected static final abstract readonly const use namespace global break continue var',
    branch: 'if while do switch case try match',
    else: 'else elseif catch finally default',
    for: 'for foreach',
    function: 'function',
    lambda: 'fn',
    prefix: 'new clone print echo throw yield include include_once require require_once not',
    infix: 'and xor instanceof as',
    or: 'or',
    return: 'return',
    class: 'class extends implements trait interface',
  }),
  blocks: 'brace',
  members: setOf('-> ?-> ::'),
  assigns: setOf('= .= ??='),
  joins: setOf('.'),
  bareCalls: false,
  named: ':',
  modifiers: false,
  callBlocks: false,
  tuples: false,
};

function lex(lexer: Lexer): boolean {
  const { code, at } = lexer;
  const character = code[at] ?? '';
  if (at === 0 && lexer.nesting === 0 && isPage(code)) return afterOpening(lexer, 0);
  if (code.startsWith('?>', at)) return afterOpening(lexer, at + 2);
  if (code.startsWith('//', at) || (character === '#' && code[at + 1] !== '[')) return lineComment(lexer);
  if (code.startsWith('/*', at)) return skip(lexer, after(lexer, '*/', at + 2));
  if (character === "'") return quoted(lexer, 'text', at + 1, "'", false);
  if (character === '"') return quoted(lexer, 'text', at + 1, '"', true);
  if (character === '`') return quoted(lexer, 'shell', at + 1, '`', true);
  if (code.startsWith('<<<', at)) return hereDocument(lexer);
  if (character === '\\') return skip(lexer, at + 1);
  return false;
}

/** Whether a text begins as a page, and not as the code of `php -r`, in which `<?php` may be a part of a text. */
const isPage = (code: string): boolean => /^(?:#![^\n]*\n)?\s*</.test(code) && /<\?(?:php|=)/i.test(code);

/** Text outside `<?php … ?>` is printed. */
function afterOpening(lexer: Lexer, from: number): boolean {
  const opening = match(lexer, /<\?(?:php\b|=)?/gi, from);
  const end = opening === undefined ? lexer.end : opening.index + opening[0].length;
  push(lexer, 'op', lexer.at, ';');
  return skip(lexer, Math.max(end, lexer.at + 1));
}

/** A comment ends with its line, or with the code. */
function lineComment(lexer: Lexer): boolean {
  const end = match(lexer, /\?>|\n/g);
  return skip(lexer, end?.index ?? lexer.end);
}

function quoted(
  lexer: Lexer,
  kind: 'text' | 'shell',
  from: number,
  close: string,
  inserts: boolean,
): boolean {
  const { parts, end } = readQuoted(lexer, from, {
    close,
    escapes: inserts ? 'c' : 'single',
    lines: true,
    inserted: inserts ? inserted : undefined,
  });
  return push(lexer, kind, end, '', parts);
}

function hereDocument(lexer: Lexer): boolean {
  const opening = match(lexer, /<<<[ \t]*(?:"(\w+)"|'(\w+)'|(\w+))\r?\n/y);
  if (opening === undefined) return false;
  const name = opening[1] ?? opening[2] ?? opening[3] ?? '';
  const from = lexer.at + opening[0].length;
  const { bodyEnd, end } = documentEnd(lexer, from, name);
  const inserts = opening[2] === undefined;
  const { parts } = readQuoted({ ...lexer, end: bodyEnd }, from, {
    close: '\uFFFF',
    escapes: inserts ? 'c' : 'none',
    lines: true,
    inserted: inserts ? inserted : undefined,
  });
  return push(lexer, 'text', end, '', parts);
}

/** The body ends before the first line that starts with the name, which may be indented. */
function documentEnd(lexer: Lexer, from: number, name: string): { bodyEnd: number; end: number } {
  for (let at = from; at < lexer.end; at = lineEnd(lexer, at) + 1) {
    const line = lexer.code.slice(at, lineEnd(lexer, at));
    const word = line.trimStart();
    if (word.startsWith(name) && !/^\w/.test(word.slice(name.length))) {
      return { bodyEnd: at, end: at + line.length - word.length + name.length };
    }
  }
  return { bodyEnd: lexer.end, end: lexer.end };
}

/** `$x`, `$x[0]`, `$x->y`, `{$x…}`, `${x}` in a text. */
function inserted(lexer: Lexer, at: number): Inserted | undefined {
  const { code } = lexer;
  const two = code.slice(at, at + 2);
  const named = match(lexer, /\$\{([A-Za-z_]\w*)\}/y, at);
  if (named !== undefined) {
    const end = at + named[0].length;
    const name = { kind: 'name', text: `$${named[1]}`, parts: [], start: at, end, spaced: false } as const;
    return { parts: [[name]], end };
  }
  if (two === '{$' || two === '${') {
    const { tokens, end } = lexInside(lexer, at + (two === '{$' ? 1 : 2));
    return { parts: [tokens], end: Math.min(end + 1, lexer.end) };
  }
  const simple = match(lexer, /\$[A-Za-z_]\w*(?:\[[^\]\n"]{0,80}\]|->\w+)?/y, at);
  if (simple === undefined) return undefined;
  const end = at + simple[0].length;
  return { parts: [lexInside(lexer, at, () => false, end).tokens], end };
}
