/** A call of a library function: its arguments, and how its effects become findings. */
import {
  anyShape,
  joinPieces,
  type Piece,
  type Shape,
  showShape,
  staticText,
  textShape,
} from '../../pattern/shape.ts';
import type { Action, Place } from './library.ts';
import { noteVariable } from './note-variable.ts';
import { joinPaths } from './path-text.ts';
import { type Call, emit, emitUnknown, firstOf, mayRepeat, type Runtime } from './runtime.ts';
import {
  choicesOf,
  homeShape,
  shapesOf,
  shapeValue,
  staticOf,
  textValue,
  truthOf,
  unknownValue,
  type Value,
} from './value.ts';

/** The argument at a place; undefined where it is absent. */
function valueAt(call: Call, place: Place | undefined): Value | undefined {
  if (place === undefined) return undefined;
  if (place.fixed !== undefined) return textValue(place.fixed.replaceAll('_', ' '));
  if (place.self) return call.self ?? (call.partial ? unknownValue : undefined);
  for (const name of place.names) {
    const value = call.named.get(name) ?? optionAt(call, name);
    if (value !== undefined) return value;
  }
  if (place.position === undefined) return undefined;
  const value = call.args.at(place.position);
  if (value !== undefined)
    return value.kind === 'dict' && place.names.length > 0 && call.args.length === 1 ? undefined : value;
  return call.more ?? (call.partial ? unknownValue : undefined);
}

/** The value in an object of options: `{ recursive: true }`. */
export function optionAt(call: Call, name: string): Value | undefined {
  const named = call.named.get(name);
  if (named !== undefined) return named;
  for (const arg of call.args) if (arg.kind === 'dict' && arg.entries.has(name)) return arg.entries.get(name);
  return undefined;
}

/** The arguments at a place. */
export function valuesAt(call: Call, place: Place | undefined): readonly Value[] {
  if (place?.rest && place.position !== undefined) {
    const rest = call.args.slice(place.position).filter(({ kind }) => kind !== 'dict');
    const values = call.more === undefined ? rest : [...rest, call.more];
    return values.length === 0 && call.partial ? [unknownValue] : values;
  }
  const value = valueAt(call, place);
  return value === undefined ? [] : [value];
}

const streams =
  /^(?:sys\.std(?:in|out|err)(?:\.buffer)?|nodeprocess\.std(?:in|out|err)|STD(?:IN|OUT|ERR)|\$std(?:in|out|err)|io\.std(?:in|out|err)|stdin|stdout|stderr)$/;

/** The limit of paths in one call. */
const mostPaths = 100;

/** Paths at a place; none for open files and streams, which were recorded when they were opened. */
function pathsAt(runtime: Runtime, call: Call, place: Place | undefined): readonly Shape[] {
  const paths = valuesAt(call, place)
    .flatMap(choicesOf)
    .filter((value) => !(value.kind === 'ref' && streams.test(value.name)))
    .filter((value) => !(value.kind === 'object' && value.type === 'buffer'))
    // Options of programs that a library imitates.
    .filter((value) => !(call.name.startsWith('shelljs.') && staticOf(value)?.startsWith('-')))
    .flatMap((value) => shapesOf(value, call.source))
    .flatMap(behindDescriptor);
  const folder = place?.folder === undefined ? undefined : call.named.get(place.folder);
  const all = folder === undefined || isNone(folder) ? paths : belowEach(foldersOf(folder, call), paths);
  return firstOf(runtime, call, all, mostPaths, 'paths');
}

/** The folders that a descriptor may be open for. A number may be any descriptor. */
const foldersOf = (value: Value, { source }: Call): readonly Shape[] =>
  choicesOf(value).flatMap((each) => (each.kind === 'object' ? shapesOf(each, source) : [anyShape(source)]));

const isNone = (value: Value): boolean =>
  value.kind === 'ref' && /^(?:None|null|undefined|nil)$/.test(value.name);

/** A path below the name of a descriptor that the script may have opened is also one below any folder. */
function behindDescriptor(path: Shape): readonly Shape[] {
  const [first, ...rest] = path.pieces;
  if (first?.kind !== 'text' || !/^\/(?:dev\/fd|proc\/[^/]*\/fd)\//.test(first.text)) return [path];
  const text = first.text.replace(/^.*\/fd\/[^/]*/s, '');
  if (!showShape({ ...path, pieces: [{ kind: 'text', text }, ...rest] }).includes('/')) return [path];
  return [path, joinPieces([{ kind: 'any' }, { kind: 'text', text }, ...rest], path.source)];
}

/** Relative paths below each of some folders. */
const belowEach = (folders: readonly Shape[], paths: readonly Shape[]): readonly Shape[] =>
  folders.flatMap((folder) => paths.map((path) => joinPaths([folder, path], path.source)));

export function act(runtime: Runtime, call: Call, action: Action): void {
  const [first, second, third] = action.places;
  const { start, end } = call;
  const base = { certain: action.certain, start, end };
  switch (action.verb) {
    case 'read':
    case 'read-tree':
    case 'write':
    case 'write-tree':
    case 'delete':
    case 'delete-tree':
      pathAction(runtime, call, action);
      return;
    case 'link':
    case 'hard-link':
      makeLink(runtime, call, action);
      return;
    case 'move':
    case 'copy':
    case 'copy-tree':
      transfer(runtime, call, action);
      return;
    case 'open':
      openFile(runtime, call, pathsAt(runtime, call, first), valueAt(call, second), third);
      return;
    case 'put':
      put(call.self, valueAt(call, first));
      return;
    case 'shell':
      for (const value of valuesAt(call, first)) {
        for (const text of shapesOf(value, call.source)) {
          emit(runtime, { ...base, ...started(call), kind: 'shell', text });
        }
      }
      return;
    case 'argv':
    case 'words': {
      const values = action.places.flatMap((place) => valuesAt(call, place));
      for (const words of commandLines(values, call))
        if (words.length > 0) emit(runtime, { ...base, ...started(call), kind: 'run', words });
      return;
    }
    case 'exec':
      emitWithArgv0(
        runtime,
        call,
        action.places.flatMap((place) => valuesAt(call, place)),
      );
      return;
    case 'run':
      run(runtime, call, action);
      return;
    case 'connect':
    case 'send':
    case 'fetch': {
      const sends = action.verb === 'send' || (action.verb === 'fetch' && sendsData(call));
      emitConnect(runtime, call, valuesAt(call, first), sends, action.certain);
      return;
    }
    case 'cwd':
    case 'cwd-of':
      pathsOfFolder(runtime, call, action).forEach((path, at) => {
        runtime.memory.moves = true;
        // Of several paths, each is possible.
        const perhaps = at > 0 || runtime.branching > 0;
        emit(runtime, { ...base, kind: 'cwd', path, perhaps, repeats: mayRepeat(runtime) });
      });
      return;
    case 'root':
      for (const path of pathsAt(runtime, call, first)) emit(runtime, { ...base, kind: 'root', path });
      return;
    case 'load':
    case 'load-path':
      for (const path of pathsAt(runtime, call, first)) {
        const isPath = action.verb === 'load' || /^[./~]|^[A-Za-z]:/.test(startOf(path));
        if (isPath) emit(runtime, { ...base, kind: 'load', path, ends: action.verb === 'load-path' });
      }
      return;
    case 'variable':
      setVariable(runtime, call, action);
      return;
    case 'unknown':
      // Where an argument is named, only its presence makes it unknown.
      if (second !== undefined && valueAt(call, second) === undefined) return;
      emitUnknown(runtime, call, staticOf(valueAt(call, first)) ?? 'this could do anything');
      return;
    case 'eval':
      return;
    default: {
      action.verb satisfies never;
    }
  }
}

/** Notes a variable: by its name and its value, or by `NAME=value`. */
function setVariable(runtime: Runtime, call: Call, { places: [first, second] }: Action): void {
  const key = valueAt(call, first);
  if (key !== undefined && second !== undefined) {
    noteVariable(runtime, staticOf(key), valueAt(call, second) ?? unknownValue, call);
    return;
  }
  for (const { pieces, source } of key === undefined ? [] : shapesOf(key, call.source)) {
    const [start, ...rest] = pieces;
    const [, name, text = ''] = start?.kind === 'text' ? (/^(\w+)=(.*)$/s.exec(start.text) ?? []) : [];
    if (name === undefined) emitUnknown(runtime, call, 'which variable it sets is not known');
    else noteVariable(runtime, name, shapeValue(joinPieces([{ kind: 'text', text }, ...rest], source)), call);
  }
}

/** The known beginning of a name; undefined if the beginning is unknown, so that it may be a path. */
const startOf = ({ pieces: [first] }: Shape): string =>
  first === undefined ? '' : first.kind === 'text' ? first.text : '.';

/** Where a change of directory leads. A number is a descriptor; without an argument some languages go home. */
function pathsOfFolder(runtime: Runtime, call: Call, { verb, places: [first] }: Action): readonly Shape[] {
  if (verb === 'cwd-of') return valuesAt(call, first).flatMap((value) => foldersOf(value, call));
  if (call.args.length === 0 && call.more === undefined && call.named.size === 0)
    return [homeShape(call.source)];
  return pathsAt(runtime, call, first).map((path) =>
    /^\d+$/.test(staticText(path) ?? '') ? anyShape(path.source) : path,
  );
}

function pathAction(runtime: Runtime, call: Call, { verb, places, certain }: Action): void {
  const [first, second] = places;
  const use = verb.replace('-tree', '') as 'read' | 'write' | 'delete';
  const content = use === 'write' ? staticOf(valueAt(call, second)) : undefined;
  const option = truthOf(optionAt(call, 'recursive') ?? optionAt(call, 'force_recursive'));
  const recursive = verb.endsWith('-tree') || (use === 'delete' && option !== false && option !== undefined);
  const perhaps = use === 'delete' && optionAt(call, 'recursive') !== undefined && option === undefined;
  emitPaths(runtime, call, use, pathsAt(runtime, call, first), {
    certain,
    content,
    recursive: recursive || perhaps,
  });
}

/** The limit of places to which one call makes links. */
const mostTargets = 10;

/** Adds a finding for each link that a call may make. */
function makeLink(runtime: Runtime, call: Call, { verb, places, certain }: Action): void {
  const [at, to] = places;
  const { start, end } = call;
  const targets = firstOf(runtime, call, pathsAt(runtime, call, to), mostTargets, 'targets');
  for (const path of pathsAt(runtime, call, at))
    for (const leads of targets.length === 0 ? [anyShape(call.source)] : targets)
      emit(runtime, {
        ...{ kind: 'path', use: 'write', path, target: undefined, recursive: false, content: undefined },
        ...{ keeps: 'link', leads, certain, start, end },
        ...(verb === 'hard-link' ? { isHard: true } : {}),
      });
}

interface PathDetails {
  readonly certain?: boolean;
  readonly content?: string | undefined;
  readonly recursive?: boolean;
}

/** Adds a finding for each path; a URL is a connection. Returns the indices. */
export function emitPaths(
  runtime: Runtime,
  call: Call,
  use: 'read' | 'write' | 'delete',
  paths: readonly Shape[],
  { certain = true, content, recursive = false }: PathDetails = {},
): readonly number[] {
  const { start, end } = call;
  return firstOf(runtime, call, paths, mostPaths, 'paths').map((path) => {
    const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(
      path.pieces[0]?.kind === 'text' ? path.pieces[0].text : '',
    )?.[1];
    const inner = innerPath(path, scheme);
    if (inner !== undefined) {
      const [found = -1] = emitPaths(runtime, call, use, [inner], { certain, content, recursive });
      return found;
    }
    if (scheme === 'php' || scheme === 'data') return -1;
    if (scheme !== undefined && scheme !== 'file') {
      return emit(runtime, { kind: 'connect', url: path, sends: use === 'write', certain, start, end });
    }
    return emit(runtime, {
      kind: 'path',
      use,
      path,
      target: undefined,
      recursive,
      content,
      certain,
      start,
      end,
    });
  });
}

/** The path behind a wrapper of PHP: `compress.zlib://x`, `php://filter/resource=x`. */
function innerPath(
  { pieces: [first, ...rest], source }: Shape,
  scheme: string | undefined,
): Shape | undefined {
  if (first?.kind !== 'text' || scheme === undefined) return undefined;
  const wrapper = /^(?:php:\/\/filter\/.*?resource=|(?:compress\.\w+|zip|phar|glob):\/\/)/is.exec(first.text);
  if (wrapper === null) return undefined;
  return joinPieces([{ kind: 'text', text: first.text.slice(wrapper[0].length) }, ...rest], source);
}

/** Adds text for a shell, or a command of words. */
export function emitShell(runtime: Runtime, call: Call, texts: readonly Shape[]): void {
  const { start, end } = call;
  for (const text of texts)
    emit(runtime, { kind: 'shell', text, ...started(call), certain: true, start, end });
}

export function emitWords(runtime: Runtime, call: Call, values: readonly Value[]): void {
  const { start, end } = call;
  for (const words of commandLines(values, call))
    if (words.length > 0) emit(runtime, { kind: 'run', words, ...started(call), certain: true, start, end });
}

export function emitConnect(
  runtime: Runtime,
  call: Call,
  values: readonly Value[],
  sends: boolean,
  certain = true,
): void {
  const { start, end } = call;
  for (const url of values.flatMap((value) => addressesOf(value, call))) {
    const [first, ...rest] = url.pieces;
    const file =
      first?.kind === 'text' ? /^file:(?:\/\/(?:localhost)?(?=\/))?(.*)$/is.exec(first.text) : null;
    if (file !== null) {
      const path = joinPieces([{ kind: 'text', text: file[1] ?? '' }, ...rest], url.source);
      emitPaths(runtime, call, 'read', [path], { certain });
      continue;
    }
    emit(runtime, { kind: 'connect', url, sends, certain, start, end });
  }
}

function transfer(runtime: Runtime, call: Call, { verb, places, certain }: Action): void {
  const [from, to] = places;
  const use = verb === 'move' ? 'move' : 'copy';
  const targets = firstOf(runtime, call, pathsAt(runtime, call, to), mostTargets, 'targets');
  // A call without a target is an error. So its words were not read right, and the target is any path.
  const known = targets.length === 0 && to !== undefined ? [anyShape(call.source)] : targets;
  for (const path of pathsAt(runtime, call, from)) {
    for (const target of known.length === 0 ? [undefined] : known) {
      const { start, end } = call;
      const recursive = verb === 'copy-tree';
      emit(runtime, { kind: 'path', use, path, target, recursive, content: undefined, certain, start, end });
    }
  }
}

/** The effect of a mode of `open`: `r`, `w+`, `<`, `>>`; without a mode, that of `place`, else a read. */
function openFile(
  runtime: Runtime,
  call: Call,
  paths: readonly Shape[],
  mode: Value | undefined,
  usual?: Place,
): void {
  const text = staticOf(mode ?? (usual === undefined ? textValue('r') : valueAt(call, usual)));
  const writes = text === undefined || /[wax+>]/.test(text);
  const reads = text === undefined || !/[wax>]/.test(text) || text.includes('+');
  const certain = text !== undefined;
  if (reads) emitPaths(runtime, call, 'read', paths, { certain });
  opened.set(call, writes ? emitPaths(runtime, call, 'write', paths, { certain }) : []);
}

/** Opens a file to read or write it, with the mode of the language. */
export function openPaths(
  runtime: Runtime,
  call: Call,
  paths: readonly Shape[],
  mode: string | undefined,
): void {
  openFile(runtime, call, paths, mode === undefined ? unknownValue : textValue(mode));
}

const opened = new WeakMap<Call, readonly number[]>();
/** The findings of the files that a call has opened for writing. */
export const findingsOf = (call: Call): readonly number[] => opened.get(call) ?? [];

/** Records what is written to an open file. */
function put(self: Value | undefined, value: Value | undefined): void {
  for (const file of self === undefined ? [] : choicesOf(self)) {
    if (file.kind !== 'object' || file.written === undefined) continue;
    const text = staticOf(value);
    if (text === undefined || self?.kind === 'choice') file.written.texts = undefined;
    else file.written.texts?.push(text);
  }
}

const started = (call: Call): { cwd: Shape | undefined; stdin: Shape | undefined } => ({
  cwd: only(optionAt(call, 'cwd') ?? optionAt(call, 'chdir') ?? optionAt(call, 'dir'), call),
  stdin:
    only(optionAt(call, 'input') ?? optionAt(call, 'stdin_data'), call) ??
    (mayBeWrittenTo(call) ? anyShape(call.source) : undefined),
});

/** Whether the started program reads what the script writes to it later. That content is not followed. */
function mayBeWrittenTo(call: Call): boolean {
  const { name, args } = call;
  const stdin = optionAt(call, 'stdin');
  if (stdin !== undefined) return !(stdin.kind === 'ref' && /(?:^None|DEVNULL|^null)$/.test(stdin.name));
  if (/^(?:open|IO\.popen|io\.popen|popen)$/.test(name)) {
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
function commandLines(values: readonly Value[], call: Call): readonly (readonly Shape[])[] {
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
function run(runtime: Runtime, call: Call, { places, certain }: Action): void {
  const [first, second, third] = places;
  const { start, end } = call;
  const base = { certain, start, end, ...started(call) };
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
  const base = { ...started(call), kind: 'run', start, end } as const;
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

/** Hosts and URLs: a text, an address with its port, an object of options, or a value made with one. */
function addressesOf(value: Value, call: Call): readonly Shape[] {
  if (value.kind === 'list') return value.items[0] === undefined ? [] : shapesOf(value.items[0], call.source);
  if (value.kind === 'dict') {
    const entries = ['url', 'uri', 'baseURL', 'hostname', 'host'].map((key) => value.entries.get(key));
    const found = entries.find((entry) => entry !== undefined);
    return found === undefined ? [anyShape(call.source)] : shapesOf(found, call.source);
  }
  return shapesOf(value, call.source);
}

/** Whether a request carries data: it has a body, or a method with one. */
function sendsData(call: Call): boolean {
  const carries = ['data', 'json', 'files', 'content', 'body', 'form', 'multipart'].some((name) => {
    const value = optionAt(call, name);
    return value !== undefined && !(value.kind === 'ref' && /^(?:None|null|undefined|nil)$/.test(value.name));
  });
  if (carries) return true;
  const method = optionAt(call, 'method');
  if (method === undefined) return false;
  return !/^(?:GET|HEAD|OPTIONS)$/i.test(staticOf(method) ?? '');
}

/** All arguments of a call. */
export const givenTo = (call: Call): readonly Value[] => [
  ...call.args,
  ...call.named.values(),
  ...(call.more === undefined ? [] : [call.more]),
];
