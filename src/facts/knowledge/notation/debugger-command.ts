/**
 * One command of a debugger: `shell cmd`, `pipe … | cmd`, `break main`. A debugger has hundreds of commands, shortens
 * their names, and calls functions of the program for an expression. So what is not known to look only at the program is
 * code.
 */
import { type Shape, staticText } from '../../../pattern/text/shape.ts';
import type { UseName } from '../table/use-names.ts';
import { behind, part, startOf, type ValuePart } from './value-part.ts';

/** Commands whose rest has a use: the first pattern that fits decides. */
const beginnings: readonly (readonly [RegExp, UseName])[] = [
  // `shel` and `she` are short for it. Options come first only where the platform runs it.
  [/^\s*(?:shell|shel|she)\s+/, 'shell'],
  [/^\s*!\s*/, 'shell'],
  [/^\s*pl\w*\s+sh\w*\s+(?!-)/, 'shell'],
  [/^\s*(?:pipe?|target)\s[^|]*\|/, 'shell'],
  [/^\s*\|[^|]*\|/, 'shell'],
  [/^\s*(?=make\b)/, 'shell'],
  [/^\s*(?:(?:command\s+)?source|command\s+script\s+import)\s+(?=[^-\s])/, 'load'],
  [/^\s*set logging (?:file|redirect)\s+/, 'write'],
  [/^\s*(?:generate-core-file|gcore)\s+/, 'write'],
  [/^\s*target\s+\S+\s+/, 'url'],
  [/^\s*gdb-remote\s+/, 'url'],
];

const names = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s*[\n,]\s*/));

/** Commands that, with any arguments, change nothing outside of the debugger and the program in it. */
const harmless = names(`
  attach, process attach, file, exec-file, symbol-file, core-file, core, add-symbol-file, target create
  help, h, apropos, settings show, version, pwd, echo, directory, dir
`);

/** Commands that take expressions, places in the program, or nothing. Many that seem to take a number take an expression. */
const looking = names(`
  backtrace, bt, where, frame, f, select-frame, up, down, info, i, disassemble, disas, show, list, l, source list
  print, p, inspect, output, printf, display, undisplay, ptype, whatis, x, v, fr v, frame variable
  break, br, b, tbreak, tb, hbreak, thbreak, rbreak, watch, rwatch, awatch, catch, tcatch, condition, ignore
  delete, disable, enable, handle, kill, k, detach, quit, q, exit, inferior
  continue, c, fg, next, n, step, s, stepi, si, nexti, ni, finish, fin, until, u, advance, thread, t
  target list, target modules list, image list, image lookup, register read
  process status, process continue, process kill, process detach
  breakpoint list, breakpoint delete, breakpoint enable, breakpoint disable
  breakpoint set -n, breakpoint set -l, breakpoint set -a
  breakpoint set --name, breakpoint set --line, breakpoint set --address
`);

/** Commands that start the program with the arguments of the call, if they have none of their own. */
const starting = names('run, r, start, starti, process launch');

/** Settings of how the debugger shows and steps. The words behind them are plain. */
const settings = names(`
  set pagination, set confirm, set width, set height, set print, set p, set breakpoint pending, set follow-fork-mode
  set detach-on-fork, set disassembly-flavor, set debuginfod enabled, set language, set lang, set listsize, set verbose
  set style, set scheduler-locking, set non-stop, set disable-randomization, set trace-commands, set max-value-size
  settings set auto-confirm, settings set stop-line-count-after, settings set stop-line-count-before
  settings set target.x86-disassembly-flavor
  settings set interpreter.prompt-on-quit, settings set interpreter.stop-command-source-on-error
`);

/** Something that may call a function, set a register or a variable, or begin another command. */
const acting = /[(|;`{]|\$_|\+\+|--|[^=!<>]=(?!=)|\[[^\]]*\s|\s-{1,2}(?:C|o|outfile|command)\b|(?:^|\s)if\s/;

/** What one such command does: its parts with their uses. */
export function debuggerCommand(value: Shape): readonly ValuePart[] {
  const start = startOf(value);
  for (const [beginning, use] of beginnings) {
    const [before] = beginning.exec(start) ?? [];
    if (before !== undefined) return [part(before === '' ? value : behind(value, before.length), use)];
  }
  const text = staticText(value);
  // Where more follows that is not known, the last word has an end only if a blank is behind it.
  if (restBehind(text ?? start.replace(/\S+$/, ''), harmless) !== undefined) return [];
  return text !== undefined && onlyLooks(text.trim()) ? [] : [part(value, 'code')];
}

function onlyLooks(text: string): boolean {
  if (text === '' || text.startsWith('#')) return true;
  // `thread apply all bt` does another command for each.
  const [, inner] =
    /^(?:thread|t|frame|f)\s+a(?:p(?:p(?:ly?)?)?)?\s+(?:all|[\d.\s-]+)((?:\s+-[qcs])*\s+[a-z].*)$/s.exec(
      text,
    ) ?? [];
  if (inner !== undefined) return onlyLooks(inner.replace(/^(?:\s+-[qcs])*\s+/, ''));
  if (starting.has(text) || restBehind(text, harmless) !== undefined) return true;
  const setting = restBehind(text, settings);
  if (setting !== undefined) return setting.every((word) => /^[\w-]+$/.test(word));
  return (
    restBehind(text, looking) !== undefined &&
    !acting.test(withoutPlace(text)) &&
    !/\bapply\b|^(?:thread|t|frame|f)\s+ap?p?l?\s/.test(text)
  );
}

/** The most words that a name in the lists has. */
const longestName = 3;

/** The words behind the name of a command, if it is one of these. A format may be attached: `x/10i`. */
function restBehind(text: string, known: ReadonlySet<string>): readonly string[] | undefined {
  const words = text.trim().split(/\s+/);
  const [first = '', ...others] = words;
  const plain = [first.replace(/\/\w+$/, ''), ...others];
  for (let count = 1; count <= longestName; count++)
    if (known.has(plain.slice(0, count).join(' '))) return words.slice(count);
  return undefined;
}

/** A place in the program may have the types of its arguments: `break f(int, char const*)`. */
const withoutPlace = (text: string): string =>
  /^(?:break|br|b|tbreak|tb|hbreak)\s/.test(text)
    ? text.replace(/^(\w+\s+[\w:~.]+)\([\w\s,*&:<>]*\)$/, '$1')
    : text;
