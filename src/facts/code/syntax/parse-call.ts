/** Parses what follows an operand: calls with and without parentheses, members, items. */
import type { Argument, Expression } from './expression.ts';
import type { Token } from './token.ts';
import {
  blockAt,
  callTo,
  counting,
  defined,
  endOf,
  expressionAt,
  functionOf,
  isName,
  isOp,
  longestChain,
  nameAt,
  other,
  parameterOf,
  peek,
  positional,
  type Reader,
  skipLines,
  take,
  useOf,
} from './token-reader.ts';

export function postfix(reader: Reader, first: Expression | undefined): Expression | undefined {
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
    if (token.text === '(')
      return isCallable(left) || isInBrackets(reader, left) ? call(reader, left) : undefined;
    if (token.text === '[')
      return canIndex(reader, left, token) ? index(reader, left) : bareCall(reader, left);
    if (token.text === '{') return braceAfter(reader, left, token);
    if (dialect.members.has(token.text)) return member(reader, left, token);
    if ((token.text === '++' || token.text === '--') && left.kind === 'name') {
      reader.at++;
      return counting(left, endOf(reader));
    }
  }
  if (token.kind === 'text' && dialect.blocks !== 'indent') {
    const tagged =
      !dialect.bareCalls &&
      isCallable(left) &&
      (dialect.lines === 'none' || reader.dialect.named === undefined);
    if (tagged && left.kind !== 'text' && dialect.joins.has('.') === false) return taggedText(reader, left);
  }
  if (useOf(reader) === 'do' && dialect.blocks === 'end' && dialect.callBlocks && reader.heads === 0)
    return withBlock(reader, left);
  return bareCall(reader, left);
}

const isCallable = ({ kind }: Expression): boolean =>
  kind !== 'text' && kind !== 'number' && kind !== 'dict' && kind !== 'assign' && kind !== 'shell';

/** `(f := system)('ls')`: what a name gets is called. */
const isInBrackets = (reader: Reader, { kind }: Expression): boolean =>
  kind === 'assign' && isOp(peek(reader, -1), ')');

/** `x [1]` may be a call in Ruby, and is one in Perl. */
function canIndex({ dialect }: Reader, left: Expression, token: Token): boolean {
  if (!dialect.bareCalls || (left.kind !== 'name' && left.kind !== 'member')) return true;
  // In Perl a variable with items has a sign before its name.
  return dialect.blocks === 'end' ? !token.spaced : left.kind === 'member' || /^[$@]/.test(left.name);
}

function call(reader: Reader, callee: Expression): Expression {
  const args = callArguments(reader, callee);
  const block =
    reader.dialect.callBlocks && reader.dialect.blocks === 'end'
      ? reader.grammar.callBlock(reader)
      : undefined;
  if (block !== undefined) args.push(positional(block));
  return method(reader, callee, args) ?? callTo(callee, args, endOf(reader));
}

/** `name(a, b) { … }` in a class or an object of JavaScript is a method, not a call. */
function method(reader: Reader, callee: Expression, args: readonly Argument[]): Expression | undefined {
  const { blocks, lines, named } = reader.dialect;
  const isScript = blocks === 'brace' && lines === 'soft' && named === undefined;
  if (!isScript || callee.kind !== 'name' || !isOp(peek(reader), '{')) return undefined;
  const parameters = args.map(({ value }) => parameterOf(value));
  const { start, name } = callee;
  const body = [blockAt(reader, true)];
  return functionOf(parameters, body, { start, end: endOf(reader) }, false, name);
}

function callArguments(reader: Reader, callee: Expression): Argument[] {
  reader.at++;
  const args: Argument[] = programIn(reader, callee);
  const heads = reader.heads;
  reader.heads = 0;
  while (peek(reader) !== undefined && !isOp(peek(reader), ')')) {
    const before = reader.at;
    skipLines(reader);
    const arg = argument(reader);
    if (arg !== undefined) args.push(arg);
    if (isName(peek(reader), 'for') && reader.dialect.blocks !== 'brace') {
      const items = defined([args.pop()?.value]);
      reader.grammar.comprehend(reader, items);
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

/** `exec { $x } @words`, `exec $x @words`: the program before its words. */
function programIn(reader: Reader, callee: Expression): Argument[] {
  if (callee.kind !== 'name' || reader.dialect.programs?.has(callee.name) !== true) return [];
  const token = peek(reader);
  if (isOp(token, '{')) return [{ name: 'program', value: blockAt(reader, true) }];
  const next = peek(reader, 1);
  const isWord = next?.kind === 'text' || next?.kind === 'name' ? !useOf(reader, next) : isOp(next, '(');
  if (token?.kind !== 'name' || !token.text.startsWith('$') || !isWord) return [];
  reader.at++;
  return [{ name: 'program', value: nameAt(token.text, token) }];
}

function argument(reader: Reader, least = 0): Argument | undefined {
  const token = peek(reader);
  const { named: divider } = reader.dialect;
  const isNamed = token?.kind === 'name' && divider !== undefined && isOp(peek(reader, 1), divider);
  if (isNamed) {
    reader.at += 2;
    skipLines(reader);
    const value = expressionAt(reader, 1);
    return value === undefined ? undefined : { name: token.text, value };
  }
  const block = symbolBlock(reader);
  if (block !== undefined) return positional(block);
  const value = reader.grammar.spread(reader, least) ?? reader.grammar.statementInside(reader);
  if (value === undefined) return undefined;
  const isPair = reader.dialect.bareCalls && reader.dialect.blocks === 'end' && take(reader, '=>');
  const key =
    value.kind === 'text' ? value.parts.filter((part) => typeof part === 'string').join('') : undefined;
  if (isPair || (divider === ':' && key !== undefined && take(reader, ':'))) {
    const right = expressionAt(reader, 1);
    return right === undefined ? undefined : { name: key ?? `=>${keyText(value)}`, value: right };
  }
  return positional(value);
}

/** A key that is no text, as in `1 => x` and `[:out, :err] => x`. */
function keyText(key: Expression): string {
  switch (key.kind) {
    case 'name':
      return key.name;
    case 'number':
      return key.text;
    case 'text':
      return key.parts.filter((part) => typeof part === 'string').join('');
    case 'list':
      return key.items.map(keyText).join();
    default:
      return '';
  }
}

/** `&:read` of Ruby: a block that calls the method of what it gets. */
function symbolBlock(reader: Reader): Expression | undefined {
  const [mark, name] = [peek(reader), peek(reader, 1)];
  const { dialect } = reader;
  if (
    mark === undefined ||
    !isOp(mark, '&') ||
    name?.kind !== 'text' ||
    !dialect.callBlocks ||
    dialect.blocks !== 'end'
  )
    return undefined;
  const [method] = name.parts;
  if (typeof method !== 'string' || name.parts.length > 1) return undefined;
  reader.at += 2;
  const { start } = mark;
  const object = nameAt('it', name);
  const member: Expression = { kind: 'member', object, name: method, start, end: name.end };
  return functionOf([parameterOf(object)], [callTo(member, [], name.end)], { start, end: name.end }, true);
}

function index(reader: Reader, object: Expression): Expression {
  reader.at++;
  if (reader.dialect.blocks === 'indent') return pythonIndex(reader, object);
  const items = reader.grammar.sequence(reader, ']');
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
  let bound: Expression | undefined;
  while (peek(reader) !== undefined && !isOp(peek(reader), ']')) {
    const before = reader.at;
    if (take(reader, '::')) bounds.push(bound, undefined);
    else if (take(reader, ':')) bounds.push(bound);
    else {
      bound = reader.grammar.list(reader);
      if (reader.at === before) reader.at++;
      continue;
    }
    bound = undefined;
  }
  take(reader, ']');
  const { start } = object;
  const end = endOf(reader);
  const isSlice = bounds.length > 0;
  bounds.push(bound);
  if (isSlice) return { kind: 'slice', object, bounds, start, end };
  return { kind: 'index', object, at: bounds[0], start, end };
}

/** `$h{key}` of Perl, or a block after a call. */
function braceAfter(reader: Reader, left: Expression, token: Token): Expression | undefined {
  const { dialect } = reader;
  if (!dialect.callBlocks || !dialect.bareCalls) return undefined;
  if (dialect.blocks === 'end') {
    return left.kind === 'call' || left.kind === 'member' || left.kind === 'name'
      ? withBlock(reader, left)
      : undefined;
  }
  // `${"x"}{k}`: what a name or a reference leads to.
  const isVariable =
    left.kind === 'index' || left.kind === 'dict' || (left.kind === 'name' && /^[$@]/.test(left.name));
  if (isVariable && !token.spaced) return subscript(reader, left);
  if (left.kind !== 'name' || left.name.startsWith('$')) return undefined;
  if (dialect.programs?.has(left.name) === true) return bareCall(reader, left);
  const always = blockAt(reader, true);
  const inside: Expression = {
    ...always,
    kind: 'function',
    name: undefined,
    parameters: [],
    body: [always],
    shares: true,
  };
  const args: Argument[] = [{ name: undefined, value: inside }];
  // `eval { … }, x` is two items of a list, and `map { … } x` one.
  if (dialect.unary?.has(left.name) === true) return callTo(left, args, endOf(reader));
  take(reader, ',');
  const rest = reader.grammar.list(reader);
  if (rest !== undefined) args.push({ name: undefined, value: rest });
  return callTo(left, args, endOf(reader));
}

/** `{word}` or `{expression}`; `{one, other}` of several items. */
function subscript(reader: Reader, object: Expression): Expression {
  reader.at++;
  const word = peek(reader);
  const { start } = object;
  if (word?.kind === 'name' && isOp(peek(reader, 1), '}') && !word.text.startsWith('$')) {
    reader.at += 2;
    const at: Expression = { kind: 'text', parts: [word.text], start: word.start, end: word.end };
    return { kind: 'index', object, at, start, end: endOf(reader) };
  }
  const at = reader.grammar.list(reader);
  take(reader, '}');
  return { kind: 'index', object, at, start, end: endOf(reader) };
}

function withBlock(reader: Reader, left: Expression): Expression | undefined {
  const block = reader.grammar.callBlock(reader);
  if (block === undefined) return undefined;
  const end = endOf(reader);
  if (left.kind === 'call') {
    return { ...left, args: [...left.args, positional(block)], end };
  }
  return callTo(left, [positional(block)], end);
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
    const at: Expression = nameAt(text, name);
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
  const value: Expression = { kind: 'text', parts: reader.grammar.textParts(reader, token), start, end };
  const args = [positional(value)];
  if (reader.dialect.blocks !== 'brace') return callTo(callee, args, end);
  return { kind: 'call', callee, args, tagged: true, start: callee.start, end };
}

/** `system "ls", "-l"`: a name, and operands on the same line. */
function bareCall(reader: Reader, callee: Expression): Expression | undefined {
  const { dialect } = reader;
  if (!dialect.bareCalls || (callee.kind !== 'name' && callee.kind !== 'member')) return undefined;
  if (/^[$@]/.test(callee.name) && callee.kind === 'name') return undefined;
  const args = programIn(reader, callee);
  if (args.length === 0 && !startsOperand(reader)) return undefined;
  const isUnary = dialect.unary?.has(callee.name) === true;
  for (let count = 0; count < 1000; count++) {
    const arg = argument(reader, isUnary ? 6 : 1);
    if (arg === undefined) break;
    args.push(arg);
    if (isUnary) break;
    if (!take(reader, ',') && !(dialect.blocks === 'brace' && take(reader, '=>'))) break;
    skipLines(reader);
  }
  if (args.length === 0) return undefined;
  const block = dialect.blocks === 'end' ? reader.grammar.callBlock(reader) : undefined;
  if (block !== undefined) args.push(positional(block));
  return callTo(callee, args, endOf(reader));
}

function startsOperand(reader: Reader): boolean {
  const token = peek(reader);
  if (token === undefined) return false;
  if (token.kind === 'name') {
    const use = useOf(reader);
    const opens = use === 'do' && reader.dialect.blocks === 'brace';
    return use === undefined || use === 'declare' || use === 'function' || use === 'prefix' || opens;
  }
  if (token.kind === 'op') {
    if (token.text === '\\') return true;
    if (reader.dialect.blocks === 'brace')
      return token.text === '[' || (/^[-+!]$/.test(token.text) && token.spaced && !peek(reader, 1)?.spaced);
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
