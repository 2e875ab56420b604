/** A call of a library function: its arguments, and how its effects become findings. */
import {
  anyShape,
  joinPieces,
  type Shape,
  showShape,
  staticText,
  textShape,
} from '../../../pattern/text/shape.ts';
import { joinPaths } from '../values/path-text.ts';
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
} from '../values/value.ts';
import { isNone, optionAt, streams, valueAt, valuesAt } from './call-values.ts';
import type { Action, Place } from './library.ts';
import { noteVariable } from './note-variable.ts';
import { type Call, emit, emitUnknown, firstOf, mayRepeat, type Runtime } from './runtime.ts';
import { commandLines, emitWithArgv0, startContext, startProgram } from './start-program.ts';

/** The limit of paths in one call. */
const mostPaths = 100;

/** Paths at a place; none for open files and streams, which were recorded when they were opened. */
function pathsAt(runtime: Runtime, call: Call, place: Place | undefined): readonly Shape[] {
  const paths = valuesAt(call, place)
    .flatMap(choicesOf)
    .filter((value) => !(value.kind === 'ref' && streams.test(value.name)))
    .filter((value) => !(value.kind === 'object' && value.type === 'buffer'))
    // A stream of a program that is started is a file only where it is given one: `{ stdout: 'pipe' }` is none.
    .filter(({ kind }) => kind === 'object' || place?.names.some((name) => ofStreams.has(name)) !== true)
    // Options of programs that a library imitates.
    .filter((value) => !(call.name.startsWith('shelljs.') && staticOf(value)?.startsWith('-')))
    .flatMap((value) => shapesOf(value, call.source))
    .flatMap(behindDescriptor);
  const folder = place?.folder === undefined ? undefined : call.named.get(place.folder);
  const all = folder === undefined || isNone(folder) ? paths : belowEach(foldersOf(folder, call), paths);
  return firstOf(runtime, call, all, mostPaths, 'paths');
}

const ofStreams: ReadonlySet<string> = new Set(['stdin', 'stdout', 'stderr']);

/** The folders that a descriptor may be open for. A number may be any descriptor. */
const foldersOf = (value: Value, { source }: Call): readonly Shape[] =>
  choicesOf(value).flatMap((each) => (each.kind === 'object' ? shapesOf(each, source) : [anyShape(source)]));

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
    case 'env-file':
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
          emit(runtime, { ...base, ...startContext(call), kind: 'shell', text });
        }
      }
      return;
    case 'argv':
    case 'words': {
      const values = action.places.flatMap((place) => valuesAt(call, place));
      for (const words of commandLines(values, call))
        if (words.length > 0) emit(runtime, { ...base, ...startContext(call), kind: 'run', words });
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
      startProgram(runtime, call, action);
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
      loadModule(runtime, call, valueAt(call, first));
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

/** Does what a module of the library does when it is loaded: `require("dotenv/config")`. */
function loadModule(runtime: Runtime, call: Call, value: Value | undefined): void {
  const name = staticOf(value)?.replace(/^(?:npm|jsr):\/?|(?<=\w)@[\d^~][\w.-]*(?=\/|$)/g, '');
  const entry = name === undefined ? undefined : runtime.language.library.get(`${name}!`);
  for (const action of entry?.actions ?? [])
    act(runtime, { ...call, args: [], named: new Map(), more: undefined }, action);
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
  const sets = verb === 'env-file';
  const use = sets ? 'read' : (verb.replace('-tree', '') as 'read' | 'write' | 'delete');
  const content = verb === 'write' ? staticOf(valueAt(call, second)) : undefined;
  const named = pathsAt(runtime, call, first);
  // What is not named has a constant name: `extractall()` fills `.`.
  const hasUsual = second?.fixed !== undefined && verb !== 'write';
  const paths = hasUsual && named.length === 0 ? pathsAt(runtime, call, second) : named;
  const option = truthOf(optionAt(call, 'recursive') ?? optionAt(call, 'force_recursive'));
  const recursive = verb.endsWith('-tree') || (use === 'delete' && option !== false && option !== undefined);
  const perhaps = use === 'delete' && optionAt(call, 'recursive') !== undefined && option === undefined;
  emitPaths(runtime, call, use, paths, {
    certain,
    content,
    recursive: recursive || perhaps,
    sets,
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
  readonly sets?: boolean;
}

/** Adds a finding for each path; a URL is a connection. Returns the indices. */
export function emitPaths(
  runtime: Runtime,
  call: Call,
  use: 'read' | 'write' | 'delete',
  paths: readonly Shape[],
  { certain = true, content, recursive = false, sets = false }: PathDetails = {},
): readonly number[] {
  const { start, end } = call;
  // Where a missing item is an empty text, that is no file.
  const named =
    runtime.language.dialect.missing === '' ? paths.filter(({ pieces }) => pieces.length > 0) : paths;
  return firstOf(runtime, call, named, mostPaths, 'paths').map((path) => {
    const scheme = schemeOf(path);
    if (scheme === 'expect' || scheme === 'ssh2.exec') return runAddress(runtime, call, path, scheme);
    const inner = innerPath(path, scheme);
    if (inner !== undefined) {
      const [found = -1] = emitPaths(runtime, call, use, [inner], { certain, content, recursive, sets });
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
      ...(sets ? { sets } : {}),
      certain,
      start,
      end,
    });
  });
}

/** The scheme of an address. */
const schemeOf = ({ pieces: [first] }: Shape): string | undefined =>
  /^([a-z][a-z0-9+.-]+):\/\//i.exec(first?.kind === 'text' ? first.text : '')?.[1]?.toLowerCase();

/** Addresses of PHP that are commands: `expect://ls`, and `ssh2.exec://user@host/ls` on another machine. */
function runAddress(runtime: Runtime, call: Call, { pieces, source }: Shape, scheme: string): number {
  const { start, end } = call;
  const [first, ...rest] = pieces;
  const text = first?.kind === 'text' ? first.text.slice(scheme.length + 3) : '';
  const [, host = '', command = ''] =
    scheme === 'expect' ? ['', '', text] : (/^([^/]*)\/?(.*)$/s.exec(text) ?? []);
  const shape = joinPieces([{ kind: 'text', text: command }, ...rest], source);
  const base = { ...startContext(call), certain: true, start, end };
  if (scheme === 'expect') return emit(runtime, { ...base, kind: 'shell', text: shape });
  const at = host.replace(/^([^@:]*):[^@]*@/, '$1@').replace(/:\d+$/, '');
  return emit(runtime, { ...base, kind: 'run', words: [textShape('ssh'), textShape(at), shape] });
}

/** The path behind a wrapper of PHP: `compress.zlib://x`, `php://filter/resource=x`. */
function innerPath(
  { pieces: [first, ...rest], source }: Shape,
  scheme: string | undefined,
): Shape | undefined {
  if (first?.kind !== 'text' || scheme === undefined) return undefined;
  const wrapper = /^(?:php:\/\/filter\/.*?resource=|(?:compress\.\w+|zip|phar|glob):\/\/)/is.exec(first.text);
  if (wrapper === null) return undefined;
  const path = first.text.slice(wrapper[0].length);
  const archive = scheme === 'phar' || scheme === 'zip' ? archiveIn(path) : undefined;
  if (archive !== undefined) return textShape(archive, source);
  return joinPieces([{ kind: 'text', text: path }, ...rest], source);
}

/** The archive in a path that names something in it: `dir/x.phar/a.php`, `x.zip#a`. It is the first name with an ending. */
function archiveIn(path: string): string | undefined {
  const mark = path.indexOf('#');
  if (mark >= 0) return path.slice(0, mark);
  const names = path.split('/');
  const at = names.findIndex((name) => name.replace(/^\.+/, '').includes('.'));
  return at < 0 ? undefined : names.slice(0, at + 1).join('/');
}

/** Adds text for a shell, or a command of words. */
export function emitShell(runtime: Runtime, call: Call, texts: readonly Shape[], stdin?: Shape): void {
  const { start, end } = call;
  const context = { ...startContext(call), ...(stdin && { stdin }) };
  for (const text of texts) emit(runtime, { kind: 'shell', text, ...context, certain: true, start, end });
}

export function emitWords(runtime: Runtime, call: Call, values: readonly Value[], stdin?: Shape): void {
  const { start, end } = call;
  const context = { ...startContext(call), ...(stdin && { stdin }) };
  for (const words of commandLines(values, call))
    if (words.length > 0) emit(runtime, { kind: 'run', words, ...context, certain: true, start, end });
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
    const host = hostOfSettings(url);
    if (host !== undefined) emit(runtime, { kind: 'connect', url: host, sends, certain, start, end });
  }
}

/**
 * The host of a database that is named by settings: `host=h dbname=d`, `mysql:host=h;dbname=d`, `dbi:Pg:host=h`. Any other
 * address is itself; undefined for settings without a host, which mean this machine.
 */
function hostOfSettings(url: Shape): Shape | undefined {
  const text = staticText(url);
  if (text === undefined || !/^(?:[a-z]\w*:){0,2}\w+\s*=/i.test(text)) return url;
  const [, host] = /(?:^|[\s:;])(?:host|hostaddr|server|hostname)\s*=\s*'?([^\s';,]+)/i.exec(text) ?? [];
  return host === undefined || host.startsWith('/') ? undefined : textShape(host, url.source);
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
      if (target !== undefined && schemeOf(target) !== undefined) {
        emitPaths(runtime, call, 'read', [path]);
        if (use === 'move') emitPaths(runtime, call, 'delete', [path]);
        emitPaths(runtime, call, 'write', [target]);
        continue;
      }
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
  const given = staticOf(mode ?? (usual === undefined ? textValue('r') : valueAt(call, usual)));
  // A number has bits of flags.
  const text = given !== undefined && /^[1-9]\d*$/.test(given) ? undefined : given;
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
