/**
 * Ex commands of vi and similar editors, and those of `ed`: programs that they run (`:!`, `system()`), files that they
 * read and write, and scripts in other languages.
 */
import { anyShape, joinPieces, type Piece, type Shape, textShape } from '../../../pattern/text/shape.ts';
import { bounded, type CodeFinding, cutOff, mostFindings } from '../values/finding.ts';
import { expandHome } from '../values/path-text.ts';
import {
  fileCommand,
  isShort,
  optionUse,
  scriptLanguageOf,
  searchesFiles,
  takesExpression,
} from './commands.ts';
import {
  beginsUnknown,
  hasUnknownMark,
  markedText,
  readVimWords,
  shapeOfMarked,
  vimValue,
  vimValues,
} from './expression.ts';
import { backTicks, type VimActions, vimFunctions } from './functions.ts';
import { barOf, files, operand, quotedBarOf, vimLines } from './lines.ts';
import { pressKeys } from './normal.ts';

/** A script in another language inside an ex command. */
export type ScanInner = (language: string, code: string) => readonly CodeFinding[];

const noInner: ScanInner = () => [];

/** The limit of characters that are read of a line. */
const longestLine = 10_000;

interface Reader {
  readonly findings: CodeFinding[];
  readonly inner: ScanInner;
  readonly depth: number;
  /** Where the commands are, if they are in a text. */
  readonly place: { readonly start: number; readonly end: number } | undefined;
}

type Use = 'read' | 'write' | 'delete';

export function scanVim(code: string, inner: ScanInner = noInner): readonly CodeFinding[] {
  const findings: CodeFinding[] = [];
  readLines(code, { findings, inner, depth: 0, place: undefined });
  return bounded(findings, code);
}

function readLines(code: string, reader: Reader): void {
  const { findings, place } = reader;
  for (const { text, start, language } of vimLines(code)) {
    if (findings.length > mostFindings) return;
    const at = place ?? { start, end: start + text.length };
    if (language !== undefined) innerScript(language, text, reader, at);
    else {
      readLine(text.slice(0, longestLine), start, reader);
      if (text.length > longestLine)
        findings.push(cutOff('characters in a line', text, { start: longestLine, end: text.length }));
    }
  }
}

function readLine(line: string, start: number, reader: Reader): void {
  let rest: string | undefined = line;
  while (rest !== undefined && rest.trim() !== '' && reader.findings.length <= mostFindings) {
    rest = readCommand(rest, start + line.length - rest.length, reader);
  }
}

/** A text that is run as commands. */
function readText(text: string, reader: Reader, place: { start: number; end: number }): void {
  if (reader.depth < 4) readLines(text, { ...reader, depth: reader.depth + 1, place });
  else unknown(reader, text, 'commands are inside of each other', place);
}

const unknown = (
  { findings }: Reader,
  text: string,
  why: string,
  place: { start: number; end: number },
): void => {
  findings.push({ kind: 'unknown', text: text.slice(0, 200), why, certain: true, ...place });
};

function innerScript(
  language: string,
  code: string,
  reader: Reader,
  place: { start: number; end: number },
): void {
  for (const finding of reader.inner(language, code)) reader.findings.push({ ...finding, ...place });
  // A script that has the editor run a command.
  const runs =
    language === 'lua'
      ? /\bvim\b\W{1,3}(?:fn|api|system|uv|loop|command|eval|call)\b/
      : /\bvim\b\W{1,3}(?:command|eval|DoCommand|Eval|evaluate|bindeval)\b/i;
  if (runs.test(code)) unknown(reader, code, 'what this has the editor run is not followed', place);
}

const modifiers =
  /^(?:\d*(?:sil(?:ent)?!?|verb(?:ose)?(?:\s+\d+(?=\s))?|uns(?:ilent)?|noa(?:utocmd)?|nos(?:wapfile)?|kee\w*|tab|vert(?:ical)?|hor(?:izontal)?|bo\w*|to\w*|lefta\w*|abo\w*|bel\w*|rightb\w*|bro(?:wse)?|conf(?:irm)?|hid(?:e)?|san(?:dbox)?|leg(?:acy)?|vim9(?:cmd)?|loc(?:kmarks)?|(?:buf|arg|win|tab|c|l|cf|lf)do|foldd\w*)!?|filt(?:er)?!?\s+(?:\/(?:[^/\\]|\\.)*\/|\S+)|try|el(?:se)?|fina(?:lly)?|cat(?:ch)?(?:\s+\/(?:[^/\\]|\\.)*\/)?|fu\w*!?\s[^|]*|com(?:mand)?!?(?:\s+-\S+)*\s+\w+|[nvxsoilct]?(?:nore)?map!?\s+(?:<\w+>\s*)*\S+)(?=[\s!:|<]|$)\s*(?:<[cC]md>|<[cC]-[uU]>)?:?(?:<[cC]-[uU]>)?/;

/** The text without ranges, modifiers and the pattern of `global`. */
function withoutPrefix(text: string): string {
  let rest = text;
  for (;;) {
    const before = rest;
    rest = rest.replace(/^[\s:|{}]+/, '');
    rest = rest.replace(
      /^(?:[%.$\d,;+*-]|'[<>\w]|\\[/?&]|\/(?:[^/\\]|\\.){0,200}\/|\?(?:[^?\\]|\\.){0,200}\?)+\s*(?=[a-zA-Z!&@])/,
      '',
    );
    rest = rest.replace(/^(?:g(?:lobal)?!?|v(?:global)?)\s*([^\w\s"|\\])(?:(?!\1)[^\\]|\\.){0,500}\1/, '');
    rest = rest.replace(modifiers, '');
    if (rest === before) return rest;
  }
}

/** `vim9 {…}` and `"a"->delete()`: a line of Vim 9 that is an expression. */
const beginsWithValue = /^[\s:]*(?:vim9(?:cmd)?\s+["'{[(]|["'][^"'\n]{0,1000}["']\s*->)/;

/** Reads a command, and gives the text behind its bar. */
function readCommand(text: string, start: number, reader: Reader): string | undefined {
  const rest = withoutPrefix(text);
  if (beginsWithValue.test(text)) {
    const whole = reader.place ?? { start, end: start + text.length };
    unknown(reader, text, 'what this expression does is not followed', whole);
    return undefined;
  }
  if (rest === '' || rest.startsWith('"')) return undefined;
  const skipped = text.length - rest.length;
  const place = reader.place ?? { start: start + skipped, end: start + text.length };
  const hasRange = /[%.$\d]\s*$/.test(text.slice(0, skipped));
  const actions = actionsOf(reader, place);
  if (rest.startsWith('!')) {
    shell(rest.slice(rest.startsWith('!!') ? 2 : 1), hasRange || rest.startsWith('!!'), reader, place);
    return undefined;
  }
  if (rest.startsWith('@') || beginsUnknown(rest)) {
    unknown(reader, rest, 'what is run is in a register or computed', place);
    return behindBar(rest, barOf(rest));
  }
  const [head = '', name = '', bang = ''] = /^(py3\w*|python3?|[a-zA-Z]+)(!?)\s*/.exec(rest) ?? [];
  const command: Command = { rest, name, bang, all: rest.slice(head.length), hasRange, place };
  return (
    transfers(command, reader) ??
    runsPrograms(command, reader) ??
    runsCommands(command, reader, actions) ??
    usesFiles(command, reader, actions) ??
    computes(command, reader, actions)
  ).next;
}

interface Command {
  readonly rest: string;
  readonly name: string;
  readonly bang: string;
  /** The text behind the name. */
  readonly all: string;
  readonly hasRange: boolean;
  readonly place: { readonly start: number; readonly end: number };
}

/** A command that was read, and the text behind it. */
interface Done {
  readonly next: string | undefined;
}

const ended: Done = { next: undefined };

const behindBar = (text: string, bar: number): string | undefined =>
  bar < 0 ? undefined : text.slice(bar + 1);

const throughBar = (text: string): Done => ({ next: behindBar(text, barOf(text)) });

const upToBar = (text: string): string => {
  const bar = barOf(text);
  return bar < 0 ? text : text.slice(0, bar);
};

/** `r file`, `w file`, `r !cmd` and `w !cmd`; in `ed` also `e !cmd`. */
function transfers({ name, bang, all, place }: Command, reader: Reader): Done | undefined {
  const isRead = isShort(name, 'read', 1);
  const isWrite = isShort(name, 'write', 1) || name === 'W';
  if (/^[eEf]$/.test(name) && all.startsWith('!')) {
    shell(all.slice(1), false, reader, place);
    return ended;
  }
  if (!isRead && !isWrite) return undefined;
  if (all.startsWith('!') || (bang === '!' && isRead)) {
    shell(all.replace(/^!/, ''), isWrite, reader, place);
    return ended;
  }
  const from = all.replace(/^(?:\+\+\S+\s+)*(?:>>)?\s*/, '');
  file(isRead ? 'read' : 'write', upToBar(from), from, reader, place);
  return throughBar(all);
}

/** `term cmd`, `make`, `grep`, and scripts in other languages. */
function runsPrograms({ rest, name, all, place }: Command, reader: Reader): Done | undefined {
  if (
    /^(?:ter(?:m(?:i(?:n(?:al?)?)?)?)?|lmak?e?|mak|make|gre?p?|lgr(?:ep)?|grepa\w*|lgrepa\w*)$/.test(name)
  ) {
    const program = /^ter/.test(name) ? '' : /^l?m/.test(name) ? 'make ' : 'grep ';
    if (program !== '' || all !== '')
      shell(`${program}${all.replace(/^(?:\+\+\S+\s+)*/, '')}`, false, reader, place);
    return ended;
  }
  const language = scriptLanguageOf(name);
  if (language !== undefined) {
    innerScript(language, all, reader, place);
    return ended;
  }
  if (/^(?:tcl\w*|mz\w*)$/.test(name)) {
    unknown(reader, rest, 'what this has Vim run is not followed', place);
    return ended;
  }
  return undefined;
}

/** Commands that run a text as commands: `execute`, `normal`, `autocmd`. */
function runsCommands(command: Command, reader: Reader, actions: VimActions): Done | undefined {
  const { rest, name, all, place } = command;
  if (isShort(name, 'execute', 3)) {
    const bar = quotedBarOf(all);
    const text = bar < 0 ? all : all.slice(0, bar);
    vimFunctions(text, true, actions);
    const values = vimValues(readVimWords(text), text);
    if (values.length === 0 || values.some(({ isSafe }) => !isSafe))
      unknown(reader, rest, 'a command that is put together is run', place);
    else readText(values.map(({ shape }) => markedText(shape)).join(' '), reader, place);
    return { next: behindBar(all, bar) };
  }
  if (isShort(name, 'normal', 4)) {
    const keys = pressKeys(all);
    if (keys.isUnknown) unknown(reader, rest, 'keys that are pressed are not followed', place);
    for (const text of keys.commands) readText(text, reader, place);
    return ended;
  }
  if (isShort(name, 'autocmd', 2)) {
    // The name of a group may be in front.
    const words = all.trim().split(/\s+/);
    for (const from of [2, 3]) {
      const body = words
        .slice(from)
        .join(' ')
        .replace(/^(?:\+\+\w+\s+|nested\s+)+/, '');
      if (body !== '') readText(body, reader, place);
    }
    return ended;
  }
  return undefined;
}

/** Commands whose words are files, and options that name them. */
function usesFiles(command: Command, reader: Reader, actions: VimActions): Done | undefined {
  const { name, all, place } = command;
  if (/^set?(?:[lg](?:ocal|lobal)?)?$/.test(name)) {
    for (const word of files(upToBar(all))) {
      const [, option, value] = /^(\w+)[+^-]?[=:](.*)$/s.exec(word) ?? [];
      if (option !== undefined) actions.option(option, operand(value ?? ''));
    }
    return throughBar(all);
  }
  if (/^s(?:u\w*|m\w*|no\w*)?$/.test(name)) {
    const at = all.indexOf('\\=');
    if (at >= 0) vimFunctions(all.slice(at + 2), true, actions);
    return throughBar(all);
  }
  if (searchesFiles(name)) {
    const from = all.replace(/^(?:([^\w\s])(?:(?!\1)[^\\]|\\.)*\1[gjf]*|\S+)\s*/, '');
    for (const word of files(upToBar(from))) file('read', word, word, reader, place);
    return throughBar(from);
  }
  if (isShort(name, 'mkspell', 4)) {
    const words = files(upToBar(all)).filter((word) => !word.startsWith('-'));
    for (const word of words.length > 1 ? words.slice(1) : words) file('read', word, word, reader, place);
    add({ use: 'write', path: anyShape(all), certain: false }, reader, place);
    return throughBar(all);
  }
  if (isShort(name, 'helptags', 5)) {
    const folder = operand(upToBar(all).replace(/\+\+t\s+/, ''));
    const tags: readonly Piece[] = [...folder.pieces, { kind: 'text', text: '/tags' }];
    add({ use: 'write', path: joinPieces(tags, all), certain: true }, reader, place);
    return throughBar(all);
  }
  const [, keyword] = /^(?:prof\w*\s+(start)|cs\w*\s+(?:add))\s/.exec(`${name} ${all}`) ?? [];
  if (keyword !== undefined || /^l?cs\w*$/.test(name)) {
    const words = all.replace(/^\w+\s+/, '');
    if (keyword !== undefined || all.startsWith('add'))
      file(keyword === undefined ? 'read' : 'write', words, words, reader, place);
    return throughBar(all);
  }
  return namesFile(command, reader);
}

function namesFile({ name, all, place }: Command, reader: Reader): Done | undefined {
  const does = fileCommand(name);
  if (does === undefined) return undefined;
  let rest = all;
  for (;;) {
    const [word, inside] = /^\+\+\S+(?:\s+|$)|^\+((?:\\.|[^\s\\])*)(?:\s+|$)/.exec(rest) ?? [];
    if (word === undefined) break;
    // A command that is run when the file is there.
    if (inside !== undefined && inside !== '') readText(inside.replace(/\\(.)/g, '$1'), reader, place);
    rest = rest.slice(word.length);
  }
  rest = rest.replace(/^>+\s*/, '');
  if (does.use === 'cwd' || does.use === 'load') backTicks(rest, actionsOf(reader, place));
  const words = upToBar(rest);
  const operands = does.takesAll === true ? files(words) : files(words).slice(0, 1);
  for (const word of rest.includes('`') ? [rest] : operands) {
    const path = expandHome(operand(word));
    if (does.use === 'cwd')
      reader.findings.push({ kind: 'cwd', path, perhaps: false, certain: true, ...place });
    else if (does.use === 'load') load(path, does.program, reader, place);
    else file(does.use, word, rest, reader, place);
    // A later `w` without a name writes what is edited.
    if (does.isEdited === true) add({ use: 'write', path, certain: false }, reader, place);
  }
  return throughBar(rest);
}

function load(
  path: Shape,
  program: string | undefined,
  reader: Reader,
  place: { start: number; end: number },
): void {
  if (program === undefined)
    reader.findings.push({ kind: 'load', path, ends: false, certain: true, ...place });
  else {
    const words = [textShape(program), path];
    reader.findings.push({ kind: 'run', words, cwd: undefined, stdin: undefined, certain: true, ...place });
  }
  add({ use: 'read', path, certain: true }, reader, place);
}

/** Expressions, and everything else: what its functions do. */
function computes({ rest, name, all, place }: Command, reader: Reader, actions: VimActions): Done {
  const isExpression = takesExpression(name) || all.startsWith('(');
  const bar = isExpression ? quotedBarOf(rest) : barOf(rest);
  const text = bar < 0 ? rest : rest.slice(0, bar);
  vimFunctions(text, isExpression, actions);
  const [, kind, target, value] = /^let\s+([&$])(?:[lg]:)?(\w+)\s*(?:[.+^-]|\.\.)?=(.*)$/s.exec(text) ?? [];
  if (kind !== undefined && target !== undefined) {
    const { shape } = vimValue(readVimWords(value ?? ''), text);
    if (kind === '&') actions.option(target, shape);
    else reader.findings.push({ kind: 'variable', name: target, value: shape, certain: true, ...place });
  }
  return { next: behindBar(rest, bar) };
}

function shell(
  text: string,
  isFed: boolean,
  { findings }: Reader,
  place: { start: number; end: number },
): void {
  // `%` is the file that is edited.
  const parts = text
    .replace(/<(?:CR|cr|Enter)>.*$/s, '')
    .trim()
    .split(/(?<!\\)%(?::\w)*|(?<!\S)#\d*(?!\S)|<(?:cword|cWORD|cfile|afile|abuf|amatch|sfile|cexpr)>/);
  const shape = joinPieces(
    parts.flatMap((part, index): readonly Piece[] => [
      ...(index === 0 ? [] : [{ kind: 'any' } as const]),
      ...shapeOfMarked(part).pieces,
    ]),
    text,
  );
  const stdin = isFed ? anyShape('the text of the buffer') : undefined;
  findings.push({ kind: 'shell', text: shape, cwd: undefined, stdin, certain: true, ...place });
}

/** A file that a word names; `all` is the text around it. */
function file(
  use: 'read' | 'write',
  word: string,
  all: string,
  reader: Reader,
  place: { start: number; end: number },
): void {
  const trimmed = word.trim();
  if (all.includes('`')) {
    backTicks(all, actionsOf(reader, place));
    add({ use, path: anyShape(all), certain: true }, reader, place);
    return;
  }
  // The file that is edited is named elsewhere.
  if (trimmed === '' || trimmed === '%') return;
  const path = operand(files(trimmed)[0] ?? '');
  const [begin] = path.pieces;
  if (begin?.kind === 'text' && /^[a-z][\w+.-]*:\/\//.test(begin.text))
    reader.findings.push({ kind: 'connect', url: path, sends: use === 'write', certain: true, ...place });
  else add({ use, path: expandHome(path), certain: true }, reader, place);
}

function add(
  { use, path, certain, recursive = false }: { use: Use; path: Shape; certain: boolean; recursive?: boolean },
  { findings }: Reader,
  place: { start: number; end: number },
): void {
  const about = { target: undefined, recursive, content: undefined, certain };
  findings.push({ kind: 'path', use, path, ...about, ...place });
}

function actionsOf(reader: Reader, place: { start: number; end: number }): VimActions {
  const { findings } = reader;
  const base = { certain: true, ...place };
  return {
    path: (use, path, recursive = false) => add({ use, path, recursive, certain: true }, reader, place),
    move: (use, path, target) =>
      findings.push({ kind: 'path', use, path, target, recursive: false, content: undefined, ...base }),
    cwd: (path) => findings.push({ kind: 'cwd', path, perhaps: true, ...base }),
    shell: (text) => findings.push({ kind: 'shell', text, cwd: undefined, stdin: undefined, ...base }),
    run: (words) => findings.push({ kind: 'run', words, cwd: undefined, stdin: undefined, ...base }),
    connect: (url) => findings.push({ kind: 'connect', url, sends: true, ...base }),
    variable: (name, value) => {
      const text = markedText(name);
      findings.push({ kind: 'variable', name: hasUnknownMark(text) ? undefined : text, value, ...base });
    },
    unknown: (text, why) => unknown(reader, text, why, place),
    commands: (text) => readText(text, reader, place),
    inner: (language, code) => innerScript(language, code, reader, place),
    option: (name, value) => setOption(name, value, reader, place),
    isFull: () => findings.length > mostFindings,
  };
}

function setOption(name: string, value: Shape, reader: Reader, place: { start: number; end: number }): void {
  const use = optionUse(name);
  const path = expandHome(value);
  const text = markedText(value);
  if (use === undefined || text === '') return;
  if (use === 'program') unknown(reader, text, 'what this has Vim run is not followed', place);
  else if (use === 'expression') {
    if (value.pieces.some(({ kind }) => kind !== 'text'))
      unknown(reader, text, 'an expression that is put together is run', place);
    else vimFunctions(text, false, actionsOf(reader, place));
  } else if (use === 'ending') {
    const pieces: readonly Piece[] = [{ kind: 'any' }, ...value.pieces];
    add({ use: 'write', path: joinPieces(pieces, text), certain: false }, reader, place);
  } else {
    if (use !== 'write') add({ use: 'read', path, certain: false }, reader, place);
    if (use !== 'read') add({ use: 'write', path, certain: use === 'write' }, reader, place);
  }
}
