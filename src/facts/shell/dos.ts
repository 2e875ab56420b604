/**
 * Command lines and batch files of `cmd.exe` → their commands. Carets, quotes, blocks,
 * conditions and loops are followed, and so are variables that are set to a text.
 * Blocks count as if they ran; what `cmd /c` is given is left in its words.
 */
import { anyShape, type Shape, staticText, textShape } from '../../pattern/shape.ts';
import { concat } from './powershell-text.ts';
import { windowsVariable } from './windows-environment.ts';
import {
  longestWindowsScript,
  mostWindowsCommands,
  type WindowsCommand,
  type WindowsRedirect,
  type WindowsScript,
  type WindowsUnknown,
} from './windows-script.ts';

interface Reader {
  readonly text: string;
  readonly end: number;
  readonly commands: WindowsCommand[];
  readonly unknowns: WindowsUnknown[];
  /** In lower case; those of loops with their sign: `%i`. */
  readonly names: Map<string, Shape>;
  readonly turns: { left: number };
  at: number;
  depth: number;
}

const deepest = 60;

export function readDos(text: string): WindowsScript {
  const end = Math.min(text.length, longestWindowsScript);
  const reader: Reader = {
    text,
    end,
    commands: [],
    unknowns: [],
    names: new Map(),
    turns: { left: 200 },
    at: 0,
    depth: 0,
  };
  while (reader.at < end) {
    const before = reader.at;
    commandLine(reader);
    if (reader.at === before) reader.at++;
  }
  if (end < text.length) unknown(reader, end, 'the script is too long to be read as a whole', text.length);
  const { commands, unknowns } = reader;
  return { commands, unknowns, findings: [] };
}

const character = (reader: Reader): string => (reader.at < reader.end ? (reader.text[reader.at] ?? '') : '');

function unknown(reader: Reader, start: number, why: string, end = reader.at): void {
  if (reader.unknowns.length >= 100 || start >= reader.text.length) return;
  reader.unknowns.push({ text: reader.text.slice(start, Math.min(end, start + 200)), why, start, end });
}

function match(reader: Reader, pattern: RegExp): RegExpExecArray | undefined {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.text);
  return found !== null && found.index + found[0].length <= reader.end ? found : undefined;
}

function take(reader: Reader, pattern: RegExp): string | undefined {
  const found = match(reader, pattern)?.[0];
  if (found !== undefined) reader.at += found.length;
  return found;
}

/** Space between words; a caret at the end of a line goes on. */
function spaces(reader: Reader): void {
  while (take(reader, /[^\S\n]+|\^\r?\n/y) !== undefined);
}

// Commands in a row.

/** Commands up to the end of the line, with `&`, `&&`, `||` and `|` between. */
function commandLine(reader: Reader): void {
  let stdin: number | undefined;
  for (let count = 0; count < mostWindowsCommands; count++) {
    take(reader, /[\s;,=@]+/y);
    if (reader.at >= reader.end || character(reader) === ')') return;
    const before = reader.at;
    const last = one(reader, stdin);
    spaces(reader);
    const separator = take(reader, /&&|\|\||[&|]/y);
    if (separator === undefined) {
      if (reader.at === before) return;
      if (take(reader, /\r?\n/y) !== undefined || character(reader) === ')') return;
      if (reader.at >= reader.end) return;
      stdin = undefined;
      continue;
    }
    stdin = separator === '|' ? last : undefined;
  }
}

/** Gives the index of the last command, for a pipe. */
function one(reader: Reader, stdin: number | undefined): number | undefined {
  if (reader.depth >= deepest) {
    unknown(reader, reader.at, 'the script is too deeply nested to be read', reader.end);
    reader.at = reader.end;
    return undefined;
  }
  reader.depth++;
  const last = read(reader, stdin);
  reader.depth--;
  return last;
}

function read(reader: Reader, stdin: number | undefined): number | undefined {
  if (take(reader, /:[^\n]*/y) !== undefined) return undefined;
  if (character(reader) === '(') return block(reader);
  const word = match(reader, /(?:rem|if|else|for|call|start|do)(?=[\s(]|$)/iy)?.[0].toLowerCase();
  switch (word) {
    case 'rem':
      take(reader, /[^\n]*/y);
      return undefined;
    case 'if':
      reader.at += 2;
      return condition(reader, stdin);
    case 'for':
      reader.at += 3;
      return loop(reader, stdin);
    case 'else':
    case 'do':
      reader.at += word.length;
      spaces(reader);
      return one(reader, stdin);
    case 'call':
      reader.at += 4;
      spaces(reader);
      return one(reader, stdin);
    case 'start':
      return started(reader, stdin);
    default:
      return command(reader, stdin);
  }
}

function block(reader: Reader): number | undefined {
  reader.at++;
  let guard = 0;
  while (reader.at < reader.end && character(reader) !== ')' && guard++ < 5000) {
    const before = reader.at;
    commandLine(reader);
    if (reader.at === before && character(reader) !== ')') reader.at++;
  }
  if (character(reader) === ')') reader.at++;
  spaces(reader);
  const redirects: WindowsRedirect[] = [];
  while (redirect(reader, redirects)) spaces(reader);
  const last = reader.commands.length - 1;
  const command = reader.commands[last];
  if (redirects.length > 0 && command !== undefined) {
    reader.commands[last] = { ...command, redirects: [...command.redirects, ...redirects] };
  }
  const following = match(reader, /else(?=[\s(])/iy);
  if (following !== undefined) return one(reader, undefined);
  return last < 0 ? undefined : last;
}

/** `if [/i] [not] exist x …`, `defined x`, `errorlevel n`, `a==b`. */
function condition(reader: Reader, stdin: number | undefined): number | undefined {
  spaces(reader);
  take(reader, /(?:\/i\s+)?(?:not\s+)?(?:\/i\s+)?/iy);
  const kind = take(reader, /(?:exist|defined|errorlevel|cmdextversion)(?=\s)/iy);
  spaces(reader);
  if (kind !== undefined) wordOf(reader, false);
  else {
    // Both sides of a comparison; `==` may stand without spaces.
    take(reader, /(?:"[^"\n]{0,500}"|[^\s"=()&|]+){1,20}/y);
    spaces(reader);
    take(reader, /==|equ|neq|lss|leq|gtr|geq/iy);
    spaces(reader);
    take(reader, /(?:"[^"\n]{0,500}"|[^\s"()&|]+){1,20}/y);
  }
  spaces(reader);
  const before = new Map(reader.names);
  const last = one(reader, stdin);
  keep(reader, before);
  return last;
}

/** What may not have run: variables that it changed are not known any more. */
function keep({ names }: Reader, before: ReadonlyMap<string, Shape>): void {
  for (const [name, value] of before) {
    const now = names.get(name);
    if (now !== undefined && now !== value) names.set(name, anyShape(`%${name}%`));
  }
}

/** `for [/f "…"] %i in (…) do …`: read once for each item that is known. */
function loop(reader: Reader, stdin: number | undefined): number | undefined {
  spaces(reader);
  const kind = take(reader, /\/[a-z]/iy)?.toLowerCase();
  spaces(reader);
  const root = kind === '/r' && character(reader) !== '%' ? wordOf(reader, false) : undefined;
  if (kind === '/f') take(reader, /"[^"\n]{0,200}"\s*|[a-z]+=\S{1,100}\s+/iy);
  spaces(reader);
  const name = take(reader, /%{1,2}~?[A-Za-z]/y)
    ?.slice(-1)
    .toLowerCase();
  take(reader, /\s+in\s+/iy);
  spaces(reader);
  if (name === undefined || character(reader) !== '(') return undefined;
  reader.at++;
  reader.depth++;
  const items = itemsOf(reader, kind, root);
  reader.depth--;
  if (character(reader) === ')') reader.at++;
  take(reader, /\s*do(?=[\s(])\s*/iy);
  const start = reader.at;
  let last: number | undefined;
  const few = items.length <= reader.turns.left ? items : [anyShape(`%${name}`)];
  reader.turns.left -= few.length;
  const before = new Map(reader.names);
  for (const item of few) {
    reader.at = start;
    reader.names.set(`%${name}`, item);
    last = one(reader, stdin);
  }
  reader.names.delete(`%${name}`);
  keep(reader, before);
  return last;
}

function itemsOf(reader: Reader, kind: string | undefined, root: Shape | undefined): readonly Shape[] {
  if (kind === '/l') {
    take(reader, /[^)\n]*/y);
    return [{ pieces: [{ kind: 'name' }], source: '' }];
  }
  if (kind === '/f') return linesOf(reader);
  const items: Shape[] = [];
  while (reader.at < reader.end && character(reader) !== ')' && items.length < 50) {
    const before = reader.at;
    take(reader, /[\s,;]+/y);
    const item = character(reader) === ')' ? undefined : wordOf(reader, true);
    if (item !== undefined)
      items.push(root === undefined ? item : concat([root, textShape('/'), anyShape('')], ''));
    if (reader.at === before) reader.at++;
  }
  return items.length === 0 ? [anyShape('')] : items;
}

/** `for /f … in ('command')`: the command runs, its lines are not known. */
function linesOf(reader: Reader): readonly Shape[] {
  take(reader, /\s+/y);
  const quote = character(reader);
  if (quote === "'" || quote === '`') {
    const closing = reader.text.indexOf(`${quote})`, reader.at + 1);
    const end = closing < 0 || closing > reader.end ? reader.end : closing;
    const inner: Reader = { ...reader, end, at: reader.at + 1, depth: reader.depth + 1 };
    while (inner.at < end) {
      const before = inner.at;
      commandLine(inner);
      if (inner.at === before) inner.at++;
    }
    reader.at = Math.min(end + 1, reader.end);
  } else if (quote === '"') take(reader, /"[^"\n]*"/y);
  else
    while (character(reader) !== ')' && reader.at < reader.end) {
      const before = reader.at;
      const file = wordOf(reader, true);
      if (file !== undefined)
        add(reader, {
          program: textShape('type'),
          words: [file],
          start: before,
          end: reader.at,
          stdin: undefined,
          redirects: [],
          certain: true,
        });
      take(reader, /[\s,;]+/y);
      if (reader.at === before) reader.at++;
    }
  take(reader, /\s+/y);
  return [anyShape('')];
}

/** `start "title" /b program …` runs the program. */
function started(reader: Reader, stdin: number | undefined): number | undefined {
  reader.at += 5;
  spaces(reader);
  take(reader, /"[^"\n]*"/y);
  spaces(reader);
  while (true) {
    const option = take(reader, /\/(?:d|node|affinity|machine)\s+(?:"[^"\n]*"|\S+)|\/[a-z]+/iy);
    if (option === undefined) break;
    spaces(reader);
  }
  if (/^(?:\r|\n|&|\||\)|)$/.test(character(reader))) return undefined;
  return one(reader, stdin);
}

// One command.

/** Built-in commands, whose options may stand without a space: `del/s/q x`, `cd..`. */
const builtIns =
  /^(assoc|call|cd|chdir|cls|color|copy|date|del|dir|echo|erase|exit|md|mkdir|mklink|move|path|pause|popd|prompt|pushd|rd|rem|ren|rename|rmdir|set|shift|time|title|type|ver|verify|vol)((?:[/\\.:,;=+([]).*)?$/i;

function command(reader: Reader, stdin: number | undefined): number | undefined {
  const start = reader.at;
  const redirects: WindowsRedirect[] = [];
  while (redirect(reader, redirects)) spaces(reader);
  const assignment = match(reader, /set(?=\s)/iy);
  if (assignment !== undefined) return setVariable(reader, start, stdin, redirects);
  const program = wordOf(reader, false);
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
  const words: Shape[] = [];
  if (glued?.[2] !== undefined && glued[2] !== '' && text !== undefined)
    words.push(...switches(textShape(text.slice(glued[1]?.length ?? 0)), true));
  for (;;) {
    spaces(reader);
    const next = character(reader);
    if (next === '' || next === '\n' || next === '\r' || next === '&' || next === '|') break;
    if (next === ')' && reader.depth > 1) break;
    if (redirect(reader, redirects)) continue;
    const before = reader.at;
    const word = wordOf(reader, isBuiltIn && !/^echo/i.test(text ?? ''));
    if (word !== undefined) words.push(...switches(word, isBuiltIn));
    if (isBuiltIn) take(reader, /[,;]+/y);
    if (reader.at === before) reader.at++;
    if (words.length > 2000) break;
  }
  const name = glued?.[1] === undefined ? program : textShape(glued[1], program.source);
  return add(reader, { program: name, words, start, end: reader.at, stdin, redirects, certain: true });
}

/** `/s/q` are two options of a built-in command. */
function switches(word: Shape, isBuiltIn: boolean): readonly Shape[] {
  const text = staticText(word);
  if (!isBuiltIn || text === undefined || !/^(?:\/[a-z?-][a-z:-]{0,3}){2,}$/i.test(text)) return [word];
  return (text.match(/\/[^/]+/g) ?? []).map((each) => textShape(each));
}

function add(reader: Reader, command: WindowsCommand): number | undefined {
  if (reader.commands.length >= mostWindowsCommands) {
    unknown(reader, command.start, 'the script has too many commands to be read', reader.end);
    reader.at = reader.end;
    return undefined;
  }
  return reader.commands.push(command) - 1;
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
    reader.names.set(name, text === undefined ? value : textShape(text.trimEnd(), value.source));
  } else if (name !== undefined) reader.names.set(name, anyShape(`%${name}%`));
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

function redirect(reader: Reader, redirects: WindowsRedirect[]): boolean {
  const operator = match(reader, /\d?(?:>>?|<)(?:&\d?)?/y)?.[0];
  if (operator === undefined) return false;
  reader.at += operator.length;
  if (operator.includes('&')) {
    take(reader, /\d/y);
    return true;
  }
  spaces(reader);
  const path = wordOf(reader, false);
  if (path !== undefined && !/^(?:nul|con|\\\\\.\\nul)$/i.test(staticText(path) ?? '')) {
    redirects.push({ use: operator.includes('<') ? 'read' : 'write', path });
  }
  return true;
}

// Words.

/** A word without its quotes and carets. `lists`: commas and semicolons end it too. */
function wordOf(reader: Reader, lists: boolean): Shape | undefined {
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
      (/[\s&|<>]/.test(next) || (next === ')' && reader.depth > 1) || (lists && /[,;]/.test(next)))
    )
      break;
    else parts.push(piece(reader, quoted));
  }
  if (parts.length === 0) return undefined;
  return concat(parts, reader.text.slice(start, Math.min(reader.at, start + 200)));
}

/** A character, an escape, a variable or a wildcard. */
function piece(reader: Reader, quoted: boolean): Shape {
  const next = character(reader);
  const start = reader.at;
  const plain = take(reader, /[^\s"&|<>()^%!*?,;=[\]{}]+/y);
  if (plain !== undefined) return textShape(plain);
  if (next === '^' && !quoted) {
    const continues = take(reader, /\^\r?\n[^\S\n]*/y);
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

function variable(reader: Reader): Shape | undefined {
  const loop = match(reader, /%{1,2}(?:~[a-z]*)?([A-Za-z])(?![\w%:]{0,80}%)/iy);
  const item = loop === undefined ? undefined : reader.names.get(`%${loop[1]?.toLowerCase()}`);
  if (loop !== undefined && item !== undefined) {
    reader.at += loop[0].length;
    return item;
  }
  const argument = match(reader, /%(?:~[a-z]*)?[0-9*]/iy);
  if (argument !== undefined) {
    reader.at += argument[0].length;
    return anyShape(argument[0]);
  }
  const named = match(reader, /([%!])([A-Za-z_][\w() .-]{0,60}?)(:[^%!\n]{1,80})?\1/y);
  if (named === undefined) return loop === undefined ? undefined : unknownLoop(reader, loop[0]);
  reader.at += named[0].length;
  const source = named[0];
  const name = named[2] ?? '';
  const known = reader.names.get(name.toLowerCase()) ?? windowsVariable(name, source);
  return named[3] === undefined ? known : changed(known, named[3], source);
}

function unknownLoop(reader: Reader, text: string): Shape | undefined {
  if (!text.startsWith('%%') && !/^%~/.test(text)) return undefined;
  reader.at += text.length;
  return anyShape(text);
}

/** `%X:~0,3%` cuts, `%X:a=b%` replaces. */
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
