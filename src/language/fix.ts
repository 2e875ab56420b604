/**
 * Fixes a text by the fixes of its diagnostics. Fixes that overlap are applied one
 * after the other: the first now, the others when the text has been checked again.
 */
import type { Diagnostic, Fix } from './diagnostic.ts';
import type { Span } from './source.ts';

export interface Fixed {
  readonly text: string;
  /** The diagnostics whose fix was applied. */
  readonly applied: readonly Diagnostic[];
}

interface Edit {
  readonly span: Span;
  readonly text: string;
}

/** Applies the fixes of the diagnostics of one text. Never throws. */
export function applyFixes(text: string, diagnostics: readonly Diagnostic[]): Fixed {
  const applied: Diagnostic[] = [];
  const edits: Edit[] = [];
  for (const diagnostic of diagnostics) {
    const edit = diagnostic.fix && editOf(text, diagnostic.fix);
    if (edit === undefined || edits.some(({ span }) => overlaps(span, edit.span))) continue;
    edits.push(edit);
    applied.push(diagnostic);
  }
  edits.sort((a, b) => b.span.start - a.span.start);
  const fixed = edits.reduce(
    (each, { span, text: instead }) => each.slice(0, span.start) + instead + each.slice(span.end),
    text,
  );
  return { text: fixed, applied };
}

/** Two that touch change each other's surroundings. */
const overlaps = (a: Span, b: Span): boolean => a.start <= b.end && b.start <= a.end;

function editOf(text: string, fix: Fix): Edit | undefined {
  const { span } = fix;
  switch (fix.kind) {
    case 'replace':
      return { span, text: fix.text };
    case 'remove':
      return { span: withSurroundings(text, span), text: '' };
    case 'remove-copy':
      return same(text, span) === same(text, fix.of)
        ? { span: withSurroundings(text, span), text: '' }
        : undefined;
    default:
      return fix satisfies never;
  }
}

const same = (text: string, { start, end }: Span): string => text.slice(start, end).trim();

/**
 * The span of a part together with its comma (the one before it, or after the first of several), or with its lines where
 * nothing else is on them.
 */
function withSurroundings(text: string, { start, end }: Span): Span {
  const before = /,\s*$/.exec(text.slice(0, start));
  if (before !== null) return { start: start - before[0].length, end };
  const behind = /^\s*,[ \t]*/.exec(text.slice(end));
  if (behind !== null) return { start, end: end + behind[0].length };
  const indent = /(?:^|\n)([ \t]*)$/.exec(text.slice(0, start));
  const rest = /^[ \t]*(?:\r?\n|$)/.exec(text.slice(end));
  if (indent === null || rest === null) return { start, end };
  return { start: start - (indent[1] ?? '').length, end: end + rest[0].length };
}
