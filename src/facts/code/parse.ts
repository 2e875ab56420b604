/**
 * Tokens → expressions, for all languages. It is forgiving: what it does not
 * understand is left out, and what stands beside that is read all the same, so
 * that a call is found wherever it stands. Nesting is bounded; what is deeper is
 * told by `exceeded`.
 */
import type { Dialect, WordUse } from './dialect.ts';
import type { Argument, DictItem, Expression, Parameter, TextPart } from './expression.ts';
import type { Token } from './token.ts';

export interface Program {
  readonly body: readonly Expression[];
  readonly exceeded: boolean;
}

interface Reader {
  readonly tokens: readonly Token[];
  readonly dialect: Dialect;
  at: number;
  /** Shared with the readers of texts inside. */
  readonly limits: { depth: number; exceeded: boolean };
  /** A `do` here belongs to a loop's head. */
  heads: number;
}

const deepest = 250;
const longestChain = 200;

export function parseTokens(tokens: readonly Token[], dialect: Dialect): Program {
  const limits = { depth: 0, exceeded: false };
  const reader: Reader = { tokens, dialect, at: 0, limits, heads: 0 };
  return { body: statements(reader, () => false), exceeded: limits.exceeded };
}

// Tokens.

const peek = (reader: Reader, ahead = 0): Token | undefined => reader.tokens[reader.at + ahead];
const isOp = (token: Token | undefined, text: string): boolean => token?.kind === 'op' && token.text === text;
const isName = (token: Token | undefined, text: string): boolean =>
  token?.kind === 'name' && token.text === text;
const useOf = (reader: Reader, token = peek(reader)): WordUse | undefined =>
  token?.kind === 'name' && !isOp(peek(reader, -1), '.') ? reader.dialect.words.get(token.text) : undefined;

function take(reader: Reader, text: string): boolean {
  if (!isOp(peek(reader), text)) return false;
  reader.at++;
  return true;
}

function skipLines(reader: Reader): void {
  while (peek(reader)?.kind === 'newline') reader.at++;
}

/** Skips `newline`, `indent` and `dedent` too: inside of brackets they mean nothing. */
const endOf = (reader: Reader): number => peek(reader, -1)?.end ?? peek(reader)?.start ?? 0;
const startOf = (reader: Reader): number => peek(reader)?.start ?? endOf(reader);

function nested<Result>(reader: Reader, read: () => Result, otherwise: Result): Result {
  if (reader.limits.depth >= deepest) {
    reader.limits.exceeded = true;
    return otherwise;
  }
  reader.limits.depth++;
  const result = read();
  reader.limits.depth--;
  return result;
}

/** Whether a word is used as a name after all: `{ if: 1 }`, `match.group()`, `get(url)`. */
function isKey(reader: Reader): boolean {
  const next = peek(reader, 1);
  if (next?.kind !== 'op') return false;
  if (next.text === '=' || next.text === '=>' || next.text === ',') return true;
  if (next.text === ':') return reader.dialect.blocks !== 'indent';
  if (next.text === '.') return useOf(reader) !== 'import' && reader.dialect.members.has('.');
  const word = peek(reader)?.text ?? '';
  return (
    next.text === '(' && useOf(reader) === 'skip' && word !== 'async' && word !== 'assert' && word !== 'raise'
  );
}

// Statements.

function statements(reader: Reader, stop: (token: Token) => boolean): Expression[] {
  const items: Expression[] = [];
  for (let token = peek(reader); token !== undefined && !stop(token); token = peek(reader)) {
    const before = reader.at;
    const item = nested(reader, () => statement(reader), undefined);
    if (item !== undefined) items.push(item);
    if (reader.at === before) reader.at++;
  }
  return items;
}

function statement(reader: Reader): Expression | undefined {
  const token = peek(reader);
  if (token === undefined) return undefined;
  if (token.kind === 'newline' || token.kind === 'dedent' || isOp(token, ';') || isOp(token, ',')) {
    reader.at++;
    return undefined;
  }
  if (token.kind === 'indent') return block(reader, false);
  if (isOp(token, '{') && reader.dialect.blocks === 'brace') return block(reader, false);
  const use = isKey(reader) ? undefined : useOf(reader);
  switch (use) {
    case 'skip':
    case 'class':
      reader.at++;
      return undefined;
    case 'branch':
    case 'else':
      return branch(reader);
    case 'with':
      return withStatement(reader);
    case 'for':
      return forStatement(reader);
    case 'from':
    case 'import':
      return importStatement(reader, use);
    case 'return': {
      reader.at++;
      const start = startOf(reader);
      const value = peek(reader)?.kind === 'newline' ? undefined : list(reader);
      return modified(reader, { kind: 'return', value, start, end: endOf(reader) });
    }
    case 'end':
      reader.at++;
      return undefined;
    case 'do':
      return isOp(peek(reader, 1), '{') || reader.dialect.blocks === 'end'
        ? (reader.at++, block(reader, true))
        : undefined;
    default:
      return expressionStatement(reader);
  }
}

function expressionStatement(reader: Reader): Expression | undefined {
  const { dialect } = reader;
  const legacy =
    dialect.blocks === 'indent' && isName(peek(reader), 'exec') && peek(reader, 1)?.kind === 'text';
  if (legacy) return legacyExec(reader);
  const item = list(reader);
  if (item === undefined) return undefined;
  if (dialect.blocks === 'indent' && isOp(peek(reader), ':')) {
    reader.at++;
    return annotated(reader, item);
  }
  return modified(reader, item);
}

/** `x: str = 'a'`. */
function annotated(reader: Reader, target: Expression): Expression {
  const annotation = expression(reader, 2);
  if (!take(reader, '=')) return other([target, ...(annotation === undefined ? [] : [annotation])], target);
  return assignment(reader, target, false);
}

/** `exec "code"` of old Pythons. */
function legacyExec(reader: Reader): Expression | undefined {
  const callee = prefix(reader);
  const value = list(reader);
  if (callee === undefined || value === undefined) return callee;
  return { kind: 'call', callee, args: [{ name: undefined, value }], start: callee.start, end: value.end };
}

/** `statement if condition`. */
function modified(reader: Reader, item: Expression): Expression {
  if (!reader.dialect.modifiers) return item;
  const use = useOf(reader);
  if (use !== 'branch' && use !== 'for') return item;
  reader.at++;
  const condition = list(reader);
  const { start } = item;
  const end = endOf(reader);
  if (use === 'for' && condition !== undefined) {
    const target: Expression = { kind: 'name', name: '$_', declared: true, start, end };
    return { kind: 'loop', target, source: condition, body: [item], start, end };
  }
  const body: Expression = { kind: 'block', items: [item], always: false, start, end };
  return condition === undefined ? body : other([condition, body], { start, end });
}

/** A head and a body that perhaps runs: `if (x) …`, `while x:`, `case x when …`. */
function branch(reader: Reader): Expression {
  const start = startOf(reader);
  const word = peek(reader)?.text ?? '';
  reader.at++;
  const items: Expression[] = [];
  switch (reader.dialect.blocks) {
    case 'indent':
      items.push(...head(reader), suite(reader, false));
      break;
    case 'brace':
      if (isOp(peek(reader), '(')) items.push(...defined([prefix(reader)]));
      skipLines(reader);
      items.push(body(reader));
      break;
    default: {
      const parts = endBranches(reader, word);
      const end = endOf(reader);
      const blocks = parts.filter(({ kind }) => kind === 'block');
      const heads = parts.filter(({ kind }) => kind !== 'block');
      return { kind: 'block', items: [...heads, { kind: 'either', items: blocks, start, end }], always: true, start, end };
    }
  }
  return other(items, { start, end: endOf(reader) });
}

/** What stands before the colon of a head. */
function head(reader: Reader): Expression[] {
  return statements(reader, (token) => token.kind === 'newline' || isOp(token, ':') || isOp(token, ';'));
}

/** `: statement` on one line, or a block that is set in. */
function suite(reader: Reader, always: boolean): Expression {
  const start = startOf(reader);
  take(reader, ':');
  if (peek(reader)?.kind === 'newline' && peek(reader, 1)?.kind === 'indent') {
    reader.at++;
    return block(reader, always);
  }
  const items = statements(reader, (token) => token.kind === 'newline' || token.kind === 'dedent');
  return { kind: 'block', items, always, start, end: endOf(reader) };
}

/** A block or a single statement, which perhaps runs. */
function body(reader: Reader): Expression {
  if (isOp(peek(reader), '{')) return block(reader, false);
  const start = startOf(reader);
  const item = nested(reader, () => statement(reader), undefined);
  return { kind: 'block', items: defined([item]), always: false, start, end: endOf(reader) };
}

/** `… else … end`: each part is a block of its own. */
function endBranches(reader: Reader, word: string): Expression[] {
  const items: Expression[] = [];
  reader.heads++;
  if (word !== 'begin' && word !== 'try' && word !== 'repeat' && word !== 'quote' && word !== 'else') {
    items.push(...defined([list(reader)]));
  }
  reader.heads--;
  if (useOf(reader) === 'do' || isName(peek(reader), 'then')) reader.at++;
  for (;;) {
    const start = startOf(reader);
    const part = statements(reader, (token) => ['else', 'end'].includes(useOf(reader, token) ?? ''));
    items.push({ kind: 'block', items: part, always: false, start, end: endOf(reader) });
    const use = useOf(reader);
    if (peek(reader) === undefined) return items;
    reader.at++;
    if (use === 'end') return items;
  }
}

/** `{ … }`, an indented block, or all up to `end`. */
function block(reader: Reader, always: boolean): Expression {
  const start = startOf(reader);
  const opening = peek(reader);
  let items: Expression[];
  if (isOp(opening, '{')) {
    reader.at++;
    items = statements(reader, (token) => isOp(token, '}'));
    reader.at++;
  } else if (opening?.kind === 'indent') {
    reader.at++;
    items = statements(reader, ({ kind }) => kind === 'dedent');
    reader.at++;
  } else {
    items = endBranches(reader, 'begin');
  }
  return { kind: 'block', items, always, start, end: endOf(reader) };
}

/** `with open(x) as f, open(y) as g:`. */
function withStatement(reader: Reader): Expression {
  const start = startOf(reader);
  reader.at++;
  const inBrackets = take(reader, '(');
  const items: Expression[] = [];
  while (peek(reader) !== undefined) {
    const value = expression(reader, 2);
    if (value === undefined) break;
    if (isName(peek(reader), 'as')) {
      reader.at++;
      const target = expression(reader, 2);
      if (target !== undefined) items.push(assigned(target, value));
      else items.push(value);
    } else items.push(value);
    if (!take(reader, ',')) break;
  }
  if (inBrackets) take(reader, ')');
  items.push(...head(reader), suite(reader, true));
  return { kind: 'block', items, always: true, start, end: endOf(reader) };
}

const assigned = (target: Expression, value: Expression): Expression => ({
  kind: 'assign',
  target,
  value,
  adds: false,
  start: target.start,
  end: value.end,
});

/** A loop over what stands behind `in`, `of` or `as`; other loops are branches. */
function forStatement(reader: Reader): Expression {
  const start = startOf(reader);
  reader.at++;
  while (isName(peek(reader), 'await')) reader.at++;
  reader.heads++;
  const clause = reader.dialect.blocks === 'brace' ? bracketedClause(reader) : forClause(reader);
  reader.heads--;
  const inside = loopBody(reader);
  const end = endOf(reader);
  if (clause.source === undefined || clause.target === undefined) {
    return other([...clause.items, inside], { start, end });
  }
  return { kind: 'loop', target: clause.target, source: clause.source, body: [inside], start, end };
}

interface Clause {
  readonly target: Expression | undefined;
  readonly source: Expression | undefined;
  readonly items: readonly Expression[];
}

function loopBody(reader: Reader): Expression {
  if (reader.dialect.blocks === 'indent') return suite(reader, true);
  skipLines(reader);
  if (reader.dialect.blocks === 'brace') return isOp(peek(reader), '{') ? block(reader, true) : body(reader);
  if (useOf(reader) === 'do') reader.at++;
  return block(reader, true);
}

/** `x, y in source`; in Python, conditions may follow. */
function forClause(reader: Reader): Clause {
  const target = targets(reader);
  if (!['in', '='].includes(peek(reader)?.text ?? ''))
    return { target, source: undefined, items: defined([target]) };
  reader.at++;
  const source = list(reader);
  return { target, source, items: defined([target, source]) };
}

/** `plain`: a bracket behind a name is no call of it, as in Perl's `foreach my $x (…)`. */
function targets(reader: Reader, plain = false): Expression | undefined {
  const items: Expression[] = [];
  do {
    while (useOf(reader) === 'declare') reader.at++;
    const target = prefix(reader);
    items.push(...defined([plain ? target : postfix(reader, target)]));
  } while (take(reader, ','));
  const [first] = items;
  if (first === undefined || items.length === 1) return first;
  return { kind: 'list', items, start: first.start, end: endOf(reader) };
}

/** `(const x of source)`, `my $x (source)`, `($source as $key => $value)`, `(x in source)`. */
function bracketedClause(reader: Reader): Clause {
  const opening = isOp(peek(reader), '(');
  if (!opening) {
    const target = targets(reader, true);
    const source = isOp(peek(reader), '(') ? prefix(reader) : undefined;
    return { target, source, items: defined([target, source]) };
  }
  reader.at++;
  const first = targets(reader);
  const word = peek(reader)?.text ?? '';
  if (word === 'of' || word === 'in' || word === 'as') {
    reader.at++;
    const second = list(reader);
    const pair = isOp(peek(reader), '=>');
    if (pair) reader.at++;
    const value = pair ? list(reader) : second;
    take(reader, ')');
    return word === 'as'
      ? { target: value, source: first, items: defined([first, value]) }
      : { target: first, source: second, items: defined([first, second]) };
  }
  if (isOp(peek(reader), ')') && first !== undefined) {
    reader.at++;
    const { start, end } = first;
    return {
      target: { kind: 'name', name: '$_', declared: true, start, end },
      source: first,
      items: [first],
    };
  }
  const started = isOp(peek(reader), '=') && first !== undefined ? infixes(reader, first, 0) : first;
  const items = [...defined([started]), ...statements(reader, (token) => isOp(token, ')'))];
  reader.at++;
  return { target: undefined, source: undefined, items };
}

// Imports.

function importStatement(reader: Reader, use: 'import' | 'from'): Expression | undefined {
  const start = startOf(reader);
  if (reader.dialect.blocks === 'indent') return pythonImport(reader, use, start);
  const next = peek(reader, 1);
  if (isOp(next, '(') || isOp(next, '.')) return expressionStatement(reader);
  reader.at++;
  return moduleImport(reader, start);
}

function dotted(reader: Reader): string {
  let name = '';
  for (let token = peek(reader); token !== undefined; token = peek(reader)) {
    const wanted = name === '' || name.endsWith('.') ? token.kind === 'name' : false;
    if (!wanted && !/^\.+$/.test(token.text)) break;
    if (!wanted && token.kind !== 'op') break;
    name += token.text;
    reader.at++;
  }
  return name;
}

function pythonImport(reader: Reader, use: 'import' | 'from', start: number): Expression {
  reader.at++;
  const bindings: [string, string][] = [];
  if (use === 'import') {
    do {
      const name = dotted(reader);
      const alias = takeAlias(reader);
      const [top = ''] = name.split('.');
      bindings.push(alias === undefined ? [top, top] : [alias, name]);
    } while (take(reader, ','));
  } else {
    const from = dotted(reader);
    if (isName(peek(reader), 'import')) reader.at++;
    const inBrackets = take(reader, '(');
    do {
      if (inBrackets && isOp(peek(reader), ')')) break;
      const name = take(reader, '*') ? '*' : dotted(reader);
      bindings.push([takeAlias(reader) ?? name, `${from}.${name}`]);
    } while (take(reader, ','));
    if (inBrackets) take(reader, ')');
  }
  return { kind: 'import', bindings, start, end: endOf(reader) };
}

function takeAlias(reader: Reader): string | undefined {
  if (!isName(peek(reader), 'as')) return undefined;
  reader.at += 2;
  return peek(reader, -1)?.text;
}

/** `import a, { b as c } from 'm'`, `import * as a from 'm'`. */
function moduleImport(reader: Reader, start: number): Expression {
  const names: [string, string][] = [];
  let inBraces = false;
  for (let token = peek(reader); token !== undefined && token.kind !== 'text'; token = peek(reader)) {
    if (isOp(token, ';') || isOp(token, '(') || (token.kind === 'newline' && !inBraces)) break;
    reader.at++;
    if (isOp(token, '{')) inBraces = true;
    if (isOp(token, '}')) inBraces = false;
    if (isOp(token, '*')) names.push([takeAlias(reader) ?? '*', '']);
    else if (token.kind === 'name' && token.text === 'from' && !inBraces) continue;
    else if (token.kind === 'name' && token.text !== 'type') {
      names.push([takeAlias(reader) ?? token.text, inBraces ? token.text : '']);
    }
  }
  const source = peek(reader);
  if (source?.kind !== 'text') return other([], { start, end: endOf(reader) });
  reader.at++;
  const module = source.parts.filter((part) => typeof part === 'string').join('');
  const bindings = names.map(([local, name]): [string, string] => [
    local,
    name === '' || name === 'default' ? module : `${module}.${name}`,
  ]);
  return { kind: 'import', bindings, start, end: endOf(reader) };
}

// Expressions.

/** Expressions with commas between: one, or a list of them. */
function list(reader: Reader): Expression | undefined {
  const first = spread(reader);
  if (first === undefined || !isOp(peek(reader), ',') || !reader.dialect.tuples) return first;
  const items = [first];
  while (take(reader, ',')) {
    const item = spread(reader);
    if (item === undefined) break;
    items.push(item);
  }
  const { start } = first;
  const end = endOf(reader);
  const last = items[items.length - 1];
  // `a, b = x, y`: the assignment was read as a part of the list.
  if (last === undefined || !items.some(({ kind }) => kind === 'assign'))
    return { kind: 'list', items, start, end };
  const at = items.findIndex(({ kind }) => kind === 'assign');
  const middle = items[at];
  if (middle?.kind !== 'assign' || middle.adds || at === 0) {
    return at === 0 && middle?.kind === 'assign' && !middle.adds
      ? assigned(middle.target, { kind: 'list', items: [middle.value, ...items.slice(1)], start, end })
      : { kind: 'list', items, start, end };
  }
  const left: Expression = { kind: 'list', items: [...items.slice(0, at), middle.target], start, end };
  const rest = items.slice(at + 1);
  const right: Expression =
    rest.length === 0 ? middle.value : { kind: 'list', items: [middle.value, ...rest], start, end };
  return assigned(left, right);
}

function spread(reader: Reader): Expression | undefined {
  const token = peek(reader);
  if (!(isOp(token, '*') || isOp(token, '**') || isOp(token, '...'))) return expression(reader, 0);
  reader.at++;
  const start = token?.start ?? 0;
  const value = expression(reader, 1);
  return value === undefined ? undefined : { kind: 'splat', value, start, end: endOf(reader) };
}

function expression(reader: Reader, least: number): Expression | undefined {
  return nested(
    reader,
    () => {
      const first = prefix(reader);
      if (first === undefined) return undefined;
      return infixes(reader, postfix(reader, first) ?? first, least);
    },
    undefined,
  );
}

/** How tightly operators bind: a larger number, the tighter. */
function bindingOf(reader: Reader, token: Token): number {
  const { dialect } = reader;
  if (token.kind === 'name') {
    if (dialect.blocks === 'indent' && token.text === 'if') return 2;
    const use = dialect.words.get(token.text);
    if (token.text === 'in' && reader.heads > 0 && dialect.blocks !== 'indent') return -1;
    if (use === 'or') return 3;
    return use === 'infix' ? (token.text === 'and' ? 4 : 5) : -1;
  }
  if (token.kind !== 'op') return -1;
  if (dialect.assigns.has(token.text)) return 1;
  if (dialect.joins.has(token.text)) return 6;
  switch (token.text) {
    case '?':
      return dialect.blocks === 'indent' ? -1 : 2;
    case '||':
    case '??':
      return 3;
    case '&&':
      return 4;
    case '*':
    case '/':
    case '%':
    case '**':
    case '//':
      return 7;
    case '+':
    case '-':
      return 6;
    case '==':
    case '===':
    case '!=':
    case '!==':
    case '<':
    case '>':
    case '<=':
    case '>=':
    case '<=>':
    case '=~':
    case '!~':
    case '~=':
    case '|':
    case '&':
    case '^':
    case '<<':
    case '>>':
    case '>>>':
    case '..':
    case '...':
    case '|>':
    case '%>%':
    case '%in%':
    case '%%':
    case '~':
      return 5;
    default:
      return /^[^=!<>]{1,2}=$/.test(token.text) ? 1 : -1;
  }
}

function infixes(reader: Reader, first: Expression, least: number): Expression {
  let left = first;
  for (let count = 0; ; count++) {
    const token = operatorAhead(reader);
    if (token === undefined) return left;
    const binding = bindingOf(reader, token);
    if (binding < least || binding < 0) return left;
    if (count >= longestChain) {
      reader.limits.exceeded = true;
      return left;
    }
    while (peek(reader) !== token) reader.at++;
    reader.at++;
    if (reader.dialect.lines === 'soft') skipLines(reader);
    left = combine(reader, left, token, binding);
  }
}

/** The next token, over line ends where a line may start with an operator. */
function operatorAhead(reader: Reader): Token | undefined {
  const token = peek(reader);
  if (token?.kind !== 'newline' || reader.dialect.lines !== 'soft') return token;
  let ahead = 1;
  while (peek(reader, ahead)?.kind === 'newline') ahead++;
  const next = peek(reader, ahead);
  const continues = /^(?:\?\.?|:|\|\||&&|\?\?|\+|\|>|=)$/.test(next?.text ?? '') && next?.kind === 'op';
  return continues && reader.dialect.blocks === 'brace' ? next : token;
}

function combine(reader: Reader, left: Expression, token: Token, binding: number): Expression {
  const { dialect } = reader;
  const { start } = left;
  if (dialect.assigns.has(token.text)) return assignment(reader, left, !/^(?::?=|<<?-)$/.test(token.text));
  if (token.text === '?' || (token.text === 'if' && token.kind === 'name'))
    return ternary(reader, left, token.text);
  const right = expression(reader, binding + 1);
  if (right === undefined || token.text === 'as' || token.text === 'satisfies') return left;
  if (dialect.joins.has(token.text)) return join(reader, left, right, binding);
  const end = endOf(reader);
  switch (token.text) {
    case 'or':
    case '||':
    case '??':
      return { kind: 'either', items: [left, maybe(right)], start, end };
    case 'and':
    case '&&':
      return { kind: 'block', items: [left, maybe(right)], always: true, start, end };
    case '%':
      return { kind: 'format', left, right, start, end };
    case '/':
      return { kind: 'slash', left, right, start, end };
    case '|>':
    case '%>%':
      return right.kind === 'call'
        ? { ...right, args: [{ name: undefined, value: left }, ...right.args] }
        : { kind: 'call', callee: right, args: [{ name: undefined, value: left }], start, end };
    default:
      return other([left, right], { start, end });
  }
}

/** A whole sum at once, so that long ones are neither deep nor copied. */
function join(reader: Reader, left: Expression, right: Expression, binding: number): Expression {
  const items = [left, right];
  for (let token = operatorAhead(reader); token !== undefined; token = operatorAhead(reader)) {
    if (token.kind !== 'op' || !reader.dialect.joins.has(token.text)) break;
    while (peek(reader) !== token) reader.at++;
    reader.at++;
    if (reader.dialect.lines === 'soft') skipLines(reader);
    const item = expression(reader, binding + 1);
    if (item === undefined) break;
    items.push(item);
  }
  return { kind: 'join', items, start: left.start, end: endOf(reader) };
}

/** What perhaps runs; a plain value stays as it is. */
const maybe = (item: Expression): Expression =>
  item.kind === 'assign' || item.kind === 'block'
    ? { kind: 'block', items: [item], always: false, start: item.start, end: item.end }
    : item;

function ternary(reader: Reader, left: Expression, word: string): Expression {
  const { start } = left;
  const second = expression(reader, word === 'if' ? 3 : 2);
  const divider = peek(reader);
  const divided = word === 'if' ? isName(divider, 'else') : isOp(operatorAhead(reader), ':');
  if (divided) {
    skipLines(reader);
    reader.at++;
    if (reader.dialect.lines === 'soft') skipLines(reader);
  }
  const third = divided ? expression(reader, 1) : undefined;
  const end = endOf(reader);
  const [condition, ...values] = word === 'if' ? [second, left, third] : [left, second, third];
  const choice: Expression = { kind: 'either', items: defined(values).map(maybe), start, end };
  return { kind: 'block', items: [...defined([condition]), choice], always: true, start, end };
}

function assignment(reader: Reader, target: Expression, adds: boolean): Expression {
  const value = expression(reader, 1) ?? other([], { start: endOf(reader), end: endOf(reader) });
  return { kind: 'assign', target, value, adds, start: target.start, end: endOf(reader) };
}

// What an expression starts with.

function prefix(reader: Reader): Expression | undefined {
  const token = peek(reader);
  if (token === undefined) return undefined;
  const { start, end } = token;
  switch (token.kind) {
    case 'text':
      return texts(reader);
    case 'shell':
      reader.at++;
      return { kind: 'shell', parts: textParts(reader, token), start, end };
    case 'regex':
      reader.at++;
      return other(
        textParts(reader, token).filter((part) => typeof part !== 'string'),
        token,
      );
    case 'number':
      reader.at++;
      return { kind: 'number', text: token.text, start, end };
    case 'name':
      return nested(reader, () => named(reader, token), undefined);
    case 'op':
      return nested(reader, () => punctuation(reader, token), undefined);
    default:
      return undefined;
  }
}

/** Texts side by side are one. */
function texts(reader: Reader): Expression {
  const start = startOf(reader);
  const parts: TextPart[] = [];
  const joins = reader.dialect.blocks !== 'brace' && reader.dialect.named !== undefined;
  for (let token = peek(reader); token?.kind === 'text'; token = peek(reader)) {
    parts.push(...textParts(reader, token));
    reader.at++;
    if (!joins) break;
  }
  return { kind: 'text', parts, start, end: endOf(reader) };
}

function textParts(reader: Reader, token: Token): TextPart[] {
  return token.parts.map((part) => {
    if (typeof part === 'string') return part;
    const inside: Reader = { ...reader, tokens: part, at: 0, heads: 0 };
    const items = nested(reader, () => statements(inside, () => false), []);
    const { start, end } = token;
    return items.length === 1 ? items[0]! : { kind: 'block', items, always: true, start, end };
  });
}

function named(reader: Reader, token: Token): Expression | undefined {
  const { start, end } = token;
  const next = peek(reader, 1);
  if (isOp(next, '=>') && reader.dialect.blocks === 'brace' && reader.dialect.lines === 'soft') {
    reader.at += 2;
    return arrow(reader, [{ name: token.text, fallback: undefined }], start);
  }
  switch (isKey(reader) ? undefined : useOf(reader)) {
    case 'declare': {
      reader.at++;
      const target =
        isOp(peek(reader), '(') || isOp(peek(reader), '{') || isOp(peek(reader), '[')
          ? prefix(reader)
          : postfix(reader, prefix(reader));
      skipAnnotation(reader);
      return target?.kind === 'name' ? { ...target, declared: true } : target;
    }
    case 'function':
    case 'lambda':
      return functionExpression(reader, start);
    case 'prefix':
      return prefixed(reader, token);
    case 'class':
    case 'skip':
      reader.at++;
      return expression(reader, 2);
    case 'do':
      if (reader.heads > 0 && !isOp(next, '{')) return undefined;
      reader.at++;
      if (isOp(next, '{') || reader.dialect.blocks === 'end') return block(reader, true);
      return { kind: 'name', name: 'do', declared: false, start, end };
    case 'branch':
      return reader.dialect.blocks === 'indent' ? undefined : branch(reader);
    case 'import':
      reader.at++;
      return { kind: 'name', name: 'import', declared: false, start, end };
    case 'infix':
    case 'or':
    case 'else':
    case 'end':
    case 'for':
    case 'from':
    case 'with':
    case 'return':
      return undefined;
    default:
      reader.at++;
      return { kind: 'name', name: token.text, declared: false, start, end };
  }
}

/** The type of a declared name, in TypeScript: `const x: string = …`. */
function skipAnnotation(reader: Reader): void {
  if (reader.dialect.blocks !== 'brace' || reader.dialect.lines !== 'soft' || !isOp(peek(reader), ':'))
    return;
  let depth = 0;
  for (let token = peek(reader); token !== undefined; token = peek(reader)) {
    if (depth <= 0 && (isOp(token, '=') || isOp(token, ',') || isOp(token, ';') || isOp(token, ')'))) return;
    if (depth <= 0 && (token.kind === 'newline' || isOp(token, '}') || ['of', 'in'].includes(token.text)))
      return;
    if (/^[([{<]$/.test(token.text)) depth++;
    if (/^[)\]}>]$/.test(token.text)) depth--;
    reader.at++;
  }
}

/** `await x` is `x`; `include 'x'` and `print x` are calls; of `not x` nothing is known. */
function prefixed(reader: Reader, token: Token): Expression | undefined {
  reader.at++;
  const { start, end, text } = token;
  const value = text === 'new' ? constructed(reader) : expression(reader, text === 'not' ? 4 : 2);
  if (value === undefined) return { kind: 'name', name: text, declared: false, start, end };
  if (text === 'await' || text === 'new' || text === 'clone' || text === 'scalar') return value;
  if (/^(?:include|require)/.test(text)) {
    const callee: Expression = { kind: 'name', name: text, declared: false, start, end };
    return { kind: 'call', callee, args: [{ name: undefined, value }], start, end: value.end };
  }
  return other([value], { start, end: value.end });
}

/** `new X(…)`, and `new X` without parentheses. */
function constructed(reader: Reader): Expression | undefined {
  const value = postfix(reader, prefix(reader));
  if (value === undefined || value.kind === 'call' || value.kind === 'index') return value;
  if (value.kind === 'member' && value.object.kind === 'call') return value;
  return { kind: 'call', callee: value, args: [], start: value.start, end: value.end };
}

function punctuation(reader: Reader, token: Token): Expression | undefined {
  const { start } = token;
  switch (token.text) {
    case '(':
      return group(reader);
    case '[':
      return bracketList(reader);
    case '{':
      return braces(reader);
    case '->':
      reader.at++;
      return rubyLambda(reader, start);
    case '@':
    case '\\':
    case '&':
      reader.at++;
      if (token.text === '&' && reader.dialect.callBlocks && isOp(peek(reader), '{')) {
        return postfix(reader, block(reader, true));
      }
      return expression(reader, 7);
    case '!':
    case '-':
    case '+':
    case '~':
    case '--':
    case '++':
    case '<':
    case '*':
    case '**':
    case '..':
    case '...':
    case '::':
    case '$':
    case '#': {
      reader.at++;
      const value = token.text === '::' ? prefix(reader) : expression(reader, 7);
      if (value === undefined || token.text === '::') return value;
      if (token.text === '*' || token.text === '...') return { kind: 'splat', value, start, end: value.end };
      return other([value], { start, end: value.end });
    }
    default:
      return undefined;
  }
}

/** `( … )`: an expression, a list, or the parameters of an arrow function. */
function group(reader: Reader): Expression {
  const start = startOf(reader);
  reader.at++;
  const heads = reader.heads;
  reader.heads = 0;
  const items: Expression[] = [];
  let commas = 0;
  while (peek(reader) !== undefined && !isOp(peek(reader), ')')) {
    const before = reader.at;
    const inner = spread(reader) ?? statementInside(reader);
    if (inner !== undefined) items.push(inner);
    skipAnnotation(reader);
    const last = items[items.length - 1];
    if (isOp(peek(reader), '=') && last !== undefined) items[items.length - 1] = infixes(reader, last, 0);
    if (isName(peek(reader), 'for') && reader.dialect.blocks !== 'brace') comprehend(reader, items);
    if (take(reader, ',') || (reader.dialect.bareCalls && take(reader, '=>'))) commas++;
    else take(reader, ';');
    if (reader.at === before) reader.at++;
  }
  take(reader, ')');
  reader.heads = heads;
  const end = endOf(reader);
  if (arrowFollows(reader)) return arrow(reader, items.map(parameterOf), start);
  const [only] = items;
  if (items.length === 1 && only !== undefined && commas === 0 && only.kind !== 'splat') return only;
  if (reader.dialect.tuples) return { kind: 'list', items, start, end };
  return { kind: 'block', items, always: true, start, end };
}

/** Whether `=>` follows, also behind the type of what is returned. */
function arrowFollows(reader: Reader): boolean {
  const { dialect } = reader;
  if (dialect.blocks !== 'brace' || dialect.lines !== 'soft') return false;
  if (take(reader, '=>')) return true;
  if (!isOp(peek(reader), ':')) return false;
  for (let ahead = 1; ahead < 16; ahead++) {
    const token = peek(reader, ahead);
    if (isOp(token, '=>')) {
      reader.at += ahead + 1;
      return true;
    }
    if (token === undefined || /^[;{}(),?]$/.test(token.text) || token.kind === 'text') return false;
  }
  return false;
}

const parameterOf = (item: Expression): Parameter => {
  if (item.kind === 'name') return { name: item.name, fallback: undefined };
  if (item.kind === 'assign' && item.target.kind === 'name')
    return { name: item.target.name, fallback: item.value };
  return { name: '', fallback: undefined };
};

function arrow(reader: Reader, parameters: readonly Parameter[], start: number): Expression {
  skipLines(reader);
  let inside: readonly Expression[];
  if (isOp(peek(reader), '{')) inside = [block(reader, true)];
  else {
    const value = expression(reader, 1);
    inside = [{ kind: 'return', value, start, end: endOf(reader) }];
  }
  return {
    kind: 'function',
    name: undefined,
    parameters,
    body: inside,
    shares: false,
    start,
    end: endOf(reader),
  };
}

function bracketList(reader: Reader): Expression {
  const start = startOf(reader);
  reader.at++;
  const items = sequence(reader, ']');
  const end = endOf(reader);
  if (items.some(({ key }) => key !== undefined)) return { kind: 'dict', items, start, end };
  return { kind: 'list', items: items.map(({ value }) => value), start, end };
}

function braces(reader: Reader): Expression {
  const start = startOf(reader);
  reader.at++;
  const items = sequence(reader, '}');
  return { kind: 'dict', items, start, end: endOf(reader) };
}

/** What stands in brackets: expressions, pairs, statements, in any mixture. */
function sequence(reader: Reader, close: string): DictItem[] {
  const items: DictItem[] = [];
  const heads = reader.heads;
  reader.heads = 0;
  while (peek(reader) !== undefined && !isOp(peek(reader), close)) {
    const before = reader.at;
    skipLines(reader);
    const key = spread(reader) ?? statementInside(reader);
    if (isOp(peek(reader), ':') || (isOp(peek(reader), '=>') && key !== undefined)) {
      reader.at++;
      skipLines(reader);
      const value = spread(reader);
      if (value !== undefined) items.push({ key, value });
    } else if (key !== undefined) items.push({ key: undefined, value: key });
    if (isName(peek(reader), 'for') && reader.dialect.blocks !== 'brace') {
      const inner = items.pop();
      const body = defined([inner?.key, inner?.value]);
      comprehend(reader, body);
      for (const value of body) items.push({ key: undefined, value });
    }
    if (!take(reader, ',') && !take(reader, ';')) skipLines(reader);
    if (reader.at === before) reader.at++;
  }
  take(reader, close);
  reader.heads = heads;
  return items;
}

/** A statement in a place where an expression stands: the body of a function taken for an object. */
function statementInside(reader: Reader): Expression | undefined {
  const token = peek(reader);
  const isStatement = ['return', 'for', 'branch', 'else', 'with', 'import', 'end'].includes(
    useOf(reader) ?? '',
  );
  return token !== undefined && isStatement ? nested(reader, () => statement(reader), undefined) : undefined;
}

/** `… for x in y if z`: wraps what was read last. */
function comprehend(reader: Reader, items: Expression[]): void {
  const last = items.pop();
  if (last === undefined) return;
  const clauses: Clause[] = [];
  while (isName(peek(reader), 'for') || isName(peek(reader), 'async')) {
    if (isName(peek(reader), 'async')) reader.at++;
    reader.at++;
    const target = targets(reader);
    if (isName(peek(reader), 'in')) reader.at++;
    const source = expression(reader, 3);
    const conditions: Expression[] = [];
    while (isName(peek(reader), 'if')) {
      reader.at++;
      conditions.push(...defined([expression(reader, 3)]));
    }
    clauses.push({ target, source, items: conditions });
    if (clauses.length > 20) break;
  }
  let inside: Expression = last;
  for (const { target, source, items: conditions } of clauses.reverse()) {
    if (target === undefined || source === undefined) continue;
    const { start, end } = last;
    inside = { kind: 'loop', target, source, body: [...conditions, inside], start, end };
  }
  items.push(inside);
}

// Functions.

function functionExpression(reader: Reader, start: number): Expression {
  const isLambda = useOf(reader) === 'lambda';
  reader.at++;
  const { dialect } = reader;
  if (isLambda && dialect.blocks === 'indent') return pythonLambda(reader, start);
  take(reader, '*');
  let name: string | undefined;
  while (peek(reader)?.kind === 'name' || dialect.members.has(peek(reader)?.text ?? '')) {
    const token = peek(reader);
    if (name !== undefined && peek(reader, -1)?.kind === 'name' && token?.kind === 'name') break;
    if (token?.kind === 'name') name = token.text;
    reader.at++;
  }
  const parameters = isOp(peek(reader), '(') ? bracketedParameters(reader) : [];
  if (name !== undefined && dialect.bareCalls && dialect.blocks === 'end' && parameters.length === 0) {
    while (peek(reader) !== undefined && peek(reader)?.kind !== 'newline' && !isOp(peek(reader), ';')) {
      const token = peek(reader);
      if (token?.kind === 'name') parameters.push({ name: token.text, fallback: undefined });
      reader.at++;
    }
  }
  if (dialect.bareCalls && dialect.blocks === 'brace') parameters.push({ name: '@_', fallback: undefined });
  const inside = functionBody(reader);
  return { kind: 'function', name, parameters, body: inside, shares: false, start, end: endOf(reader) };
}

function functionBody(reader: Reader): readonly Expression[] {
  const { dialect } = reader;
  if (dialect.blocks === 'indent') {
    head(reader);
    return [suite(reader, true)];
  }
  if (dialect.blocks === 'end') {
    if (take(reader, '=')) return defined([expression(reader, 1)]);
    return [block(reader, true)];
  }
  skipFunctionType(reader);
  skipLines(reader);
  if (isOp(peek(reader), '{')) return [block(reader, true)];
  take(reader, '=>');
  const value = expression(reader, 1);
  const end = endOf(reader);
  return value === undefined ? [] : [{ kind: 'return', value, start: value.start, end }];
}

/** `: Promise<void>` behind parameters; `use ($x)` of PHP. */
function skipFunctionType(reader: Reader): void {
  for (let count = 0; count < 30; count++) {
    const token = peek(reader);
    if (count === 0 && !isOp(token, ':') && !isName(token, 'use')) return;
    if (token === undefined || isOp(token, '{') || isOp(token, '=>') || isOp(token, ';')) return;
    reader.at++;
  }
}

function bracketedParameters(reader: Reader): Parameter[] {
  const inside = group(reader);
  if (inside.kind === 'function') return [...inside.parameters];
  const isSeveral = inside.kind === 'list' || (inside.kind === 'block' && inside.always);
  const items = isSeveral ? inside.items : [inside];
  return items.flatMap((item) =>
    item.kind === 'splat' ? [{ name: '', fallback: undefined }] : [parameterOf(item)],
  );
}

function pythonLambda(reader: Reader, start: number): Expression {
  const parameters: Parameter[] = [];
  while (peek(reader) !== undefined && !isOp(peek(reader), ':') && peek(reader)?.kind !== 'newline') {
    const item = spread(reader);
    if (item !== undefined) parameters.push(parameterOf(item));
    else reader.at++;
    take(reader, ',');
  }
  take(reader, ':');
  const value = expression(reader, 1);
  const inside: Expression = { kind: 'return', value, start, end: endOf(reader) };
  return {
    kind: 'function',
    name: undefined,
    parameters,
    body: [inside],
    shares: false,
    start,
    end: endOf(reader),
  };
}

function rubyLambda(reader: Reader, start: number): Expression {
  const parameters = isOp(peek(reader), '(') ? bracketedParameters(reader) : [];
  const inside = callBlock(reader);
  if (inside?.kind === 'function') return { ...inside, parameters };
  const value = expression(reader, 1);
  return {
    kind: 'function',
    name: undefined,
    parameters,
    body: defined([value]),
    shares: true,
    start,
    end: endOf(reader),
  };
}

/** `{ |x| … }` or `do |x| … end` behind a call. */
function callBlock(reader: Reader): Expression | undefined {
  const start = startOf(reader);
  const { dialect } = reader;
  const isBrace = isOp(peek(reader), '{') && dialect.bareCalls;
  if (!isBrace && !(useOf(reader) === 'do' && reader.heads === 0)) return undefined;
  reader.at++;
  const parameters: Parameter[] = [];
  if (isOp(peek(reader), '||')) reader.at++;
  while (!dialect.bareCalls && peek(reader)?.kind === 'name') {
    parameters.push({ name: peek(reader)?.text ?? '', fallback: undefined });
    reader.at++;
    take(reader, ',');
  }
  if (take(reader, '|')) {
    for (let token = peek(reader); token !== undefined && !isOp(token, '|'); token = peek(reader)) {
      if (token.kind === 'name') parameters.push({ name: token.text, fallback: undefined });
      reader.at++;
    }
    reader.at++;
  }
  let items: Expression[];
  if (isBrace) {
    items = statements(reader, (token) => isOp(token, '}'));
    reader.at++;
  } else items = endBranches(reader, 'begin');
  return {
    kind: 'function',
    name: undefined,
    parameters,
    body: items,
    shares: true,
    start,
    end: endOf(reader),
  };
}

// What follows an expression.

function postfix(reader: Reader, first: Expression | undefined): Expression | undefined {
  if (first === undefined) return undefined;
  let left: Expression = first;
  for (let count = 0; count < longestChain; count++) {
    const next = oneMore(reader, left);
    if (next === undefined) return left;
    left = next;
  }
  reader.limits.exceeded = true;
  return left;
}

function oneMore(reader: Reader, left: Expression): Expression | undefined {
  const { dialect } = reader;
  let token = peek(reader);
  if (token?.kind === 'newline' && dialect.lines === 'soft' && dialect.named !== '=') {
    let ahead = 1;
    while (peek(reader, ahead)?.kind === 'newline') ahead++;
    const next = peek(reader, ahead);
    const continues =
      isOp(next, '.') ||
      isOp(next, '?.') ||
      isOp(next, '&.') ||
      (isOp(next, '(') && dialect.named === undefined);
    if (!continues) return undefined;
    reader.at += ahead;
    token = next;
  }
  if (token === undefined) return undefined;
  if (token.kind === 'op') {
    if (token.text === '(') return isCallable(left) ? call(reader, left) : undefined;
    if (token.text === '[')
      return canIndex(reader, left, token) ? index(reader, left) : bareCall(reader, left);
    if (token.text === '{') return braceAfter(reader, left, token);
    if (dialect.members.has(token.text)) return member(reader, left, token);
  }
  if (token.kind === 'text' && dialect.blocks !== 'indent') {
    const tagged =
      !dialect.bareCalls &&
      isCallable(left) &&
      (dialect.lines === 'none' || reader.dialect.named === undefined);
    if (tagged && left.kind !== 'text' && dialect.joins.has('.') === false) return taggedText(reader, left);
  }
  if (useOf(reader) === 'do' && dialect.callBlocks && reader.heads === 0) return withBlock(reader, left);
  return bareCall(reader, left);
}

const isCallable = ({ kind }: Expression): boolean =>
  kind !== 'text' && kind !== 'number' && kind !== 'dict' && kind !== 'assign' && kind !== 'shell';

/** `x [1]` may be a call in Ruby. */
const canIndex = ({ dialect }: Reader, left: Expression, token: Token): boolean =>
  !(
    dialect.bareCalls &&
    dialect.blocks === 'end' &&
    token.spaced &&
    (left.kind === 'name' || left.kind === 'member')
  );

function call(reader: Reader, callee: Expression): Expression {
  const args = callArguments(reader);
  const block = reader.dialect.callBlocks && reader.dialect.blocks === 'end' ? callBlock(reader) : undefined;
  if (block !== undefined) args.push({ name: undefined, value: block });
  return { kind: 'call', callee, args, start: callee.start, end: endOf(reader) };
}

function callArguments(reader: Reader): Argument[] {
  reader.at++;
  const args: Argument[] = [];
  const heads = reader.heads;
  reader.heads = 0;
  while (peek(reader) !== undefined && !isOp(peek(reader), ')')) {
    const before = reader.at;
    skipLines(reader);
    const arg = argument(reader);
    if (arg !== undefined) args.push(arg);
    if (isName(peek(reader), 'for') && reader.dialect.blocks !== 'brace') {
      const items = defined([args.pop()?.value]);
      comprehend(reader, items);
      for (const value of items) args.push({ name: undefined, value: { ...value } });
    }
    if (!take(reader, ',') && !take(reader, ';') && !(reader.dialect.bareCalls && take(reader, '=>')))
      skipLines(reader);
    if (reader.at === before) reader.at++;
  }
  take(reader, ')');
  reader.heads = heads;
  return args;
}

function argument(reader: Reader): Argument | undefined {
  const token = peek(reader);
  const { named: divider } = reader.dialect;
  const isNamed = token?.kind === 'name' && divider !== undefined && isOp(peek(reader, 1), divider);
  if (isNamed) {
    reader.at += 2;
    skipLines(reader);
    const value = expression(reader, 1);
    return value === undefined ? undefined : { name: token.text, value };
  }
  const value = spread(reader) ?? statementInside(reader);
  if (value === undefined) return undefined;
  const isPair = reader.dialect.bareCalls && reader.dialect.blocks === 'end' && take(reader, '=>');
  const key =
    value.kind === 'text' ? value.parts.filter((part) => typeof part === 'string').join('') : undefined;
  if (isPair || (divider === ':' && key !== undefined && take(reader, ':'))) {
    const right = expression(reader, 1);
    return right === undefined ? undefined : { name: key ?? '', value: right };
  }
  return { name: undefined, value };
}

function index(reader: Reader, object: Expression): Expression {
  reader.at++;
  if (reader.dialect.blocks === 'indent') return pythonIndex(reader, object);
  const items = sequence(reader, ']');
  const [only] = items;
  const at = items.length === 1 && only?.key === undefined ? only?.value : undefined;
  const { start } = object;
  const end = endOf(reader);
  const slice = items.flatMap(({ key, value }) => defined([key, value]));
  if (at === undefined && slice.length > 0) return other([object, ...slice], { start, end });
  return { kind: 'index', object, at, start, end };
}

/** `x[0]`, `x[1:]`, `x[::-1]`, `x[a, b]`. */
function pythonIndex(reader: Reader, object: Expression): Expression {
  const bounds: (Expression | undefined)[] = [];
  let isSlice = false;
  while (peek(reader) !== undefined && !isOp(peek(reader), ']')) {
    const before = reader.at;
    bounds.push(isOp(peek(reader), ':') ? undefined : list(reader));
    if (take(reader, ':')) isSlice = true;
    if (reader.at === before) reader.at++;
  }
  take(reader, ']');
  const { start } = object;
  const end = endOf(reader);
  if (isSlice) return { kind: 'slice', object, bounds, start, end };
  return { kind: 'index', object, at: bounds[0], start, end };
}

/** `$h{key}` of Perl, or a block behind a call. */
function braceAfter(reader: Reader, left: Expression, token: Token): Expression | undefined {
  const { dialect } = reader;
  if (!dialect.callBlocks || !dialect.bareCalls) return undefined;
  if (dialect.blocks === 'end') {
    return left.kind === 'call' || left.kind === 'member' || left.kind === 'name'
      ? withBlock(reader, left)
      : undefined;
  }
  const isVariable = left.kind === 'index' || (left.kind === 'name' && left.name.startsWith('$'));
  if (isVariable && !token.spaced) return subscript(reader, left);
  if (left.kind !== 'name' || left.name.startsWith('$')) return undefined;
  const always = block(reader, true);
  const inside: Expression = {
    ...always,
    kind: 'function',
    name: undefined,
    parameters: [],
    body: [always],
    shares: true,
  };
  const args: Argument[] = [{ name: undefined, value: inside }];
  take(reader, ',');
  while (startsOperand(reader)) {
    const value = list(reader);
    if (value !== undefined) args.push({ name: undefined, value });
    else break;
  }
  return { kind: 'call', callee: left, args, start: left.start, end: endOf(reader) };
}

/** `{word}` or `{expression}`. */
function subscript(reader: Reader, object: Expression): Expression {
  reader.at++;
  const word = peek(reader);
  const { start } = object;
  if (word?.kind === 'name' && isOp(peek(reader, 1), '}') && !word.text.startsWith('$')) {
    reader.at += 2;
    const at: Expression = { kind: 'text', parts: [word.text], start: word.start, end: word.end };
    return { kind: 'index', object, at, start, end: endOf(reader) };
  }
  const at = expression(reader, 0);
  take(reader, '}');
  return { kind: 'index', object, at, start, end: endOf(reader) };
}

function withBlock(reader: Reader, left: Expression): Expression | undefined {
  const block = callBlock(reader);
  if (block === undefined) return undefined;
  const { start } = left;
  const end = endOf(reader);
  if (left.kind === 'call') {
    return { ...left, args: [...left.args, { name: undefined, value: block }], end };
  }
  return { kind: 'call', callee: left, args: [{ name: undefined, value: block }], start, end };
}

function member(reader: Reader, object: Expression, token: Token): Expression | undefined {
  const { start } = object;
  const next = peek(reader, 1);
  if (reader.dialect.blocks === 'brace' && isOp(next, '(')) {
    reader.at++;
    return call(reader, object);
  }
  if (isOp(next, '[')) {
    reader.at++;
    return index(reader, object);
  }
  if (isOp(next, '{')) {
    reader.at++;
    return reader.dialect.bareCalls ? subscript(reader, object) : other([object], object);
  }
  if (next?.kind === 'newline') {
    reader.at++;
    skipLines(reader);
    reader.at--;
  }
  const name = peek(reader, 1);
  if (name?.kind !== 'name' && name?.kind !== 'text') {
    if (token.text === ':' || token.text === '@' || token.text === '$') return undefined;
    reader.at++;
    return isOp(name, '(') ? { ...object } : object.kind === 'other' ? undefined : other([object], object);
  }
  if (token.text === ':' && !(isOp(peek(reader, 2), '(') || peek(reader, 2)?.kind === 'text'))
    return undefined;
  reader.at += 2;
  const text =
    name.kind === 'text' ? name.parts.filter((part) => typeof part === 'string').join('') : name.text;
  if (text.startsWith('$') && reader.dialect.lines === 'none') {
    const at: Expression = { kind: 'name', name: text, declared: false, start: name.start, end: name.end };
    return { kind: 'index', object, at, start, end: name.end };
  }
  return { kind: 'member', object, name: text, start, end: name.end };
}

/** ``$`ls` `` of JavaScript, `f "x"` of Lua. */
function taggedText(reader: Reader, callee: Expression): Expression | undefined {
  const token = peek(reader);
  if (token === undefined || (callee.kind !== 'name' && callee.kind !== 'member' && callee.kind !== 'call'))
    return undefined;
  reader.at++;
  const { start, end } = token;
  const value: Expression = { kind: 'text', parts: textParts(reader, token), start, end };
  return { kind: 'call', callee, args: [{ name: undefined, value }], start: callee.start, end };
}

/** `system "ls", "-l"`: a name, and operands on the same line. */
function bareCall(reader: Reader, callee: Expression): Expression | undefined {
  const { dialect } = reader;
  if (!dialect.bareCalls || (callee.kind !== 'name' && callee.kind !== 'member')) return undefined;
  if (/^[$@]/.test(callee.name) && callee.kind === 'name') return undefined;
  if (!startsOperand(reader)) return undefined;
  const args: Argument[] = [];
  for (let count = 0; count < 1000; count++) {
    const arg = argument(reader);
    if (arg === undefined) break;
    args.push(arg);
    if (!take(reader, ',') && !(dialect.blocks === 'brace' && take(reader, '=>'))) break;
    skipLines(reader);
  }
  if (args.length === 0) return undefined;
  const block = dialect.blocks === 'end' ? callBlock(reader) : undefined;
  if (block !== undefined) args.push({ name: undefined, value: block });
  return { kind: 'call', callee, args, start: callee.start, end: endOf(reader) };
}

function startsOperand(reader: Reader): boolean {
  const token = peek(reader);
  if (token === undefined) return false;
  if (token.kind === 'name') {
    const use = useOf(reader);
    return use === undefined || use === 'declare' || use === 'function' || use === 'prefix';
  }
  if (token.kind === 'op') {
    if (token.text === '\\') return true;
    if (
      token.text === '[' ||
      token.text === '*' ||
      token.text === '&' ||
      token.text === '::' ||
      token.text === '->'
    ) {
      return reader.dialect.blocks === 'end' && token.spaced && peek(reader, 1)?.spaced === false;
    }
    return false;
  }
  return token.kind === 'text' || token.kind === 'number' || token.kind === 'shell' || token.kind === 'regex';
}

const other = (items: readonly Expression[], { start, end }: { start: number; end: number }): Expression => ({
  kind: 'other',
  items,
  start,
  end,
});

const defined = <Item>(items: readonly (Item | undefined)[]): Item[] =>
  items.filter((item): item is Item => item !== undefined);
