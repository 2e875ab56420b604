/**
 * What zsh reads in another way than bash, as which bylaw follows a script. What is found makes the script unknown where
 * zsh is named to run it. Ordinary commands mean the same in both.
 */

const command = String.raw`(?:^|[;&|(){}\n!]|\b(?:do|then|else|always|time|noglob|nocorrect|command|builtin|exec|-))[ \t]*`;
const behind = String.raw`(?=[\s;&|(){}]|$)`;

/** Patterns for the text without its quoted strings. */
const words: readonly RegExp[] = [
  // Commands, prefixes and hooks that bash does not have.
  new RegExp(
    `${command}(?:noglob|nocorrect|-|repeat|emulate|foreach|zmodload|autoload|sched|zargs|zmv|zcp|zln|zf_\\w+|zsystem|sysopen|syswrite|sysread|zselect|ztcp|zsocket|zstyle|zparseopts|zcompile|vared|bindkey|zle|add-zsh-hook|unfunction|functions|always|select|limit|rehash|r|nameref|private)${behind}`,
  ),
  /\b(?:TRAP[A-Z]{3,}|precmd|preexec|chpwd|periodic|zshaddhistory|zshexit|zsh_directory_name|command_not_found_handler)\s*(?:\(\)|\{)/,
  /\b(?:precmd|preexec|chpwd|periodic|zshaddhistory|zshexit)_functions\b/,
  /\b(?:functions|(?:dis_)?(?:g|s)?aliases|commands|nameddirs|userdirs|builtins|reswords|parameters|options|argv|path|fpath|cdpath)(?:\[|\+?=)/,
  new RegExp(`${command}alias\\s+-[a-zA-Z]*[sg]`),
  new RegExp(`${command}(?:hash|rehash)\\s`),
  new RegExp(`${command}disable\\s`),
  new RegExp(
    `${command}(?:un)?setopt\\s+(?!(?:(?:no_?)?(?:err_?exit|pipe_?fail|nounset|null_?glob|xtrace|verbose|no_?match|glob_?dots|sh_?word_?split)\\s*)+(?:[;&|\\n]|$))`,
    'i',
  ),
  // `cd old new` changes a part of the name of the directory.
  new RegExp(`${command}(?:cd|pushd|chdir)\\s+(?:-\\w+\\s+)*[^\\s;&|<>()#]+\\s+[^\\s;&|<>()#]`),
  // Words: `=rm`, `=(cmd)`, `<1-9>`, `~d` of `d=…`, globs with alternatives, `^`, `#` and qualifiers that run code.
  /(?:^|[\s;&|(])=[A-Za-z_(./]/,
  /<\d*-\d*>/,
  /[*?\])/\w]\([^()\s]*(?:\be|\+|[eo]['":{[(])/,
  /\(\s*\)\s*\{|\bfunction\s*\{/,
];

/** Patterns for expansions, which are also read in double quotes. */
const expansions: readonly RegExp[] = [
  /\$\{?[~=^](?=[\w{(@*])/,
  /\$\{\s*\(/,
  /\$[A-Za-z_]\w*\[/,
  /\$[+#][A-Za-z_]/,
  /\$[A-Za-z_]\w*:(?:[aAcehlPqQrtuxw&](?![\w./-])|g?s[/:,|])/,
  /\$\{\$|\$\{:-|\$\{"/,
];

/** Options of zsh itself that change how it reads a script. */
const options = /(?:^|\s)[-+]\w*o\s*(?!(?:err_?exit|pipe_?fail|nounset|xtrace|verbose)\b)[a-z_]+/i;

/**
 * The reason why a script means something else to zsh; undefined if none is known. `given`: the words that zsh is
 * called with.
 */
export function readsOtherwise(text: string, given: string): string | undefined {
  if (text.length > longest) return 'it is too long to compare zsh with bash';
  // Strings may be commands.
  const isRead = /\b(?:eval|trap|source)\b/.test(text);
  const open = isRead ? text : text.replace(/'[^']*'/g, "''");
  const bare = isRead ? text.replace(/['"]/g, ';') : open.replace(/"(?:[^"\\`$]|\\.|\$(?!\())*"/g, '""');
  if (options.test(given.replace(text, ''))) return 'an option changes how zsh reads it';
  if (words.some((pattern) => pattern.test(bare)) || expansions.some((pattern) => pattern.test(open)))
    return 'zsh reads it in another way than bash';
  if (usesAsOne(open, text)) return 'zsh splits no words of a variable, and takes all items of an array';
  return undefined;
}

const longest = 20_000;

/** The most assignments of a script that are compared with its uses of variables. */
const mostNames = 50;

/** Whether a variable is used unquoted that holds several words or items, or as the name of a directory. */
function usesAsOne(open: string, text: string): boolean {
  const bare = open.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  const given = [...text.matchAll(/(?:^|[\s;&|({])([A-Za-z_]\w*)\+?=(\(|"[^"]*[\s$`]|'[^']*\s|\$\(|`)?/g)];
  if (given.length > mostNames) return true;
  return given.some(([, name = '', start]) => {
    if (new RegExp(`(?:^|[\\s:=])~${name}(?:[/\\s;&|)]|$)`).test(open)) return true;
    if (start === undefined) return false;
    if (start === '(') return new RegExp(`\\$\\{?${name}\\b`).test(open);
    return new RegExp(`(?<!["\\w=:/.,@+-])\\$(?:${name}\\b|\\{${name}\\})`).test(bare);
  });
}
