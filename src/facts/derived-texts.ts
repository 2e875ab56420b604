/**
 * Texts that a call makes and that are not in its input: `ht""tp://x` becomes `http://x`, and so do `$P://x`, a script that an
 * earlier call wrote, and the file that several edits make; `do $$ delete from a $$` becomes `delete from a`. A rule that denies for a text in the input also looks at these.
 */
import { joinPieces, type Shape, staticText } from '../pattern/text/shape.ts';
import type { Kind } from '../vocabulary/kinds.ts';
import { sqlStatements } from './code/sql/statements.ts';
import { textsOfCommand } from './effect/command-text.ts';
import type { Effects } from './effect/effect.ts';

/** Kinds of tools whose input is read as what it does. */
export const derivingKinds: ReadonlySet<Kind> = new Set(['shell', 'file_write', 'file_edit']);

/** Kinds of tools whose input may have statements of SQL in it. */
export const statingKinds: ReadonlySet<Kind> = new Set(['mcp', 'other']);

/** In all, in characters. */
const mostText = 256 * 1024;

/** Texts that a call comes to. `isCut`: there are more, beyond the most that is looked at. */
export interface DerivedTexts {
  readonly texts: readonly string[];
  readonly isCut: boolean;
}

/** The words and the input of each program, as it gets them, and the texts that are written to files, without those in `written`. */
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
  for (const command of commands) {
    add(textOf(textsOfCommand(command).words));
    if (command.input !== undefined) add(textOf(command.input));
  }
  for (const { content } of paths) if (content !== undefined) add(content);
  return { texts: [...found], isCut: left < 0 };
}

/** Statements that change something. A text may have several, also inside of others. */
const changing = /^(?:drop|truncate|delete|update|merge|alter|copy|create|grant|exec|execute|call)\b/;
const mayChange = /\b(?:drop|truncate|delete|update|merge|alter|copy|create|grant|xp_\w+)\b/i;

/** The statements that change something among texts that may be SQL, in their [plain form](code/sql-statements.ts). */
export function derivedStatements(written: readonly string[]): DerivedTexts {
  const found = new Set<string>();
  let isCut = false;
  for (const text of written) {
    if (!mayChange.test(text)) continue;
    const statements = sqlStatements(text, changing);
    if (statements === undefined) isCut = true;
    for (const each of statements ?? []) found.add(each);
  }
  for (const text of written) found.delete(text);
  return { texts: [...found], isCut };
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
