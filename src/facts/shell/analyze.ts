/**
 * Finds what a shell command does, and records it. This is the one entry to the analysis of shells: it connects
 * the parts, keeps them within their budget, and records an unknown for everything that they skip.
 */
import { type ParsedScript, parse } from 'unbash';
import { type PathShape, showPathShape } from '../../pattern/path/path-shape.ts';
import { anyShape, joinPieces, staticText, textShape } from '../../pattern/text/shape.ts';
import type { InputSpan, UnknownSort } from '../effect/effect.ts';
import type { Knowledge } from '../knowledge/table/knowledge.ts';
import { findEntry } from '../knowledge/words/find-program.ts';
import { shapeOfPath } from '../record/mounted-paths.ts';
import type { Recorder } from '../record/recorder.ts';
import { createBudget } from './budget.ts';
import { codePartsIn } from './command-lines.ts';
import { dialectOf, type ShellDialect } from './dialect.ts';
import { hasUnknown, markUnknown, withoutMarks } from './expand/placeholder.ts';
import { withoutLongHeredoc } from './long-heredoc.ts';
import { builtinOf, runsItself } from './look-up/builtins.ts';
import { resolveAlias } from './look-up/policy-alias.ts';
import {
  deepestCommands,
  deepestScripts,
  type Io,
  isLeft,
  isSpent,
  type Shell,
  type TextWithOrigins,
  within,
} from './shell.ts';
import type { ScriptSource } from './source.ts';
import { alternativesOf } from './state/choice.ts';
import { withoutOrder } from './state/listed-words.ts';
import { ShellState } from './state/state.ts';
import { WrittenFiles } from './state/written-files.ts';
import { invoke } from './use/invoke.ts';
import { runScannedCode } from './use/scripts/code.ts';
import { beginWithSession, leaveToSession } from './use/scripts/session-files.ts';
import { walkFunction, walkUncalled } from './walk/functions.ts';
import { walk, walkScript } from './walk/walk.ts';
import { runWindows } from './windows/windows.ts';
import {
  emptyStream,
  mergeOrigins,
  type Origins,
  type Stream,
  unknownStream,
  type Word,
  wordOf,
  wordOfShape,
} from './word.ts';

/** A longer script is not read, since that would take seconds. */
const longestScript = 65_536;

/** What is known about a command before it is read. */
export interface ShellContext {
  readonly cwd: PathShape | undefined;
  readonly roots: readonly PathShape[] | undefined;
  readonly knowledge: Knowledge;
  readonly dialect: ShellDialect | undefined;
  /** The field of the input that holds the command. */
  readonly field: readonly (string | number)[];
  readonly tool: string;
}

/** Records what a command line does. Never throws for what it is given. */
export function analyzeShell(text: string, context: ShellContext, recorder: Recorder): void {
  const shell = createShell(context, recorder);
  const state = firstShell(text, context, shell);
  const since = recorder.effects.paths.length;
  const io = outermost(text, context, 0);
  const dialect = context.dialect ?? dialectOf(context.tool, text);
  const script = { shape: textShape(text), sources: [], from: [] };
  if (dialect !== 'posix')
    notePrinted([runWindows(dialect, script, shell, state, io), ...shell.shown], recorder);
  else {
    const output = runSource(text, io.source, shell, state, io);
    notePrinted([output, ...shell.shown], recorder);
    walkUncalled(shell, state, io);
  }
  leaveToSession(state, recorder, since);
}

/** Records secrets of the environment that the output of a call shows as reads: the agent sees that output. */
function notePrinted(printed: readonly Origins[], recorder: Recorder): void {
  const noted = new Set<string>();
  for (const { path, isShown, recursive, certain, span } of printed.flatMap(({ sources }) => sources)) {
    const key = `${certain} ${showPathShape(path)}`;
    if (isShown !== true || noted.has(key)) continue;
    noted.add(key);
    const read = { use: 'read', path: shapeOfPath(path), base: undefined, recursive } as const;
    recorder.path({ ...read, certain, span, command: undefined });
  }
}

/** Records what a program does with these words, where no shell splits or expands them. */
export function analyzeWords(words: readonly string[], context: ShellContext, recorder: Recorder): void {
  const shell = createShell(context, recorder);
  const text = words.join(' ');
  const state = firstShell(text, context, shell);
  const since = recorder.effects.paths.length;
  const io = outermost(text, context, undefined);
  shell.runWords(
    words.map((word) => wordOf(word)),
    state,
    io,
    io.source.whole,
    context.dialect ?? 'posix',
  );
  leaveToSession(state, recorder, since);
}

/** Records what code in another language does, where no command of the call runs it. */
export function analyzeCode(language: string, code: string, context: ShellContext, recorder: Recorder): void {
  const shell = createShell(context, recorder);
  const state = firstShell(code, context, shell);
  const text = { shape: textShape(code), sources: [], from: [] };
  shell.runCode(language, text, state, outermost(code, context, undefined), undefined);
}

/** The shell in which the call begins. A write through a link changes the file that the link leads to. */
function firstShell(text: string, { cwd }: ShellContext, { budget, recorder }: Shell): ShellState {
  const { disk, asked } = recorder;
  const files = new WrittenFiles((path) => showPathShape(disk.realOf(path) ?? path));
  beginWithSession(text, files, disk);
  return new ShellState(cwd, budget, undefined, files, asked);
}

function outermost(text: string, { field }: ShellContext, offset: number | undefined): Io {
  const whole = { field, start: 0, end: text.length };
  return {
    source: { text, field, offset, whole },
    stdin: undefined,
    via: [],
    certain: true,
    elsewhere: false,
    depth: 0,
  };
}

function createShell({ knowledge, roots }: ShellContext, recorder: Recorder): Shell {
  const shell: Shell = {
    recorder,
    knowledge,
    roots,
    budget: createBudget(),
    placeholders: [],
    partlyRead: new WeakSet(),
    loaded: new Set(),
    sshSettings: [],
    programFolders: [],
    signals: { mayEnd: false },
    last: new Set(),
    shown: [],
    runText: (text, state, io) =>
      recorder.inFile(recorder.hidden.fileAmong(text.sources), () => runText(text, shell, state, io)),
    walk: (node, state, io) => walk(node, shell, state, io),
    runScript: (script, state, io) => walkScript(script, shell, state, io),
    runWords: (words, state, io, span, dialect = 'posix') => runWords(words, shell, state, io, span, dialect),
    runFunction: (called, words, state, io) => walkFunction(called, words, shell, state, io),
    runCode: (language, code, state, io, command) => runCode(language, code, shell, state, io, command),
    unknown: (sort, text, why, span) => recorder.unknown({ sort, text: withoutMarks(text), why, span }),
  };
  return shell;
}

/**
 * Runs a script that is the text of a word. The word may be quoted, so the parts of the script have no offsets
 * in the input.
 */
function runText(text: TextWithOrigins, shell: Shell, state: ShellState, io: Io): Stream {
  const { whole } = io.source;
  const unknown = (sort: UnknownSort, why: string): Stream => {
    shell.unknown(sort, text.shape.source, why, whole);
    state.mayEnd();
    return unknownStream(text);
  };
  // bash drops zero bytes; other shells do something else with them.
  if (text.shape.pieces.some((piece) => piece.kind === 'text' && piece.text.includes('\0'))) {
    unknown('code', 'there are zero bytes in the script');
    return runText(withoutZeros(text), shell, state, io);
  }
  if (io.depth > deepestScripts) return unknown('budget', 'scripts are nested too deep in it');
  if (staticText(text.shape) === undefined && text.shape.pieces.every(({ kind }) => kind === 'any')) {
    return unknown('code', 'the script is not known');
  }
  const marked = markUnknown(text, shell);
  if (marked === undefined) return unknown('code', 'too much of the script is not known');
  if (hasUnknown(text.shape) || endsInDollar(text.shape)) {
    shell.unknown('code', text.shape.source, 'a part of the script is not known', whole);
    state.mayEnd();
  }
  const source: ScriptSource = { text: marked, field: io.source.field, offset: undefined, whole };
  return runSource(marked, source, shell, state, within(io, source, 1));
}

const withoutZeros = (text: TextWithOrigins): TextWithOrigins => ({
  ...text,
  shape: joinPieces(
    text.shape.pieces.map((piece) =>
      piece.kind === 'text' ? { kind: 'text', text: piece.text.replaceAll('\0', '') } : piece,
    ),
    text.shape.source,
  ),
});

/** Whether a dollar sign is in front of an unknown part, so that the two may name a parameter: `\\$$#`. */
const endsInDollar = ({ pieces }: TextWithOrigins['shape']): boolean =>
  pieces.some((piece, at) => piece.kind === 'text' && at < pieces.length - 1 && /\$\{?$/.test(piece.text));

/** Whether a text has so many opening brackets that the parser would take seconds. No honest script has them. */
function nestsTooMuch(text: string): boolean {
  if (text.length < 4000) return false;
  if ((text.match(/\$\(\(|[<>]\(/g)?.length ?? 0) > 1000) return true;
  let depth = 0;
  for (const [sign] of text.matchAll(/\$\(|\)/g)) {
    depth = sign === ')' ? Math.max(0, depth - 1) : depth + 1;
    if (depth > mostSubstitutions) return true;
  }
  return false;
}

/** The deepest nesting of substitutions: the parser reads the inner ones again and again. */
const mostSubstitutions = 200;

/** From a script that is too long, this many characters are read. The rest is recorded as unknown. */
const longestBeginning = 8192;

/** The whole lines or commands at the beginning of a script that is too long. */
function beginningOf(text: string): string {
  if (text.length <= longestBeginning) return '';
  const start = text.slice(0, longestBeginning);
  // A comment that pads a line does not hide the commands before it.
  const end = Math.max(start.lastIndexOf('\n'), start.lastIndexOf(';'), start.lastIndexOf(' #'));
  return end < 0 ? '' : start.slice(0, end);
}

function runSource(text: string, source: ScriptSource, shell: Shell, state: ShellState, io: Io): Stream {
  if (text.length > longestScript || text.length > shell.budget.text || nestsTooMuch(text)) {
    const shorter = withoutLongHeredoc(text, Math.min(longestScript, shell.budget.text) - 10);
    if (shorter !== undefined) {
      const marked = markUnknown({ shape: shorter, sources: [], from: [] }, shell);
      if (marked !== undefined)
        return runSource(marked, { ...source, text: marked, offset: undefined }, shell, state, io);
    }
    shell.unknown('budget', `${text.slice(0, 200)}…`, 'the script is too long to be read', source.whole);
    // The commands at the beginning run, whatever padding follows.
    const start = beginningOf(text);
    if (start !== '' && start.length <= shell.budget.text && !nestsTooMuch(start))
      runSource(start, source, shell, state, io);
    return unknownStream({ sources: [], from: [] });
  }
  shell.budget.text -= text.length;
  const changesNames =
    /\b(?:BASH_CMDS|BASH_ALIASES|cdable_?vars|auto_?cd|cdspell|dirspell|DIRSTACK(?=\[[^\]]*\]=))\b/.exec(
      text,
    )?.[0];
  if (changesNames !== undefined)
    shell.unknown('code', changesNames, 'which program or directory a name means is not known', source.whole);
  let script: ParsedScript;
  try {
    script = parse(text);
  } catch {
    // The parser is young. A script that it fails on is unknown, never empty.
    shell.unknown('code', text.slice(0, 200), 'the script cannot be parsed', source.whole);
    return unknownStream({ sources: [], from: [] });
  }
  return walkScript(script, shell, state, within(io, source, 0));
}

function runWords(
  given: readonly Word[],
  shell: Shell,
  state: ShellState,
  io: Io,
  span: InputSpan,
  dialect: ShellDialect,
): Stream {
  const { recorder } = shell;
  const file = recorder.hidden.fileAmong(io.stdin?.sources ?? []) ?? hiddenAmong(given, recorder);
  return recorder.inFile(file, () => runHere(given, shell, state, io, span, dialect));
}

/** The file whose text is in one of the words. */
function hiddenAmong(words: readonly Word[], recorder: Recorder): string | undefined {
  for (const { sources } of words) {
    const file = sources.length === 0 ? undefined : recorder.hidden.fileAmong(sources);
    if (file !== undefined) return file;
  }
  return undefined;
}

function runHere(
  given: readonly Word[],
  shell: Shell,
  state: ShellState,
  io: Io,
  span: InputSpan,
  dialect: ShellDialect,
): Stream {
  const places = placesOf(given, state, dialect);
  const wordsAt = (place: Word | undefined): readonly Word[] =>
    place === undefined ? given : [place, ...given.slice(1)];
  if (places.length === 1) return runPlaced(wordsAt(places[0]), shell, state, io, span, dialect);
  const ways = places.map(() => state.branch());
  const streams = ways.map((way, at) => runPlaced(wordsAt(places[at]), shell, way, io, span, dialect));
  state.join(ways);
  return unknownStream(mergeOrigins(...streams));
}

function runPlaced(
  given: readonly Word[],
  shell: Shell,
  state: ShellState,
  io: Io,
  span: InputSpan,
  dialect: ShellDialect,
): Stream {
  const written = resolveAlias(given, shell.knowledge);
  const [first] = written;
  if (first === undefined) return emptyStream;
  if (io.depth > deepestCommands) {
    shell.unknown('budget', first.shape.source, 'commands are nested too deep', span);
    return emptyStream;
  }
  const name = staticText(first.shape);
  const words = recordedWords(written, name, shell);
  if (words === undefined) return emptyStream;
  if (!isLeft(shell) && isSpent(shell, span)) return unknownStream({ sources: [], from: [] });
  const { way } = state;
  // An unknown program may be one that ends the shell.
  if (first.shape.pieces.every(({ kind }) => kind === 'any')) state.mayEnd();
  if (shell.recorder.isOn(way)) return runProgram(words, name, shell, state, io, span, dialect);
  return shell.recorder.during(way, () => runProgram(words, name, shell, state, io, span, dialect));
}

/**
 * Counts a command, and gives the words to record it with; undefined where it is not recorded. A command that does nothing is
 * recorded a few times, and then only if its words are new: padding cannot use the budget up and hide what follows. After
 * `mostIdleSeen` of them, a single command with unknown words is recorded in place of all the rest.
 */
function recordedWords(
  words: readonly Word[],
  name: string | undefined,
  { budget }: Shell,
): readonly Word[] | undefined {
  const texts =
    name !== undefined && idle.has(name) ? words.map(({ shape }) => staticText(shape)) : [undefined];
  if (texts.includes(undefined)) {
    budget.commands--;
    return words;
  }
  const isBeyond = budget.idleSeen.size >= mostIdleSeen;
  const text = isBeyond ? `${name}\0…` : texts.join('\0');
  if (budget.idle > 0) budget.idle--;
  else if (budget.idleSeen.has(text)) return undefined;
  else budget.commands--;
  budget.idleSeen.add(text);
  return isBeyond ? [...words.slice(0, 1), wordOfShape(anyShape('…'), emptyStream)] : words;
}

/** The most commands that do nothing and are recorded with their own words. */
const mostIdleSeen = 256;

/** Runs a built-in of the shell or a program. */
function runProgram(
  words: readonly Word[],
  name: string | undefined,
  shell: Shell,
  state: ShellState,
  io: Io,
  span: InputSpan,
  dialect: ShellDialect,
): Stream {
  const builtin = dialect === 'posix' && name !== undefined ? builtinOf(name) : undefined;
  if (builtin === undefined) {
    const inner = dialect === 'posix' && runsInThisShell.has(name ?? '') ? behindName(words) : [];
    const innerName = inner[0] && staticText(inner[0].shape);
    const own = innerName === undefined ? undefined : builtinOf(innerName);
    const run = (): Stream => {
      const output = invoke(words, shell, state, io, span, dialect);
      // `command cd x` changes this very shell, although another command starts it.
      own?.(inner.slice(1), shell, state, io, span);
      return output;
    };
    // dash has no `builtin`, and only zsh has `noglob` and `nocorrect`.
    const output = inner.length > 0 && name !== 'command' ? state.unsurely(run) : run();
    // So does `command . f`, which may also end it.
    if (own === undefined && innerName !== undefined && readsScripts(innerName, shell.knowledge))
      invoke(inner, shell, state, io, span, dialect);
    return output;
  }
  // The tables record the command. A built-in that runs a script runs it in this very shell, so the tables must
  // not.
  const recorded = runsItself.has(name ?? '') ? { ...shell, runText: () => emptyStream } : shell;
  const output = invoke(words, recorded, state, io, span, dialect);
  return builtin(withoutOrder(words.slice(1)), shell, state, io, span) ?? output;
}

/** Whether a program reads a script into the shell that starts it, as `.` does. */
function readsScripts(name: string, knowledge: Knowledge): boolean {
  const program = findEntry(knowledge, name, 'posix');
  return (
    program?.forms.some(({ operands }) =>
      operands.some(({ uses }) => uses.some((use) => use.name === 'source')),
    ) === true
  );
}

/** What runs the rest of its words in this very shell; the last two are of zsh. */
const runsInThisShell: ReadonlySet<string> = new Set(['command', 'builtin', 'noglob', 'nocorrect']);

/** The words that such a word runs; none if they only say what a name is. */
function behindName([, ...rest]: readonly Word[]): readonly Word[] {
  const at = rest.findIndex(({ shape }) => !/^-(?:p|-)$/.test(staticText(shape) ?? ''));
  const name = staticText(rest[at]?.shape ?? textShape('')) ?? '';
  if (at < 0 || name.startsWith('-')) return [];
  return runsInThisShell.has(name) ? behindName(rest.slice(at)) : rest.slice(at);
}

/** Built-ins that do nothing at all. */
const idle: ReadonlySet<string> = new Set([':', 'true', 'false']);

/**
 * The programs that the script itself assigns to the name of a command (`hash -p`). Undefined is the usual
 * program of that name.
 */
function placesOf(
  words: readonly Word[],
  { places }: ShellState,
  dialect: ShellDialect,
): readonly (Word | undefined)[] {
  const name = words[0] && staticText(words[0].shape);
  return places.size === 0 || dialect !== 'posix' || name === undefined
    ? [undefined]
    : alternativesOf(places.get(name));
}

function runCode(
  language: string,
  code: TextWithOrigins,
  shell: Shell,
  state: ShellState,
  io: Io,
  command: number | undefined,
): Origins {
  const text = staticText(code.shape);
  const parts = text === undefined ? undefined : codePartsIn(language, text);
  if (language === 'shell') return shell.runText(code, state, io);
  if (parts !== undefined)
    return mergeOrigins(
      ...parts.map((part) =>
        runCode(part.language, { ...code, shape: textShape(part.text) }, shell, state, io, command),
      ),
    );
  if (language === 'powershell' || language === 'cmd')
    return runWindows(language, code, shell, state, { ...io, source: { ...io.source, offset: undefined } });
  // Scanned code does not say which of its parts may not run, so all of it is only possible.
  return shell.recorder.succeeding(false, () =>
    state.unsurely(() =>
      shell.recorder.during(state.way, () => runScannedCode(language, code, shell, state, io, command)),
    ),
  );
}
