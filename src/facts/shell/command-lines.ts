/**
 * Files in which commands of a shell stand among other lines: `//go:generate cmd`, `Exec=cmd`, `@test "x" { cmd; }`. Gives
 * what they run as a script.
 */

const readers: Readonly<Record<string, (text: string) => string>> = {
  // `run` is a function of bats that runs its words, and `load` one that runs a file.
  bats: (text) =>
    `run() { "$@"; }\nload() { bash "$1.bash"; bash "$1"; }\n${text.replace(/^([ \t]*)@test[ \t].*\{[ \t]*$/gm, '$1{').replace(/^[ \t]*@test[ \t].*?\{(?=.*\}[ \t]*$)/gm, '{')}`,
  desktop: (text) =>
    linesOf(text, /^Exec[ \t]*=[ \t]*(.*)$/)
      .map((line) => line.replace(/%[a-zA-Z]/g, ''))
      .join('\n'),
  // `//go:generate -command x cmd` gives a command another name.
  generate: (text) =>
    linesOf(text, /^\/\/go:generate[ \t]+(.*)$/)
      .map((line) => line.replace(/^-command[ \t]+([\w.-]+)[ \t]+(.*)$/, '$1() { $2 "$@"; }'))
      .join('\n'),
};

const linesOf = (text: string, pattern: RegExp): readonly string[] =>
  text.split('\n').flatMap((line) => pattern.exec(line.trimEnd())?.[1] ?? []);

/** The commands in a text of such a language as a script of the shell; undefined for any other language. */
export const commandLinesIn = (language: string, text: string): string | undefined =>
  Object.hasOwn(readers, language) ? readers[language]?.(text) : undefined;
