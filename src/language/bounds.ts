/** How much of a file is read, and how much is said of it. */
import { type Diagnostic, errorAt } from './diagnostic.ts';
import type { Span } from './source.ts';

/** Longer files are refused: ten thousand rules take less than a quarter of this. */
export const maximalLength = 8 * 1024 * 1024;
/** More errors in one file do not help its author. */
export const maximalDiagnostics = 200;

/** What is said of a file that is not read for its length, such as `9000000 characters`. */
export function tooLong(path: string, length: string): Diagnostic {
  return errorAt(
    'file-too-long',
    path,
    { start: 0, end: 0 },
    `the file has ${length}; at most ${maximalLength} characters are read`,
    { help: 'spread the rules over several files' },
  );
}

/** At most so many diagnostics of one file, as many as a person reads. */
export function boundedErrors(path: string, diagnostics: readonly Diagnostic[]): Diagnostic[] {
  if (diagnostics.length <= maximalDiagnostics) return [...diagnostics];
  const kept = diagnostics.slice(0, maximalDiagnostics);
  const span = diagnostics[maximalDiagnostics]?.span ?? { start: 0, end: 0 };
  return [...kept, tooManyErrors(path, span)];
}

/** The last word about a file with more errors than are listed. */
export function tooManyErrors(path: string, span: Span): Diagnostic {
  return errorAt('too-many-errors', path, span, 'the file has more errors, which are not listed', {
    help: 'fix the first ones and check again',
  });
}
