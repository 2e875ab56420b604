/**
 * Texts that a call makes and that are not in its input: `ht""tp://x` becomes `http://x`, and so do `$P://x`, a script that an
 * earlier call wrote, and the file that several edits make. A rule that denies for a text in the input also looks at these.
 */
import { joinPieces, type Shape, staticText } from '../pattern/shape.ts';
import type { Kind } from '../vocabulary/kinds.ts';
import { textsOfCommand } from './command-text.ts';
import type { Effects } from './effect.ts';

/** Kinds of tools whose input is read as what it does. */
export const derivingKinds: ReadonlySet<Kind> = new Set(['shell', 'file_write', 'file_edit']);

/** In all, in characters. */
const mostText = 256 * 1024;

/** Texts that a call comes to. `isCut`: there are more, beyond the most that is looked at. */
export interface DerivedTexts {
  readonly texts: readonly string[];
  readonly isCut: boolean;
}

/** The words of each program, as it gets them, and the texts that are written to files, without those in `written`. */
export function derivedTexts(
  { commands, paths }: Pick<Effects, 'commands' | 'paths'>,
  written: readonly string[],
): DerivedTexts {
  const found = new Set<string>();
  let left = mostText;
  const add = (text: string): void => {
    if (text === '' || found.has(text) || written.some((each) => each.includes(text))) return;
    left -= text.length;
    if (left >= 0) found.add(text);
  };
  for (const command of commands) add(textOf(textsOfCommand(command).words));
  for (const { content } of paths) if (content !== undefined) add(content);
  return { texts: [...found], isCut: left < 0 };
}

/** A part that is not known matches no text: the other conditions of a rule, about what the call does, are unknown then. */
const textOf = (shape: Shape): string =>
  staticText(shape) ??
  staticText(
    joinPieces(
      shape.pieces.map((piece) => (piece.kind === 'text' ? piece : { kind: 'text', text: '\0' })),
      shape.source,
    ),
  ) ??
  '';
