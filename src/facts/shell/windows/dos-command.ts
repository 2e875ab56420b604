/** Reads single commands of `cmd.exe`, and changes the state as built-in commands do. */
import {
  anyShape,
  joinPieces,
  type Piece,
  type Shape,
  showShape,
  staticText,
  textShape,
} from '../../../pattern/text/shape.ts';
import { concat } from '../use/text/powershell-text.ts';
import { goTo } from './dos-label.ts';
import { addDosCommand, type DosReader, delimiters, skipDosSpaces } from './dos-reader.ts';
import { expandedWord, piece, readDosRedirect } from './dos-word.ts';
import { character, givenUp, matchHere, takeHere, unknown } from './text-reader.ts';
import { changesLocation, type WindowsRedirect } from './windows-script.ts';
import { eachCombination } from './windows-state.ts';

/** Built-in commands. Their options need no space: `del/s/q x`, `cd..`. */
export const builtIns =
  /^(assoc|call|cd|chdir|cls|color|copy|date|del|dir|echo|erase|exit|md|mkdir|mklink|move|path|pause|popd|prompt|pushd|rd|rem|ren|rename|rmdir|set|shift|time|title|type|ver|verify|vol)((?:[/\\.:,;=+([]).*)?$/i;

/** Reads a command, once for each combination of the values of its words. */
export function readDosCommand(reader: DosReader, stdin: number | undefined): number | undefined {
  return reader.way === undefined
    ? eachCombination(reader, () => oneCommand(reader, stdin)).at(-1)
    : oneCommand(reader, stdin);
}

function oneCommand(reader: DosReader, stdin: number | undefined): number | undefined {
  const start = reader.at;
  const redirects: WindowsRedirect[] = [];
  while (readDosRedirect(reader, redirects)) skipDosSpaces(reader);
  const assignment = matchHere(reader, /set(?=[\s/,;="])/iy);
  if (assignment !== undefined) return setVariable(reader, start, stdin, redirects);
  const [program, ...expanded] = expandedWord(reader, true);
  if (program === undefined) {
    if (redirects.length > 0)
      return addDosCommand(reader, {
        program: textShape('rem'),
        words: [],
        start,
        end: reader.at,
        stdin,
        redirects,
        certain: true,
      });
    unknown(reader, start, 'this is not understood', Math.min(start + 1, reader.text.length));
    reader.at = Math.max(reader.at, start + 1);
    return undefined;
  }
  const { name, rest } = splitName(program, reader.text.slice(start, reader.at));
  const text = staticText(name) ?? '';
  const isBuiltIn = builtIns.test(text);
  const isShell = /(?:^|[\\/])cmd(?:\.exe)?$/i.test(text);
  const words: Shape[] = rest === undefined ? [...expanded] : [...switches(rest, isBuiltIn), ...expanded];
  // `,`, `;` and `=` separate words of what is built in, and those in front of the text that a shell runs.
  const lists = (): boolean =>
    (isBuiltIn && !/^echo/i.test(text)) ||
    (isShell && !words.some((word) => /^\/[ckr]/i.test(showShape(word))));
  for (;;) {
    skipDosSpaces(reader);
    const next = character(reader);
    if (next === '' || next === '\n' || next === '\r' || next === '&' || next === '|') break;
    if (next === ')' && reader.depth > 1) break;
    if (readDosRedirect(reader, redirects)) continue;
    const before = reader.at;
    const isList = lists();
    for (const word of expandedWord(reader, isList)) words.push(...switches(word, isBuiltIn));
    if (isList) takeHere(reader, /[,;=]+/y);
    if (reader.at === before) reader.at++;
    if (words.length > 2000) {
      givenUp(reader, reader.at, 'the command has too many words to be read', reader.end);
      break;
    }
  }
  if (/^(?:del|erase)$/i.test(text)) words.push(...foundBelow(words));
  const index = addDosCommand(reader, {
    program: name,
    words: asHanded(text, words),
    start,
    end: reader.at,
    stdin,
    redirects,
    certain: true,
  });
  follow(reader, text.toLowerCase(), words, index);
  return index;
}

/**
 * The name of a program, and what is written right behind it: `del/s`, `cd..`, `cmd/c`. Only the first may be in
 * quotes.
 */
function splitName(word: Shape, written: string): { readonly name: Shape; readonly rest: Shape | undefined } {
  const [first, ...others] = word.pieces;
  if (first?.kind !== 'text') return { name: word, rest: undefined };
  // A quote or an escaped blank may end the name of what is built in: `del"x"`.
  const [, builtIn = ''] = /^([a-z]+)(?:"|\^\s)/i.exec(written) ?? [];
  if (builtIns.test(builtIn)) {
    const pieces = [{ kind: 'text', text: first.text.slice(builtIn.length).trimStart() } as const, ...others];
    return {
      name: textShape(builtIn, word.source),
      rest: joinPieces(pieces, word.source.slice(builtIn.length)),
    };
  }
  const glued = /^([a-z][\w-]*(?:\.exe|\.com)?)(\/.*)$/is;
  const [, name, rest = ''] =
    builtIns.exec(first.text) ?? (written.startsWith('"') ? null : glued.exec(first.text)) ?? [];
  if (name === undefined || (rest === '' && others.length > 0)) return { name: word, rest: undefined };
  const behind = joinPieces([{ kind: 'text', text: rest }, ...others], word.source.slice(name.length));
  return { name: textShape(name, word.source), rest: behind.pieces.length === 0 ? undefined : behind };
}

/** Gives a reason if a command changes what paths or names mean, which is not followed. */
function renames(name: string, words: readonly Shape[]): string | undefined {
  const given = words.map((word) => showShape(word)).join(' ');
  switch (name) {
    case 'subst':
      return words.length > 0 ? 'a folder gets another name as a drive' : undefined;
    case 'net':
      return /^use .*\w:/i.test(given) ? 'a folder gets another name as a drive' : undefined;
    case 'mklink':
      return 'where the link leads is not followed';
    case 'doskey':
      return given.includes('=') ? 'a command gets another name' : undefined;
    case 'assoc':
    case 'ftype':
      return given.includes('=') ? 'a kind of file gets another program' : undefined;
    case 'wmic':
      return /\b(?:delete|call)\b/i.test(given) ? 'the command for the system is not known' : undefined;
    default:
      return undefined;
  }
}

/** Changes the state as a built-in command does. */
function follow(reader: DosReader, name: string, words: readonly Shape[], index: number | undefined): void {
  const { state } = reader;
  // Without `/d`, a path on another drive than `C:` perhaps changes the directory of that drive only.
  const stays =
    name.startsWith('c') && /^(?!.*\/d\b)(?:.*\s)?(?!c)[a-z]:/i.test(words.map(showShape).join(' '));
  if (changesLocation.has(name) && index !== undefined)
    state.locations = stays ? [index, ...state.locations] : [index];
  // On another drive the current directory may be anywhere.
  if (/^[a-z]:$/.test(name)) state.locations = ['floating'];
  const why = renames(name, words);
  if (why !== undefined) unknown(reader, Math.max(0, reader.at - 1), why);
  switch (name) {
    case 'goto':
      goTo(reader, words[0]);
      return;
    case 'exit':
      if (/^\/b$/i.test(staticText(words[0] ?? anyShape('')) ?? '')) reader.returning?.push(state.fork());
      state.ended = true;
      return;
    case 'setlocal':
      state.save();
      return;
    case 'endlocal':
      state.restore();
      return;
    case 'shift':
      for (let argument = 0; argument <= 9; argument++)
        if (state.names.has(`%${argument}`)) state.set(`%${argument}`, anyShape(`%${argument}`));
      return;
    default:
  }
}

/** The options of a built-in command that are written as one word: `/s/q`, `/d"C:\\a b"`. */
function switches(word: Shape, isBuiltIn: boolean): readonly Shape[] {
  const [first, ...others] = word.pieces;
  if (!isBuiltIn || first?.kind !== 'text') return [word];
  if (others.length === 0 && /^(?:\/[a-z?-][a-z:-]{0,3}){2,}$/i.test(first.text))
    return (first.text.match(/\/[^/]+/g) ?? []).map((each) => textShape(each));
  // A quote or a variable right behind the letter begins the path.
  const letters = /^(?:\/[a-z])+(?=["%!])/i.exec(word.source)?.[0] ?? '';
  if (letters === '' || !first.text.toLowerCase().startsWith(letters.toLowerCase())) return [word];
  const path = [{ kind: 'text', text: first.text.slice(letters.length) } as const, ...others];
  return [
    ...(letters.match(/\/[a-z]/gi) ?? []).map((each) => textShape(each)),
    joinPieces(path, word.source.slice(letters.length)),
  ];
}

/** `del /s a\\*.txt` deletes files of that name in every folder below `a`. */
function foundBelow(words: readonly Shape[]): readonly Shape[] {
  if (!words.some((word) => /^\/s$/i.test(showShape(word)))) return [];
  return words.flatMap((word): readonly Shape[] => {
    if (/^\/[a-z]/i.test(showShape(word))) return [];
    const pieces = word.pieces.flatMap((piece): readonly Piece[] =>
      piece.kind === 'text'
        ? (piece.text.match(/[\\/]|[^\\/]+/g) ?? []).map((text) => ({ kind: 'text', text }))
        : [piece],
    );
    const name = pieces.findLastIndex((piece) => piece.kind === 'text' && /^[\\/]$/.test(piece.text)) + 1;
    const star = { kind: 'glob', glob: '*' } as const;
    const anyFolder = [star, star, { kind: 'text', text: '/' }] as const;
    return [joinPieces([...pieces.slice(0, name), ...anyFolder, ...pieces.slice(name)], word.source)];
  });
}

/** The words as the program gets them: `forfiles` reads `0x22` as a quote. */
const asHanded = (program: string, words: readonly Shape[]): readonly Shape[] =>
  program.toLowerCase() !== 'forfiles'
    ? words
    : words.map((word) => {
        const pieces = word.pieces.map((piece) =>
          piece.kind === 'text'
            ? {
                ...piece,
                text: piece.text.replace(/0x([0-9a-f]{2})/gi, (_, code) =>
                  String.fromCharCode(Number.parseInt(code, 16)),
                ),
              }
            : piece,
        );
        return joinPieces(pieces, word.source);
      });

/** `set NAME=text`, `set "NAME=text"`, `set /p NAME=prompt`, `set /a …`, and `set NAME`, which prints it. */
function setVariable(
  reader: DosReader,
  start: number,
  stdin: number | undefined,
  redirects: WindowsRedirect[],
): number | undefined {
  reader.at += 3;
  delimiters(reader);
  const option = takeHere(reader, /\/[ap]/iy);
  skipDosSpaces(reader);
  const quoted = character(reader) === '"';
  if (quoted) reader.at++;
  const name = takeHere(reader, /[^\s=&|<>"^%!]+(?: [^\s=&|<>"^%!]+)*/y)?.toLowerCase();
  const parts: Shape[] = [];
  const sets = character(reader) === '=';
  if (sets) {
    reader.at++;
    while (reader.at < reader.end && !/[\r\n]/.test(character(reader))) {
      if (quoted ? character(reader) === '"' : /[&|<>]/.test(character(reader))) break;
      if (!quoted && character(reader) === ')' && reader.depth > 1) break;
      parts.push(piece(reader, quoted));
    }
    if (quoted) takeHere(reader, /"[^&|\n]*/y);
  } else takeHere(reader, option === undefined ? /[^\n&|<>]*/y : /[^\n&|]*/y);
  const value = concat(parts, reader.text.slice(start, Math.min(reader.at, start + 200)));
  while (readDosRedirect(reader, redirects)) skipDosSpaces(reader);
  if (name !== undefined && parts.length > 0 && option === undefined) {
    const text = staticText(value);
    reader.state.set(name, text === undefined ? value : textShape(text.trimEnd(), value.source));
  } else if (name !== undefined && (sets || option !== undefined))
    reader.state.set(name, anyShape(`%${name}%`));
  // `set /a x=1,y=2` sets both.
  if (option !== undefined)
    for (const [, other = ''] of value.source.matchAll(/([a-z_]\w*)\s*(?:[-+*/%&^|]|<<|>>)?=/gi))
      reader.state.set(other.toLowerCase(), anyShape(`%${other}%`));
  const given =
    sets || option !== undefined ? concat([textShape(`${name}=`), value], '') : textShape(name ?? '');
  const words = name === undefined ? [] : [given];
  return addDosCommand(reader, {
    program: textShape('set'),
    words,
    start,
    end: reader.at,
    stdin,
    redirects,
    certain: true,
  });
}
