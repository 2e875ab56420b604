/**
 * Code → tokens. The common parts of the languages are here; the parts of one language (quotings, comments, patterns)
 * are in the `lex` of its dialect. Each character is read once, so the time is linear. The nesting of expressions
 * inside texts has a limit.
 */
import type { Part, Token, TokenKind } from './token.ts';

export interface Syntax {
  /** Reads a token that only this language has, and moves on; false if there is none here. */
  readonly lex: (lexer: Lexer) => boolean;
  /** `none`: line ends mean nothing. `soft`: they may end an expression. `indent`: indentation also makes blocks. */
  readonly lines: 'none' | 'soft' | 'indent';
  /** A sticky expression that matches a name. */
  readonly name: RegExp;
  /** The name as it is looked up: without what the language ignores. */
  readonly spell?: (name: string) => string;
  /** Operators that only this language has, longer ones first. */
  readonly operators: readonly string[];
}

/** The state of the lexer. */
export interface Lexer {
  readonly syntax: Syntax;
  readonly code: string;
  readonly end: number;
  readonly tokens: Token[];
  /** The depth of texts around. */
  readonly nesting: number;
  /** The number of open brackets. */
  readonly brackets: string[];
  readonly limits: Limits;
  at: number;
  spaced: boolean;
  /** Where the line after the bodies of here-documents starts; 0 if there are none. */
  resume: number;
  /** The indentation of each open block. */
  readonly indents: number[];
}

/** Shared by all lexers of one script. */
interface Limits {
  /** Whether a part was not read because it nests too deep or takes too long. */
  exceeded: boolean;
  /** Characters that were searched for the end of something without finding it. */
  searched: number;
}

const mostNested = 12;

export function lexCode(code: string, syntax: Syntax): { tokens: readonly Token[]; exceeded: boolean } {
  const lexer = lexerAt(syntax, code, 0, 0, { exceeded: false, searched: 0 });
  if (syntax.lines === 'indent') readIndent(lexer);
  run(lexer, () => false);
  for (const _ of lexer.indents) push(lexer, 'dedent', lexer.at);
  return { tokens: lexer.tokens, exceeded: lexer.limits.exceeded };
}

/** The tokens of an expression inside a text, up to the closing brace, or to where `stop` returns true. */
export function lexInside(
  outer: Lexer,
  from: number,
  stop: (lexer: Lexer) => boolean = () => false,
  end = outer.end,
): { tokens: readonly Token[]; end: number } {
  if (outer.nesting >= mostNested) {
    outer.limits.exceeded = true;
    return { tokens: [], end: Math.min(from + 1, end) };
  }
  const lexer = lexerAt(outer.syntax, outer.code, from, outer.nesting + 1, outer.limits, end);
  run(lexer, (inner) => {
    if (inner.brackets.length > 0) return false;
    return inner.code[inner.at] === '}' || stop(inner);
  });
  return { tokens: lexer.tokens, end: lexer.at };
}

const lexerAt = (
  syntax: Syntax,
  code: string,
  at: number,
  nesting: number,
  limits: Limits,
  end = code.length,
): Lexer => ({
  syntax,
  code,
  end,
  tokens: [],
  nesting,
  brackets: [],
  limits,
  at,
  spaced: false,
  resume: 0,
  indents: [],
});

/** Adds a token from the current place to `end`, and moves there. */
export function push(
  lexer: Lexer,
  kind: TokenKind,
  end: number,
  text = '',
  parts: readonly Part[] = [],
): true {
  lexer.tokens.push({ kind, text, parts, start: lexer.at, end, spaced: lexer.spaced });
  lexer.spaced = false;
  lexer.at = end;
  return true;
}

/** Moves on without a token: a comment. */
export function skip(lexer: Lexer, end: number): true {
  lexer.at = Math.max(lexer.at, Math.min(end, lexer.end));
  lexer.spaced = true;
  return true;
}

/** The end of the line of `at`, without its line end. */
export function lineEnd(lexer: Lexer, at: number): number {
  const end = lexer.code.indexOf('\n', at);
  return end < 0 ? lexer.end : Math.min(end, lexer.end);
}

/** The end of the first `text` from `at` on; the end of the code if there is none. */
export function after(lexer: Lexer, text: string, at: number): number {
  const found = lexer.code.indexOf(text, at);
  return found < 0 ? lexer.end : Math.min(found + text.length, lexer.end);
}

/** The text that a sticky expression matches at a place. */
export function match(lexer: Lexer, pattern: RegExp, at = lexer.at): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(lexer.code) ?? undefined;
}

/** Whether an operand has just ended, so that an operator must follow: `/` divides, `<` compares. */
export function endsOperand(lexer: Lexer, keywords: ReadonlySet<string>): boolean {
  const last = lexer.tokens[lexer.tokens.length - 1];
  if (last === undefined) return false;
  if (last.kind === 'op') return /^(?:[)\]}]|\+\+|--)$/.test(last.text);
  if (last.kind === 'name') return !keywords.has(last.text);
  return last.kind === 'text' || last.kind === 'number' || last.kind === 'shell' || last.kind === 'regex';
}

function run(lexer: Lexer, stop: (lexer: Lexer) => boolean): void {
  while (lexer.at < lexer.end) {
    const before = lexer.at;
    const character = lexer.code[lexer.at] ?? '';
    if (stop(lexer)) return;
    if (character === '\n') readLineEnd(lexer);
    else if (isSpace(character)) skip(lexer, lexer.at + 1);
    else if (character === '\\' && /\r?\n/y.test(lexer.code.slice(lexer.at + 1, lexer.at + 3))) {
      skip(lexer, after(lexer, '\n', lexer.at));
    } else readToken(lexer, character);
    if (lexer.at <= before) lexer.at = before + 1;
  }
}

const isSpace = (character: string): boolean =>
  character <= ' ' || character === '\u00A0' || character === '\uFEFF';

function readToken(lexer: Lexer, character: string): void {
  if (lexer.syntax.lex(lexer)) return;
  const mark = match(lexer, /[\uE000-\uEFFF][\w\uE000-\uEFFF]*/y);
  if (mark !== undefined) {
    push(lexer, 'name', lexer.at + mark[0].length, mark[0]);
    return;
  }
  const name = match(lexer, lexer.syntax.name);
  if (name !== undefined && name[0] !== '') {
    const spelt = lexer.syntax.spell === undefined ? name[0] : lexer.syntax.spell(name[0]);
    push(lexer, 'name', lexer.at + name[0].length, spelt);
    return;
  }
  const number = match(
    lexer,
    /0[xX][0-9a-fA-F_]+|0[oObB][0-7_]+|[0-9][0-9_]*(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?n?/y,
  );
  if (number !== undefined) {
    push(lexer, 'number', lexer.at + number[0].length, number[0]);
    return;
  }
  readOperator(lexer, character);
}

const operators = [
  ['>>>=', '...', '===', '!==', '**=', '||=', '&&=', '??=', '//=', '<<=', '>>=', '<=>', '>>>'],
  ['=>', '->', '::', '?.', '??', '&&', '||', '==', '!=', '<=', '>=', '+=', '-=', '*=', '/=', '%=', '|='],
  ['.=', '&=', '^=', ':=', '=~', '!~', '..', '**', '++', '--', '<<', '>>', '|>', '&.', '//'],
].flat();

/** Operators of several characters by the first of them. */
const tables = new WeakMap<Syntax, ReadonlyMap<string, readonly string[]>>();

function longerOperators(syntax: Syntax, character: string): readonly string[] {
  let table = tables.get(syntax);
  if (table === undefined) {
    const all = [...syntax.operators, ...operators];
    table = new Map(all.map((each) => [each[0] ?? '', all.filter((other) => other[0] === each[0])]));
    tables.set(syntax, table);
  }
  return table.get(character) ?? [];
}

function readOperator(lexer: Lexer, character: string): void {
  const { code, at, syntax, brackets } = lexer;
  const operator = longerOperators(syntax, character).find((each) => code.startsWith(each, at)) ?? character;
  if (operator === '(' || operator === '[' || operator === '{') brackets.push(operator);
  else if (operator === ')' || operator === ']' || operator === '}') brackets.pop();
  push(lexer, 'op', at + operator.length, operator);
}

function readLineEnd(lexer: Lexer): void {
  const { lines } = lexer.syntax;
  const inner = lexer.brackets[lexer.brackets.length - 1];
  const counts = inner === undefined || (lines === 'soft' && inner === '{');
  if (lines !== 'none' && counts && lexer.tokens[lexer.tokens.length - 1]?.kind !== 'newline') {
    push(lexer, 'newline', lexer.at + 1);
  } else skip(lexer, lexer.at + 1);
  if (lexer.resume > lexer.at) {
    skip(lexer, lexer.resume);
    lexer.resume = 0;
  }
  if (lines === 'indent' && inner === undefined && lexer.nesting === 0) readIndent(lexer);
}

/** At the start of a line: the width of its indentation, unless the line is empty. */
function readIndent(lexer: Lexer): void {
  const { code, indents } = lexer;
  let width = 0;
  let at = lexer.at;
  for (; at < lexer.end; at++) {
    if (code[at] === ' ' || code[at] === '\f') width++;
    else if (code[at] === '\t') width += 8 - (width % 8);
    else break;
  }
  const next = code[at];
  if (next === undefined || next === '\n' || next === '\r' || next === '#') return;
  skip(lexer, at);
  if (width > (indents[indents.length - 1] ?? 0)) {
    if (indents.length >= 100) lexer.limits.exceeded = true;
    else {
      indents.push(width);
      push(lexer, 'indent', lexer.at);
    }
  }
  while (width < (indents[indents.length - 1] ?? 0)) {
    indents.pop();
    push(lexer, 'dedent', lexer.at);
  }
}
