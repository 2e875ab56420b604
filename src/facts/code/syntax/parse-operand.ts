/** Parses the start of an expression: names, texts, brackets of any kind, prefix operators. */
import type { DictItem, Expression, Parameter, TextPart } from './expression.ts';
import { postfix } from './parse-call.ts';
import { classExpression } from './parse-class.ts';
import { functionExpression, rubyLambda } from './parse-function.ts';
import type { Token } from './token.ts';
import {
  assigned,
  blockAt,
  blockOf,
  callTo,
  counting,
  declared,
  defined,
  endOf,
  expressionAt,
  functionOf,
  isKey,
  isName,
  isOp,
  type LoopClause,
  nameAt,
  nested,
  other,
  parameterOf,
  peek,
  positional,
  type Reader,
  skipLines,
  startOfNext,
  take,
  useOf,
} from './token-reader.ts';

export function prefix(reader: Reader): Expression | undefined {
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
      return pattern(reader, token);
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

/** A pattern. A replacing one without a variable changes `$_`. */
function pattern(reader: Reader, token: Token): Expression {
  const before = reader.tokens[reader.at - 1];
  reader.at++;
  const inside = other(
    textParts(reader, token).filter((part) => typeof part !== 'string'),
    token,
  );
  if (!/^(?:s|tr|y)$/.test(token.text) || before?.text === '=~') return inside;
  const { start, end } = token;
  const usual: Expression = nameAt('$_', token);
  const value: Expression = { kind: 'either', items: [usual, inside], start, end };
  return { kind: 'assign', target: usual, value, adds: false, start, end };
}

/** Adjacent texts are one text. */
function texts(reader: Reader): Expression {
  const start = startOfNext(reader);
  const parts: TextPart[] = [];
  const joins = reader.dialect.blocks !== 'brace' && reader.dialect.named !== undefined;
  for (let token = peek(reader); token?.kind === 'text'; token = peek(reader)) {
    parts.push(...textParts(reader, token));
    reader.at++;
    if (!joins) break;
  }
  return { kind: 'text', parts, start, end: endOf(reader) };
}

export function textParts(reader: Reader, token: Token): TextPart[] {
  return token.parts.map((part) => {
    if (typeof part === 'string') return part;
    const inside: Reader = { ...reader, tokens: part, at: 0, heads: 0 };
    const items = nested(reader, () => inside.grammar.statements(inside, () => false), []);
    const { start, end } = token;
    return items.length === 1 ? items[0]! : blockOf(items, { start, end });
  });
}

export function named(reader: Reader, token: Token): Expression | undefined {
  const { start } = token;
  const next = peek(reader, 1);
  if (isOp(next, '=>') && reader.dialect.blocks === 'brace' && reader.dialect.lines === 'soft') {
    reader.at += 2;
    return arrow(reader, [{ name: token.text, fallback: undefined }], start);
  }
  // Perl: a name in front of an arrow is a text.
  if (isOp(next, '=>') && reader.dialect.blocks === 'brace' && reader.dialect.bareCalls) {
    reader.at++;
    return { kind: 'text', parts: [token.text], start, end: endOf(reader) };
  }
  switch (isKey(reader) ? undefined : useOf(reader)) {
    case 'declare': {
      reader.at++;
      const target =
        isOp(peek(reader), '(') || isOp(peek(reader), '{') || isOp(peek(reader), '[')
          ? prefix(reader)
          : postfix(reader, prefix(reader));
      skipAnnotation(reader);
      return target && declared(target);
    }
    case 'function':
    case 'lambda':
      return functionExpression(reader, start);
    case 'prefix':
      return prefixed(reader, token);
    case 'class': {
      const made = classExpression(reader);
      if (made !== undefined) return made;
      reader.at++;
      return expressionAt(reader, 2);
    }
    case 'skip':
      reader.at++;
      return expressionAt(reader, 2);
    case 'do':
      if (reader.heads > 0 && !isOp(next, '{')) return undefined;
      reader.at++;
      if (isOp(next, '{') || reader.dialect.blocks === 'end') return blockAt(reader, true);
      return nameAt('do', token);
    case 'branch':
      return reader.dialect.blocks === 'indent' ? undefined : reader.grammar.branch(reader);
    case 'import':
      reader.at++;
      return nameAt('import', token);
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
      return nameAt(token.text, token);
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

/** `await x` is `x`; `include 'x'` and `print x` are calls; `not x` is unknown. */
function prefixed(reader: Reader, token: Token): Expression | undefined {
  reader.at++;
  const { start, text } = token;
  // `yield from x`.
  if (text === 'yield' && isName(peek(reader), 'from')) reader.at++;
  const value =
    text === 'new'
      ? constructed(reader)
      : expressionAt(reader, text === 'not' ? 4 : looseWords.test(text) ? 1 : 2);
  if (value === undefined) return nameAt(text, token);
  if (text === 'await' || text === 'new' || text === 'clone' || text === 'scalar') return value;
  if (/^(?:include|require|echo$|print$)/.test(text)) {
    const callee: Expression = nameAt(text, token);
    return callTo(callee, [positional(value)], value.end);
  }
  const nothing = other([value], { start, end: value.end });
  return text === 'delete' && isItem(value) ? assigned(value, nothing) : nothing;
}

/** Words with a whole statement behind them: `echo $a = 'x'`. */
const looseWords = /^(?:echo|print|throw|yield|include|require)/;

/** `x.k`, `x[k]`, but for an item of the environment: a variable that is gone runs nothing. */
const isItem = (value: Expression): boolean =>
  (value.kind === 'member' || value.kind === 'index') && !isEnvironment(value.object);

const isEnvironment = (object: Expression): boolean =>
  object.kind === 'member' &&
  object.name === 'env' &&
  object.object.kind === 'name' &&
  object.object.name === 'process';

/** `new X(…)`, and `new X` without parentheses. */
function constructed(reader: Reader): Expression | undefined {
  const value = postfix(reader, prefix(reader));
  if (value === undefined || value.kind === 'call' || value.kind === 'index') return value;
  if (value.kind === 'member' && value.object.kind === 'call') return value;
  return callTo(value, [], value.end);
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
        return postfix(reader, blockAt(reader, true));
      }
      return expressionAt(reader, 7);
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
      if (token.text === reader.dialect.rest) {
        const rest = { kind: 'name', name: token.text, declared: false, start, end: token.end } as const;
        return { kind: 'splat', value: rest, start, end: token.end };
      }
      const number = peek(reader);
      if (token.text === '-' && number?.kind === 'number' && !number.spaced) {
        reader.at++;
        return { kind: 'number', text: `-${number.text}`, start, end: number.end };
      }
      const value = token.text === '::' ? prefix(reader) : expressionAt(reader, 7);
      if (value === undefined || token.text === '::') return value;
      if ((token.text === '++' || token.text === '--') && value.kind === 'name')
        return counting(value, value.end);
      if (token.text === '*' || token.text === '...') return { kind: 'splat', value, start, end: value.end };
      return other([value], { start, end: value.end });
    }
    default:
      return undefined;
  }
}

/** `( … )`: an expression, a list, or the parameters of an arrow function. */
export function group(reader: Reader): Expression {
  const start = startOfNext(reader);
  reader.at++;
  const heads = reader.heads;
  reader.heads = 0;
  const items: Expression[] = [];
  let commas = 0;
  while (peek(reader) !== undefined && !isOp(peek(reader), ')')) {
    const before = reader.at;
    const inner = reader.grammar.spread(reader) ?? statementInside(reader);
    if (inner !== undefined) items.push(inner);
    skipAnnotation(reader);
    const last = items[items.length - 1];
    if (isOp(peek(reader), '=') && last !== undefined)
      items[items.length - 1] = reader.grammar.infixes(reader, last, 0);
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
  return blockOf(items, { start, end });
}

/** Whether `=>` follows, also after the type of the result. */
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

function arrow(reader: Reader, parameters: readonly Parameter[], start: number): Expression {
  skipLines(reader);
  let inside: readonly Expression[];
  if (isOp(peek(reader), '{')) inside = [blockAt(reader, true)];
  else {
    const value = expressionAt(reader, 1);
    inside = [{ kind: 'return', value, start, end: endOf(reader) }];
  }
  return functionOf(parameters, inside, { start, end: endOf(reader) });
}

function bracketList(reader: Reader): Expression {
  const start = startOfNext(reader);
  reader.at++;
  const items = sequence(reader, ']');
  const end = endOf(reader);
  const pairs = items.filter(({ key }) => key !== undefined);
  const endsInTable = reader.dialect.bareCalls && reader.dialect.blocks === 'end' && pairs.length > 0;
  // In Ruby the pairs are one table at the end of the list.
  if (endsInTable) {
    const table: Expression = { kind: 'dict', items: pairs, start, end };
    const values = items.flatMap(({ key, value }) => (key === undefined ? [value] : []));
    return { kind: 'list', items: [...values, table], start, end };
  }
  if (pairs.length > 0) return { kind: 'dict', items, start, end };
  return { kind: 'list', items: items.map(({ value }) => value), start, end };
}

function braces(reader: Reader): Expression {
  const start = startOfNext(reader);
  reader.at++;
  const items = sequence(reader, '}');
  return { kind: 'dict', items, start, end: endOf(reader) };
}

/** The content of brackets: expressions, pairs, statements, in any mixture. */
export function sequence(reader: Reader, close: string): DictItem[] {
  const items: DictItem[] = [];
  const heads = reader.heads;
  reader.heads = 0;
  while (peek(reader) !== undefined && !isOp(peek(reader), close)) {
    const before = reader.at;
    skipLines(reader);
    const isHole = !reader.dialect.tuples && close === ']' && isOp(peek(reader), ',');
    if (isHole)
      items.push({
        key: undefined,
        value: other([], { start: startOfNext(reader), end: startOfNext(reader) }),
      });
    const key = isHole ? undefined : (reader.grammar.spread(reader) ?? statementInside(reader));
    if (isOp(peek(reader), ':') || (isOp(peek(reader), '=>') && key !== undefined)) {
      reader.at++;
      skipLines(reader);
      const value = reader.grammar.spread(reader);
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

/** A statement where an expression is expected: the body of a function was read as an object. */
export function statementInside(reader: Reader): Expression | undefined {
  const token = peek(reader);
  const isStatement = ['return', 'for', 'branch', 'else', 'with', 'import', 'end'].includes(
    useOf(reader) ?? '',
  );
  return token !== undefined && isStatement
    ? nested(reader, () => reader.grammar.statement(reader), undefined)
    : undefined;
}

/** `… for x in y if z`: wraps the expression before it. */
export function comprehend(reader: Reader, items: Expression[]): void {
  const last = items.pop();
  if (last === undefined) return;
  const clauses: LoopClause[] = [];
  while (isName(peek(reader), 'for') || isName(peek(reader), 'async')) {
    if (isName(peek(reader), 'async')) reader.at++;
    reader.at++;
    const target = reader.grammar.targets(reader);
    if (isName(peek(reader), 'in')) reader.at++;
    const source = expressionAt(reader, 3);
    const conditions: Expression[] = [];
    while (isName(peek(reader), 'if')) {
      reader.at++;
      conditions.push(...defined([expressionAt(reader, 3)]));
    }
    clauses.push({ target, source, items: conditions });
    if (clauses.length > 20) {
      reader.limits.exceeded = true;
      break;
    }
  }
  let inside: Expression = last;
  for (const { target, source, items: conditions } of clauses.reverse()) {
    if (target === undefined || source === undefined) continue;
    const { start, end } = last;
    const made = conditions.length === 0 ? inside : blockOf([inside], { start, end }, false);
    inside = { kind: 'loop', target, source, body: [...conditions, made], start, end };
  }
  items.push(inside);
}
