/** Effects and results of calls that only PHP has: wrappers of `fopen`, orders of arguments, curl. */
import type { Shape } from '../../../pattern/text/shape.ts';
import { emitConnect, emitPaths, openPaths } from '../evaluate/call.ts';
import { makeFile } from '../evaluate/results.ts';
import {
  type Call,
  emit,
  emitUnknown,
  type Operations,
  type Result,
  type Runtime,
} from '../evaluate/runtime.ts';
import { assign } from '../evaluate/scope.ts';
import { replaced, rot13, splitText } from '../evaluate/text-results.ts';
import {
  anyText,
  choicesOf,
  shapesOf,
  staticOf,
  textValue,
  unknownValue,
  type Value,
} from '../values/value.ts';

export const phpResults: ReadonlyMap<string, Result> = new Map<string, Result>([
  [
    'php-ini',
    // Some settings are names of files and programs.
    (call, runtime) => {
      const name = staticOf(call.args[0]);
      if (name === undefined || /log|path|dir|file|prepend|append|handler|mail|socket|host|port/i.test(name))
        emitUnknown(runtime, call, 'what a setting makes of the script is not known');
      return unknownValue;
    },
  ],
  [
    'php-proc',
    // `['file', 'name', 'w']` as a stream of the program.
    (call, runtime) => {
      if (call.args.length > 1 && /(?<![\w-])file(?![\w-])/.test(runtime.code.slice(call.start, call.end)))
        emitUnknown(runtime, call, 'which files are the streams of the program is not known');
      return unknownValue;
    },
  ],
  ['php-read', read],
  ['php-stat', look],
  ['php-open', open],
  ['php-put', put],
  ['php-copy', copy],
  ['php-preg', replacePattern],
  ['php-rot13', (call) => changed(call, rot13)],
  [
    'php-replace',
    (call, runtime, details) =>
      replaced({ ...call, self: call.args[2], args: call.args.slice(0, 2) }, runtime, details),
  ],
  ['php-explode', (call) => splitText({ ...call, self: call.args[1], args: call.args.slice(0, 1) })],
  ['php-curl', setOption],
  ['php-define', define],
  [
    'php-callback',
    (call, runtime, [at = '0'], operations) => callBack(call.args.at(Number(at)), call, runtime, operations),
  ],
  [
    'php-callbacks',
    (call, runtime, _details, operations) => {
      const [table] = call.args;
      if (table?.kind !== 'dict') emitUnknown(runtime, call, 'the functions that are called are not known');
      else for (const each of table.entries.values()) callBack(each, call, runtime, operations);
      return unknownValue;
    },
  ],
  [
    'php-invoke',
    (call, runtime, _details, { apply }) =>
      apply(runtime, call.self ?? unknownValue, { ...call, self: undefined }),
  ],
  ['php-reflection', (call) => call.args[0] ?? unknownValue],
]);

function read(call: Call, runtime: Runtime): Value {
  const paths = shapesOf(call.args[0] ?? unknownValue, call.source);
  emitPaths(runtime, call, 'read', paths);
  return unknownValue;
}

/** Looks at a file: of another machine by a connection, of an archive by reading it. Addresses of the web cannot be looked at. */
function look(call: Call, runtime: Runtime): Value {
  const paths = shapesOf(call.args[0] ?? unknownValue, call.source);
  const reached = paths.filter(
    ({ pieces: [first] }) =>
      first?.kind === 'text' && /^(?:ftps?|ssh2\.\w+|phar|zip|rar):\/\//i.test(first.text),
  );
  emitPaths(runtime, call, 'read', reached);
  return unknownValue;
}

function open(call: Call, runtime: Runtime): Value {
  const paths = shapesOf(call.args[0] ?? unknownValue, call.source);
  openPaths(runtime, call, paths, call.args[1] === undefined ? 'r' : staticOf(call.args[1]));
  return makeFile(call, runtime);
}

function put(call: Call): Value {
  const [file, text] = call.args;
  for (const each of file === undefined ? [] : choicesOf(file)) {
    // The file was an argument of this call, so its content is already marked as unknown.
    if (each.kind === 'object' && each.written !== undefined && text === undefined)
      each.written.texts = undefined;
  }
  return unknownValue;
}

/** `copy('https://…', 'x')` downloads, and `copy('x', 'ftp://…')` sends. */
function copy(call: Call, runtime: Runtime): Value {
  const [from, to] = call.args.map((value) => shapesOf(value, call.source));
  for (const path of from ?? []) {
    for (const target of to ?? []) {
      const { start, end } = call;
      if ([path, target].some(isAddress)) {
        emitPaths(runtime, call, 'read', [path]);
        emitPaths(runtime, call, 'write', [target]);
      } else {
        const about = { recursive: false, content: undefined, certain: true, start, end };
        emit(runtime, { kind: 'path', use: 'copy', path, target, ...about });
      }
    }
  }
  return unknownValue;
}

const isAddress = ({ pieces: [first] }: Shape): boolean =>
  first?.kind === 'text' && /^[a-z][\w.+-]*:\/\//i.test(first.text);

/** With `e` after the pattern, old versions run the replacement as code. */
function replacePattern(call: Call, runtime: Runtime): Value {
  const pattern = staticOf(call.args[0]);
  const flags = pattern === undefined ? '' : pattern.slice(pattern.lastIndexOf(pattern[0] ?? '') + 1);
  if (flags.includes('e')) {
    emitUnknown(runtime, call, 'a pattern runs its replacement as a script');
  }
  return anyText(call);
}

function changed(call: Call, change: (text: string) => string): Value {
  const text = staticOf(call.args[0]);
  return text === undefined ? anyText(call) : textValue(change(text), call.source);
}

function setOption(call: Call, runtime: Runtime): Value {
  const [handle, option, value] = call.args;
  const name = option?.kind === 'ref' ? option.name.toLowerCase() : '';
  if (name === 'curlopt_url') emitConnect(runtime, call, [value ?? unknownValue], false);
  if (/^curlopt_(?:postfields|post|infile|upload|put)$/.test(name))
    emitConnect(runtime, call, [handle ?? unknownValue], true);
  return unknownValue;
}

/** Calls a function, which may have a text as its name, with arguments that are not known. */
function callBack(callee: Value | undefined, call: Call, runtime: Runtime, { apply }: Operations): Value {
  if (callee !== undefined)
    apply(runtime, callee, { ...call, self: undefined, args: [], more: unknownValue, partial: true });
  return unknownValue;
}

function define(call: Call, runtime: Runtime): Value {
  const name = staticOf(call.args[0]);
  if (name !== undefined && call.args[1] !== undefined)
    assign(runtime, name.toLowerCase(), call.args[1], true);
  return unknownValue;
}
