/**
 * What zsh reads in another way than bash, as which bylaw follows a script. What is found makes the script unknown where
 * zsh is named to run it. Ordinary commands mean the same in both.
 */

const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Commands and prefixes that bash does not have, or that change how the rest is read. */
const commands = wordSet(`
  noglob nocorrect - repeat emulate foreach zmodload autoload sched zargs zmv zcp zln zsystem sysopen syswrite sysread
  zselect ztcp zsocket zstyle zparseopts zcompile vared bindkey zle add-zsh-hook unfunction functions always select
  limit rehash hash disable r nameref private
`);

/** Words behind which a command begins. */
const prefixes = wordSet(
  'do then else elif if while until time command builtin exec ! always noglob nocorrect',
);

/** Options of the shell that change nothing in how a script is read. */
const harmless = /^(?:no)?(?:errexit|pipefail|nounset|nullglob|xtrace|verbose|nomatch|globdots|shwordsplit)$/;

/** Patterns for the text without its quoted strings. */
const words: readonly RegExp[] = [
  /\b(?:TRAP[A-Z]{3,}|precmd|preexec|chpwd|periodic|zshaddhistory|zshexit|zsh_directory_name|command_not_found_handler)\s*(?:\(\)|\{)/,
  /\b(?:precmd|preexec|chpwd|periodic|zshaddhistory|zshexit)_functions\b/,
  /\b(?:functions|(?:dis_)?(?:g|s)?aliases|commands|nameddirs|userdirs|builtins|reswords|parameters|options|argv|path|fpath|cdpath)(?:\[|\+?=)/,
  /\balias\s+-[a-zA-Z]*[sg]/,
  /\bread\s+-[a-zA-Z]*A/,
  // `>! file`, and `< file` alone, which prints the file.
  />!|\bNULLCMD=|\bREADNULLCMD=/,
  /(?:^|[;&|({\n])\s*<\s*[^<(&\s]\S*\s*\|/,
  // `=rm`, `=(cmd)`, `<1-9>`, and globs with alternatives or with qualifiers that run code.
  /(?:^|[\s;&|(])=[A-Za-z_(./]/,
  /<\d*-\d*>/,
  /[*?\])/\w]\([^()\s]*(?:\be|\+|[eo]['":{[(])/,
  /\(\s*\)\s*\{|\bfunction\s*\{/,
];

/** Patterns for expansions, which are also read in double quotes. */
const expansions: readonly RegExp[] = [
  /\$\{?[~=^](?=[\w{(@*])/,
  /\$\{\s*\(/,
  /\$(?:[A-Za-z_]\w*|[@*\d])\[/,
  /\$[+#][A-Za-z_]/,
  /\$(?:[A-Za-z_]\w*|[@*\d]):(?:[aAcehlPqQrtuxw&](?![\w-])|g?s[/:,|])/,
  /\$\{\$|\$\{:-|\$\{"/,
];

/** Options of zsh itself that change how it reads a script. */
const options =
  /(?:^|\s)--emulate\b|(?:^|\s)[-+]\w*o\s*(?!(?:err_?exit|pipe_?fail|nounset|xtrace|verbose)\b)[a-z_]+/i;

const longest = 20_000;

/**
 * The reason why a script means something else to zsh; undefined if none is known. `given`: the words that zsh is
 * called with.
 */
export function zshReadsOtherwise(text: string, given: string): string | undefined {
  if (text.length > longest) return 'it is too long to compare zsh with bash';
  const { open, bare } = withoutStrings(text);
  if (options.test(given.replace(text, ''))) return 'an option changes how zsh reads it';
  if (
    bare.split(/[;&|(){}\n]/).some(isOther) ||
    words.some((pattern) => pattern.test(bare)) ||
    expansions.some((pattern) => pattern.test(open))
  )
    return 'zsh reads it in another way than bash';
  if (usesAsOne(open, text)) return 'zsh splits no words of a variable, and takes all items of an array';
  return undefined;
}

/** A script without the strings in it: `open` has those in double quotes. Strings that may be commands stay. */
export function withoutStrings(text: string): { readonly open: string; readonly bare: string } {
  if (/\b(?:eval|trap|source)\b/.test(text)) return { open: text, bare: text.replace(/['"]/g, ';') };
  const open = text.replace(/'[^']*'/g, "''");
  return { open, bare: open.replace(/"(?:[^"\\`$]|\\.|\$(?!\())*"/g, '""') };
}

/** Whether one command is of zsh alone, or means something else there. */
function isOther(command: string): boolean {
  const all = command.trim().split(/\s+/);
  const start = all.findIndex((word) => !prefixes.has(word) || commands.has(word));
  const [name = '', ...rest] = start < 0 ? [] : all.slice(start);
  if (commands.has(name) || name.startsWith('zf_')) return true;
  if (/^(?:un)?setopt$/.test(name))
    return !rest.every((option) => harmless.test(option.toLowerCase().replaceAll('_', '')));
  // `cd old new` changes a part of the name of the directory.
  const operands = rest.filter((word) => !/^(?:-|\d?[<>]|#)/.test(word));
  return /^(?:cd|pushd|chdir)$/.test(name) && operands.length > 1;
}

/** Whether a variable is used unquoted that holds several words or items, or as the name of a directory. */
function usesAsOne(open: string, text: string): boolean {
  const bare = open.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  const folders = namesIn(open, /(?:^|[\s:=])~([A-Za-z_]\w*)/g);
  const used = namesIn(open, /\$\{?([A-Za-z_]\w*)/g);
  const unquoted = namesIn(bare, /(?<!["\w=:/.,@+-])\$(?:\{(?=\w+\}))?([A-Za-z_]\w*)/g);
  const given = text.matchAll(/(?:^|[\s;&|({])([A-Za-z_]\w*)\+?=(\(|"[^"]*[\s$`]|'[^']*\s|\$\(|`)?/g);
  for (const [, name = '', start] of given) {
    if (folders.has(name)) return true;
    if (start !== undefined && (start === '(' ? used : unquoted).has(name)) return true;
  }
  return false;
}

const namesIn = (text: string, pattern: RegExp): ReadonlySet<string> =>
  new Set([...text.matchAll(pattern)].map(([, name = '']) => name));
