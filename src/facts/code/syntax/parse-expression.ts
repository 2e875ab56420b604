/** Parses expressions with operators: assignments, choices, joined texts. */
import { counted, type Expression } from './expression.ts';
import { postfix } from './parse-call.ts';
import { prefix } from './parse-operand.ts';
import type { Token } from './token.ts';
import {
  assigned,
  blockOf,
  callTo,
  defined,
  endOf,
  isName,
  isOp,
  longestChain,
  nested,
  other,
  peek,
  positional,
  type Reader,
  skipLines,
  take,
} from './token-reader.ts';

/** Expressions between commas: one, or a list of them. */
export function list(reader: Reader): Expression | undefined {
  const first = starred(spread(reader));
  if (first === undefined || !isOp(peek(reader), ',') || !reader.dialect.tuples) return first;
  const items = [first];
  while (take(reader, ',')) {
    const item = starred(spread(reader));
    if (item === undefined) break;
    items.push(item);
  }
  const { start } = first;
  const end = endOf(reader);
  // `a, = x`: a list of one name.
  if (isOp(peek(reader), '=') && !items.some(({ kind }) => kind === 'assign')) {
    reader.at++;
    const nothing = other([], { start: end, end });
    return assigned({ kind: 'list', items, start, end }, list(reader) ?? nothing);
  }
  const last = items[items.length - 1];
  // `a, b = x, y`: the assignment is still inside the list.
  if (last === undefined || !items.some(({ kind }) => kind === 'assign'))
    return { kind: 'list', items, start, end };
  const at = items.findIndex(({ kind }) => kind === 'assign');
  const middle = items[at];
  if (middle?.kind !== 'assign' || middle.adds) return { kind: 'list', items, start, end };
  if (at === 0) return assigned(middle.target, severalOf([middle.value, ...items.slice(1)], start, end));
  const left: Expression = { kind: 'list', items: [...items.slice(0, at), middle.target], start, end };
  const rest = items.slice(at + 1);
  const right: Expression =
    rest.length === 0 ? middle.value : { kind: 'list', items: [middle.value, ...rest], start, end };
  return assigned(left, right);
}

/** `b, c = x, y` behind an assignment: a list, or an assignment to one. */
function severalOf(items: readonly Expression[], start: number, end: number): Expression {
  const at = items.findIndex((item, place) => place > 0 && item.kind === 'assign' && !item.adds);
  const middle = items[at];
  if (middle?.kind !== 'assign') return { kind: 'list', items, start, end };
  const left: Expression = { kind: 'list', items: [...items.slice(0, at), middle.target], start, end };
  return assigned(left, { kind: 'list', items: [middle.value, ...items.slice(at + 1)], start, end });
}

/** `*y = x` is parsed as a star before an assignment. */
const starred = (item: Expression | undefined): Expression | undefined =>
  item?.kind === 'splat' && item.value.kind === 'assign'
    ? { ...item.value, target: { ...item, value: item.value.target } }
    : item;

export function spread(reader: Reader, least = 0): Expression | undefined {
  const token = peek(reader);
  const isStar = isOp(token, '*') || isOp(token, '**') || isOp(token, '...');
  if (!isStar || token?.text === reader.dialect.rest) return expression(reader, least);
  reader.at++;
  const start = token?.start ?? 0;
  const value = expression(reader, 1);
  if (value === undefined) return undefined;
  return { kind: 'splat', value, pairs: token?.text === '**', start, end: endOf(reader) };
}

export function expression(reader: Reader, least: number): Expression | undefined {
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

/** The precedence of operators: a larger number binds tighter. */
function bindingOf(reader: Reader, token: Token): number {
  const { dialect } = reader;
  if (token.kind === 'name') {
    if (dialect.blocks === 'indent' && token.text === 'if') return 2;
    const use = dialect.words.get(token.text);
    if (token.text === 'in' && reader.heads > 0 && dialect.blocks !== 'indent') return -1;
    // If the language has signs for these, the words bind more loosely than assignments and calls.
    const isLoose = dialect.blocks === 'brace' || dialect.bareCalls;
    if (use === 'or') return isLoose ? 0 : 3;
    return use === 'infix' ? (token.text !== 'and' ? 5 : isLoose ? 0 : 4) : -1;
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
      return 7;
    // In Perl this is "defined or", and binds as loosely as `||`; in other languages it divides.
    case '//':
      return dialect.joins.has('.') ? 3 : 7;
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
      return /^(?:[^=!<>]{1,2}|<<|>>>?)=$/.test(token.text) ? 1 : -1;
  }
}

export function infixes(reader: Reader, first: Expression, least: number): Expression {
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

/** The next token, also on the next line if a line may start with an operator. */
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
  if (/^(?:\|\||&&|\?\?|\/\/)=$/.test(token.text)) return assignedPerhaps(reader, left);
  if (binding === 1 && !dialect.assigns.has(token.text)) return changedBy(reader, left, token.text);
  if (token.text === '=~' && changesText(peek(reader))) {
    const pattern = prefix(reader);
    return pattern === undefined ? left : changed(left, pattern);
  }
  if (dialect.assigns.has(token.text)) {
    const made = assignment(reader, left, !/^(?::?=|<<?-)$/.test(token.text));
    return token.text === '<<-' && made.kind === 'assign' ? { ...made, outer: true } : made;
  }
  if (token.text === '?' || (token.text === 'if' && token.kind === 'name'))
    return ternary(reader, left, token.text);
  const right = expression(reader, binding + 1);
  if (token.text === 'as' || token.text === 'satisfies') return left;
  // `1..`: what a value without its other side means is not known.
  if (right === undefined) return other([left], { start, end: endOf(reader) });
  if (dialect.joins.has(token.text)) return join(reader, left, right, binding);
  const end = endOf(reader);
  switch (token.text) {
    case 'or':
    case '||':
    case '??':
    case '//':
      return { kind: 'either', items: [left, maybe(right)], start, end };
    case 'and':
    case '&&':
      return { ...blockOf([left, maybe(right)], { start, end }), mayBeEmpty: true };
    case '%':
      return { kind: 'format', left, right, start, end };
    case '/':
      return { kind: 'slash', left, right, start, end };
    case '|>':
    case '%>%':
      return right.kind === 'call'
        ? { ...right, args: [positional(left), ...right.args] }
        : { ...callTo(right, [positional(left)], end), start };
    case '<<':
      if (!dialect.bareCalls || dialect.blocks !== 'end') return other([left, right], { start, end });
      return {
        kind: 'call',
        callee: { kind: 'member', object: left, name: '<<', start, end: left.end },
        args: [{ name: undefined, value: right }],
        start,
        end,
      };
    default:
      return other([left, right], { start, end });
  }
}

/** Whether a pattern replaces what it matches: `s/a/b/`, `tr/a/b/`. */
const changesText = (token: Token | undefined): boolean =>
  token?.kind === 'regex' && /^(?:s|tr|y)$/.test(token.text);

/** A text that is changed in place: it keeps its value, or becomes unknown. */
function changed(target: Expression, by: Expression): Expression {
  const { start } = target;
  const { end } = by;
  const only = target.kind === 'list' && target.items.length === 1 ? (target.items[0] ?? target) : target;
  if (only.kind === 'assign') return blockOf([only, changed(only.target, by)], { start, end });
  const value: Expression = { kind: 'either', items: [only, other([by], { start, end })], start, end };
  return assigned(only, value);
}

/** `x *= y`, `x |= y`: a number if both are numbers, else unknown. */
function changedBy(reader: Reader, target: Expression, operator: string): Expression {
  const right = expression(reader, 1) ?? other([], target);
  const { start } = target;
  const end = endOf(reader);
  if (!/^(?:-|\/|%|\*\*|\/\/|>>>?|<<|\^|&)=$/.test(operator)) return changed(target, right);
  const number: Expression = { kind: 'number', text: counted, start, end };
  const value: Expression = { kind: 'either', items: [target, number], start, end };
  return blockOf([right, assigned(target, value)], { start, end });
}

/** `x ||= y` and the like: the old value or the new one. */
function assignedPerhaps(reader: Reader, target: Expression): Expression {
  const { start } = target;
  const made = expression(reader, 1);
  const value: Expression = { kind: 'either', items: defined([target, made]), start, end: endOf(reader) };
  return assigned(target, value);
}

/** Parses a whole sum at once, so that a long sum is neither deep nor copied. */
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

/** An expression that may run; a plain value stays as it is. */
const maybe = (item: Expression): Expression =>
  item.kind === 'assign' || item.kind === 'block' ? blockOf([item], item, false) : item;

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
  return blockOf([...defined([condition]), choice], { start, end });
}

export function assignment(reader: Reader, target: Expression, adds: boolean): Expression {
  const value = expression(reader, 1) ?? other([], { start: endOf(reader), end: endOf(reader) });
  return { kind: 'assign', target, value, adds, start: target.start, end: endOf(reader) };
}
