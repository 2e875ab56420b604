/**
 * Texts that a call comes to, and that nobody has written as they are: `ht""tp://x`, `$P://x`, a script that an earlier call
 * has written, the file that several edits make. A rule that looks for a text in the input finds it in these as well: what a
 * shell makes of a word is what happens.
 */
import { joinPieces, type Shape, staticText } from '../pattern/shape.ts';
import type { Kind } from '../vocabulary/kinds.ts';
import { textsOfCommand } from './command-text.ts';
import type { Effects } from './effect.ts';

/** Kinds of tools whose input is read as what it does. */
export const derivingKinds: ReadonlySet<Kind> = new Set(['shell', 'file_write', 'file_edit']);

/** In all, in characters: what comes after that is not looked at. */
const mostText = 256 * 1024;

/** The words of each program, as it gets them, and the texts that are written to files, without those in `written`. */
export function derivedTexts(
  { commands, paths }: Pick<Effects, 'commands' | 'paths'>,
  written: readonly string[],
): readonly string[] {
  const found = new Set<string>();
  let left = mostText;
  const add = (text: string): void => {
    if (text === '' || text.length > left || found.has(text)) return;
    if (written.some((each) => each.includes(text))) return;
    left -= text.length;
    found.add(text);
  };
  for (const command of commands) add(textOf(textsOfCommand(command).words));
  for (const { content } of paths) if (content !== undefined) add(content);
  return [...found];
}

/** A part that is not known is in no text. */
const textOf = (shape: Shape): string =>
  staticText(shape) ??
  staticText(
    joinPieces(
      shape.pieces.map((piece) => (piece.kind === 'text' ? piece : { kind: 'text', text: '\0' })),
      shape.source,
    ),
  ) ??
  '';
