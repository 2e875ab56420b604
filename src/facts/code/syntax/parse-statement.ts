/** Parses statements of any language: conditions, loops, blocks by braces, by indentation or up to `end`. */
import { actsIn } from './annotation.ts';
import type { Expression } from './expression.ts';
import { postfix } from './parse-call.ts';
import { classExpression } from './parse-class.ts';
import { assignment, expression, infixes, list } from './parse-expression.ts';
import { functionExpression } from './parse-function.ts';
import { importStatement } from './parse-import.ts';
import { prefix } from './parse-operand.ts';
import type { Token } from './token.ts';
import {
  assigned,
  blockOf,
  callTo,
  declared,
  defined,
  endOf,
  isKey,
  isName,
  isOp,
  type LoopClause,
  nested,
  other,
  peek,
  positional,
  type Reader,
  skipLines,
  startOfNext,
  take,
  useOf,
} from './token-reader.ts';

export function statements(reader: Reader, stop: (token: Token) => boolean): Expression[] {
  const items: Expression[] = [];
  for (let token = peek(reader); token !== undefined && !stop(token); token = peek(reader)) {
    const before = reader.at;
    const item = nested(reader, () => statement(reader), undefined);
    if (item !== undefined) items.push(item);
    if (reader.at === before) reader.at++;
  }
  return items;
}

export function statement(reader: Reader): Expression | undefined {
  const token = peek(reader);
  if (token === undefined) return undefined;
  if (token.kind === 'newline' || token.kind === 'dedent' || isOp(token, ';') || isOp(token, ',')) {
    reader.at++;
    // `const a = x, { b } = y`: behind a comma a brace opens a pattern.
    const ahead = reader.tokens.slice(reader.at, reader.at + 3).find(({ kind }) => kind !== 'newline');
    if (!isOp(token, ',') || reader.dialect.blocks !== 'brace' || !isOp(ahead, '{')) return undefined;
    skipLines(reader);
    return expressionStatement(reader);
  }
  if (token.kind === 'indent') return block(reader, false);
  if (isOp(token, '@') && reader.dialect.blocks === 'indent') return decorated(reader);
  if (isOp(token, '{') && reader.dialect.blocks === 'brace') return block(reader, false);
  // `except E as e`, `case [x] as y`.
  if (isName(token, 'as') && reader.dialect.blocks === 'indent' && reader.heads > 0) {
    reader.at++;
    const name = prefix(reader);
    return name && caught(name);
  }
  const use = isKey(reader) ? undefined : useOf(reader);
  if (use === 'skip' && reader.dialect.blocks === 'indent' && token.text === 'del') return deleted(reader);
  switch (use) {
    case 'class': {
      const made = classExpression(reader);
      if (made === undefined) reader.at++;
      return made;
    }
    case 'skip':
      reader.at++;
      return undefined;
    case 'function': {
      // A declaration ends with its body.
      const next = peek(reader, 1);
      const isNamed = next?.kind === 'name' || isOp(next, '*');
      return isNamed ? functionExpression(reader, token.start) : expressionStatement(reader);
    }
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
      const start = startOfNext(reader);
      const value = peek(reader)?.kind === 'newline' ? undefined : list(reader);
      return modified(reader, { kind: 'return', value, start, end: endOf(reader) });
    }
    case 'end':
      reader.at++;
      return undefined;
    case 'do':
      if (reader.dialect.blocks !== 'end') return expressionStatement(reader);
      reader.at++;
      return block(reader, true);
    default:
      return expressionStatement(reader);
  }
}

/** `@f` in front of a function or a class: one of the script itself may replace it. */
function decorated(reader: Reader): Expression {
  const start = startOfNext(reader);
  const decorators: Expression[] = [];
  while (take(reader, '@')) {
    decorators.push(...defined([expression(reader, 2)]));
    skipLines(reader);
  }
  if (isName(peek(reader), 'async')) reader.at++;
  const named = peek(reader, 1);
  const made = statement(reader);
  const end = endOf(reader);
  const items = [...decorators, ...defined([made])];
  if (named?.kind !== 'name') return blockOf(items, { start, end });
  const name: Expression = { ...named, kind: 'name', name: named.text, declared: false };
  for (const decorator of decorators) {
    const root = rootOf(decorator);
    if (root === undefined || !isOfScript(reader, root.name)) continue;
    // `@f.register` may change what `f` does.
    if (decorator.kind === 'member' || (decorator.kind === 'call' && decorator.callee.kind === 'member'))
      items.push(assigned(root, { kind: 'either', items: [root, other([], root)], start, end }));
    const replaced = callTo(decorator, [positional(name)], decorator.end);
    items.push(assigned(name, { kind: 'either', items: [name, replaced], start, end }));
  }
  return blockOf(items, { start, end });
}

function rootOf(expression: Expression): (Expression & { kind: 'name' }) | undefined {
  if (expression.kind === 'name') return expression;
  if (expression.kind === 'call') return rootOf(expression.callee);
  return expression.kind === 'member' ? rootOf(expression.object) : undefined;
}

/** Whether a script has a function or a class with this name. */
const isOfScript = ({ tokens }: Reader, name: string): boolean =>
  tokens.some(({ text }, at) => text === name && /^(?:def|class)$/.test(tokens[at - 1]?.text ?? ''));

/** `del x[0], y`: the values become unknown. */
function deleted(reader: Reader): Expression {
  const start = startOfNext(reader);
  reader.at++;
  const target = list(reader);
  const end = endOf(reader);
  const nothing = other([], { start, end });
  return target === undefined ? nothing : assigned(target, nothing);
}

export function expressionStatement(reader: Reader): Expression | undefined {
  const { dialect } = reader;
  const legacy =
    dialect.blocks === 'indent' && isName(peek(reader), 'exec') && peek(reader, 1)?.kind === 'text';
  if (legacy) return legacyExec(reader);
  const item = list(reader);
  if (item === undefined) return undefined;
  // A colon ends a head: `if c: x = y`.
  if (dialect.blocks === 'indent' && reader.heads === 0 && isOp(peek(reader), ':')) {
    reader.at++;
    return annotated(reader, item);
  }
  return modified(reader, item);
}

/** `x: str = 'a'`; what the annotation calls runs. */
function annotated(reader: Reader, target: Expression): Expression {
  const annotation = expression(reader, 2);
  const calls = annotation === undefined ? [] : actsIn(annotation);
  if (!take(reader, '=')) return other([target, ...calls], target);
  const made = assignment(reader, target, false);
  return calls.length === 0 ? made : blockOf([made, ...calls], made);
}

/** `exec "code"` of old Pythons. */
function legacyExec(reader: Reader): Expression | undefined {
  const callee = prefix(reader);
  const value = list(reader);
  if (callee === undefined || value === undefined) return callee;
  return callTo(callee, [positional(value)], value.end);
}

/** `statement if condition`. */
function modified(reader: Reader, item: Expression): Expression {
  if (!reader.dialect.modifiers) return item;
  const use = useOf(reader);
  if (use !== 'branch' && use !== 'for') return item;
  const word = peek(reader)?.text;
  reader.at++;
  const condition = list(reader);
  const { start } = item;
  const end = endOf(reader);
  if (use === 'for' && condition !== undefined) {
    const target: Expression = { kind: 'name', name: '$_', declared: true, start, end };
    return { kind: 'loop', target, source: condition, body: [item], start, end };
  }
  const repeats = word === 'while' || word === 'until';
  const body: Expression = { kind: 'block', items: [item], always: false, repeats, start, end };
  return condition === undefined ? body : other([condition, body], { start, end });
}

/** A head and a body that may run: `if (x) …`, `while x:`, `case x when …`. */
export function branch(reader: Reader): Expression {
  return readBranch(reader, /^(?:while|until|do|repeat|loop)$/.test(peek(reader)?.text ?? ''));
}

function readBranch(reader: Reader, repeats: boolean): Expression {
  const start = startOfNext(reader);
  const word = peek(reader)?.text ?? '';
  reader.at++;
  const items: Expression[] = [];
  switch (reader.dialect.blocks) {
    case 'indent':
      items.push(
        ...head(reader).map(word === 'case' ? caught : same),
        repeated(suite(reader, false), repeats),
      );
      break;
    case 'brace':
      if (isOp(peek(reader), '('))
        items.push(
          ...defined([prefix(reader)]).map(word === 'catch' ? caught : word === 'with' ? opened : same),
        );
      skipLines(reader);
      items.push(repeated(body(reader), repeats));
      break;
    default: {
      const parts = endBranches(reader, word);
      const end = endOf(reader);
      const blocks = parts.filter(({ kind }) => kind === 'block').map((part) => repeated(part, repeats));
      const heads = parts.filter(({ kind }) => kind !== 'block');
      return {
        kind: 'block',
        items: [...heads, { kind: 'either', items: blocks, start, end }],
        always: true,
        start,
        end,
      };
    }
  }
  return other(items, { start, end: endOf(reader) });
}

const same = (item: Expression): Expression => item;

/** `with (o) …` of JavaScript: its body has the members of `o` as variables, so that it is read like a call. */
function opened(value: Expression): Expression {
  const { start, end } = value;
  return {
    kind: 'call',
    callee: { kind: 'name', name: 'with', declared: false, start, end },
    args: [{ name: undefined, value }],
    start,
    end,
  };
}

/** The names in `catch (e)`, `case [x, y]`: their values are unknown. */
function caught(pattern: Expression): Expression {
  const items = namesIn(pattern).map((name) => assigned(name, other([], pattern)));
  return other([pattern, ...items], pattern);
}

function namesIn(pattern: Expression): readonly Expression[] {
  switch (pattern.kind) {
    case 'name':
      return [declared(pattern)];
    case 'splat':
    case 'assign':
      return namesIn(pattern.value);
    case 'list':
    case 'block':
    case 'either':
    case 'other':
      return pattern.items.flatMap(namesIn);
    case 'dict':
      return pattern.items.flatMap(({ value }) => namesIn(value));
    case 'call':
      return pattern.args.flatMap(({ value }) => namesIn(value));
    default:
      return [];
  }
}

const repeated = (block: Expression, repeats: boolean): Expression =>
  repeats && block.kind === 'block' ? { ...block, repeats } : block;

/** The part of a head before the colon. */
export function head(reader: Reader): Expression[] {
  reader.heads++;
  const items = statements(
    reader,
    (token) => token.kind === 'newline' || isOp(token, ':') || isOp(token, ';'),
  );
  reader.heads--;
  return items;
}

/** `: statement` on one line, or an indented block. */
export function suite(reader: Reader, always: boolean): Expression {
  const start = startOfNext(reader);
  take(reader, ':');
  if (peek(reader)?.kind === 'newline' && peek(reader, 1)?.kind === 'indent') {
    reader.at++;
    return block(reader, always);
  }
  const items = statements(reader, (token) => token.kind === 'newline' || token.kind === 'dedent');
  return blockOf(items, { start, end: endOf(reader) }, always);
}

/** A block or a single statement, which may run. */
export function body(reader: Reader): Expression {
  if (isOp(peek(reader), '{')) return block(reader, false);
  const start = startOfNext(reader);
  const item = nested(reader, () => statement(reader), undefined);
  return blockOf(defined([item]), { start, end: endOf(reader) }, false);
}

/** `… else … end`: each part is a block. */
export function endBranches(reader: Reader, word: string): Expression[] {
  const items: Expression[] = [];
  reader.heads++;
  if (word !== 'begin' && word !== 'try' && word !== 'repeat' && word !== 'quote' && word !== 'else') {
    items.push(...defined([list(reader)]));
  }
  reader.heads--;
  if (useOf(reader) === 'do' || isName(peek(reader), 'then')) reader.at++;
  for (;;) {
    const start = startOfNext(reader);
    const part = statements(reader, (token) => ['else', 'end'].includes(useOf(reader, token) ?? ''));
    items.push(blockOf(part, { start, end: endOf(reader) }, false));
    const use = useOf(reader);
    if (peek(reader) === undefined) return items;
    reader.at++;
    if (use === 'end') return items;
  }
}

/** `{ … }`, an indented block, or everything up to `end`. */
export function block(reader: Reader, always: boolean): Expression {
  const start = startOfNext(reader);
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
  return blockOf(items, { start, end: endOf(reader) }, always);
}

/** `with open(x) as f, open(y) as g:`. */
function withStatement(reader: Reader): Expression {
  const start = startOfNext(reader);
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
  return blockOf(items, { start, end: endOf(reader) });
}

/** A loop over the value after `in`, `of` or `as`; other loops are branches. */
function forStatement(reader: Reader): Expression {
  const start = startOfNext(reader);
  reader.at++;
  while (isName(peek(reader), 'await')) reader.at++;
  reader.heads++;
  const clause = reader.dialect.blocks === 'brace' ? bracketedClause(reader) : forClause(reader);
  reader.heads--;
  const inside = loopBody(reader);
  const end = endOf(reader);
  if (clause.source === undefined || clause.target === undefined) {
    const again = inside.kind === 'block' ? { ...inside, always: false, repeats: true } : inside;
    return other([...clause.items, again], { start, end });
  }
  const { target, source, key } = clause;
  return { kind: 'loop', target, source, key, body: [inside], start, end };
}

function loopBody(reader: Reader): Expression {
  if (reader.dialect.blocks === 'indent') return suite(reader, true);
  skipLines(reader);
  if (reader.dialect.blocks === 'brace') return isOp(peek(reader), '{') ? block(reader, true) : body(reader);
  if (useOf(reader) === 'do') reader.at++;
  return block(reader, true);
}

/** `x, y in source`; in Python, conditions may follow. */
function forClause(reader: Reader): LoopClause {
  const target = targets(reader);
  if (!['in', '='].includes(peek(reader)?.text ?? ''))
    return { target, source: undefined, items: defined([target]) };
  reader.at++;
  const source = list(reader);
  return { target, source, items: defined([target, source]) };
}

/** `plain`: a bracket after a name is no call, as in Perl's `foreach my $x (…)`. */
export function targets(reader: Reader, plain = false): Expression | undefined {
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
function bracketedClause(reader: Reader): LoopClause {
  const opening = isOp(peek(reader), '(');
  if (!opening) {
    const target = targets(reader, true);
    const source = isOp(peek(reader), '(') ? prefix(reader) : undefined;
    return { target, source, items: defined([target, source]) };
  }
  reader.at++;
  // Perl loops over everything in the brackets.
  const first = reader.dialect.bareCalls ? list(reader) : targets(reader);
  const word = peek(reader)?.text ?? '';
  if (word === 'of' || word === 'in' || word === 'as') {
    reader.at++;
    const second = list(reader);
    const pair = isOp(peek(reader), '=>');
    if (pair) reader.at++;
    const value = pair ? list(reader) : second;
    take(reader, ')');
    return word === 'as'
      ? { target: value, source: first, items: defined([first, value]), key: pair ? second : undefined }
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
