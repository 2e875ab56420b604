/**
 * What csh and tcsh read in another way than bash, as which bylaw follows a script. They differ in most that is more than
 * simple commands, so a script means the same only where it has nothing else.
 */

const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Commands of csh that bash has not, or has in another form, and those of bash that csh has not. */
const otherCommands = wordSet(`
  alias unalias repeat foreach end switch case breaksw default endsw if else endif while goto onintr eval sched hup
  complete bindkey shift unsetenv @ . export declare typeset local readonly read trap function for do done then fi esac
  until select let mapfile readarray command builtin shopt unhash
`);

/** Commands behind which another one is. */
const around = wordSet('nice nohup time exec');

/** Commands that keep lists in files, with some of their options. */
const keeping = wordSet('history dirs');

/** Variables that say which programs run, or what else runs. */
const running = wordSet(
  'path cdpath home cwd shell term user histfile savehist savedirs dirsfile precmd postcmd cwdcmd periodic beepcmd jobcmd helpcommand',
);

/** What is left of plain words: separators, redirections, globs, and variables by their names. */
const plain =
  /^(?:[\w\s.,/:+@%~*?-]|(?<=\w)=|=(?![-\d])|\[[\w-]+\]|;|&(?!!)|>&(?=\s*[A-Za-z./])|\|(?!&)|>(?![!&])|<(?!<)|(?<=(?:^|[;&|(\n])\s*)\(|\)|\{[\w./-]*(?:,[\w./-]*)+\}|\$[A-Za-z_]\w*(?![\w:[])|\$\{[A-Za-z_]\w*\}|\\[\w ./;|&"'()*?-])*$/;

/** The reason why a script means something else to csh; undefined if it is of simple commands only. */
export function cshReadsOtherwise(text: string): string | undefined {
  const bare = withoutQuotes(text);
  const isSame =
    bare !== undefined &&
    plain.test(bare) &&
    !commandsOf(bare).some((words) => isOther(words, bare)) &&
    !/\$argv\b|\\\n|(?:^|\s)#/.test(bare);
  return isSame ? undefined : 'csh reads it in another way than bash';
}

/** The words of each command of a text without quoted strings. */
const commandsOf = (bare: string): readonly (readonly string[])[] =>
  bare.split(/[;&|()\n]/).map((each) => each.trim().split(/\s+/));

function isOther(words: readonly string[], bare: string): boolean {
  const [name = '', ...rest] = words;
  if (around.has(name)) {
    // `nice +5 cmd` has the number of csh, which is a command to the program of that name.
    if (name === 'nice' && /^\+/.test(rest[0] ?? '')) return true;
    const at = rest.findIndex((word) => !/^[-+]./.test(word));
    return at >= 0 && isOther(rest.slice(at), bare);
  }
  if (name === 'set') return rest.some((word) => isRunning(/^\w*/.exec(word)?.[0] ?? ''));
  // What the environment has under the name of a variable comes to light when csh forgets its own.
  if (name === 'unset')
    return bare.includes('$') || rest.some((word) => !/^\w+$/.test(word) || isRunning(word));
  if (keeping.has(name)) return rest.some((word) => /^-\w*[SLM]/.test(word));
  return otherCommands.has(name) || /^\w+(?::|\+?=|\[)/.test(name);
}

const isRunning = (variable: string): boolean => running.has(variable) || variable.startsWith('prompt');

/** In single quotes the history and the end of a line count. */
const otherwiseSingle = /\n|!(?![\s=(]|$)/;
const otherwiseDouble = /[\n\\`]|!(?![\s=(]|$)|\$(?!(?:[A-Za-z_]\w*(?![\w:[])|\{[A-Za-z_]\w*\}))/;

/** The text without its quoted strings; undefined where one means something else, or has no end. */
function withoutQuotes(text: string): string | undefined {
  let bare = '';
  let at = 0;
  while (at < text.length) {
    const sign = text.charAt(at);
    if (sign === '\\') {
      bare += text.slice(at, at + 2);
      at += 2;
    } else if (sign === '"' || sign === "'") {
      const end = text.indexOf(sign, at + 1);
      const inside = end < 0 ? undefined : text.slice(at + 1, end);
      if (inside === undefined || (sign === '"' ? otherwiseDouble : otherwiseSingle).test(inside))
        return undefined;
      bare += 'x';
      at = end + 1;
    } else {
      bare += sign;
      at++;
    }
  }
  return bare;
}
