/**
 * What is wrong, or doubtful, in a policy: a value, never an exception. A
 * diagnostic knows its file and span; `render.ts` draws it for people.
 */
import type { DiagnosticCode } from './diagnostic-codes.ts';
import type { Span } from './source.ts';

/** A note is about nothing that is wrong or doubtful: it changes no exit code. */
export type DiagnosticSeverity = 'error' | 'warning' | 'note';

/** Another place that explains the diagnostic, such as "first declared here". */
export interface Note {
  readonly path: string;
  readonly span: Span;
  readonly message: string;
}

/**
 * A certain fix of a diagnostic: only one correction is possible, or no rule changes. `replace` puts a text in the place of
 * a span; `remove` takes away a span with its line or its comma.
 */
export type Fix =
  | { readonly kind: 'replace'; readonly span: Span; readonly text: string }
  | { readonly kind: 'remove'; readonly span: Span }
  /** Taken away only where its text is the same as that of another span. */
  | { readonly kind: 'remove-copy'; readonly span: Span; readonly of: Span };

export interface Diagnostic {
  /** A documented code, such as `unknown-field` (docs/diagnostics.md). */
  readonly code: DiagnosticCode;
  readonly severity: DiagnosticSeverity;
  /** What is wrong: lower case, no full stop, the author's text in backticks. */
  readonly message: string;
  /** The file, relative to the policy root. */
  readonly path: string;
  /** The words at fault, not the whole rule. */
  readonly span: Span;
  readonly notes: readonly Note[];
  /** What to do about it. */
  readonly help: string | undefined;
  /**
   * `false` for an error that lets nothing pass, such as an exception without effect: policies are in force all the
   * same.
   */
  readonly blocks?: false;
  /** How `bylaw check --fix` does it; undefined where a person has to decide. */
  readonly fix?: Fix | undefined;
}

/** The parts of a diagnostic that differ from case to case. */
export type DiagnosticDetails = Partial<Pick<Diagnostic, 'notes' | 'help' | 'blocks' | 'fix'>>;

type MakeDiagnostic = (
  code: DiagnosticCode,
  path: string,
  span: Span,
  message: string,
  details?: DiagnosticDetails,
) => Diagnostic;

const diagnosticOf =
  (severity: DiagnosticSeverity): MakeDiagnostic =>
  (code, path, span, message, { notes = [], help, blocks, fix } = {}) => ({
    ...{ code, severity, message, path, span, notes, help },
    ...(blocks === undefined ? {} : { blocks }),
    ...(fix === undefined ? {} : { fix }),
  });

export const errorAt = diagnosticOf('error');
export const warningAt = diagnosticOf('warning');
export const noteAt = diagnosticOf('note');

export const isError = (diagnostic: Diagnostic): boolean => diagnostic.severity === 'error';

export const isNote = (diagnostic: Diagnostic): boolean => diagnostic.severity === 'note';

/** Whether it keeps policies from being in force. */
export const isObstacle = (diagnostic: Diagnostic): boolean =>
  isError(diagnostic) && diagnostic.blocks !== false;

/** Reading order: by file, then by place, then by code. */
export function inReadingOrder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  return [...diagnostics].sort(
    (a, b) => byText(a.path, b.path) || a.span.start - b.span.start || byText(a.code, b.code),
  );
}
