/**
 * What csh and tcsh read in another way than bash, as which bylaw follows a script. They differ in most that is more than
 * simple commands, so a script means the same only where it has nothing else.
 */

/** Commands of csh that bash has not, or has in another form, and those of bash that csh has not. */
const otherCommands =
  /(?:^|[;&|(\n])\s*(?:(?:nice|nohup|time|exec)\s+(?:[-+]\S+\s+)*)*(?:alias|unalias|repeat|foreach|end|switch|case|breaksw|default|endsw|if|else|endif|while|goto|onintr|eval|sched|hup|complete|bindkey|shift|unset|unsetenv|@|\.|export|declare|typeset|local|readonly|read|trap|function|for|do|done|then|fi|esac|until|select|let|mapfile|readarray|command|builtin|shopt|unhash|rehash|\w+:|\w+\+?=\S*|\w+\[\S*)(?=[\s;&|()@]|$)/;

/** Variables that say which programs run, or what else runs. */
const running =
  /(?:^|[;&|(\n])\s*(?:set(?:\s+-\S+)*\s+(?:path|cdpath|home|cwd|shell|term|user|histfile|prompt\w*|\w*cmd|beepcmd|cwdcmd|periodic)\b|setenv\s+(?!(?:(?!PATH|LD_|DYLD|OPT|FLAGS|CMD|COMMAND|EDITOR|PAGER|SHELL|BROWSER|ASKPASS|HOME|PWD|IFS|ENV$|_ENV|BASH|GIT|PYTHON|PERL|RUBY|NODE|JAVA|MAKE|TERM|PROMPT|RC$|CONFIG|FILE|DIR|SSH|PROXY|LIB|INIT|START|HOOK|EXEC|RUN|WRAP|\bCC\b|\bCXX\b)\w)+[\s;&|]))/;

/** What is left of plain words: separators, redirections, globs, and variables by their names. */
const plain =
  /^(?:[\w\s.,/:+@%~*?-]|(?<=\w)=|=(?![-\d])|\[[\w-]+\]|;|&(?!!)|>&(?=\s*[A-Za-z./])|\|(?!&)|>(?![!&])|<(?!<)|(?<=(?:^|[;&|(\n])\s*)\(|\)|\{[\w./-]*(?:,[\w./-]*)+\}|\$[A-Za-z_]\w*(?![\w:[])|\$\{[A-Za-z_]\w*\}|\\[\w ./;|&"'()*?-])*$/;

/** The reason why a script means something else to csh; undefined if it is of simple commands only. */
export function cshReadsOtherwise(text: string): string | undefined {
  const bare = withoutQuotes(text);
  const isSame =
    bare !== undefined &&
    plain.test(bare) &&
    !otherCommands.test(bare) &&
    !running.test(bare) &&
    !/\$argv\b|\\\n|(?:^|\s)#/.test(bare);
  return isSame ? undefined : 'csh reads it in another way than bash';
}

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
