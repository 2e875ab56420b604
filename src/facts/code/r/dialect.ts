/** The syntax of R: dots in names, arrows for assignments, raw strings. */
import { type Dialect, setOf, wordsOf } from '../syntax/dialect.ts';
import { type Lexer, lineEnd, match, push, skip } from '../syntax/lexer.ts';
import { closing, readQuoted } from '../syntax/quoted.ts';

export const rDialect: Dialect = {
  lex,
  lines: 'soft',
  name: /[\p{L}.][\p{L}\p{N}._]*/uy,
  operators: ['<<-', '<-', ':::', '%>%', '%in%', '%%'],
  words: wordsOf({
    skip: 'break next repeat',
    branch: 'if while',
    else: 'else',
    for: 'for',
    lambda: 'function',
    infix: 'in',
  }),
  blocks: 'brace',
  members: setOf(':: ::: $ @'),
  assigns: setOf('= <- <<-'),
  joins: new Set(),
  bareCalls: false,
  named: '=',
  modifiers: false,
  callBlocks: false,
  tuples: false,
};

function lex(lexer: Lexer): boolean {
  const { code, at } = lexer;
  const character = code[at] ?? '';
  if (character === '#') return skip(lexer, lineEnd(lexer, at));
  const raw = match(lexer, /[rR](["'])(-*)([([{])/y);
  if (raw !== undefined) {
    const close = `${closing(raw[3] ?? '')}${raw[2]}${raw[1]}`;
    const { parts, end } = readQuoted(lexer, at + raw[0].length, { close, escapes: 'none', lines: true });
    return push(lexer, 'text', end, '', parts);
  }
  if (character === '"' || character === "'") {
    const { parts, end } = readQuoted(lexer, at + 1, { close: character, escapes: 'c', lines: true });
    return push(lexer, 'text', end, '', parts);
  }
  if (character === '`') {
    const name = match(lexer, /`([^`\n]*)`/y);
    return name !== undefined && push(lexer, 'name', at + name[0].length, name[1]);
  }
  return false;
}
