/**
 * Reads the part of YAML that task files use: maps, lists, plain and quoted texts, blocks (`|` and `>`), lists and maps
 * in brackets, anchors. Every scalar is a text. With anything else, the whole file is unreadable.
 */
export type Yaml = string | null | readonly Yaml[] | YamlMap;
export type YamlMap = ReadonlyMap<string, Yaml>;

export const isMap = (value: Yaml | undefined): value is YamlMap => value instanceof Map;
export const isItems = (value: Yaml | undefined): value is readonly Yaml[] => Array.isArray(value);

/** A member of a map; undefined if the value is no map. */
export const inMap = (value: Yaml | undefined, name: string): Yaml | undefined =>
  isMap(value) ? value.get(name) : undefined;

/** The texts of a list, or a single text. */
export const textsOfYaml = (value: Yaml | undefined): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : isItems(value)
      ? value.filter((each): each is string => typeof each === 'string')
      : [];

/** JSON in the same form. */
export function readYamlJson(text: string): Yaml | undefined {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''), (_, value: unknown) =>
      value === null || Array.isArray(value) || typeof value === 'string'
        ? value
        : typeof value === 'object'
          ? new Map(Object.entries(value))
          : String(value),
    ) as Yaml;
  } catch {
    return undefined;
  }
}

interface Line {
  readonly indent: number;
  readonly text: string;
}

/** Thrown at a part that is not supported. */
class Unread extends Error {}

const deepest = 40;

/** Reads YAML; undefined if it is not supported or not valid. */
export function readYaml(text: string): Yaml | undefined {
  try {
    return new Reader(text).read();
  } catch (error) {
    if (error instanceof Unread) return undefined;
    throw error;
  }
}

class Reader {
  readonly #lines: Line[];
  readonly #anchors = new Map<string, Yaml>();
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    const lines = text
      .replace(/^\uFEFF/, '')
      .replace(/\r\n?/g, '\n')
      .split('\n');
    const first = lines.findIndex((line) => !/^(?:\s*(?:#.*)?|%.*)$/.test(line));
    const start = lines[first]?.startsWith('---') ? first + 1 : 0;
    this.#lines = lines
      .slice(start)
      .map((line) => ({ indent: line.length - line.trimStart().length, text: line.trimEnd() }));
    if (this.#lines.some((line) => /^\t|^(?:---|\.\.\.)(?:\s|$)/.test(line.text))) throw new Unread();
  }

  read(): Yaml {
    this.#skip();
    const value = this.#block(0);
    this.#skip();
    if (this.#at < this.#lines.length) throw new Unread();
    return value;
  }

  /** The next line that is not empty and no comment. */
  #skip(): Line | undefined {
    while (this.#at < this.#lines.length && /^\s*(?:#.*)?$/.test(this.#lines[this.#at]?.text ?? ''))
      this.#at++;
    return this.#lines[this.#at];
  }

  #block(least: number): Yaml {
    const line = this.#skip();
    if (line === undefined || line.indent < least) return null;
    if (++this.#depth > deepest) throw new Unread();
    const text = line.text.slice(line.indent);
    const isList = /^-(?:\s|$)/.test(text);
    const value = isList
      ? this.#list(line.indent)
      : keyIn(text) === undefined
        ? this.#flow(line.indent)
        : this.#map(line.indent);
    this.#depth--;
    return value;
  }

  #list(indent: number): Yaml {
    const items: Yaml[] = [];
    for (
      let line = this.#skip();
      line?.indent === indent && /^-(?:\s|$)/.test(line.text.slice(indent));
      line = this.#skip()
    ) {
      const rest = line.text.slice(indent + 1);
      const inner = indent + 1 + (rest.length - rest.trimStart().length);
      // The text after the dash is a block with its own indentation.
      if (keyIn(rest.trim()) !== undefined || /^-(?:\s|$)/.test(rest.trim())) {
        this.#lines[this.#at] = { indent: inner, text: ' '.repeat(inner) + rest.trimStart() };
        items.push(this.#block(inner));
      } else items.push(this.#value(rest.trim(), indent + 1));
    }
    return items;
  }

  #map(indent: number): Yaml {
    const map = new Map<string, Yaml>();
    const merged: Yaml[] = [];
    for (let line = this.#skip(); line?.indent === indent; line = this.#skip()) {
      const found = keyIn(line.text.slice(indent));
      if (found === undefined) throw new Unread();
      // A list may have the same indentation as its name.
      const value = this.#value(found.rest, indent + 1, indent);
      if (found.key === '<<') merged.push(...(isItems(value) ? value : [value]));
      else map.set(found.key, value);
    }
    for (const each of merged) {
      if (!isMap(each)) throw new Unread();
      for (const [key, value] of each) if (!map.has(key)) map.set(key, value);
    }
    return map;
  }

  /** The value after a colon or a dash, on this line or on those below. */
  #value(written: string, least: number, ofList = least): Yaml {
    const [, anchor, text = ''] = /^(?:&([\w-]+)(?:\s+|$))?(.*)$/s.exec(withoutRemark(written)) ?? [];
    const value = this.#plainValue(text, least, ofList);
    if (anchor !== undefined) this.#anchors.set(anchor, value);
    return value;
  }

  #plainValue(text: string, least: number, ofList: number): Yaml {
    if (text === '') {
      this.#at++;
      const next = this.#skip();
      const isList = next !== undefined && /^-(?:\s|$)/.test(next.text.slice(next.indent));
      return this.#block(isList ? ofList : least);
    }
    const [, style, keeps] = /^([|>])(?:\d?([+-])?|[+-]\d)$/.exec(text) ?? [];
    if (style !== undefined) return this.#lineBlock(style, keeps !== '-', least);
    if (text.startsWith('*')) {
      const value = this.#anchors.get(text.slice(1).trim());
      if (value === undefined) throw new Unread();
      this.#at++;
      return value;
    }
    const line = this.#lines[this.#at];
    if (line === undefined) throw new Unread();
    this.#lines[this.#at] = { indent: line.indent, text };
    return this.#flow(least);
  }

  #lineBlock(style: string, endsLine: boolean, least: number): string {
    this.#at++;
    const own: string[] = [];
    let indent = -1;
    for (; this.#at < this.#lines.length; this.#at++) {
      const line = this.#lines[this.#at];
      if (line === undefined) break;
      if (line.text === '') own.push('');
      else {
        if (indent < 0) indent = line.indent;
        if (line.indent < Math.max(indent, least)) break;
        own.push(line.text.slice(indent));
      }
    }
    while (own.at(-1) === '') own.pop();
    const text = style === '|' ? own.join('\n') : folded(own);
    return endsLine ? `${text}\n` : text;
  }

  /** A scalar, or a value in brackets, on this line and those that continue it. */
  #flow(least: number): Yaml {
    const line = this.#lines[this.#at];
    let text = (line?.text ?? '').trim();
    this.#at++;
    const more = (): boolean => {
      const next = this.#lines[this.#at];
      if (next === undefined) return false;
      text += next.text.trim() === '' ? '\n' : ` ${withoutRemark(next.text.trim())}`;
      this.#at++;
      return true;
    };
    if (/^["'[{]/.test(text)) {
      for (let found = readFlow(text, 0); ; found = readFlow(text, 0)) {
        if (found !== undefined && withoutRemark(text.slice(found.end)).trim() === '') return found.value;
        if (found !== undefined || !more()) throw new Unread();
      }
    }
    if (/^[!&*%@`|>]/.test(text)) throw new Unread();
    text = withoutRemark(text);
    // A plain text continues on lines with more indentation.
    for (
      let next = this.#skip();
      next !== undefined && next.indent >= Math.max(1, least);
      next = this.#skip()
    ) {
      if (keyIn(next.text.trim()) !== undefined) throw new Unread();
      more();
    }
    return scalarOf(text);
  }
}

/** Folds lines into one, except empty ones and those with more indentation. */
const folded = (lines: readonly string[]): string =>
  lines.reduce((text, line, at) => {
    const before = lines[at - 1] ?? '';
    const isKept = line === '' || /^\s/.test(line) || /^\s/.test(before);
    return `${text}${at === 0 ? '' : isKept ? '\n' : before === '' ? '' : ' '}${line}`;
  }, '');

const scalarOf = (text: string): Yaml => (/^(?:~|null|Null|NULL)?$/.test(text) ? null : text);

/** A text up to a comment. */
function withoutRemark(text: string): string {
  if (!text.includes('#')) return text;
  let quote = '';
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (quote !== '') {
      if (sign === '\\' && quote === '"') at++;
      else if (sign === quote) quote = '';
    } else if ((sign === '"' || sign === "'") && /^[\s[{,:]?$/.test(text[at - 1] ?? '')) quote = sign;
    else if (sign === '#' && /^\s?$/.test(text[at - 1] ?? '')) return text.slice(0, at).trimEnd();
  }
  return text;
}

/** The name before a colon, and the rest after it. */
function keyIn(text: string): { readonly key: string; readonly rest: string } | undefined {
  const quoted = /^["']/.test(text) ? readQuoted(text, 0) : undefined;
  if (quoted !== undefined) {
    const [, rest] = /^\s*:(?:\s+(.*)|)$/s.exec(text.slice(quoted.end)) ?? [];
    return /^\s*:(?:\s|$)/.test(text.slice(quoted.end)) ? { key: quoted.value, rest: rest ?? '' } : undefined;
  }
  const [, key, rest = ''] =
    /^([^\s#&*!|>%@`"'[\]{},?-][^#]*?|-[^\s#][^#]*?|<<|\?[^\s].*?|[*][^:\s]*)\s*:(?:\s+(.*)|)$/s.exec(text) ??
    [];
  return key === undefined || key.includes(': ') ? undefined : { key, rest };
}

interface Found<Value> {
  readonly value: Value;
  readonly end: number;
}

function readQuoted(text: string, start: number): Found<string> | undefined {
  const quote = text[start];
  let value = '';
  for (let at = start + 1; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (sign === quote) {
      if (quote !== "'" || text[at + 1] !== "'") return { value, end: at + 1 };
      value += "'";
      at++;
    } else if (sign === '\\' && quote === '"') {
      const next = text[++at] ?? '';
      const [, digits] = /^[xuU]([\da-fA-F]{2,8})/.exec(text.slice(at, at + 9)) ?? [];
      const size = next === 'x' ? 2 : next === 'u' ? 4 : 8;
      if (digits !== undefined && digits.length >= size) {
        value += String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(digits.slice(0, size), 16)));
        at += size;
      } else value += { n: '\n', t: '\t', r: '\r', '0': '\0', e: '\u001B' }[next] ?? next;
    } else value += sign;
  }
  return undefined;
}

/** The text in brackets or quotes from a place on; undefined if it does not end. */
function readFlow(text: string, start: number, depth = 0): Found<Yaml> | undefined {
  if (depth > deepest) throw new Unread();
  let at = start;
  const blanks = (): void => {
    while (/\s/.test(text[at] ?? '')) at++;
  };
  blanks();
  const sign = text[at];
  if (sign === '"' || sign === "'") return readQuoted(text, at);
  if (sign !== '[' && sign !== '{') {
    const [word = ''] = /^(?:[^,[\]{}:]|:(?!\s|$))*/.exec(text.slice(at)) ?? [];
    if (/^[&*!|>%@`]/.test(word)) throw new Unread();
    return { value: scalarOf(word.trim()), end: at + word.length };
  }
  const close = sign === '[' ? ']' : '}';
  const items: Yaml[] = [];
  const map = new Map<string, Yaml>();
  for (at++; ; ) {
    blanks();
    if (at >= text.length) return undefined;
    if (text[at] === close) return { value: sign === '[' ? items : map, end: at + 1 };
    const first = readFlow(text, at, depth + 1);
    if (first === undefined) return undefined;
    at = first.end;
    blanks();
    if (text[at] === ':') {
      const value = readFlow(text, at + 1, depth + 1);
      if (value === undefined) return undefined;
      if (typeof first.value !== 'string') throw new Unread();
      if (sign === '{') map.set(first.value, value.value);
      else items.push(new Map([[first.value, value.value]]));
      at = value.end;
      blanks();
    } else if (sign === '[') items.push(first.value);
    else if (typeof first.value === 'string') map.set(first.value, null);
    if (text[at] === ',') at++;
    else if (at < text.length && text[at] !== close) throw new Unread();
  }
}
