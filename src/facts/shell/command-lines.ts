/**
 * Files in which commands of a shell, or code of other languages, are among other lines: `//go:generate cmd`, `Exec=cmd`,
 * `@test "x" { cmd; }`. Gives what they run.
 */
import { goCommandsIn } from './go-commands.ts';

/** A part of a file in a language of its own. */
export interface CodePart {
  readonly language: string;
  readonly text: string;
}

type ReadParts = (text: string) => readonly CodePart[] | undefined;

const inShell =
  (read: (text: string) => string): ReadParts =>
  (text) => [{ language: 'shell', text: read(text) }];

const readers: Readonly<Record<string, ReadParts>> = {
  // `run` is a function of bats that runs its words, and `load` one that runs a file.
  bats: inShell(
    (text) =>
      `run() { "$@"; }\nload() { bash "$1.bash"; bash "$1"; }\n${text.replace(/^([ \t]*)@test[ \t].*\{[ \t]*$/gm, '$1{').replace(/^[ \t]*@test[ \t].*?\{(?=.*\}[ \t]*$)/gm, '{')}`,
  ),
  desktop: inShell((text) =>
    linesOf(text, /^Exec[ \t]*=[ \t]*(.*)$/)
      .map((line) => line.replace(/%[a-zA-Z]/g, ''))
      .join('\n'),
  ),
  // `//go:generate -command x cmd` gives a command another name.
  generate: inShell((text) =>
    linesOf(text, /^\/\/go:generate[ \t]+(.*)$/)
      .map((line) => line.replace(/^-command[ \t]+([\w.-]+)[ \t]+(.*)$/, '$1() { $2 "$@"; }'))
      .join('\n'),
  ),
  go: (text) => {
    const commands = goCommandsIn(text);
    return commands === undefined ? undefined : [{ language: 'shell', text: commands }];
  },
  procfile: inShell((text) => linesOf(text, /^[\w-]+:[ \t]*(.*)$/).join('\n')),
  // The examples of a docstring: lines behind `>>>`.
  doctest: (text) => [{ language: 'python', text: linesOf(text, /^\s*(?:>>>|\.\.\.)[ ]?(.*)$/).join('\n') }],
  // Code between fences whose language is in braces, and in a line of text: documents of Quarto and R Markdown.
  chunks: (text) => [
    ...[...text.matchAll(/^[ \t]*(`{3,}|~{3,})\s*\{(\w+)([^}\n]*)\}[^\n]*\n(.*?)^[ \t]*\1/gms)].map(
      ([, , language = '', options = '', code = '']) =>
        chunkOf(/\bengine\s*=\s*["']?(\w+)/.exec(options)?.[1] ?? language, code),
    ),
    ...[...text.matchAll(/(?<!`)`(?:r\s|\{(r|python|julia)\}\s?)([^`\n]+)`/g)].map(
      ([, language = 'r', code = '']) => chunkOf(language, code),
    ),
  ],
};

const chunkOf = (language: string, text: string): CodePart => ({
  language: /^(?:ba|z|da|k)?sh$/.test(language) ? 'shell' : language.toLowerCase(),
  text,
});

const linesOf = (text: string, pattern: RegExp): readonly string[] =>
  text.split('\n').flatMap((line) => pattern.exec(line.trimEnd())?.[1] ?? []);

/** The parts of a text of such a language that run; undefined for any other language, and if they are not known. */
export const codePartsIn = (language: string, text: string): readonly CodePart[] | undefined =>
  Object.hasOwn(readers, language) ? readers[language]?.(text) : undefined;

/** Whether files of such a language have parts of others, whatever their names end in. */
export const hasCodeParts = (language: string): boolean => Object.hasOwn(readers, language);
