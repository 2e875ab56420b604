/**
 * The files among the options of a program that Ruby starts: `system("ls", out: "x")`, `[:out, :err] => ["x", "a"]`. They
 * may be options of the call, or in a table among its arguments or at the end of its list of words.
 */
import { type Shape, showShape } from '../../../pattern/text/shape.ts';
import { openPaths } from '../evaluate/call.ts';
import type { Call, Runtime } from '../evaluate/runtime.ts';
import { choicesOf, shapesOf, staticOf, type Value } from '../values/value.ts';

/** Options that are no stream of the program. */
const others =
  /^(?:chdir|dir|umask|pgroup|new_pgroup|unsetenv_others|close_others|exception|rlimit_\w+|stdin_data|input|binmode|textmode|mode|flags|perm|(?:external_|internal_)?encoding|universal_newline|crlf_newline|cr_newline|newline|invalid|undef|replace|autoclose|path|verbose|noop|timeout|signal|pty|printer|only_output_on_error|uuid|color|dry_run|user|group|env)$/;

/** Opens the files that the streams of a started program are. */
export function openStreams(call: Call, runtime: Runtime): void {
  for (const [key, value] of [...call.named, ...tablesOf(call)]) {
    const stream = key.replace(/^=>/, '');
    if (others.test(stream)) continue;
    for (const each of choicesOf(value)) openStream(call, runtime, stream, each);
  }
}

/** The items of the tables among the arguments and the words; what is in front are the variables of the program. */
function tablesOf(call: Call): readonly (readonly [string, Value])[] {
  const given = call.more === undefined ? call.args : [...call.args, call.more];
  const last = given.flatMap((value, at) => {
    if (value.kind === 'list') return value.items.slice(1);
    return at === 0 ? [] : [value];
  });
  return last.flatMap(choicesOf).flatMap((each) => (each.kind === 'dict' ? [...each.entries] : []));
}

const usualMode = (stream: string): string | undefined => {
  if (/^(?:(?:out|err|1|2|\$std(?:out|err)|STD(?:OUT|ERR))(?:,|$))+$/.test(stream)) return 'w';
  return /^(?:in|\d+|\$stdin|STDIN)$/.test(stream) ? 'r' : undefined;
};

/** A name, or a list of a name and its mode. Symbols, numbers and open files are streams that are already there. */
function openStream(call: Call, runtime: Runtime, stream: string, value: Value): void {
  const [name, mode] = value.kind === 'list' ? value.items : [value];
  if (name === undefined || (name.kind !== 'text' && name.kind !== 'unknown' && name.kind !== 'choice'))
    return;
  const paths = shapesOf(name, call.source).filter((shape) => !isStream(shape));
  if (paths.length > 0)
    openPaths(runtime, call, paths, mode === undefined ? usualMode(stream) : staticOf(mode));
}

const isStream = (shape: Shape): boolean =>
  (shape.source.startsWith(':') && /^(?:in|out|err|close|child)$/.test(showShape(shape))) ||
  /^\d+$/.test(showShape(shape));
