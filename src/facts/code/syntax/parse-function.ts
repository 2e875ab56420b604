/** Parses functions, lambdas and blocks: their parameters and bodies. */
import { actsIn } from './annotation.ts';
import type { Expression, Parameter } from './expression.ts';
import {
  blockAt,
  blockOf,
  defined,
  endOf,
  expressionAt,
  functionOf,
  isName,
  isOp,
  parameterOf,
  peek,
  type Reader,
  skipLines,
  startOfNext,
  take,
  useOf,
} from './token-reader.ts';

export function functionExpression(reader: Reader, start: number): Expression {
  const isLambda = useOf(reader) === 'lambda';
  const word = peek(reader)?.text ?? '';
  reader.at++;
  const { dialect } = reader;
  if (isLambda && dialect.blocks === 'indent') return pythonLambda(reader, start);
  take(reader, '*');
  if (dialect.blocks === 'brace') take(reader, '&');
  // `BEGIN { … }` has no other name.
  let name = isOp(peek(reader), '{') && /^[A-Z]/.test(word) ? word : undefined;
  while (peek(reader)?.kind === 'name' || dialect.members.has(peek(reader)?.text ?? '')) {
    const token = peek(reader);
    if (name !== undefined && peek(reader, -1)?.kind === 'name' && token?.kind === 'name') break;
    if (token?.kind === 'name') name = token.text;
    reader.at++;
  }
  if (dialect.blocks === 'indent') return pythonFunction(reader, start, name);
  const isBracketed = isOp(peek(reader), '(');
  const parameters = isBracketed ? bracketedParameters(reader) : [];
  // `def f = x`: what follows is the whole body.
  if (name !== undefined && isEndless(reader)) {
    reader.at++;
    const value = reader.grammar.expressionStatement(reader);
    return functionOf(parameters, defined([value]), { start, end: endOf(reader) }, false, name);
  }
  if (name !== undefined && dialect.bareCalls && dialect.blocks === 'end' && !isBracketed) {
    while (peek(reader) !== undefined && peek(reader)?.kind !== 'newline' && !isOp(peek(reader), ';')) {
      const token = peek(reader);
      if (token?.kind === 'name') parameters.push({ name: token.text, fallback: undefined });
      reader.at++;
    }
  }
  if (dialect.bareCalls && dialect.blocks === 'brace') parameters.push({ name: '@_', fallback: undefined });
  const captured = dialect.blocks === 'brace' ? skipFunctionType(reader) : [];
  const inside = functionBody(reader);
  const made = functionOf(parameters, inside, { start, end: endOf(reader) }, false, name);
  return captured.length === 0 ? made : { ...made, captured };
}

/** `def f = x` and `def f(x) = y` of Ruby; `def x=(v)` is a name that ends so. */
const isEndless = (reader: Reader): boolean =>
  reader.dialect.bareCalls &&
  reader.dialect.blocks === 'end' &&
  isOp(peek(reader), '=') &&
  (peek(reader)?.spaced === true || isOp(peek(reader, -1), ')'));

function functionBody(reader: Reader): readonly Expression[] {
  const { dialect } = reader;
  if (dialect.blocks === 'end') {
    if (take(reader, '=')) return defined([expressionAt(reader, 1)]);
    return [blockAt(reader, true)];
  }
  skipLines(reader);
  if (isOp(peek(reader), '{')) return [blockAt(reader, true)];
  take(reader, '=>');
  const value = expressionAt(reader, 1);
  const end = endOf(reader);
  return value === undefined ? [] : [{ kind: 'return', value, start: value.start, end }];
}

/** What follows parameters: a type (`: Promise<void>`), or `use (&$x)` of PHP. Returns the names that have an `&` there. */
function skipFunctionType(reader: Reader): readonly string[] {
  const captured: string[] = [];
  for (let count = 0; count < 300; count++) {
    const token = peek(reader);
    if (count === 0 && !isOp(token, ':') && !isName(token, 'use')) break;
    if (token === undefined || isOp(token, '{') || isOp(token, '=>') || isOp(token, ';')) break;
    if (token.kind === 'name' && isOp(peek(reader, -1), '&')) captured.push(token.text);
    reader.at++;
  }
  return captured;
}

function bracketedParameters(reader: Reader): Parameter[] {
  const inside = reader.grammar.group(reader);
  if (inside.kind === 'function') return [...inside.parameters];
  // In brackets, several expressions are a list if they have commas, else a block.
  const isSeveral = inside.kind === (reader.dialect.tuples ? 'list' : 'block');
  const items = isSeveral && (inside.kind === 'list' || inside.kind === 'block') ? inside.items : [inside];
  return items.map(parameterOf);
}

/** `def f(x: a = y) -> b:`; what the annotations call runs where the function is defined. */
function pythonFunction(reader: Reader, start: number, name: string | undefined): Expression {
  // The types in `def f[T: x]` are not evaluated.
  if (take(reader, '[')) reader.grammar.sequence(reader, ']');
  const annotations: Expression[] = [];
  const parameters = take(reader, '(') ? pythonParameters(reader, ')', annotations) : [];
  if (take(reader, '->')) annotations.push(...defined([reader.grammar.list(reader)]));
  reader.grammar.head(reader);
  const inside = [reader.grammar.suite(reader, true)];
  const made = functionOf(parameters, inside, { start, end: endOf(reader) }, false, name);
  const calls = annotations.flatMap(actsIn);
  return calls.length === 0 ? made : blockOf([...calls, made], made);
}

function pythonLambda(reader: Reader, start: number): Expression {
  const parameters = pythonParameters(reader, ':');
  const value = expressionAt(reader, 1);
  const inside: Expression = { kind: 'return', value, start, end: endOf(reader) };
  return functionOf(parameters, [inside], { start, end: endOf(reader) });
}

/** Parameters up to a closing sign; `annotations` gets what follows the colons, if colons do not close them. */
function pythonParameters(reader: Reader, close: string, annotations?: Expression[]): Parameter[] {
  const parameters: Parameter[] = [];
  const heads = reader.heads;
  reader.heads = 0;
  for (let token = peek(reader); token !== undefined && !isOp(token, close); token = peek(reader)) {
    if (token.kind === 'newline' && annotations === undefined) break;
    const item = reader.grammar.spread(reader);
    if (item === undefined && peek(reader) === token) reader.at++;
    if (item !== undefined && annotations !== undefined && take(reader, ':')) {
      annotations.push(...defined([reader.grammar.spread(reader, 2)]));
      const fallback = take(reader, '=') ? expressionAt(reader, 1) : undefined;
      parameters.push({ ...parameterOf(item), fallback });
    } else if (item !== undefined) parameters.push(parameterOf(item));
    take(reader, ',');
  }
  take(reader, close);
  reader.heads = heads;
  return parameters;
}

export function rubyLambda(reader: Reader, start: number): Expression {
  const parameters = isOp(peek(reader), '(') ? bracketedParameters(reader) : [];
  const inside = callBlock(reader);
  if (inside?.kind === 'function') return { ...inside, parameters };
  const value = expressionAt(reader, 1);
  return functionOf(parameters, defined([value]), { start, end: endOf(reader) }, true);
}

/** `{ |x| … }` or `do |x| … end` after a call. */
export function callBlock(reader: Reader): Expression | undefined {
  const start = startOfNext(reader);
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
  if (take(reader, '|')) parameters.push(...blockParameters(reader));
  let items: Expression[];
  if (isBrace) {
    items = reader.grammar.statements(reader, (token) => isOp(token, '}'));
    reader.at++;
  } else items = reader.grammar.endBranches(reader, 'begin');
  return functionOf(parameters, items, { start, end: endOf(reader) }, true);
}

/** The parameters between two bars: `|(k, v), *rest, x = 1; local|`. */
function blockParameters(reader: Reader): readonly Parameter[] {
  const parameters: Parameter[] = [];
  for (let token = peek(reader); token !== undefined && !isOp(token, '|'); token = peek(reader)) {
    if (isOp(token, ';')) while (peek(reader) !== undefined && !isOp(peek(reader), '|')) reader.at++;
    else if (isOp(token, '(')) parameters.push(patternOf(reader.grammar.group(reader)));
    else {
      const stars = isOp(token, '**') ? 'dict' : isOp(token, '*') ? 'list' : undefined;
      reader.at++;
      const name = stars === undefined ? token : peek(reader);
      if (stars !== undefined) parameters.push({ name: '', fallback: undefined, rest: stars });
      if (stars !== undefined && name?.kind === 'name') reader.at++;
      const fallback = take(reader, '=') || take(reader, ':') ? expressionAt(reader, 6) : undefined;
      if (name?.kind === 'name') {
        if (stars !== undefined) parameters.pop();
        parameters.push({ name: name.text, fallback, ...(stars === undefined ? {} : { rest: stars }) });
      }
    }
  }
  take(reader, '|');
  return parameters;
}

/** `(k, v)` takes a list apart, and so does `(k)`. */
function patternOf(inside: Expression): Parameter {
  const { start, end } = inside;
  return parameterOf(inside.kind === 'list' ? inside : { kind: 'list', items: [inside], start, end });
}
