/** Parses classes that inherit: `class A(B):`, `class A extends B {`, `class A < B`. Any other class is read as what is in it. */
import type { Expression } from './expression.ts';
import {
  defined,
  endOf,
  expressionAt,
  isKey,
  isName,
  isOp,
  nested,
  peek,
  type Reader,
  skipLines,
  startOfNext,
  take,
  useOf,
} from './token-reader.ts';

/** A class that inherits; undefined, and nothing is read, if it does not. */
export function classExpression(reader: Reader): Expression | undefined {
  if (isKey(reader)) return undefined;
  const { at } = reader;
  const start = startOfNext(reader);
  reader.at++;
  const token = peek(reader);
  const isNamed = token?.kind === 'name' && !isName(token, 'extends');
  if (isNamed) reader.at++;
  // The arguments of a class of PHP without a name.
  const given = !isNamed && isOp(peek(reader), '(') ? [reader.grammar.group(reader)] : [];
  const bases = nested(reader, () => basesOf(reader), []);
  if (bases.length === 0) {
    reader.at = at;
    return undefined;
  }
  const body = [...given, ...nested(reader, () => bodyOf(reader), [])];
  const name = isNamed ? token.text : undefined;
  return { kind: 'class', name, bases, body, start, end: endOf(reader) };
}

function basesOf(reader: Reader): readonly Expression[] {
  switch (reader.dialect.blocks) {
    case 'indent':
      return take(reader, '(') ? reader.grammar.sequence(reader, ')').map(({ value }) => value) : [];
    case 'brace':
      if (!isName(peek(reader), 'extends')) return [];
      reader.at++;
      return defined([expressionAt(reader, 2)]);
    default:
      return take(reader, '<') ? defined([expressionAt(reader, 2)]) : [];
  }
}

function bodyOf(reader: Reader): readonly Expression[] {
  const { dialect, grammar } = reader;
  if (dialect.blocks === 'indent') return [grammar.suite(reader, true)];
  if (dialect.blocks === 'end') {
    const items = grammar.statements(reader, (token) => useOf(reader, token) === 'end');
    reader.at++;
    return items;
  }
  // `implements A, B`.
  while (peek(reader) !== undefined && !isOp(peek(reader), '{') && !isOp(peek(reader), ';')) reader.at++;
  skipLines(reader);
  return isOp(peek(reader), '{') ? [grammar.block(reader, true)] : [];
}
