/** TOML as project files use it: tables, lists of tables, texts, lists and inline tables; any other value is a text. */
import type { Yaml } from './yaml.ts';

type Table = Map<string, Yaml>;

/** Reads TOML; undefined if it is not supported or not valid. */
export function readToml(text: string): Table | undefined {
  const root: Table = new Map();
  let table = root;
  let at = 0;
  const source = text.replace(/\r\n?/g, '\n');
  while (at < source.length) {
    const [blank = ''] = /^(?:[ \t\n]+|#[^\n]*)/.exec(source.slice(at, at + 4096)) ?? [];
    if (blank !== '') {
      at += blank.length;
      continue;
    }
    const [header, open, path = ''] =
      /^(\[\[?)([^\]\n]*)\]\]?[ \t]*(?:#[^\n]*)?(?:\n|$)/.exec(source.slice(at, at + 4096)) ?? [];
    if (header !== undefined) {
      const found = tableAt(root, namesIn(path), open === '[[');
      if (found === undefined) return undefined;
      table = found;
      at += header.length;
      continue;
    }
    const end = readPair(source, at, table);
    if (end === undefined) return undefined;
    at = end;
  }
  return root;
}

/** Reads `name.other = value`; returns where it ends. */
function readPair(source: string, start: number, table: Table): number | undefined {
  const [key] =
    /^(?:"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[\w.\- \t])+(?=[ \t]*=)/.exec(source.slice(start, start + 4096)) ?? [];
  if (key === undefined) return undefined;
  const names = namesIn(key);
  const own = tableAt(table, names.slice(0, -1), false);
  const equals = source.indexOf('=', start + key.length);
  const found = readValue(source, equals + 1, 0);
  if (own === undefined || found === undefined) return undefined;
  own.set(names.at(-1) ?? '', found.value);
  return found.end;
}

const namesIn = (path: string): readonly string[] =>
  [...path.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|([\w-]+)/g)].map(
    ([, one, two, three]) => one ?? two ?? three ?? '',
  );

/** The table of a path, which is created if missing; with `isNew` one more table of a list. */
function tableAt(from: Table, names: readonly string[], isNew: boolean): Table | undefined {
  let table = from;
  for (const [index, name] of names.entries()) {
    const there = table.get(name);
    const list: Yaml[] | undefined = Array.isArray(there) ? (there as Yaml[]) : undefined;
    if (isNew && index === names.length - 1) {
      const next: Table = new Map();
      table.set(name, [...(list ?? []), next]);
      return next;
    }
    const next = list === undefined ? (there ?? new Map()) : list.at(-1);
    if (!(next instanceof Map)) return undefined;
    if (there === undefined) table.set(name, next);
    table = next;
  }
  return table;
}

interface Found {
  readonly value: Yaml;
  readonly end: number;
}

function readValue(source: string, start: number, depth: number): Found | undefined {
  const at = start + (/^[ \t]*/.exec(source.slice(start, start + 200))?.[0].length ?? 0);
  if (depth > 20) return undefined;
  const sign = source[at];
  if (sign === '"' || sign === "'") return readText(source, at);
  if (sign === '[') return readList(source, at, depth);
  if (sign === '{') {
    const table: Table = new Map();
    for (let next = skip(source, at + 1); ; ) {
      if (source[next] === '}') return { value: table, end: next + 1 };
      const end = readPair(source, next, table);
      if (end === undefined) return undefined;
      next = skip(source, end);
      if (source[next] === ',') next = skip(source, next + 1);
      else if (source[next] !== '}') return undefined;
    }
  }
  const [word = ''] = /^[^\s,\]}#]+/.exec(source.slice(at, at + 200)) ?? [];
  return word === '' ? undefined : { value: word, end: at + word.length };
}

function readList(source: string, start: number, depth: number): Found | undefined {
  const items: Yaml[] = [];
  for (let at = skip(source, start + 1); ; ) {
    if (source[at] === ']') return { value: items, end: at + 1 };
    const found = readValue(source, at, depth + 1);
    if (found === undefined) return undefined;
    items.push(found.value);
    at = skip(source, found.end);
    if (source[at] === ',') at = skip(source, at + 1);
    else if (source[at] !== ']') return undefined;
  }
}

/** Skips blanks, line ends and comments. */
function skip(source: string, start: number): number {
  let at = start;
  while (at < source.length && /[\s#]/.test(source[at] ?? '')) {
    if (source[at] === '#') {
      const end = source.indexOf('\n', at);
      at = end < 0 ? source.length : end;
    } else at++;
  }
  return at;
}

function readText(source: string, start: number): Found | undefined {
  const quote = source[start] ?? '"';
  const isLong = source.startsWith(quote.repeat(3), start);
  const mark = isLong ? quote.repeat(3) : quote;
  let value = '';
  for (let at = start + mark.length; at < source.length; at++) {
    if (source.startsWith(mark, at)) {
      // A quote may come directly before the three that end the text.
      const more = isLong ? (/^["']{0,2}(?=["']{3})/.exec(source.slice(at, at + 5))?.[0].length ?? 0) : 0;
      return { value: (value + quote.repeat(more)).replace(/^\n/, ''), end: at + more + mark.length };
    }
    const sign = source[at] ?? '';
    if (sign === '\n' && !isLong) return undefined;
    if (sign !== '\\' || quote === "'") value += sign;
    else {
      const next = source[++at] ?? '';
      if (next === '\n' || (isLong && /^[ \t]+\n/.test(source.slice(at, at + 200))))
        at = skipBlanks(source, at) - 1;
      else if (next === 'u' || next === 'U') {
        const size = next === 'u' ? 4 : 8;
        value += String.fromCodePoint(
          Math.min(0x10ffff, Number.parseInt(source.slice(at + 1, at + 1 + size), 16) || 0),
        );
        at += size;
      } else value += { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', e: '\u001B' }[next] ?? next;
    }
  }
  return undefined;
}

const skipBlanks = (source: string, start: number): number =>
  start + (/^\s*/.exec(source.slice(start))?.[0].length ?? 0);
