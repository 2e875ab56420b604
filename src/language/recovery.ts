/** Parts of a broken file, parsed one by one: what can be read is kept, and what cannot is reported. */
import type { Diagnostic } from './diagnostic.ts';
import { explainSyntax } from './explain.ts';
import { SyntaxError as GrammarError, parse as parseText, type StartRules } from './generated/parser.js';
import type { Span } from './source.ts';

/** The diagnostics of a broken file, bounded, and a way to know which regions are spoilt already. */
export interface Recovery {
  readonly path: string;
  readonly text: string;
  readonly lexical: readonly Diagnostic[];
  readonly syntax: Diagnostic[];
  readonly broken: string[];
}

/** A part of a file by a rule of the grammar; undefined where it has an error, which is reported. */
export function parsePiece<Start extends keyof StartRules>(
  recovery: Recovery,
  startRule: Start,
  piece: Span,
): StartRules[Start] | undefined {
  if (isSpoilt(recovery, piece)) return undefined;
  const { tree, error } = attempt(startRule, recovery.text, piece);
  if (error !== undefined) recovery.syntax.push(explainStop(recovery, error, piece));
  return tree;
}

/** Whether the letters of a piece have been reported already. */
export const isSpoilt = ({ lexical }: Recovery, piece: Span): boolean => {
  // Lexical errors are in order: find the first that ends after the start of the piece.
  let low = 0;
  let high = lexical.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lexical[middle]?.span.start ?? 0) < piece.start) low = middle + 1;
    else high = middle;
  }
  return (lexical[low]?.span.start ?? Number.POSITIVE_INFINITY) < piece.end;
};

type Attempt<Tree> =
  | { readonly tree: Tree; readonly error?: undefined }
  | { readonly tree?: undefined; readonly error: GrammarError };

/** A part of a text by a rule of the grammar: its tree, or where it could not be read. */
export function attempt<Start extends keyof StartRules>(
  startRule: Start,
  text: string,
  piece: Span,
): Attempt<StartRules[Start]> {
  try {
    return { tree: parseText(text.slice(piece.start, piece.end), { startRule, base: piece.start }) };
  } catch (error) {
    if (error instanceof GrammarError) return { error };
    throw error;
  }
}

/** Why a piece could not be read. */
export function explainStop({ path, text }: Recovery, error: GrammarError, piece: Span): Diagnostic {
  const offset = Math.min(piece.end, piece.start + error.location.start.offset);
  return explainSyntax({ path, text, piece, offset, expected: error.expected ?? [] });
}
