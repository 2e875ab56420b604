/** Effects and results of calls that only Perl has: the forms of `open`, `system`, `shift`. */
import {
  anyShape,
  joinPieces,
  nameShape,
  type Piece,
  type Shape,
  textShape,
} from '../../../pattern/text/shape.ts';
import { emitConnect, emitPaths, emitShell, emitWords, openPaths } from '../evaluate/call.ts';
import { flatten } from '../evaluate/call-values.ts';
import { makeFile, object } from '../evaluate/results.ts';
import { type Call, emit, emitUnknown, type Result, type Runtime } from '../evaluate/runtime.ts';
import { lookUp } from '../evaluate/scope.ts';
import { emitWithArgv0 } from '../evaluate/start-program.ts';
import { decodeHex } from '../values/decode.ts';
import { joinPaths } from '../values/path-text.ts';
import {
  anyText,
  concatAll,
  elementOf,
  listValue,
  shapesOf,
  shapeValue,
  staticOf,
  textValue,
  unknownValue,
  type Value,
} from '../values/value.ts';

export const perlResults: ReadonlyMap<string, Result> = new Map<string, Result>([
  ['perl-open', open],
  ['perl-find', find],
  ['perl-digest', addFile],
  ['perl-input', input],
  ['perl-run', run],
  ['perl-socket', socket],
  ['perl-pack', pack],
  ['perl-join', joinList],
  ['shift', shift],
  ['perl-temp', makeTemporary],
  ['perl-tie', tie],
]);

/** `tempfile('nXXXX', DIR => 'd')`: without a template, or with `TMPDIR`, in the folder of temporary files. */
function makeTemporary(call: Call, runtime: Runtime): Value {
  const { source } = call;
  const words = call.args.map((value) => (value.kind === 'ref' ? value.name : (staticOf(value) ?? '')));
  const at = words.indexOf('DIR');
  const template = words.find((word) => /X{4}/.test(word));
  const folders =
    at >= 0
      ? shapesOf(call.args[at + 1], source)
      : [textShape(template === undefined || words.includes('TMPDIR') ? '/tmp' : '.')];
  const names =
    template === undefined
      ? [nameShape('')]
      : [joinPieces([{ kind: 'text', text: template.replace(/X{4,}.*$/s, '') }, { kind: 'name' }], source)];
  const isKnown = words.every((word) => word !== '');
  const paths = isKnown
    ? folders.flatMap((folder) => names.map((name) => joinPaths([folder, name], source)))
    : [anyShape(source)];
  emitPaths(runtime, call, 'write', paths);
  const made = call.name === 'tempfile' || call.name.endsWith('.tempfile');
  return made ? listValue([unknownValue, shapeValue(...paths)]) : shapeValue(...paths);
}

/** A variable that is tied to a class of a module does what that class does. */
function tie(call: Call, runtime: Runtime): Value {
  const name = staticOf(call.args[1]);
  const isOwn = name !== undefined && runtime.code.includes(`package ${name}`);
  if (!isOwn) emitUnknown(runtime, call, 'what the class of the variable does is not known');
  return unknownValue;
}

/** `open(F, '<', $p)`, `open(F, ">$p")`, `open(F, "cmd |")`, `open(F, '-|', 'cmd', 'x')`. */
function open(call: Call, runtime: Runtime): Value {
  const isObject = call.name !== 'open';
  const [, mode, ...rest] = isObject ? [unknownValue, ...call.args] : call.args;
  if (mode === undefined) {
    // The file is in the variable of the same name.
    if (!isObject) emitUnknown(runtime, call, 'what is opened is not known');
    return isObject ? object('IO.File', []) : unknownValue;
  }
  const text = staticOf(mode)?.trim();
  const separate = text !== undefined && /^(?:\+?[<>]{1,2}|-\||\|-)(?::.*)?$/s.test(text);
  if (separate && rest.length > 0) {
    if (text.includes('|')) runWords(runtime, call, rest);
    else openPaths(runtime, call, shapesOf(rest[0], call.source), modeOf(text));
  } else if (isObject && rest.length > 0) {
    const letters = staticOf(rest[0])?.trim();
    const given = letters !== undefined && /^\+?[<>]/.test(letters) ? modeOf(letters) : letters;
    openPaths(runtime, call, shapesOf(mode, call.source), given);
  } else {
    for (const shape of shapesOf(mode, call.source)) openText(runtime, call, shape);
  }
  return makeFile(call, runtime, ['file', '99']);
}

/** `addfile('x')` of a digest; an open file was read where it was opened. */
function addFile(call: Call, runtime: Runtime): Value {
  const [file = call.more ?? unknownValue] = call.args;
  const isHandle = /addfile\s*\(?\s*\\?\*/.test(runtime.code.slice(call.start, call.end));
  const isOpen = isHandle || file.kind === 'object' || (file.kind === 'ref' && /^[A-Z]\w*$/.test(file.name));
  if (!isOpen) emitPaths(runtime, call, 'read', shapesOf(file, call.source));
  return call.self ?? unknownValue;
}

/** The function that `find` calls runs in the folder of the found file. */
function find(call: Call, runtime: Runtime): Value {
  const { start, end } = call;
  emit(runtime, { kind: 'cwd', path: anyShape(call.source), perhaps: true, certain: false, start, end });
  return unknownValue;
}

/** `<>` reads the files among the arguments of the script. If `$^I` is set, it also writes them, and keeps the old content under the name with that suffix. */
function input(call: Call, runtime: Runtime): Value {
  const files = lookUp(runtime, '@ARGV');
  if (files === undefined) return unknownValue;
  for (const shape of shapesOf(files, call.source)) {
    openText(runtime, call, shape);
    const end = lookUp(runtime, '$^I');
    if (end === undefined) continue;
    const kept = concatAll([[shape], shapesOf(end, call.source)], shape.source);
    // A star is replaced by the name.
    const isPattern = staticOf(end)?.includes('*') === true;
    openPaths(runtime, call, [shape, ...(isPattern ? [anyShape(call.source)] : kept)], 'w');
  }
  return unknownValue;
}

const modeOf = (text: string): string => {
  if (text.startsWith('+')) return 'r+';
  return text.startsWith('>') ? 'w' : 'r';
};

function openText(runtime: Runtime, call: Call, shape: Shape): void {
  const [first] = shape.pieces;
  const last = shape.pieces[shape.pieces.length - 1];
  const head = first?.kind === 'text' ? first.text.trimStart() : '';
  const tail = last?.kind === 'text' ? last.text.trimEnd() : '';
  if (head.startsWith('|')) emitShell(runtime, call, [cut(shape, /^\s*\|/, undefined)]);
  else if (tail.endsWith('|')) emitShell(runtime, call, [cut(shape, undefined, /\|\s*$/)]);
  else {
    const opening = /^\s*(\+?[<>]{0,2})&?\s*/.exec(head)?.[1] ?? '';
    if (/^[<>]{1,2}&/.test(head)) return;
    const path = cut(shape, /^\s*\+?[<>]{0,2}\s*/, undefined);
    // A text whose beginning is not known may be a command, and so may one that perhaps ends in `|`.
    const mayBeCommand =
      first === undefined || first.kind === 'any' || (last?.kind === 'any' && opening === '');
    if (mayBeCommand) emitShell(runtime, call, [anyShape(shape.source)]);
    openPaths(runtime, call, [path], modeOf(opening));
  }
}

function cut(shape: Shape, start: RegExp | undefined, end: RegExp | undefined): Shape {
  const last = shape.pieces.length - 1;
  const pieces = shape.pieces.flatMap((piece, index): readonly Piece[] => {
    if (piece.kind !== 'text') return [piece];
    let { text } = piece;
    if (start !== undefined && index === 0) text = text.replace(start, '');
    if (end !== undefined && index === last) text = text.replace(end, '');
    return text === '' ? [] : [{ kind: 'text', text }];
  });
  return { pieces, source: shape.source };
}

/** One text goes to a shell; several are the words of a command. */
function run(call: Call, runtime: Runtime): Value {
  const args = call.args.filter(({ kind }) => kind !== 'function');
  const program = call.named.get('program');
  if (program === undefined) runWords(runtime, call, args);
  else
    emitWithArgv0(
      runtime,
      call,
      flatten(call.more === undefined ? [program, ...args] : [program, ...args, call.more]),
    );
  return unknownValue;
}

function runWords(runtime: Runtime, call: Call, args: readonly Value[]): void {
  const words = flatten(args);
  const [only] = words;
  if (words.length === 1 && only !== undefined && call.more === undefined)
    emitShell(runtime, call, shapesOf(only, call.source));
  else emitWords(runtime, call, call.more === undefined ? words : [...words, call.more]);
}

function socket(call: Call, runtime: Runtime): Value {
  const at = call.args.findIndex(
    (arg) =>
      /^(?:PeerAddr|PeerHost)$/.test(staticOf(arg) ?? '') ||
      (arg.kind === 'ref' && /^Peer(?:Addr|Host)$/.test(arg.name)),
  );
  const host = at < 0 ? call.args[0] : call.args[at + 1];
  emitConnect(runtime, call, [host ?? unknownValue], true);
  return unknownValue;
}

function pack(call: Call): Value {
  const [template, value] = [staticOf(call.args[0]), staticOf(call.args[1])];
  const decoded =
    value === undefined || template === undefined
      ? undefined
      : /^H/.test(template)
        ? decodeHex(value)
        : undefined;
  return decoded === undefined ? anyText(call) : textValue(decoded, call.source);
}

function joinList(call: Call): Value {
  const [separator, ...rest] = call.args;
  const items = flatten(rest);
  const between = shapesOf(separator, call.source);
  if (items.length > 500 || call.more !== undefined) return anyText(call);
  const parts = items.flatMap((item, index) =>
    (index === 0 ? [] : [between]).concat([shapesOf(item, call.source)]),
  );
  return shapeValue(...(parts.length === 0 ? [textShape('')] : concatAll(parts, call.source)));
}

/** The next argument, of the function or of the script. Which one it is is not followed. */
function shift(call: Call, runtime: Runtime): Value {
  const [list] = call.args;
  const from = list ?? lookUp(runtime, '@_') ?? runtime.language.constants.get('@ARGV');
  if (from === undefined && runtime.args !== undefined) return shapeValue(...runtime.args);
  return from === undefined ? unknownValue : elementOf(from);
}
