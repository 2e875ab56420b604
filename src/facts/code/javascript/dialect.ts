/** The syntax of JavaScript and TypeScript: templates, patterns, comments. */
import { type Dialect, setOf, wordsOf } from '../syntax/dialect.ts';
import { after, endsOperand, type Lexer, lexInside, lineEnd, match, push, skip } from '../syntax/lexer.ts';
import { type Inserted, readQuoted } from '../syntax/quoted.ts';

const words = wordsOf({
  skip: 'async export default static public private protected readonly declare abstract get set break continue debugger interface type enum namespace',
  declare: 'const let var using',
  branch: 'if while do switch case try with',
  else: 'else catch finally',
  for: 'for',
  function: 'function',
  prefix: 'typeof void delete await yield throw new not',
  infix: 'in of instanceof as satisfies',
  return: 'return',
  import: 'import',
  class: 'class extends implements',
});

export const nodeDialect: Dialect = {
  lex,
  lines: 'soft',
  name: /[\p{L}_$](?:[\p{L}\p{N}\p{M}_$]|\\u[0-9a-fA-F]{4}|\\u\{[0-9a-fA-F]{1,6}\})*/uy,
  spell: decodeName,
  operators: [],
  words,
  blocks: 'brace',
  members: setOf('. ?.'),
  assigns: setOf('= += ||= &&= ??='),
  joins: setOf('+'),
  missing: 'undefined',
  bareCalls: false,
  named: undefined,
  modifiers: false,
  callBlocks: false,
  tuples: false,
};

const keywords = new Set(words.keys());

const quoting = { escapes: 'c', letters: 'ntr0bfv\n' } as const;

function lex(lexer: Lexer): boolean {
  const { code, at } = lexer;
  const character = code[at];
  if (code.startsWith('//', at) || (at === 0 && code.startsWith('#!')))
    return skip(lexer, lineEnd(lexer, at));
  if (code.startsWith('/*', at)) return skip(lexer, after(lexer, '*/', at + 2));
  if (character === "'" || character === '"') {
    const { parts, end } = readQuoted(lexer, at + 1, { ...quoting, close: character, lines: false });
    return push(lexer, 'text', end, '', parts);
  }
  if (character === '`') {
    const { parts, end } = readQuoted(lexer, at + 1, { ...quoting, close: '`', lines: true, inserted });
    return push(lexer, 'text', end, '', parts);
  }
  if (character === '/' && (!endsOperand(lexer, keywords) || afterCondition(lexer))) return pattern(lexer);
  if (character === '\\' || character === '#') return escapedName(lexer);
  return false;
}

/** `if (x) /…/` is a pattern, `f(x) / 2` a division. */
function afterCondition({ tokens }: Lexer): boolean {
  if (tokens[tokens.length - 1]?.text !== ')') return false;
  let depth = 0;
  for (let index = tokens.length - 1; index >= Math.max(0, tokens.length - 200); index--) {
    const { kind, text } = tokens[index]!;
    if (kind !== 'op') continue;
    if (text === ')') depth++;
    if (text === '(') depth--;
    if (depth === 0) return /^(?:if|while|for|with)$/.test(tokens[index - 1]?.text ?? '');
  }
  return false;
}

/** The limit of characters that are searched for the ends of patterns. */
const mostSearched = 200_000;

function pattern(lexer: Lexer): boolean {
  const end = lineEnd(lexer, lexer.at);
  const { limits } = lexer;
  if (limits.searched > mostSearched) {
    limits.exceeded = true;
    return false;
  }
  let inClass = false;
  for (let at = lexer.at + 1; at < end; at++) {
    const character = lexer.code[at];
    if (character === '\\') at++;
    else if (character === '[') inClass = true;
    else if (character === ']') inClass = false;
    else if (character === '/' && !inClass) {
      const flags = match(lexer, /[a-z]*/y, at + 1);
      return push(lexer, 'regex', at + 1 + (flags?.[0].length ?? 0));
    }
  }
  limits.searched += end - lexer.at;
  return false;
}

/** `\u0065val` is `eval`; `#x` a private member. */
function escapedName(lexer: Lexer): boolean {
  const name = match(lexer, /#?(?:[\w$]|\\u[0-9a-fA-F]{4}|\\u\{[0-9a-fA-F]{1,6}\})+/y);
  if (name === undefined) return false;
  return push(lexer, 'name', lexer.at + name[0].length, decodeName(name[0]));
}

function decodeName(name: string): string {
  return name.replace(/\\u\{?([0-9a-fA-F]+)\}?/g, (_, digits: string) => {
    const point = Number.parseInt(digits, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : '';
  });
}

function inserted(lexer: Lexer, at: number): Inserted | undefined {
  if (!lexer.code.startsWith('${', at)) return undefined;
  const { tokens, end } = lexInside(lexer, at + 2);
  return { parts: [tokens], end: Math.min(end + 1, lexer.end) };
}
