/** The syntax of Python: its quotings, f-strings, indentation and words. */
import { type Dialect, setOf, wordsOf } from '../syntax/dialect.ts';
import { counted } from '../syntax/expression.ts';
import { type Lexer, lexInside, lineEnd, match, push, skip } from '../syntax/lexer.ts';
import { type Inserted, readQuoted } from '../syntax/quoted.ts';
import type { Part, Token } from '../syntax/token.ts';

export const pythonDialect: Dialect = {
  lex,
  lines: 'indent',
  name: /[\p{L}_][\p{L}\p{N}\p{M}_]*/uy,
  spell: (name) => name.normalize('NFKC'),
  operators: [],
  words: wordsOf({
    skip: 'async pass break continue del assert raise global nonlocal',
    branch: 'if while try match case',
    else: 'else elif except finally',
    for: 'for',
    with: 'with',
    function: 'def',
    lambda: 'lambda',
    prefix: 'not await yield',
    infix: 'and in is',
    or: 'or',
    return: 'return',
    import: 'import',
    from: 'from',
    class: 'class',
  }),
  blocks: 'indent',
  members: setOf('.'),
  assigns: setOf('= := += /='),
  joins: setOf('+'),
  bareCalls: false,
  named: '=',
  modifiers: false,
  callBlocks: false,
  tuples: true,
};

function lex(lexer: Lexer): boolean {
  if (lexer.code[lexer.at] === '#') return skip(lexer, lineEnd(lexer, lexer.at));
  const opening = match(lexer, /([rRbBuUfFtT]{0,2})('''|"""|'|")/y);
  if (opening === undefined) return false;
  const [all, prefix = '', close = ''] = opening;
  const { parts, end } = readQuoted(lexer, lexer.at + all.length, {
    close,
    escapes: /r/i.test(prefix) ? 'raw' : 'python',
    lines: close.length === 3,
    inserted: /[ft]/i.test(prefix) ? inserted : undefined,
  });
  const isNamed = !/[rb]/i.test(prefix) && lexer.code.slice(lexer.at, end).includes('\\N{');
  return push(
    lexer,
    'text',
    end,
    '',
    isNamed ? [...parts.filter((part) => typeof part !== 'string'), []] : parts,
  );
}

/** `{expression!r:format}`; `{{` is a brace. */
function inserted(lexer: Lexer, at: number): Inserted | undefined {
  const { code } = lexer;
  if (code[at] === '}') return code[at + 1] === '}' ? { parts: ['}'], end: at + 2 } : undefined;
  if (code[at] !== '{') return undefined;
  if (code[at + 1] === '{') return { parts: ['{'], end: at + 2 };
  const { tokens, end } = lexInside(lexer, at + 1, endsExpression);
  // Expressions inside a format are evaluated, but are no part of the text.
  const before: Token[] = [];
  let place = end;
  while (place < lexer.end && code[place] !== '}') {
    const format = code[place] === '{' ? lexInside(lexer, place + 1) : undefined;
    if (format !== undefined) before.push(...format.tokens, separator(place));
    place = format === undefined ? place + 1 : format.end + 1;
  }
  const format = code.slice(end, place);
  const parts: Part[] = [[...before, ...inFormat(tokens, format, place)]];
  return { parts, end: Math.min(place + 1, lexer.end) };
}

/** What an expression is in a format: as it is, a number if the format says so, else what a call of `format` makes of it. */
function inFormat(tokens: readonly Token[], format: string, at: number): readonly Token[] {
  const [shown, named] = tokens.at(-1)?.text === '=' ? [tokens.slice(0, -1), true] : [tokens, false];
  if (!named && /^(?:!s)?(?::s?)?$/.test(format)) return shown;
  if (/^:[^%]*[bdeEfFgGnoxX%]$/.test(format))
    return [...shown, separator(at), { ...separator(at), kind: 'number', text: counted }];
  const op = (text: string): Token => ({ ...separator(at), text });
  return [{ ...separator(at), kind: 'name', text: 'format' }, op('('), ...shown, op(')')];
}

const separator = (at: number): Token => ({
  kind: 'op',
  text: ';',
  parts: [],
  start: at,
  end: at,
  spaced: false,
});

function endsExpression({ code, at, tokens }: Lexer): boolean {
  if (code[at] === ':') return !tokens.some(({ kind, text }) => kind === 'name' && text === 'lambda');
  return code[at] === '!' && /^![rsa][:}]/.test(code.slice(at, at + 3));
}
