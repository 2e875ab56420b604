/** Reads the expressions of PowerShell: operators, tables, types and members. */
import { anyShape, firstShapes, staticText, textShape } from '../../../pattern/shape.ts';
import { Choice, choiceOf, type Held } from '../state/choice.ts';
import { concat } from '../use/powershell-text.ts';
import { useMember } from './powershell-net.ts';
import {
  character,
  deeper,
  givenUp,
  isOutside,
  match,
  nextCharacter,
  plainName,
  type Reader,
  sees,
  settled,
  sourceAt,
  spaces,
  span,
  take,
  typeName,
} from './powershell-reader.ts';
import {
  anyValue,
  joined,
  keyOfValue,
  listValue,
  oneValue,
  staticOf,
  textOf,
  type Value,
} from './powershell-value.ts';
import { hereString, isCurly, quotedText, word } from './powershell-word.ts';
import { windowsVariable } from './windows-environment.ts';

const operators =
  /-(?:join|split|f|replace|eq|ne|gt|lt|ge|le|like|notlike|match|notmatch|contains|notcontains|in|notin|is|isnot|as|and|or|xor|band|bor|creplace|ireplace|ceq|ieq|isplit|csplit)(?![\w-])|\.\.|[-+*/%](?!=)/iy;

/**
 * Reads operands with operators between them. Commas make lists of operands, except between the arguments of a
 * method.
 */
export function expression(reader: Reader, lists = true): Value {
  return deeper(
    reader,
    () => anyValue(''),
    () => {
      const start = reader.at;
      let left = operand(reader, lists);
      for (let count = 0; count < 1000; count++) {
        spaces(reader, !lists);
        const operator = take(reader, operators)?.toLowerCase();
        if (operator === undefined) return chosen(reader, left, lists, start);
        spaces(reader, true);
        left = combine(operator, left, operand(reader, lists), sourceAt(reader, start));
      }
      return left;
    },
  );
}

/** `x ?? y` and `x ? y : z`: the value may be either of the two. */
function chosen(reader: Reader, left: Value, lists: boolean, start: number): Value {
  const either = (values: readonly Value[]): Value => {
    const source = sourceAt(reader, start);
    return settled(reader, choiceOf(values, keyOfValue), source) ?? anyValue(source);
  };
  if (take(reader, /\?\?(?![.?=])/y) !== undefined) {
    spaces(reader, true);
    return either([left, expression(reader, lists)]);
  }
  if (take(reader, /\?(?=[\s"'$(@\d])/y) === undefined) return left;
  spaces(reader, true);
  const yes = expression(reader, lists);
  spaces(reader, true);
  if (take(reader, /:/y) === undefined) return yes;
  spaces(reader, true);
  return either([yes, expression(reader, lists)]);
}

/** `'a', 'b'`: commas bind tighter than operators. */
function operand(reader: Reader, lists: boolean): Value {
  const first = unary(reader);
  if (!lists) return first;
  const items = [...first.items];
  let { isList } = first;
  for (let count = 0; count < 1000; count++) {
    spaces(reader, false);
    if (take(reader, /,/y) === undefined) break;
    spaces(reader, true);
    items.push(...unary(reader).items);
    isList = true;
  }
  return items.length === first.items.length ? first : { ...listValue(items), isList };
}

function unary(reader: Reader): Value {
  const start = reader.at;
  const operator = take(
    reader,
    /-(?:not|bnot|join|split)(?![\w-])|!|\+\+|--|-(?=[$(\d])|\+(?=[$(\d])/iy,
  )?.toLowerCase();
  spaces(reader, false);
  const value = deeper(
    reader,
    () => undefined,
    () => (operator === undefined ? postfix(reader, primary(reader)) : unary(reader)),
  );
  if (value === undefined) return anyValue(sourceAt(reader, start));
  if (operator === '-join') return oneValue(concat(value.items, sourceAt(reader, start)));
  return operator === undefined ? value : anyValue(sourceAt(reader, start));
}

function combine(operator: string, left: Value, right: Value, source: string): Value {
  switch (operator) {
    case '+':
      return joined(left, right, source);
    case '-join': {
      const separator = textOf(right, source);
      return oneValue(
        concat(
          left.items.flatMap((item, index) => (index === 0 ? [item] : [separator, item])),
          source,
        ),
      );
    }
    case '-f':
      return formatted(left, right, source);
    case '-replace':
    case '-creplace':
    case '-ireplace': {
      const [from, to] = right.items.map(staticText);
      const text = staticOf(left);
      const plain = from !== undefined && /^[\w\s~@#-]+$/.test(from);
      return plain && text !== undefined && text.length < 10_000
        ? oneValue(textShape(text.replaceAll(from, () => to ?? '').slice(0, 70_000), source))
        : anyValue(source);
    }
    case '-split': {
      const [by, text] = [staticOf(right), staticOf(left)];
      if (by === undefined || text === undefined) return anyValue(source);
      return listValue(text.split(by).map((part) => textShape(part)));
    }
    default:
      return anyValue(source);
  }
}

/** `'{0}-{1}' -f 'a', 'b'`. */
function formatted(left: Value, right: Value, source: string): Value {
  const text = staticOf(left);
  if (text === undefined || text.length > 10_000) return anyValue(source);
  const parts = text.match(/\{\d+[^{}]{0,20}\}|[^{}]+|[{}]/g) ?? [];
  const shapes = parts.map((part) => {
    const at = /^\{(\d+)/.exec(part)?.[1];
    return at === undefined ? textShape(part) : (right.items[Number(at)] ?? anyShape(part));
  });
  return oneValue(concat(firstShapes(shapes, 500), source));
}

/**
 * Reads an operand: brackets, a variable, a table or list, a block, a text or a number. Undefined if there is
 * none.
 */
export function primary(reader: Reader): Value | undefined {
  const start = reader.at;
  const next = character(reader);
  switch (next) {
    case '(':
      reader.at++;
      return deeper(
        reader,
        () => undefined,
        () => reader.grammar.inBrackets(reader, ')'),
      );
    case '$':
      if (nextCharacter(reader) === '(') {
        reader.at += 2;
        return deeper(
          reader,
          () => undefined,
          () => reader.grammar.inBrackets(reader, ')'),
        );
      }
      return variable(reader, false);
    case '@':
      return collection(reader);
    case '{':
      return reader.grammar.blockValue(reader);
    case '[':
      return typeLiteral(reader);
    default:
      break;
  }
  if (next === '"' || next === "'" || isCurly(next)) return quotedText(reader);
  const number = take(reader, /\d\w*(?:\.\d\w*)*|\.\d\w*/y);
  if (number !== undefined) return oneValue(textShape(number));
  // Reads a command in the place of a value: `$x = Get-Content y`.
  const value = /[A-Za-z_&.\\/]/.test(next)
    ? reader.grammar.command(reader, undefined, undefined, start)
    : undefined;
  return value;
}

function collection(reader: Reader): Value | undefined {
  const next = nextCharacter(reader);
  if (next === '(') {
    reader.at += 2;
    const value = deeper(
      reader,
      () => undefined,
      () => reader.grammar.inBrackets(reader, ')'),
    );
    return value === undefined ? undefined : { ...value, isList: true };
  }
  if (next === '{') return table(reader);
  if (next === '"' || next === "'") return hereString(reader);
  return undefined;
}

/** `@{ Name = value; … }`. */
function table(reader: Reader): Value {
  reader.at += 2;
  const entries = new Map<string, Value>();
  while (reader.at < reader.end) {
    const before = reader.at;
    spaces(reader, true);
    if (sees(reader, '}')) {
      reader.at++;
      break;
    }
    const name =
      take(reader, /[\w.-]+/y) ?? staticOf(/["']/.test(character(reader)) ? quotedText(reader) : undefined);
    spaces(reader, true);
    if (sees(reader, '=')) {
      reader.at++;
      spaces(reader, true);
      const value = deeper(
        reader,
        () => undefined,
        () => reader.grammar.assigned(reader),
      );
      if (name !== undefined && value !== undefined) entries.set(name.toLowerCase(), value);
    } else take(reader, /;/y);
    if (reader.at === before) reader.at++;
  }
  return { items: [], isList: false, entries };
}

function typeLiteral(reader: Reader): Value | undefined {
  const type = take(reader, /\[[\w.+\s,[\]`]{1,200}?\](?=::|[\s\d$("'@[{.;|)]|$)/y);
  if (type === undefined) {
    reader.at++;
    reader.grammar.inBrackets(reader, ']');
    return undefined;
  }
  if (sees(reader, '::')) return { items: [], isList: false, type: typeName(type.slice(1, -1)) };
  spaces(reader, false);
  const value = /["'$(@[\d]/.test(character(reader)) ? unary(reader) : anyValue(type);
  if (/^\[char\]$/i.test(type)) {
    const point = Number(staticOf(value));
    if (Number.isInteger(point) && point > 0 && point <= 0x10ffff)
      return oneValue(textShape(String.fromCodePoint(point)));
  }
  return /^\[(?:string|scriptblock|array|object|uri|io\.fileinfo|system\.uri|string\[\])\]$/i.test(type)
    ? value
    : { ...value, type: typeName(type.slice(1, -1)) };
}

/** Reads a variable, and gives its value. In a text a `$` without a name is plain text. */
export function variable(reader: Reader, inText: boolean): Value | undefined {
  const start = reader.at;
  const found = match(
    reader,
    /\$(?:\{([^}\n]{1,100})\}|((?:env|script|global|local|private|using|variable):\w+|[A-Za-z_]\w*|[?^$_]|\d+))/iy,
  );
  if (found === undefined) {
    reader.at++;
    return inText ? oneValue(textShape('$')) : undefined;
  }
  reader.at += found[0].length;
  const source = sourceAt(reader, start);
  const written = found[1] ?? found[2] ?? '';
  const name = plainName(written);
  const known = isOutside(written) ? outerValue(reader, name, source) : ownValue(reader, name, source);
  if (known !== undefined) return known;
  if (name.startsWith('env:')) return oneValue(windowsVariable(name.slice(4), source));
  switch (name) {
    case 'home':
      return oneValue(windowsVariable('home', source));
    case 'pwd':
      return oneValue(textShape('.', source));
    case 'true':
    case 'false':
      return oneValue(textShape(name, source));
    case 'null':
      return oneValue(textShape('', source));
    case 'executioncontext':
      return { ...anyValue(source), type: 'executioncontext' };
    default:
      return anyValue(source);
  }
}

/** The value of a name outside of the current function: `$global:x`. */
function outerValue(reader: Reader, name: string, source: string): Value | undefined {
  const { outer, state } = reader;
  if (outer === undefined || name.startsWith('env:')) return ownValue(reader, name, source);
  const since = state.outside.get(name);
  return settled(
    reader,
    since === undefined ? outer.names.get(name) : anyOf(since, outer.names.get(name)),
    source,
  );
}

const anyOf = (one: Held<Value>, other: Held<Value> | undefined): Held<Value> | undefined =>
  choiceOf([one, other], keyOfValue);

/** The value that the script has given to a name, on the current way. The name keeps that value on the way. */
function ownValue(reader: Reader, name: string, source: string): Value | undefined {
  const { names } = reader.state;
  const held = names.get(name);
  const value = settled(reader, held, source);
  if (!(held instanceof Choice) || reader.way === undefined) return value;
  if (value === undefined) names.delete(name);
  else names.set(name, value);
  return value;
}

/** Reads the members right behind an argument that is a variable or a text: `$x.Path`. */
export const members = (reader: Reader, value: Value | undefined): Value | undefined =>
  match(reader, /\.[A-Za-z_]\w*|::|\[/y) === undefined ? value : postfix(reader, value);

/** `.Name`, `::Name(…)`, `[0]`. */
export function postfix(reader: Reader, first: Value | undefined): Value | undefined {
  let value = first;
  const start = reader.at;
  for (let count = 0; count < 200 && value !== undefined; count++) {
    const next = match(reader, /(\?\.|::|\.)(\w+|(?=["'$({]))/y);
    if (next !== undefined) {
      reader.at += next[0].length;
      const given = next[2] === '' ? word(reader) : undefined;
      const name = next[2] === '' ? (given === undefined ? '' : (staticOf(given) ?? '')) : (next[2] ?? '');
      value = member(reader, value, name, next[1] === '::', start);
    } else if (sees(reader, '[') && reader.text[reader.at - 1] !== ' ') {
      reader.at++;
      const index = reader.grammar.inBrackets(reader, ']');
      value = itemAt(value, index, sourceAt(reader, start));
    } else break;
  }
  return value;
}

function itemAt(value: Value, index: Value, source: string): Value {
  const key = staticOf(index);
  if (value.entries !== undefined && key !== undefined)
    return value.entries.get(key.toLowerCase()) ?? anyValue(source);
  const items = key === undefined ? [] : [value.items.at(Number(key))];
  const [item] = items;
  return value.isList && item !== undefined ? oneValue(item) : anyValue(source);
}

function member(reader: Reader, object: Value, name: string, isStatic: boolean, start: number): Value {
  if (!sees(reader, '(')) {
    const entry = object.entries?.get(name.toLowerCase());
    if (entry !== undefined) return entry;
    const source = sourceAt(reader, start);
    if (isStatic) return { ...anyValue(source), type: `${object.type ?? ''}.${name.toLowerCase()}` };
    if (/^(?:fullname|path|value|source|definition)$/i.test(name)) return object;
    if (object.type === 'executioncontext') return object;
    return anyValue(source);
  }
  reader.at++;
  const args = callArguments(reader);
  if (object.block !== undefined)
    return reader.grammar.call(
      reader,
      object.block,
      args.flatMap(({ items }) => items),
      undefined,
    );
  // `$files.ForEach('Delete')`
  const called = name.toLowerCase() === 'foreach' ? staticOf(args[0]) : undefined;
  if (called !== undefined) return callMember(reader, object, called, args.slice(1), start);
  return callMember(reader, object, name, args, start, isStatic);
}

/** Calls a method of an object: records what it does, and gives its value. */
export function callMember(
  reader: Reader,
  object: Value,
  name: string,
  args: readonly Value[],
  start: number,
  isStatic = false,
): Value {
  const source = sourceAt(reader, start);
  const {
    value,
    findings,
    script: text,
  } = useMember({ object, isStatic, name, args, source, ...span(reader, start) });
  if (reader.findings.length < 500) reader.findings.push(...findings);
  else if (findings.length > 0) givenUp(reader, start, 'the script does too many things to be read');
  if (text !== undefined) reader.grammar.script(reader, text, start);
  return value;
}

function callArguments(reader: Reader): readonly Value[] {
  const args: Value[] = [];
  while (reader.at < reader.end) {
    const before = reader.at;
    spaces(reader, true);
    if (sees(reader, ')')) {
      reader.at++;
      break;
    }
    if (sees(reader, ',')) {
      reader.at++;
      continue;
    }
    const value = reader.at < reader.end ? expression(reader, false) : undefined;
    if (value !== undefined) {
      reader.grammar.mayCall(reader, value);
      args.push(value);
    }
    if (reader.at === before) reader.at++;
  }
  return args;
}
