/** The syntax of Lua: long brackets, `--` comments, calls without parentheses. */
import { type Dialect, setOf, wordsOf } from '../syntax/dialect.ts';
import { after, type Lexer, lineEnd, match, push, skip } from '../syntax/lexer.ts';
import { readQuoted } from '../syntax/quoted.ts';

export const luaDialect: Dialect = {
  lex,
  lines: 'none',
  name: /[A-Za-z_]\w*/y,
  operators: ['~='],
  words: wordsOf({
    skip: 'break goto',
    declare: 'local',
    branch: 'if while repeat',
    else: 'else elseif then',
    for: 'for',
    function: 'function',
    prefix: 'not',
    infix: 'and in',
    or: 'or',
    return: 'return',
    do: 'do',
    end: 'end until',
  }),
  blocks: 'end',
  members: setOf('. :'),
  assigns: setOf('='),
  joins: setOf('..'),
  bareCalls: false,
  named: undefined,
  modifiers: false,
  callBlocks: false,
  tuples: false,
  rest: '...',
};

function lex(lexer: Lexer): boolean {
  const { code, at } = lexer;
  const character = code[at] ?? '';
  if (code.startsWith('--', at)) {
    const long = match(lexer, /--\[(=*)\[/y);
    return skip(lexer, long === undefined ? lineEnd(lexer, at) : after(lexer, `]${long[1]}]`, at));
  }
  if (character === '"' || character === "'") {
    const { parts, end } = readQuoted(lexer, at + 1, {
      close: character,
      escapes: 'c',
      isDecimal: true,
      lines: false,
    });
    return push(lexer, 'text', end, '', parts);
  }
  const long = match(lexer, /\[(=*)\[\n?/y);
  if (long === undefined) return false;
  const close = `]${long[1]}]`;
  const { parts, end } = readQuoted(lexer, at + long[0].length, { close, escapes: 'none', lines: true });
  return push(lexer, 'text', end, '', parts);
}
