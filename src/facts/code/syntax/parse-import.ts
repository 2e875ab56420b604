/** Parses imports of Python and of modules of JavaScript: local names, and the library names that they mean. */
import type { Expression } from './expression.ts';
import {
  callTo,
  endOf,
  isName,
  isOp,
  nameAt,
  other,
  peek,
  positional,
  type Reader,
  startOfNext,
  take,
} from './token-reader.ts';

export function importStatement(reader: Reader, use: 'import' | 'from'): Expression | undefined {
  const start = startOfNext(reader);
  if (reader.dialect.blocks === 'indent') return pythonImport(reader, use, start);
  const next = peek(reader, 1);
  if (isOp(next, '(') || isOp(next, '.')) return reader.grammar.expressionStatement(reader);
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

/** The module whose functions become global names: `shelljs/global`. */
export const globalsOf = (module: string): string | undefined =>
  /^([^./][^/]*)\/globals?(?:\.[cm]?js)?$/.exec(module)?.[1];

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
  // An import without names only runs the module.
  if (names.length === 0) {
    const { start: from, end } = source;
    const text: Expression = { kind: 'text', parts: [module], start: from, end };
    return callTo(nameAt('require', { start, end: from }), [positional(text)], end);
  }
  const global = globalsOf(module);
  if (global !== undefined) names.push(['*', '']);
  const bindings = names.map(([local, name]): [string, string] => [
    local,
    name === '' || name === 'default' ? (global ?? module) : `${module}.${name}`,
  ]);
  return { kind: 'import', bindings, start, end: endOf(reader) };
}
