/** Reads the words of `cmd.exe`: quotes, carets, variables, wildcards and redirections. */
import {
  anyShape,
  joinPieces,
  type Piece,
  type Shape,
  staticText,
  textShape,
} from '../../../pattern/text/shape.ts';
import { Choice, type Held } from '../state/choice.ts';
import { concat } from '../use/text/powershell-text.ts';
import { type DosReader, type DosState, skipDosSpaces } from './dos-reader.ts';
import { character, givenUp, matchHere, takeHere, unknown } from './text-reader.ts';
import { windowsVariable } from './windows-environment.ts';
import type { WindowsRedirect } from './windows-script.ts';
import { choose } from './windows-state.ts';

/** Reads a word and removes its quotes and carets. `lists`: `,`, `;` and `=` end it too. */
export function readDosWord(reader: DosReader, lists: boolean): Shape | undefined {
  const start = reader.at;
  const parts: Shape[] = [];
  let quoted = false;
  while (reader.at < reader.end) {
    const next = character(reader);
    if (next === '"') {
      quoted = !quoted;
      reader.at++;
      parts.push(textShape(''));
    } else if (next === '\n' || next === '\r') break;
    else if (
      !quoted &&
      (/[\s&|<>]/.test(next) || (next === ')' && reader.depth > 1) || (lists && /[,;=]/.test(next)))
    )
      break;
    else parts.push(piece(reader, quoted));
  }
  if (parts.length === 0) return undefined;
  return concat(parts, reader.text.slice(start, Math.min(reader.at, start + 200)));
}

/** Reads a character, an escape, a variable or a wildcard. */
export function piece(reader: DosReader, quoted: boolean): Shape {
  const next = character(reader);
  const start = reader.at;
  // `forfiles` replaces `@path` by the file that it finds; in `!%x%!` one variable names another.
  const filled = takeHere(reader, /@(?:path|relpath|file|fname)\b(?![/\\])|![^!"\s]*%[^!"\s]*!/iy);
  if (filled !== undefined) return anyShape(filled);
  const plain = takeHere(reader, /[^\s"&|<>()^%!*?,;=[\]{}]+/y);
  if (plain !== undefined) return textShape(plain);
  if (next === '^' && !quoted) {
    const continues = takeHere(reader, /\^\r?\n[^\S\n]*/y);
    if (continues !== undefined) return textShape('');
    const escaped = reader.at + 1 < reader.end ? (reader.text[reader.at + 1] ?? '') : '';
    reader.at = Math.min(reader.at + 2, reader.end);
    return textShape(escaped);
  }
  if (next === '%' || next === '!') {
    const value = variable(reader);
    if (value !== undefined) return value;
  }
  reader.at = start + 1;
  if (next === '*' || next === '?') return { pieces: [{ kind: 'glob', glob: next }], source: next };
  return textShape(next);
}

/** The value of a parameter of a loop, if there is one here: `%i`, `%~dpi`, `%~$PATH:i`. */
function loopValue(reader: DosReader): Shape | undefined {
  const [written, modifiers] =
    matchHere(
      reader,
      /%{1,2}(~?)(?:[a-z]*\$[^:%\s]{1,40}:)?(?:[a-z]{1,12}[^\s%~&|<>"^0-9*]?|[^\s%~&|<>"^0-9*])/iy,
    ) ?? [];
  if (written === undefined) return undefined;
  const first = written.search(/[^%~]/);
  // Without `~` the letter follows at once, and `%a%` is a variable. With it, the letter is the last that is set.
  if (modifiers === '' && matchHere(reader, /%{1,2}[^\s%](?![\w%:]{0,80}%)/y) === undefined) return undefined;
  for (let at = modifiers === '' ? first : written.length - 1; at >= first; at--) {
    const source = written.slice(0, at + 1);
    const item = variableOf(reader, reader.state, `%${written[at]}`, source);
    if (item === undefined) continue;
    reader.at += source.length;
    return modified(item, written.slice(first, at).toLowerCase(), source);
  }
  return undefined;
}

function variable(reader: DosReader): Shape | undefined {
  const item = loopValue(reader);
  if (item !== undefined) return item;
  const argument = matchHere(reader, /%(?:~([a-z]*(?:\$[^:%\s]{1,40}:)?))?([0-9*])/iy);
  if (argument !== undefined) {
    const [source, modifiers = '', digit] = argument;
    reader.at += source.length;
    const given = variableOf(reader, reader.state, `%${digit}`, source);
    return given === undefined ? anyShape(source) : modified(given, modifiers.toLowerCase(), source);
  }
  const named = matchHere(reader, /([%!])([A-Za-z_][\w() .-]{0,60}?)(:[^%!\n]{1,80})?\1/y);
  if (named === undefined) return unknownLoop(reader);
  reader.at += named[0].length;
  const source = named[0];
  const name = named[2] ?? '';
  const from = named[1] === '!' ? reader.state : reader.line;
  const known = variableOf(reader, from, name.toLowerCase(), source) ?? windowsVariable(name, source);
  return named[3] === undefined ? known : changed(known, named[3], source);
}

/** The value that the script has given to a name, on the current way. The name keeps that value on the way. */
function variableOf(reader: DosReader, state: DosState, name: string, source: string): Shape | undefined {
  const held: Held<Shape> | undefined = state.names.get(name);
  if (!(held instanceof Choice)) return held;
  if (reader.pinned.way !== reader.way) reader.pinned = { way: reader.way, values: new Map() };
  const { values } = reader.pinned;
  const key = `${state === reader.line}${name}`;
  if (values.has(key)) return values.get(key);
  const value = choose(reader, held, () => anyShape(source));
  if (reader.way !== undefined) values.set(key, value);
  return value;
}

/** What the letters behind `~` make of a path: all of it, its folder, its name or its ending. */
function modified(path: Shape, modifiers: string, source: string): Shape {
  if (/^f?$|^(?=.*d)(?=.*p)(?=.*n)(?=.*x)[dpnx]+$/.test(modifiers)) return path;
  const pieces = path.pieces.flatMap((piece): readonly Piece[] =>
    piece.kind === 'text'
      ? (piece.text.match(/[\\/]|\.[^\\/.]*$|(?:(?!\.[^\\/.]*$)[^\\/])+/g) ?? []).map((text) => ({
          kind: 'text',
          text,
        }))
      : [piece],
  );
  const isText = (piece: Piece | undefined, pattern: RegExp): boolean =>
    piece?.kind === 'text' && pattern.test(piece.text);
  const name = pieces.findLastIndex((piece) => isText(piece, /^[\\/]$/)) + 1;
  const isOpen = pieces.slice(name).some(({ kind }) => kind === 'any' || kind === 'home');
  const ending =
    !isOpen && isText(pieces.at(-1), /^\./) && pieces.length > name ? pieces.length - 1 : pieces.length;
  if (isOpen) return anyShape(source);
  if (/^(?:dp|pd)$/.test(modifiers))
    return name === 0 ? textShape('./', source) : joinPieces(pieces.slice(0, name), source);
  if (modifiers === 'n') return joinPieces(pieces.slice(name, ending), source);
  if (/^(?:nx|xn)$/.test(modifiers)) return joinPieces(pieces.slice(name), source);
  return modifiers === 'x' ? joinPieces(pieces.slice(ending), source) : anyShape(source);
}

/** A parameter of a loop or of a batch file that is not set here. */
function unknownLoop(reader: DosReader): Shape | undefined {
  const text = matchHere(reader, /%%(?:~[a-z]*)?[a-z]|%~[a-z]+/iy)?.[0];
  if (text === undefined) return undefined;
  reader.at += text.length;
  return anyShape(text);
}

/** `%X:~0,3%` takes a part of the value, `%X:a=b%` replaces text in it. */
function changed(shape: Shape, change: string, source: string): Shape {
  const text = staticText(shape);
  if (text === undefined) return anyShape(source);
  const cut = /^:~(-?\d+)(?:,(-?\d+))?$/.exec(change);
  if (cut !== null) {
    const from = Number(cut[1]);
    const start = from < 0 ? Math.max(0, text.length + from) : from;
    const length = cut[2] === undefined ? undefined : Number(cut[2]);
    const end = length === undefined ? undefined : length < 0 ? length : start + length;
    return textShape(text.slice(start, end), source);
  }
  const replace = /^:([^=*]+)=(.*)$/s.exec(change);
  if (replace?.[1] === undefined) return anyShape(source);
  return textShape(text.replaceAll(replace[1], () => replace[2] ?? '').slice(0, 8192), source);
}

/**
 * Reads a word. It gives several words if a variable without quotes contains blanks, since `cmd.exe` splits a
 * line after it replaces the variables.
 */
export function expandedWord(reader: DosReader, lists: boolean): readonly Shape[] {
  const start = reader.at;
  const word = readDosWord(reader, lists);
  const written = reader.text.slice(start, reader.at);
  if (word === undefined) return [];
  if (!/[%!]/.test(written) || /["^]/.test(written)) return [word];
  const words: Piece[][] = [[]];
  for (const piece of word.pieces) {
    if (piece.kind !== 'text') words.at(-1)?.push(piece);
    else if (/[&|<>"^]/.test(piece.text)) {
      unknown(reader, start, 'a variable holds more than words');
      return [word];
    } else
      for (const [at, text] of piece.text.split(/\s+/).entries())
        if (at === 0) words.at(-1)?.push({ kind: 'text', text });
        else words.push([{ kind: 'text', text }]);
  }
  return words.flatMap((pieces) => {
    const shape = joinPieces(pieces, word.source);
    return shape.pieces.length === 0 ? [] : [shape];
  });
}

/** Reads a redirection, if there is one here, and adds its file. Gives whether there was one. */
export function readDosRedirect(reader: DosReader, redirects: WindowsRedirect[]): boolean {
  const operator = matchHere(reader, /\d?(?:>>?|<)(?:&\d?)?/y)?.[0];
  if (operator === undefined) return false;
  reader.at += operator.length;
  if (operator.includes('&')) {
    takeHere(reader, /\d/y);
    return true;
  }
  skipDosSpaces(reader);
  const path = readDosWord(reader, false);
  if (path !== undefined && !/^(?:nul|con|\\\\\.\\nul)$/i.test(staticText(path) ?? '')) {
    redirects.push({
      use: operator.includes('<') ? 'read' : 'write',
      path,
      appends: operator.includes('>>'),
    });
  }
  return true;
}

/** Reads words up to the end of the command. */
export function argumentsOf(reader: DosReader): readonly Shape[] {
  const words: Shape[] = [];
  for (;;) {
    takeHere(reader, /(?:[^\S\n]|[,;=])+/y);
    const next = character(reader);
    if (/^[\r\n&|<>]?$/.test(next) || (next === ')' && reader.depth > 1)) return words;
    const before = reader.at;
    const word = readDosWord(reader, true);
    if (word !== undefined && words.length < 2000) words.push(word);
    else if (word !== undefined) givenUp(reader, before, 'the command has too many words to be read');
    if (reader.at === before) reader.at++;
  }
}
