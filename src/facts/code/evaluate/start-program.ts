/** Calls that start a program: its words, its directory and its input. */
import {
  anyShape,
  joinPieces,
  type Piece,
  type Shape,
  staticText,
  textShape,
} from '../../../pattern/text/shape.ts';
import { choicesOf, shapesOf, staticOf, truthOf, unknownValue, type Value } from '../values/value.ts';
import { isNone, optionAt, valueAt } from './call-values.ts';
import type { Action } from './library.ts';
import { type Call, emit, type Runtime } from './runtime.ts';

/** Functions that take the directory of the program without a name, and at which place. */
const placesOfFolder: ReadonlyMap<string, number> = new Map([
  ['proc_open', 3],
  ['process', 1],
  ['subprocess.Popen', 9],
]);

export const startContext = (call: Call): { cwd: Shape | undefined; stdin: Shape | undefined } => ({
  cwd: only(
    optionAt(call, 'cwd') ??
      optionAt(call, 'chdir') ??
      optionAt(call, 'dir') ??
      call.args[placesOfFolder.get(call.name) ?? call.args.length],
    call,
  ),
  stdin:
    only(optionAt(call, 'input') ?? optionAt(call, 'stdin_data') ?? optionAt(call, '_in'), call) ??
    (mayBeWrittenTo(call) ? anyShape(call.source) : undefined),
});

/** Whether the started program reads what the script writes to it later. That content is not followed. */
function mayBeWrittenTo(call: Call): boolean {
  const { name, args } = call;
  const stdin = optionAt(call, 'stdin');
  if (stdin !== undefined) return !(stdin.kind === 'ref' && /(?:^None|DEVNULL|^null)$/.test(stdin.name));
  if (/^(?:open|(?:IO|io|os)\.popen|popen)$/.test(name)) {
    // An unknown mode may be one for writing.
    const mode = staticOf(args[1]);
    const head = staticOf(name === 'open' ? (args[1] ?? args[0]) : undefined)?.trim();
    return name === 'open'
      ? head === undefined || head.startsWith('|')
      : args.length > 1 && !/^r[bt]?$/.test(mode ?? '');
  }
  return written.has(name);
}

/** Functions that return an open end of the program that they start. */
const written = new Set([
  ...['spawn', 'exec', 'execFile', 'fork'].map((name) => `child_process.${name}`),
  ...['proc_open', 'PTY.spawn', 'Open3.popen2', 'Open3.popen2e', 'Open3.popen3', 'Open3.pipeline_w'],
  ...['Open3.pipeline_rw', 'Open3.pipeline_start', 'PTY.getpty'],
  ...['asyncio.create_subprocess_shell', 'pexpect.spawn', 'pexpect.spawnu', 'pty.spawn'],
  ...['IPC.Open2.open2', 'IPC.Open3.open3', 'open2', 'open3', 'Bun.spawn', 'cross-spawn', 'execa'],
]);

function only(value: Value | undefined, call: Call): Shape | undefined {
  if (value === undefined || isNone(value)) return undefined;
  const shapes = shapesOf(value, call.source);
  return shapes.length === 1 ? shapes[0] : anyShape(call.source);
}

/** The limit of combinations of words. */
const mostLines = 32;

/** Every command line that the values may give; if there are too many, words with several values are unknown. */
export function commandLines(values: readonly Value[], call: Call): readonly (readonly Shape[])[] {
  let lines: readonly (readonly Shape[])[] = [[]];
  for (const value of values) lines = withWords(lines, lineWays(value, call), () => wordsOf(value, call));
  return lines;
}

/** The words that a value may be in a command line. */
function lineWays(value: Value, call: Call): readonly (readonly Shape[])[] {
  switch (value.kind) {
    case 'choice':
      return value.values.flatMap((each) => lineWays(each, call));
    case 'dict':
      return [[]];
    case 'list': {
      let ways: readonly (readonly Shape[])[] = [[]];
      for (const item of value.items)
        ways = withWords(ways, lineWays(item, call), () => [oneWord(item, call)]);
      if (value.more === undefined) return ways;
      // There may be no further words.
      const more = withWords(ways, lineWays(value.more, call), () =>
        wordsOf(value.more ?? unknownValue, call),
      );
      return [...ways.filter(({ length }) => length > 0), ...more];
    }
    default:
      return shapesOf(value, call.source).map((shape) => [shape]);
  }
}

function withWords(
  lines: readonly (readonly Shape[])[],
  ways: readonly (readonly Shape[])[],
  otherwise: () => readonly Shape[],
): readonly (readonly Shape[])[] {
  const few = lines.length * ways.length > mostLines ? [otherwise()] : ways;
  return lines.flatMap((line) => few.map((words) => [...line, ...words]));
}

/** The words that a value adds to a command line: one of a text, many of a list. */
function wordsOf(value: Value, call: Call): readonly Shape[] {
  if (value.kind === 'list') {
    const items = value.items.flatMap((item) =>
      item.kind === 'list' ? wordsOf(item, call) : [oneWord(item, call)],
    );
    return value.more === undefined ? items : [...items, oneWord(value.more, call)];
  }
  return value.kind === 'dict' ? [] : [oneWord(value, call)];
}

function oneWord(value: Value, call: Call): Shape {
  const shapes = shapesOf(value, call.source);
  const [shape] = shapes;
  return shapes.length === 1 && shape !== undefined ? shape : anyShape(call.source);
}

/** Starts a program: from a list, from a program and a list, or from text, with or without a shell. */
export function startProgram(runtime: Runtime, call: Call, { places, certain }: Action): void {
  const [first, second, third] = places;
  const { start, end } = call;
  const base = { certain, start, end, ...startContext(call) };
  const command = valueAt(call, first);
  if (command === undefined) return;
  const inShell = truthOf(optionAt(call, 'shell'));
  const list = second === undefined ? undefined : valueAt(call, second);
  const program = optionAt(call, 'executable') ?? valueAt(call, third);
  for (const value of choicesOf(command)) {
    const rest = list === undefined || list.kind === 'dict' ? [] : wordsOf(list, call);
    if (value.kind === 'list' || rest.length > 0) {
      for (const words of commandLines(
        rest.length > 0 && list !== undefined ? [value, list] : [value],
        call,
      )) {
        if (inShell === false || optionAt(call, 'shell') === undefined) {
          const replaced = program === undefined ? words : [...wordsOf(program, call), ...words.slice(1)];
          emit(runtime, { ...base, kind: 'run', words: replaced });
        } else {
          emit(runtime, { ...base, kind: 'shell', text: joinWords(words, call.source) });
          // In Python the first word is the text, and the others are its arguments.
          const [text] = words;
          if (rest.length === 0 && words.length > 1 && text !== undefined)
            emit(runtime, { ...base, kind: 'shell', text });
          runByProgram(words[0]);
        }
      }
      continue;
    }
    for (const text of shapesOf(value, call.source)) {
      const known = staticText(text);
      const plain = optionAt(call, 'shell') === undefined || inShell === false;
      if (plain && known !== undefined && !/\s/.test(known))
        emit(runtime, {
          ...base,
          kind: 'run',
          words: program === undefined ? [text] : wordsOf(program, call),
        });
      else {
        emit(runtime, { ...base, kind: 'shell', text });
        if (!plain) runByProgram(text);
      }
    }
  }
  /** Another shell may be named for a text. */
  function runByProgram(text: Shape | undefined): void {
    if (program === undefined || text === undefined) return;
    emit(runtime, { ...base, kind: 'run', words: [...wordsOf(program, call), textShape('-c'), text] });
  }
}

/** Starts a program with a list whose first word is only the name that the program sees (`argv[0]`). */
export function emitWithArgv0(runtime: Runtime, call: Call, values: readonly Value[]): void {
  const { start, end } = call;
  const base = { ...startContext(call), kind: 'run', start, end } as const;
  for (const [program, ...line] of commandLines(values, call)) {
    if (program === undefined) continue;
    const [name, ...rest] = line;
    const argv0 = name && staticText(name);
    // An unknown word may be all of them.
    const words = rest.length === 0 && argv0 === undefined ? line : rest;
    emit(runtime, { ...base, words: [program, ...words], certain: true });
    // Some programs (busybox) act by that name, so it counts too.
    const known = staticText(program);
    if (argv0 !== undefined && known !== undefined && lastPart(argv0) !== lastPart(known))
      emit(runtime, { ...base, words: line, certain: false });
  }
}

const lastPart = (name: string): string => name.replace(/^.*\/|^-/, '');

function joinWords(words: readonly Shape[], source: string): Shape {
  const pieces = words.flatMap((word, index): Piece[] => [
    ...(index === 0 ? [] : [{ kind: 'text', text: ' ' } as const]),
    ...word.pieces,
  ]);
  return joinPieces(pieces, source);
}
