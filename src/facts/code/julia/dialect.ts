/** The syntax of Julia: `$` in texts, backticks that make commands, transposes. */
import { type Dialect, setOf, wordsOf } from '../syntax/dialect.ts';
import { after, endsOperand, type Lexer, lexInside, lineEnd, match, push, skip } from '../syntax/lexer.ts';
import { type Inserted, readQuoted } from '../syntax/quoted.ts';

export const juliaDialect: Dialect = {
  lex,
  lines: 'soft',
  name: /@?[\p{L}_][\p{L}\p{N}_]*(?:!(?!=))?/uy,
  operators: ['.=', '=='],
  words: wordsOf({
    skip: 'break continue export mutable using',
    declare: 'local global const',
    branch: 'if while try begin let quote',
    else: 'else elseif catch finally',
    for: 'for',
    function: 'function macro',
    class: 'struct module',
    infix: 'in isa where',
    return: 'return',
    do: 'do',
    end: 'end',
  }),
  blocks: 'end',
  members: setOf('.'),
  assigns: setOf('= *='),
  joins: setOf('*'),
  bareCalls: false,
  named: '=',
  modifiers: false,
  callBlocks: true,
  tuples: true,
};

const keywords: ReadonlySet<string> = new Set(juliaDialect.words.keys());

function lex(lexer: Lexer): boolean {
  const { code, at } = lexer;
  const character = code[at] ?? '';
  if (code.startsWith('#=', at)) return skip(lexer, after(lexer, '=#', at + 2));
  if (character === '#') return skip(lexer, lineEnd(lexer, at));
  // `f.(list)` calls the function for each item.
  if (character === '.' && code[at + 1] === '(' && endsOperand(lexer, keywords)) return skip(lexer, at + 1);
  const opening = match(lexer, /(raw|b|r)?("""|"|```|`)/y);
  if (opening !== undefined) {
    const close = opening[2] ?? '';
    const { parts, end } = readQuoted(lexer, at + opening[0].length, {
      close,
      escapes: opening[1] === undefined ? 'c' : 'raw',
      lines: true,
      inserted: opening[1] === undefined ? inserted : undefined,
    });
    return push(lexer, close.startsWith('`') ? 'shell' : 'text', end, '', parts);
  }
  if (character !== "'" || (endsOperand(lexer, keywords) && !lexer.spaced)) return false;
  const letter = match(lexer, /'(?:\\.[^']{0,10}|[^'\\])'/uy);
  return letter !== undefined && push(lexer, 'text', at + letter[0].length, '', [letter[0].slice(1, -1)]);
}

function inserted(lexer: Lexer, at: number): Inserted | undefined {
  if (lexer.code[at] !== '$') return undefined;
  if (lexer.code[at + 1] === '(') {
    const inside = lexInside(lexer, at + 1, ({ tokens }) => tokens[tokens.length - 1]?.text === ')');
    return { parts: [inside.tokens], end: inside.end };
  }
  const name = match(lexer, /\$[\p{L}_][\p{L}\p{N}_]*/uy, at);
  if (name === undefined) return undefined;
  const end = at + name[0].length;
  return { parts: [lexInside(lexer, at + 1, () => false, end).tokens], end };
}
