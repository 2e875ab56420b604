// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are of other languages.
/**
 * Programs for the interpreters that are here: lines that set what a path is made of, something that the program does
 * with a path, and what is around that. A program is kept in pieces, as a script is.
 */
import { existsSync } from 'node:fs';
import { type Chance, pick } from '../../../pattern/path-pairs.ts';
import { languages } from './languages.ts';
import { below, type Piece, place, quote } from './piece.ts';

/**
 * What an interpreter reads. In a template `%e` is an expression that comes to a path, `%p` a path in quotes, `%c` a
 * condition, `%s` a statement that sets something, `%%` a percent sign.
 */
export interface Language {
  readonly name: string;
  readonly program: string;
  /** The end of the names of its scripts. */
  readonly ending: string;
  /** What runs a text of it, with its own options: `python3 -c`. */
  readonly inline: string;
  /** Whether the program is read from its input where no file is named. */
  readonly readsInput: boolean;
  /** Text before every program, and after it. */
  readonly head: string;
  readonly tail: string;
  readonly expressions: readonly string[];
  readonly conditions: readonly string[];
  readonly statements: readonly string[];
  readonly effects: readonly string[];
  /** What an effect is in, at `\0`. */
  readonly blocks: readonly string[];
}

export interface Code {
  readonly language: Language;
  /** How the interpreter gets it: the text of the program is at `\0`. */
  readonly carrier: Piece & { readonly quoted: boolean };
  readonly front: readonly Piece[];
  readonly around: readonly Piece[];
  readonly effect: Piece;
}

const here = languages.filter(({ program }) => existsSync(`/usr/bin/${program}`));

/** Whether there is any interpreter to write programs for. */
export const hasCode = here.length > 0;

const paths = ['a.txt', 'b.txt', 'sub', 'sub/c.txt', 'sub/a.txt', './b.txt', '.env', '../beside/z.txt'];

function fill(chance: Chance, language: Language, template: string, depth: number): string {
  return template.replace(/%([epcs%])/g, (_, hole: string) => {
    switch (hole) {
      case 'e':
        return depth > 0
          ? fill(chance, language, pick(chance, language.expressions), depth - 1)
          : `"${pick(chance, paths)}"`;
      case 'p':
        return `"${pick(chance, paths)}"`;
      case 'c':
        return pick(chance, language.conditions);
      case 's':
        return fill(chance, language, pick(chance, language.statements.filter(isShort)), depth);
      default:
        return '%';
    }
  });
}

/** Whether a statement may be in another. */
const isShort = (template: string): boolean => !template.includes('\n') && !template.includes('%s');

/** Puts a text into a block, as far in as its place is. */
function put(block: string, text: string): string {
  const at = block.indexOf(place);
  const column = at - (block.lastIndexOf('\n', at) + 1);
  return block.replace(place, () => text.replaceAll('\n', `\n${' '.repeat(column)}`));
}

export function textOfCode({ language, carrier, front, around, effect }: Code): string {
  const core = around.reduce((text, block) => put(block.text, text), effect.text);
  const program = [language.head, ...front.map(({ text }) => text), core, language.tail]
    .filter((line) => line !== '')
    .join('\n');
  return carrier.text.split(place).join(carrier.quoted ? quote(program) : program);
}

export const namesOfCode = ({ language, carrier, front, around, effect }: Code): readonly string[] => [
  `${language.name} by ${carrier.name}`,
  ...[...front, ...around, effect].map(({ name }) => `${language.name}: ${name}`),
];

/** The same with one piece less. */
export function smallerCode(code: Code): readonly Code[] {
  const without = (pieces: readonly Piece[], at: number): readonly Piece[] =>
    pieces.filter((_, other) => other !== at);
  return [
    ...code.front.map((_, at) => ({ ...code, front: without(code.front, at) })),
    ...code.around.map((_, at) => ({ ...code, around: without(code.around, at) })),
  ];
}

const carriers: readonly { readonly text: string; readonly quoted: boolean; readonly input?: true }[] = [
  { text: '%i \0', quoted: true },
  { text: '%i \0', quoted: true },
  { text: '%i \0 b.txt', quoted: true },
  { text: 'x=b.txt %i \0', quoted: true },
  { text: 'export x=a.txt; %i \0', quoted: true },
  { text: 'e=\0; %i "$e"', quoted: true },
  { text: "%r - <<'CODE'\n\0\nCODE", quoted: false, input: true },
  { text: "%r <<'CODE'\n\0\nCODE", quoted: false, input: true },
  { text: 'echo \0 | %r', quoted: true, input: true },
  { text: "printf '%s\\n' \0 | %r - b.txt", quoted: true, input: true },
  { text: "printf '%s\\n' \0 > s.%x; %f s.%x", quoted: true },
  { text: "cat > s.%x <<'CODE'\n\0\nCODE\n%f s.%x b.txt", quoted: false },
  { text: "cat > s.%x <<'CODE'\n#!/usr/bin/env -S %f\n\0\nCODE\nchmod +x s.%x; ./s.%x a.txt", quoted: false },
];

export function generateCode(chance: Chance): Code {
  const language = pick(chance, here);
  const piece = (template: string, depth: number): Piece => ({
    name: template,
    bash: false,
    text: fill(chance, language, template, depth),
  });
  const fitting = carriers.filter(({ input }) => !input || language.readsInput);
  const { text, quoted } = pick(chance, fitting);
  // A program that is a file of `awk` is named by an option.
  const byFile = language.name === 'awk' ? 'awk -f' : language.program;
  const carrier = {
    name: text.replaceAll(place, '…'),
    bash: false,
    quoted,
    text: text
      .replaceAll('%i', language.inline)
      .replaceAll('%r', language.program)
      .replaceAll('%f', byFile)
      .replaceAll('%x', language.ending),
  };
  return {
    language,
    carrier,
    front: Array.from({ length: below(chance, 4) }, () => piece(pick(chance, language.statements), 2)),
    around: Array.from({ length: below(chance, 3) }, () => piece(pick(chance, language.blocks), 1)),
    effect: piece(pick(chance, language.effects), 2),
  };
}
