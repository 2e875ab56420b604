/**
 * One command of a debugger: `shell cmd`, `pipe … | cmd`, `break main`. A debugger has hundreds of commands, shortens
 * their names, and calls functions of the program for an expression. So what is not known to look only at the program is
 * code.
 */
import { type Shape, staticText } from '../../pattern/shape.ts';
import type { UseName } from './use-names.ts';
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

/** Commands that do nothing outside of the program that is looked at, whatever stands behind them. */
const harmless =
  /^(?:attach|process attach|file|exec-file|symbol-file|core-file|core|add-symbol-file|target create|help|h|apropos|show|settings show|version|pwd|echo|kill|k|detach|quit|q|exit|delete|disable|enable|handle|directory|dir|inferior|list|l|source list)(?:\s|$)/;

/** Commands that take expressions, places in the program, or nothing. */
const looking =
  /^(?:backtrace|bt|where|frame|f|select-frame|up|down|info|i|disassemble|disas|print|p|inspect|output|printf|display|undisplay|ptype|whatis|x|break|br|b|tbreak|tb|hbreak|thbreak|rbreak|watch|rwatch|awatch|catch|tcatch|condition|ignore|continue|c|fg|next|n|step|s|stepi|si|nexti|ni|finish|fin|until|u|advance|thread|t|target list|target modules list|image list|image lookup|process status|process continue|process kill|process detach|register read|breakpoint list|breakpoint delete|breakpoint enable|breakpoint disable|breakpoint set (?:-n|-l|-a|--name|--line|--address)|v|fr v|frame variable|thread (?:list|info|select|backtrace|continue|step-in|step-over|step-out))(?:\/\w+)?(?:\s|$)/;

/** Commands that start the program with the arguments of the call, if they have none of their own. */
const starting = /^(?:run|r|start|starti|process launch)$/;

/** Settings of how the debugger shows and steps. */
const settings =
  /^set (?:pagination|confirm|width|height|print|p|breakpoint pending|follow-fork-mode|detach-on-fork|disassembly-flavor|debuginfod enabled|language|lang|listsize|verbose|style|scheduler-locking|non-stop|disable-randomization|trace-commands|max-value-size)(?:\s+[\w-]+)*$|^settings set (?:auto-confirm|stop-line-count-\w+|target\.x86-disassembly-flavor|interpreter\.\w+) \w+$/;

/** Something that may call a function, set a register or a variable, or begin another command. */
const acting = /[(|;`{]|\$_|\+\+|--|[^=!<>]=(?!=)|\[[^\]]*\s|\s-{1,2}(?:C|o|outfile|command)\b|(?:^|\s)if\s/;

/** What one such command does: its parts with their uses. */
export function debuggerCommand(value: Shape): readonly ValuePart[] {
  const start = startOf(value);
  for (const [beginning, use] of beginnings) {
    const [before] = beginning.exec(start) ?? [];
    if (before !== undefined) return [part(before === '' ? value : behind(value, before.length), use)];
  }
  if (harmless.test(start.trimStart())) return [];
  const text = staticText(value);
  return text !== undefined && onlyLooks(text.trim()) ? [] : [part(value, 'code')];
}

function onlyLooks(text: string): boolean {
  if (text === '' || text.startsWith('#')) return true;
  // `thread apply all bt` does another command for each.
  const [, inner] =
    /^(?:thread|t|frame)\s+apply\s+(?:all|[\d.\s-]+)((?:\s+-[qcs])*\s+[a-z].*)$/s.exec(text) ?? [];
  if (inner !== undefined) return onlyLooks(inner.replace(/^(?:\s+-[qcs])*\s+/, ''));
  if (starting.test(text) || harmless.test(text)) return true;
  if (/^set\s/.test(text)) return settings.test(text);
  if (settings.test(text)) return true;
  return looking.test(text) && !acting.test(withoutPlace(text)) && !/\bapply\b/.test(text);
}

/** A place in the program may have the types of its arguments: `break f(int, char const*)`. */
const withoutPlace = (text: string): string =>
  /^(?:break|br|b|tbreak|tb|hbreak)\s/.test(text)
    ? text.replace(/^(\w+\s+[\w:~.]+)\([\w\s,*&:<>]*\)$/, '$1')
    : text;
