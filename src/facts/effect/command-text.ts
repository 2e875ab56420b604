/**
 * The two texts of a command that a rule can ask about: the text as it is written, and the words that the program gets. A
 * shell has many spellings of one word: `sudo "bash"`, `/usr/bin/sudo ba\sh` and `S=bash; sudo $S` open the same shell.
 */
import { joinPieces, type Piece, type Shape, staticText, textShape } from '../../pattern/text/shape.ts';
import type { Command } from './effect.ts';

export interface CommandTexts {
  readonly written: Shape;
  /** The name of the program, its words and what it reads (`< file`), with a blank between them. A home is `~`. */
  readonly words: Shape;
  /** Whether both texts are the same. */
  readonly isPlain: boolean;
}

/** The texts of commands: many rules ask for them, and a rule asks again for each path that the command touches. */
const known = new WeakMap<Command, CommandTexts>();

export function textsOfCommand(command: Command): CommandTexts {
  const before = known.get(command);
  if (before !== undefined) return before;
  const written = textShape(command.text);
  const words = wordsOf(command);
  const texts = { written, words, isPlain: staticText(words) === staticText(written) };
  known.set(command, texts);
  return texts;
}

function wordsOf({ program, programWord, args, text }: Command): Shape {
  const isNamed = program !== undefined && !onShare.test(startOfShape(programWord));
  const pieces: Piece[] = [];
  let known = '';
  const add = (piece: Piece): void => {
    if (piece.kind === 'text') known += piece.text;
    else if (piece.kind === 'home') known += '~';
    else {
      pieces.push({ kind: 'text', text: known }, piece);
      known = '';
    }
  };
  for (const piece of isNamed ? textShape(program).pieces : programWord.pieces) add(piece);
  for (const { pieces } of args) {
    // A word with a blank is put in quotes, so that it reads as one word.
    const quote = pieces.some((piece) => piece.kind === 'text' && /\s/.test(piece.text)) ? '"' : '';
    known += ` ${quote}`;
    for (const piece of pieces) add(piece);
    known += quote;
  }
  const input = inputOf(text);
  // What code starts has the text of its interpreter, and not its input.
  const isOwn = input !== '' && text.slice(0, -input.length).includes(staticText(programWord) ?? '');
  if (isOwn) known += ` ${input}`;
  return joinPieces([...pieces, { kind: 'text', text: known }], text);
}

/** A program of another machine, whose name alone says nothing of it: `\\\\host\\share\\x.exe`. */
const onShare = /^(?:\\\\|\/\/)[^\\/]+[\\/]/;

const startOfShape = ({ pieces: [first] }: Shape): string => (first?.kind === 'text' ? first.text : '');

/** The part of a command in front of its first redirection of the input. */
const beforeInput = /^(?:[^<'"\\]|\\[\s\S]|'[^']*'|"(?:[^"\\]|\\[\s\S])*"|<\()*/;

/** The text from the first redirection of the input on, as it is written; empty if there is none. */
function inputOf(text: string): string {
  if (!text.includes('<')) return '';
  const rest = text.slice(beforeInput.exec(text)?.[0].length);
  return rest.startsWith('<') ? rest : '';
}
