/** Reads the words of PowerShell: bare, in quotes, in here-strings, with variables in them. */
import { anyShape, joinPieces, type Piece, type Shape, textShape } from '../../../pattern/text/shape.ts';
import { concat } from '../use/text/powershell-text.ts';
import { deeper, nextCharacter, type PowerShellReader, sourceAt } from './powershell-reader.ts';
import { oneValue, type PowerShellValue, textOfValue } from './powershell-value.ts';
import { character, matchHere, takeHere } from './text-reader.ts';
import { windowsVariable } from './windows-environment.ts';

/** Reads the name of a command: a bare word. */
export function bareWord(reader: PowerShellReader): PowerShellValue | undefined {
  const start = reader.at;
  const value = word(reader);
  return reader.at === start ? undefined : value;
}

/** Reads an argument: bare, quoted, an expression in brackets, a variable, or several of these side by side. */
export function word(reader: PowerShellReader): PowerShellValue | undefined {
  const start = reader.at;
  const next = character(reader);
  if (
    next === '(' ||
    next === '@' ||
    next === '[' ||
    (next === '$' && !/[\w{:?^_$]/.test(nextCharacter(reader)) && nextCharacter(reader) !== '(')
  ) {
    if (next !== '@' || /[({'"]/.test(nextCharacter(reader))) {
      if (next !== '[' || matchHere(reader, /\[[\w.[\]]{1,80}\](?:::|[$("'@])/y))
        return deeper(
          reader,
          () => undefined,
          () => reader.grammar.postfix(reader, reader.grammar.primary(reader)),
        );
    }
  }
  const parts: PowerShellValue[] = [];
  while (reader.at < reader.end) {
    const part = wordPart(reader, parts.length === 0);
    if (part === undefined) break;
    parts.push(part);
  }
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  if (parts.length === 0) return undefined;
  const source = sourceAt(reader, start);
  return oneValue(
    concat(
      parts.map((part) => textOfValue(part, source)),
      source,
    ),
  );
}

function wordPart(reader: PowerShellReader, first: boolean): PowerShellValue | undefined {
  const next = character(reader);
  const start = reader.at;
  if (next === '"' || next === "'" || isCurly(next)) {
    const value = quotedText(reader);
    return first ? reader.grammar.members(reader, value) : value;
  }
  if (next === '$') {
    if (nextCharacter(reader) === '(') return reader.grammar.primary(reader);
    const value = reader.grammar.primary(reader);
    return reader.grammar.members(reader, value);
  }
  const bare = plainText(reader);
  if (bare !== undefined) {
    const text = bare.replace(/`(.)/gs, '$1').replace(/[\u2013\u2014\u2015]/g, '-');
    return oneValue(globbed(text, sourceAt(reader, start)));
  }
  if (next === '#' && !first) {
    reader.at++;
    return oneValue(textShape('#'));
  }
  return undefined;
}

/** Reads plain text in pieces. One pattern for a whole long word would backtrack over all of it. */
function plainText(reader: PowerShellReader): string | undefined {
  let word: string | undefined;
  for (;;) {
    const piece = takeHere(
      reader,
      /(?:`[^\r\n]|[^\s`'"$;|&(){},<>#\u2018-\u201E]|(?<=[\w-])#|(?<=[\w-])[<>](?=[\w])){1,256}/y,
    );
    if (piece === undefined) return word;
    word = (word ?? '') + piece;
  }
}

/** `*` and `?` in a bare word are globs. */
function globbed(text: string, source: string): Shape {
  if (!/[*?]/.test(text))
    return /^~(?=$|[\\/])/.test(text)
      ? concat([windowsVariable('home', '~'), textShape(text.slice(1))], source)
      : textShape(text, source);
  const parts = text.match(/[*?]|[^*?]+/g) ?? [];
  const shape = {
    pieces: parts.map((part) =>
      part === '*' || part === '?'
        ? ({ kind: 'glob', glob: part } as const)
        : ({ kind: 'text', text: part } as const),
    ),
    source,
  };
  const tilde = /^~(?=[\\/])/.test(text);
  if (!tilde) return shape;
  const [, ...rest] = shape.pieces;
  return concat(
    [windowsVariable('home', '~'), textShape((parts[0] ?? '').slice(1)), { pieces: rest, source }],
    source,
  );
}

/** A path in which commands find patterns, also in quotes. `[…]` may be any character. */
export function withPattern(word: Shape): Shape {
  if (!word.pieces.some((piece) => piece.kind === 'text' && /[*?[]/.test(piece.text))) return word;
  const pieces = word.pieces.flatMap((piece): readonly Piece[] =>
    piece.kind === 'text'
      ? (piece.text.match(/\[[^\]]*\]|[*?]|[^*?[]+|\[/g) ?? []).map((part): Piece => {
          if (part.length > 1 && part.startsWith('[')) return { kind: 'glob', glob: '?' };
          return part === '*' || part === '?' ? { kind: 'glob', glob: part } : { kind: 'text', text: part };
        })
      : [piece],
  );
  return joinPieces(pieces, word.source);
}

/** Whether a text contains a curly quote. */
export const isCurly = (text: string): boolean => /[\u2018\u2019\u201A\u201C\u201D\u201E]/.test(text);

/** Reads a text in single or double quotes. */
export function quotedText(reader: PowerShellReader): PowerShellValue {
  const start = reader.at;
  const quote = character(reader);
  reader.at++;
  const single = /['\u2018\u2019\u201A]/.test(quote);
  const closes = single ? /['\u2018\u2019\u201A]/ : /["\u201C\u201D\u201E]/;
  const parts: Shape[] = [];
  let text = '';
  while (reader.at < reader.end) {
    const next = character(reader);
    if (closes.test(next)) {
      const doubled = closes.test(nextCharacter(reader));
      reader.at += doubled ? 2 : 1;
      if (!doubled) break;
      text += next;
    } else if (single) {
      text += next;
      reader.at++;
    } else {
      const inserted = insertedAt(reader);
      if (typeof inserted === 'string') text += inserted;
      else {
        parts.push(textShape(text), inserted);
        text = '';
      }
    }
  }
  const source = sourceAt(reader, start);
  return oneValue(concat([...parts, textShape(text)], source));
}

const escapes = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['0', '\0'],
]);

/** Reads a character, an escape, a variable or `$(…)` inside double quotes. */
function insertedAt(reader: PowerShellReader): string | Shape {
  const next = character(reader);
  const start = reader.at;
  if (next === '`') {
    const escaped = nextCharacter(reader);
    reader.at += 1 + escaped.length;
    return escapes.get(escaped) ?? escaped;
  }
  if (
    next === '$' &&
    (nextCharacter(reader) === '(' ||
      matchHere(reader, /\$(?:\{[^}\n]{1,100}\}|[A-Za-z_?^$][\w]*(?::\w+)?)/y))
  ) {
    const value =
      nextCharacter(reader) === '(' ? reader.grammar.primary(reader) : reader.grammar.variable(reader, true);
    const source = sourceAt(reader, start);
    return value === undefined ? anyShape(source) : textOfValue(value, source);
  }
  reader.at++;
  return next;
}

/** Reads a here-string: `@'…'@` or `@"…"@`. */
export function hereString(reader: PowerShellReader): PowerShellValue {
  const start = reader.at;
  const opening = takeHere(reader, /@['"][^\S\n]*\n?/y) ?? '';
  const single = opening.startsWith("@'");
  const closing = reader.text.indexOf(single ? "\n'@" : '\n"@', reader.at - 1);
  const end = closing < 0 ? reader.end : Math.min(closing, reader.end);
  const parts: Shape[] = [];
  let text = '';
  if (single) {
    text = reader.text.slice(reader.at, Math.max(reader.at, end));
    reader.at = end;
  }
  while (reader.at < end) {
    const inserted = insertedAt(reader);
    if (typeof inserted === 'string') text += inserted;
    else {
      parts.push(textShape(text), inserted);
      text = '';
    }
  }
  reader.at = Math.min(reader.end, closing < 0 ? reader.end : Math.max(reader.at, closing + 3));
  return oneValue(concat([...parts, textShape(text)], sourceAt(reader, start)));
}
