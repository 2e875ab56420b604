/**
 * Reads command lines and batch files of `cmd.exe` and gives their commands. It follows carets, quotes, blocks,
 * conditions, loops, labels and calls of labels, and variables that are set to a text. Whatever may not run is
 * a separate way; where ways join, a variable may have the value of any of them (`windows-state.ts`). `%x%` is
 * the value of a variable at the start of its line, `!x!` its value at that moment. The script behind `cmd /c`
 * stays in the words of its command.
 */
import {
  anyShape,
  joinPieces,
  type Piece,
  type Shape,
  showShape,
  staticText,
  textShape,
} from '../../../pattern/shape.ts';
import { Choice, type Held } from '../state/choice.ts';
import { concat } from '../use/powershell-text.ts';
import { windowsVariable } from './windows-environment.ts';
import {
  changesLocation,
  foundIn,
  longestWindowsScript,
  mostUnknowns,
  mostWindowsCommands,
  mostWindowsSteps,
  tooManyUnknowns,
  type WindowsCommand,
  type WindowsRedirect,
  type WindowsScript,
  type WindowsUnknown,
} from './windows-script.ts';
import {
  branches,
  choose,
  eachWay,
  joinStates,
  type Kinds,
  perhaps,
  repeat,
  type Way,
  WindowsState,
} from './windows-state.ts';

type State = WindowsState<Shape, never>;

const kinds: Kinds<Shape> = {
  keyOf: ({ pieces }) => JSON.stringify(pieces),
  likeOf: ({ pieces }) => JSON.stringify(pieces),
  any: (name) => anyShape(name.startsWith('%') ? name : `%${name}%`),
};

/** The labels of a script, and the states in which the script comes to them. */
interface Labels {
  /** The offset of the line behind each label. */
  readonly starts: ReadonlyMap<string, number>;
  readonly incoming: Map<string, State>;
  /** The labels that `call` names. Their lines are read once for each call. */
  readonly called: Set<string>;
  /** Set if the script goes back to a label in a new state, so that another pass is necessary. */
  again: boolean;
  calls: number;
}

interface Reader {
  readonly text: string;
  readonly end: number;
  readonly commands: WindowsCommand[];
  readonly unknowns: WindowsUnknown[];
  /** The names are in lower case. Those of loops and arguments keep their sign: `%i`, `%1`. */
  state: State;
  /** The state at the start of the current line. */
  line: State;
  way: Way | undefined;
  /** The values of variables on the way that is being read. */
  pinned: { readonly way: Way | undefined; readonly values: Map<string, Shape | undefined> };
  readonly labels: Labels;
  /** The states in which `exit /b` and `goto :eof` leave the called label; undefined outside of calls. */
  returning: State[] | undefined;
  readonly turns: { left: number; steps: number };
  at: number;
  depth: number;
}

const deepest = 60;

/** Reads a script of `cmd.exe`. What it cannot read is in `unknowns`. */
export function readDos(text: string): WindowsScript {
  const end = Math.min(text.length, longestWindowsScript);
  const labels: Labels = {
    starts: startsOf(text.slice(0, end)),
    incoming: new Map(),
    called: new Set(),
    again: false,
    calls: 0,
  };
  for (let pass = 1; ; pass++) {
    const state: State = new WindowsState(kinds);
    const reader: Reader = {
      text,
      end,
      commands: [],
      unknowns: [],
      state,
      line: state,
      way: undefined,
      pinned: { way: undefined, values: new Map() },
      labels,
      returning: undefined,
      turns: { left: 200, steps: 0 },
      at: 0,
      depth: 0,
    };
    labels.again = false;
    labels.calls = 0;
    lines(reader);
    if (end < text.length) givenUp(reader, end, 'the script is too long to be read as a whole', text.length);
    const { commands, unknowns } = reader;
    if (!labels.again || pass > mostPasses) return { commands, unknowns, findings: [] };
    // The state at the labels still changes, so everything that changes becomes unknown.
    if (pass === mostPasses)
      for (const incoming of labels.incoming.values()) incoming.widen(new WindowsState(kinds));
  }
}

/** The most passes over a script that goes back to a label. What still changes then becomes unknown. */
const mostPasses = 3;

/** The labels of a script, with the offset of the line behind each. */
function startsOf(text: string): ReadonlyMap<string, number> {
  const starts = new Map<string, number>();
  for (const found of text.matchAll(/^[ \t;,=@]*:[ \t]*([^\s:+&|<>()^,;=]+)[^\n]*(?:\n|$)/gm)) {
    const name = (found[1] ?? '').toLowerCase();
    if (!starts.has(name)) starts.set(name, found.index + found[0].length);
  }
  return starts;
}

/** Reads lines up to the end of the script, or up to where a called label certainly returns. */
function lines(reader: Reader, isCalled = false): void {
  while (reader.at < reader.end && !(isCalled && reader.state.ended)) {
    const before = reader.at;
    atLabel(reader);
    reader.line = reader.state.fork();
    commandLine(reader);
    if (reader.at === before) reader.at++;
  }
}

/** Reads a label, if the line is one. The script may come to it from every `goto` that names it. */
function atLabel(reader: Reader): void {
  const found = match(reader, /[ \t;,=@]*:[ \t]*([^\s:+&|<>()^,;=]+)/y);
  const label = found?.[1]?.toLowerCase();
  if (label === undefined) return;
  const { incoming, called, starts } = reader.labels;
  const others = incoming.get(label);
  const { state } = reader;
  if (others !== undefined) reader.state = joinStates([state, others]) ?? state;
  // A label that is only called is read for each call, and is not reached otherwise.
  else if (state.ended && called.has(label)) {
    const here = starts.get(label) ?? reader.at;
    reader.at = Math.min(
      reader.end,
      ...[...starts].filter(([, start]) => start > here).map(([name]) => lineOf(reader, name)),
    );
  }
}

/** The offset of the line with the label itself. */
function lineOf({ text, labels }: Reader, label: string): number {
  const end = (labels.starts.get(label) ?? 0) - 1;
  return text.lastIndexOf('\n', end - 1) + 1;
}

/** `goto label`: this way goes on there. An unknown label may be any of them. */
function goTo(reader: Reader, target: Shape | undefined): void {
  const { starts, incoming } = reader.labels;
  const name = target === undefined ? undefined : staticText(target)?.replace(/^:/, '').toLowerCase();
  const names =
    name === undefined || !(starts.has(name) || name === 'eof') ? [...starts.keys(), 'eof'] : [name];
  for (const each of names) {
    if (each === 'eof') {
      reader.returning?.push(reader.state.fork());
      continue;
    }
    const before = incoming.get(each);
    const state = joinStates([...(before === undefined ? [] : [before]), reader.state]) ?? reader.state;
    incoming.set(each, state);
    const isBack = (starts.get(each) ?? 0) <= reader.at;
    if (isBack && (before === undefined || !state.isLike(before))) reader.labels.again = true;
  }
  reader.state.ended = true;
}

/** `call :label a b`: reads the lines of the label with these arguments, and goes on behind the call. */
function callLabel(reader: Reader, label: string, args: readonly Shape[]): void {
  const start = reader.labels.starts.get(label);
  if (start === undefined) return;
  reader.labels.called.add(label);
  if (++reader.labels.calls > 50 || reader.depth > 20) {
    reader.state.setAnything();
    return;
  }
  const { at, line, returning, state: before } = reader;
  const { ended, depth } = before;
  const returned: State[] = [];
  const own = before.fork();
  for (let index = 1; index <= 9; index++) own.set(`%${index}`, args[index - 1] ?? textShape(''));
  Object.assign(reader, { at: start, state: own, returning: returned, depth: 0 });
  lines(reader, true);
  const ways = [reader.state, ...returned];
  const end = joinStates(ways) ?? own;
  end.restore(depth);
  for (let index = 1; index <= 9; index++) {
    const held = before.names.get(`%${index}`);
    if (held === undefined) end.names.delete(`%${index}`);
    else end.names.set(`%${index}`, held);
  }
  end.ended = ended;
  Object.assign(reader, { at, line, returning, state: end, depth: reader.depth });
}

const character = (reader: Reader): string => (reader.at < reader.end ? (reader.text[reader.at] ?? '') : '');

function unknown(reader: Reader, start: number, why: string, end = reader.at, sort?: 'budget'): void {
  if (reader.unknowns.length > mostUnknowns || start >= reader.text.length) return;
  if (reader.unknowns.length === mostUnknowns) {
    reader.unknowns.push({ text: '…', why: tooManyUnknowns, start, end, sort: 'budget' });
    return;
  }
  reader.unknowns.push({ text: reader.text.slice(start, Math.min(end, start + 200)), why, start, end, sort });
}

/** Records an unknown for what is too long, too deep or too much to follow. */
function givenUp(reader: Reader, start: number, why: string, end = reader.at): void {
  unknown(reader, start, why, end, 'budget');
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

/** Skips spaces between words. A caret at the end of a line continues the line. */
function spaces(reader: Reader): void {
  while (take(reader, /[^\S\n]+|\^\r?\n/y) !== undefined);
}

// Lists of commands.

/** Reads commands up to the end of the line, with `&`, `&&`, `||` and `|` between them. */
function commandLine(reader: Reader): void {
  let stdin: number | undefined;
  let operator: string | undefined;
  for (let count = 0; count < mostWindowsCommands; count++) {
    take(reader, /[\s;,=@]+/y);
    if (reader.at >= reader.end || character(reader) === ')') return;
    const before = reader.at;
    const { state } = reader;
    reader.state = state.fork();
    const isSure = operator !== '&&' && operator !== '||';
    const last = isSure ? one(reader, stdin) : perhaps(reader, () => one(reader, stdin));
    spaces(reader);
    const separator = take(reader, /&&|\|\||[&|]/y);
    // The parts of a pipe are separate programs: what they set stays in them.
    if (operator === '|' || separator === '|') reader.state = state;
    operator = separator;
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

/** Counts a step. If there are too many, it records that once, and reading ends. */
function isSpent(reader: Reader): boolean {
  const { turns } = reader;
  if (turns.steps++ < mostWindowsSteps) return false;
  if (turns.steps === mostWindowsSteps + 1)
    givenUp(reader, reader.at, 'the script does more than is followed', reader.end);
  reader.at = reader.end;
  return true;
}

/** Reads one command of a list. Gives its index, for a pipe. */
function one(reader: Reader, stdin: number | undefined): number | undefined {
  if (isSpent(reader)) return undefined;
  if (reader.depth >= deepest) {
    givenUp(reader, reader.at, 'the script is too deeply nested to be read', reader.end);
    reader.at = reader.end;
    return undefined;
  }
  reader.depth++;
  const last = read(reader, stdin);
  reader.depth--;
  return last;
}

function read(reader: Reader, stdin: number | undefined): number | undefined {
  // Also behind `do`, `else` and the test of an `if`: `@` only says that the command is not shown.
  take(reader, /[ \t;,=@]+/y);
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
      take(reader, /@+/y);
      return called(reader, stdin);
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
    // Reads both sides of a comparison; `==` needs no spaces.
    take(reader, /(?:"[^"\n]{0,500}"|[^\s"=()&|]+){1,20}/y);
    spaces(reader);
    take(reader, /==|equ|neq|lss|leq|gtr|geq/iy);
    spaces(reader);
    take(reader, /(?:"[^"\n]{0,500}"|[^\s"()&|]+){1,20}/y);
  }
  spaces(reader);
  const otherwise = (): number | undefined => {
    const { at } = reader;
    spaces(reader);
    if (take(reader, /else(?=[\s(])/iy) !== undefined) {
      spaces(reader);
      return one(reader, undefined);
    }
    reader.at = at;
    return undefined;
  };
  const [last, other] = branches<Shape, never, number | undefined>(reader, [
    () => one(reader, stdin),
    otherwise,
  ]);
  return other ?? last;
}

/** `call :label`, a built-in command, or another batch file, which may set anything here. */
function called(reader: Reader, stdin: number | undefined): number | undefined {
  const label = take(reader, /:[^\s:+&|<>()^,;=]+/y);
  if (label === undefined) {
    const isBuiltIn = builtIns.test(match(reader, /[\w.-]+/y)?.[0] ?? '');
    const { at } = reader;
    const before = reader.commands.length;
    const last = one(reader, stdin);
    if (!isBuiltIn) reader.state.setAnything();
    const isAgain = reader.commands
      .slice(before)
      .some(({ program, words }) =>
        [program, ...words].some((word) => staticText(word)?.includes('%') === true),
      );
    if (isAgain) unknown(reader, at, 'the words of `call` are expanded a second time');
    return last;
  }
  const args: Shape[] = [];
  eachWay(reader, () => {
    args.length = 0;
    args.push(...argumentsOf(reader));
    callLabel(reader, label.slice(1).toLowerCase(), args);
  });
  return undefined;
}

/** Reads words up to the end of the command. */
function argumentsOf(reader: Reader): readonly Shape[] {
  const words: Shape[] = [];
  for (;;) {
    take(reader, /(?:[^\S\n]|[,;=])+/y);
    const next = character(reader);
    if (/^[\r\n&|<>]?$/.test(next) || (next === ')' && reader.depth > 1)) return words;
    const before = reader.at;
    const word = wordOf(reader, true);
    if (word !== undefined && words.length < 2000) words.push(word);
    else if (word !== undefined) givenUp(reader, before, 'the command has too many words to be read');
    if (reader.at === before) reader.at++;
  }
}

/** `for [/f "…"] %i in (…) do …`: reads the command once for each known item. */
function loop(reader: Reader, stdin: number | undefined): number | undefined {
  spaces(reader);
  const kind = take(reader, /\/[a-z]/iy)?.toLowerCase();
  spaces(reader);
  const isNamed = match(reader, /%{1,2}~?[A-Za-z]\s+in\b/iy) !== undefined;
  const root = kind === '/r' && !isNamed ? wordOf(reader, false) : undefined;
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
  const lists =
    reader.way === undefined
      ? eachWay(reader, () => itemsOf(reader, kind, root))
      : [itemsOf(reader, kind, root)];
  const items = lists.flat();
  reader.depth--;
  if (character(reader) === ')') reader.at++;
  take(reader, /\s*do(?=[\s(])\s*/iy);
  const start = reader.at;
  let last: number | undefined;
  const few = items.length <= reader.turns.left ? items : [anyShape(`%${name}`)];
  reader.turns.left -= few.length;
  const round = (item: Shape): void => {
    reader.at = start;
    reader.state.set(`%${name}`, item);
    last = one(reader, stdin);
  };
  // A known word is one round. Anything else may be any number of rounds.
  const isOne = ({ pieces }: Shape): boolean =>
    pieces.every((piece) => piece.kind === 'text' || piece.kind === 'home');
  if (kind === undefined && lists.length === 1 && few.every(isOne)) for (const item of few) round(item);
  else
    repeat(
      reader,
      () => {
        for (const item of few) perhaps(reader, () => round(item));
      },
      foundIn(reader),
    );
  reader.state.names.delete(`%${name}`);
  return last;
}

function itemsOf(reader: Reader, kind: string | undefined, root: Shape | undefined): readonly Shape[] {
  if (kind === '/l') {
    take(reader, /[^)\n]*/y);
    return [{ pieces: [{ kind: 'name' }], source: '' }];
  }
  if (kind === '/f') return linesOf(reader);
  const items: Shape[] = [];
  while (reader.at < reader.end && character(reader) !== ')') {
    const before = reader.at;
    take(reader, /[\s,;]+/y);
    const item = character(reader) === ')' ? undefined : wordOf(reader, true);
    if (item !== undefined)
      items.push(root === undefined ? item : concat([root, textShape('/'), anyShape('')], ''));
    if (reader.at === before) reader.at++;
  }
  return items.length === 0 ? [anyShape('')] : items;
}

/** `for /f … in ('command')`: the command runs, and its lines are unknown. */
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
  const { state } = reader;
  reader.state = state.fork();
  const last = one(reader, stdin);
  reader.state = state;
  return last;
}

// Single commands.

/** Built-in commands. Their options need no space: `del/s/q x`, `cd..`. */
const builtIns =
  /^(assoc|call|cd|chdir|cls|color|copy|date|del|dir|echo|erase|exit|md|mkdir|mklink|move|path|pause|popd|prompt|pushd|rd|rem|ren|rename|rmdir|set|shift|time|title|type|ver|verify|vol)((?:[/\\.:,;=+([]).*)?$/i;

/** Reads a command, once for each combination of the values of its words. */
function command(reader: Reader, stdin: number | undefined): number | undefined {
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

/**
 * Reads a word. It gives several words if a variable without quotes contains blanks, since `cmd.exe` splits a
 * line after it replaces the variables.
 */
function expandedWord(reader: Reader, lists: boolean): readonly Shape[] {
  const start = reader.at;
  const word = wordOf(reader, lists);
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

function add(reader: Reader, command: Omit<WindowsCommand, 'locations'>): number | undefined {
  if (reader.commands.length >= mostWindowsCommands) {
    givenUp(reader, command.start, 'the script has too many commands to be read', reader.end);
    reader.at = reader.end;
    return undefined;
  }
  return reader.commands.push({ ...command, locations: reader.state.locations }) - 1;
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

// Words and their parts.

/** Reads a word and removes its quotes and carets. `lists`: commas and semicolons end it too. */
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

/** Reads a character, an escape, a variable or a wildcard. */
function piece(reader: Reader, quoted: boolean): Shape {
  const next = character(reader);
  const start = reader.at;
  // `forfiles` replaces `@path` by the file that it finds; in `!%x%!` one variable names another.
  const filled = take(reader, /@(?:path|relpath|file|fname)\b(?![/\\])|![^!"\s]*%[^!"\s]*!/iy);
  if (filled !== undefined) return anyShape(filled);
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
  const item =
    loop === undefined ? undefined : variableOf(reader, reader.state, `%${loop[1]?.toLowerCase()}`, loop[0]);
  if (loop !== undefined && item !== undefined) {
    reader.at += loop[0].length;
    return item;
  }
  const argument = match(reader, /%(?:~[a-z]*)?[0-9*]/iy);
  if (argument !== undefined) {
    reader.at += argument[0].length;
    const isPlain = /^%~?\d$/.test(argument[0]);
    const given = isPlain
      ? variableOf(reader, reader.state, `%${argument[0].at(-1)}`, argument[0])
      : undefined;
    return given ?? anyShape(argument[0]);
  }
  const named = match(reader, /([%!])([A-Za-z_][\w() .-]{0,60}?)(:[^%!\n]{1,80})?\1/y);
  if (named === undefined) return loop === undefined ? undefined : unknownLoop(reader, loop[0]);
  reader.at += named[0].length;
  const source = named[0];
  const name = named[2] ?? '';
  const from = named[1] === '!' ? reader.state : reader.line;
  const known = variableOf(reader, from, name.toLowerCase(), source) ?? windowsVariable(name, source);
  return named[3] === undefined ? known : changed(known, named[3], source);
}

/** The value that the script has given to a name, on the current way. The name keeps that value on the way. */
function variableOf(reader: Reader, state: State, name: string, source: string): Shape | undefined {
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

function unknownLoop(reader: Reader, text: string): Shape | undefined {
  if (!text.startsWith('%%') && !/^%~/.test(text)) return undefined;
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
