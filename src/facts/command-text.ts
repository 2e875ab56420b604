/**
 * The two texts of a command that a rule can ask about: the text as it is written, and the words that the program gets. A
 * shell has many spellings of one word: `sudo "bash"`, `/usr/bin/sudo ba\sh` and `S=bash; sudo $S` open the same shell.
 */

import { joinPieces, type Piece, type Shape, staticText, textShape } from '../pattern/shape.ts';
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
  const name = isNamed ? textShape(program).pieces : programWord.pieces;
  const pieces = [...name, ...args.flatMap((word) => [blank, ...spell(word)])];
  const input = inputOf(text);
  // What code starts has the text of its interpreter, and not its input.
  const isOwn = input !== '' && text.slice(0, -input.length).includes(staticText(programWord) ?? '');
  if (isOwn) pieces.push(blank, { kind: 'text', text: input });
  return joinPieces(
    pieces.map((piece) => (piece.kind === 'home' ? home : piece)),
    text,
  );
}

/** A program of another machine, whose name alone says nothing of it: `\\\\host\\share\\x.exe`. */
const onShare = /^(?:\\\\|\/\/)[^\\/]+[\\/]/;

const startOfShape = ({ pieces: [first] }: Shape): string => (first?.kind === 'text' ? first.text : '');

/** A word with a blank is put in quotes, so that it reads as one word. */
const spell = ({ pieces }: Shape): readonly Piece[] =>
  pieces.some((piece) => piece.kind === 'text' && /\s/.test(piece.text)) ? [quote, ...pieces, quote] : pieces;

const blank: Piece = { kind: 'text', text: ' ' };
const quote: Piece = { kind: 'text', text: '"' };
const home: Piece = { kind: 'text', text: '~' };

/** The part of a command in front of its first redirection of the input. */
const beforeInput = /^(?:[^<'"\\]|\\[\s\S]|'[^']*'|"(?:[^"\\]|\\[\s\S])*"|<\()*/;

/** The text from the first redirection of the input on, as it is written; empty if there is none. */
function inputOf(text: string): string {
  if (!text.includes('<')) return '';
  const rest = text.slice(beforeInput.exec(text)?.[0].length);
  return rest.startsWith('<') ? rest : '';
}
