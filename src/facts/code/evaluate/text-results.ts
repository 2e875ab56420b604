/** Results of calls that work on texts: they split, join, replace, format and decode what is known. */
import {
  anyShape,
  joinPieces,
  nameShape,
  type Piece,
  type Shape,
  textShape,
} from '../../../pattern/text/shape.ts';
import { decodeBase64, decodeHex } from '../values/decode.ts';
import {
  anyText,
  concatAll,
  listValue,
  shapesOf,
  shapeValue,
  staticOf,
  textValue,
  unknownValue,
  type Value,
} from '../values/value.ts';
import { flatten, mapShapes, optionAt, shapesFor, subject } from './call-values.ts';
import type { Call, Runtime } from './runtime.ts';

export function withStatic(call: Call, change: (text: string) => string | undefined): Value {
  const text = staticOf(subject(call));
  const changed = text === undefined ? undefined : change(text);
  return changed === undefined ? anyText(call) : textValue(changed, call.source);
}

/** The words of a text, split as by a shell. */
export function splitWords(text: string): readonly Value[] {
  const words = text.match(/(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s"'\\])+/gs) ?? [];
  return words.map((word) =>
    textValue(
      word.replace(
        /"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/gs,
        (_, double, single, escaped) => double ?? single ?? escaped,
      ),
    ),
  );
}

export function withStaticArg(call: Call, change: (text: string) => string | undefined): Value {
  const text = staticOf(call.args[0] ?? call.self);
  const changed = text === undefined ? undefined : change(text);
  return changed === undefined ? anyText(call) : textValue(changed, call.source);
}

export function bufferOf(call: Call): Value {
  const [value = unknownValue, encoding] = call.args;
  if (value.kind === 'list') return bytesOf(value, call);
  const name = staticOf(encoding) ?? '';
  const decode = /^base64(?:url)?$/.test(name) ? decodeBase64 : name === 'hex' ? decodeHex : undefined;
  if (decode === undefined)
    return encoded({ ...call, self: value, args: encoding === undefined ? [] : [encoding] });
  const decoded = decode(staticOf(value) ?? '');
  return decoded === undefined || staticOf(value) === undefined
    ? anyText(call)
    : textValue(decoded, call.source);
}

/** Bytes by number, if each is one character. */
function bytesOf(value: Value, call: Call): Value {
  const text = charactersOf({ ...call, args: [value] });
  return isAscii(text) ? text : anyText(call);
}

/** A text that is encoded or decoded: the same text for UTF-8, or if it is ASCII and the encoding extends ASCII. */
export function encoded(call: Call): Value {
  const value = subject(call);
  const name = staticOf(call.args[0] ?? optionAt(call, 'encoding') ?? textValue('utf8')) ?? '';
  const isPlain = isAscii(value) && /^(?:us-)?ascii$|^latin-?1$|^binary$/i.test(name);
  return /^utf-?8$/i.test(name) || isPlain ? value : anyText(call);
}

const isAscii = (value: Value): boolean => !/[^\0-\x7f]/.test(staticOf(value) ?? '\x80');

/** A value as a text: the text of a list or a table is not followed. */
export const textValueOf = (value: Value, call: Call): Value =>
  value.kind === 'list' || value.kind === 'dict' ? anyText(call) : value;

export function charactersOf(call: Call): Value {
  const values = flatten(call.args);
  const points = values.map((value) => Number(staticOf(value)));
  const fine = points.every((point) => Number.isInteger(point) && point >= 0 && point <= 0x10ffff);
  if (!fine || call.more !== undefined) return anyText(call);
  return textValue(points.map((point) => String.fromCodePoint(point)).join(''), call.source);
}

export const rot13 = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });

/** Trims blanks on one side or both. If a call names other characters, the result is not followed. */
export function trimmed(call: Call, _runtime: Runtime, [side]: readonly string[]): Value {
  if (call.args.length > (call.self === undefined ? 1 : 0)) return anyText(call);
  return mapShapes(subject(call), call, ({ pieces, source }) => {
    const last = pieces.length - 1;
    const cut = pieces.map((piece, at): Piece => {
      if (piece.kind !== 'text') return piece;
      const text = at === 0 && side !== 'end' ? piece.text.trimStart() : piece.text;
      return { kind: 'text', text: at === last && side !== 'start' ? text.trimEnd() : text };
    });
    return joinPieces(cut, source);
  });
}

/** Replaces every occurrence in a text, or as many as the call says: `first` is for functions that replace one. */
export function replaced(call: Call, _runtime: Runtime, [which]: readonly string[]): Value {
  const [from, to] = [staticOf(call.args[0]), staticOf(call.args[1])];
  const count = call.args[2] ?? call.named.get('count');
  const times = count === undefined ? (which === 'first' ? 1 : Infinity) : Number(staticOf(count));
  const isPlain = which === undefined || (to !== undefined && !/[$\\]/.test(to));
  if (from === undefined || to === undefined || from === '' || Number.isNaN(times) || !isPlain)
    return anyText(call);
  return withStatic(call, (text) => {
    if (text.length > 10_000) return undefined;
    let left = times < 0 ? Infinity : times;
    return text.replaceAll(from, () => (left-- > 0 ? to : from));
  });
}

export function splitText(call: Call): Value {
  const text = staticOf(subject(call));
  const [separator] = call.self === undefined ? call.args.slice(1) : call.args;
  if (text === undefined) return listValue([], anyText(call));
  if (separator === undefined)
    return listValue(
      text
        .trim()
        .split(/\s+/)
        .map((part) => textValue(part)),
    );
  const by = staticOf(separator);
  if (by === undefined) return listValue([], anyText(call));
  return listValue(text.split(by).map((part) => textValue(part)));
}

export function joinTexts(separator: Value | undefined, list: Value | undefined, call: Call): Value {
  if (list?.kind !== 'list' || list.more !== undefined || list.items.length > 500) return anyText(call);
  const between = shapesFor(separator, call);
  const parts = list.items.flatMap((item, index) =>
    index === 0 ? [shapesFor(item, call)] : [between, shapesFor(item, call)],
  );
  return shapeValue(...concatAll(parts, call.source));
}

/** `'{}/{name}'.format(…)`. */
export function formatBraces(call: Call): Value {
  const text = staticOf(call.self);
  if (text === undefined || text.length > 10_000) return anyText(call);
  let next = 0;
  const parts = (text.match(/\{\{|\}\}|\{[^{}]*\}|[^{}]+|[{}]/g) ?? []).map((part): readonly Shape[] => {
    if (part === '{{' || part === '}}') return [textShape(part[0] ?? '')];
    if (!/[{}]/.test(part)) return [textShape(part)];
    const [, name = '', format] = /^\{([^:!]*)((?:[:!].*)?)\}$/s.exec(part) ?? [];
    const value =
      name === '' ? call.args[next++] : /^\d+$/.test(name) ? call.args[Number(name)] : call.named.get(name);
    const isPlain = format !== undefined && /^(?:!s)?(?::s?)?$/.test(format);
    return isPlain ? shapesFor(value ?? call.more, call) : [anyShape(call.source)];
  });
  return shapeValue(...concatAll(parts, call.source));
}

/** `'%s/%d' % (a, b)`, `sprintf('%s', a)`. */
export function formatPercent(
  format: Value,
  values: readonly Value[],
  call: { readonly source: string },
): Value {
  const text = staticOf(format);
  if (text === undefined || text.length > 10_000) return anyText(call);
  let next = 0;
  const parts = (
    text.match(/%%|%\{[^}]*\}|%(?:\([^)]*\)|<[^>]*>)?[-+ #0-9.*$]*[hlLqjzt]*[a-zA-Z]|[^%]+|%/g) ?? []
  ).map((part): readonly Shape[] => {
    if (part === '%%') return [textShape('%')];
    if (!part.startsWith('%')) return [textShape(part)];
    // `%{name}` of Ruby.
    const [, only] = /^%\{(.*)\}$/s.exec(part) ?? [];
    const [, one, two, place, width = '', letter = only === undefined ? '' : 's'] =
      /^%(?:\((.*)\)|<(.*)>)?(?:(\d+)\$)?([-+ #0-9.*]*)[hlLqjzt]*([a-zA-Z])$/s.exec(part) ?? [];
    const name = only ?? one ?? two;
    if (width.includes('*')) next++;
    const [table] = values;
    const value =
      name === undefined
        ? values[place === undefined ? next++ : Number(place) - 1]
        : table?.kind === 'dict'
          ? table.entries.get(name)
          : undefined;
    const isPlain =
      width === '' && (letter === 's' || /^\d+$/.test((/[di]/.test(letter) && staticOf(value)) || ''));
    if (isPlain) return shapesOf(value, call.source);
    return [/[dixXobeEfgGu]/.test(letter) ? nameShape(call.source) : anyShape(call.source)];
  });
  return shapeValue(...concatAll(parts, call.source));
}
