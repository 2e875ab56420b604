/** Reads single commands of `cmd.exe`, and changes the state as built-in commands do. */
import { anyShape, type Shape, showShape, staticText, textShape } from '../../../pattern/shape.ts';
import { concat } from '../use/powershell-text.ts';
import { goTo } from './dos-label.ts';
import { add, character, givenUp, match, type Reader, spaces, take, unknown } from './dos-reader.ts';
import { expandedWord, piece, redirect } from './dos-word.ts';
import { changesLocation, type WindowsRedirect } from './windows-script.ts';
import { eachWay } from './windows-state.ts';

/** Built-in commands. Their options need no space: `del/s/q x`, `cd..`. */
export const builtIns =
  /^(assoc|call|cd|chdir|cls|color|copy|date|del|dir|echo|erase|exit|md|mkdir|mklink|move|path|pause|popd|prompt|pushd|rd|rem|ren|rename|rmdir|set|shift|time|title|type|ver|verify|vol)((?:[/\\.:,;=+([]).*)?$/i;

/** Reads a command, once for each combination of the values of its words. */
export function command(reader: Reader, stdin: number | undefined): number | undefined {
  return reader.way === undefined
    ? eachWay(reader, () => oneCommand(reader, stdin)).at(-1)
    : oneCommand(reader, stdin);
}

function oneCommand(reader: Reader, stdin: number | undefined): number | undefined {
  const start = reader.at;
  const redirects: WindowsRedirect[] = [];
  while (redirect(reader, redirects)) spaces(reader);
  const assignment = match(reader, /set(?=\s)/iy);
  if (assignment !== undefined) return setVariable(reader, start, stdin, redirects);
  const [program, ...expanded] = expandedWord(reader, true);
  if (program === undefined) {
    if (redirects.length > 0)
      return add(reader, {
        program: textShape('rem'),
        words: [],
        start,
        end: reader.at,
        stdin,
        redirects,
        certain: true,
      });
    unknown(reader, start, 'this is not understood', start + 1);
    reader.at = Math.max(reader.at, start + 1);
    return undefined;
  }
  const text = staticText(program);
  const glued = text === undefined ? null : builtIns.exec(text);
  const isBuiltIn = glued !== null;
  const words: Shape[] = [...expanded];
  if (glued?.[2] !== undefined && glued[2] !== '' && text !== undefined)
    words.push(...switches(textShape(text.slice(glued[1]?.length ?? 0)), true));
  for (;;) {
    spaces(reader);
    const next = character(reader);
    if (next === '' || next === '\n' || next === '\r' || next === '&' || next === '|') break;
    if (next === ')' && reader.depth > 1) break;
    if (redirect(reader, redirects)) continue;
    const before = reader.at;
    for (const word of expandedWord(reader, isBuiltIn && !/^echo/i.test(text ?? '')))
      words.push(...switches(word, isBuiltIn));
    if (isBuiltIn) take(reader, /[,;]+/y);
    if (reader.at === before) reader.at++;
    if (words.length > 2000) {
      givenUp(reader, reader.at, 'the command has too many words to be read', reader.end);
      break;
    }
  }
  const name = glued?.[1] === undefined ? program : textShape(glued[1], program.source);
  const index = add(reader, { program: name, words, start, end: reader.at, stdin, redirects, certain: true });
  follow(reader, (staticText(name) ?? '').toLowerCase(), words, index);
  return index;
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
    case 'wmic':
      return /\b(?:delete|call)\b/i.test(given) ? 'the command for the system is not known' : undefined;
    default:
      return undefined;
  }
}

/** Changes the state as a built-in command does. */
function follow(reader: Reader, name: string, words: readonly Shape[], index: number | undefined): void {
  const { state } = reader;
  if (changesLocation.has(name) && index !== undefined) state.locations = [index];
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

/** The options of a built-in command that are written as one word: `/s/q`. */
function switches(word: Shape, isBuiltIn: boolean): readonly Shape[] {
  const text = staticText(word);
  if (!isBuiltIn || text === undefined || !/^(?:\/[a-z?-][a-z:-]{0,3}){2,}$/i.test(text)) return [word];
  return (text.match(/\/[^/]+/g) ?? []).map((each) => textShape(each));
}

/** `set NAME=text`, `set "NAME=text"`, `set /p NAME=prompt`, `set /a …`. */
function setVariable(
  reader: Reader,
  start: number,
  stdin: number | undefined,
  redirects: readonly WindowsRedirect[],
): number | undefined {
  reader.at += 3;
  spaces(reader);
  const option = take(reader, /\/[ap](?=\s)/iy);
  spaces(reader);
  const quoted = character(reader) === '"';
  if (quoted) reader.at++;
  const name = take(reader, /[^\s=&|<>"^%!]+(?: [^\s=&|<>"^%!]+)*/y)?.toLowerCase();
  const parts: Shape[] = [];
  if (character(reader) === '=') {
    reader.at++;
    while (reader.at < reader.end && !/[\r\n]/.test(character(reader))) {
      if (quoted ? character(reader) === '"' : /[&|<>]/.test(character(reader))) break;
      if (!quoted && character(reader) === ')' && reader.depth > 1) break;
      parts.push(piece(reader, quoted));
    }
    if (quoted) take(reader, /"[^&|\n]*/y);
  } else take(reader, /[^\n&|]*/y);
  const value = concat(parts, reader.text.slice(start, Math.min(reader.at, start + 200)));
  if (name !== undefined && parts.length > 0 && option === undefined) {
    const text = staticText(value);
    reader.state.set(name, text === undefined ? value : textShape(text.trimEnd(), value.source));
  } else if (name !== undefined) reader.state.set(name, anyShape(`%${name}%`));
  const words = name === undefined ? [] : [concat([textShape(`${name}=`), value], '')];
  return add(reader, {
    program: textShape('set'),
    words,
    start,
    end: reader.at,
    stdin,
    redirects,
    certain: true,
  });
}
