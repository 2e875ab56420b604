/** Which diagnostics are listed: each once, and not more for one file than a person reads. */
import { maximalDiagnostics, tooManyErrors } from '../language/bounds.ts';
import { type Diagnostic, warningAt } from '../language/diagnostic.ts';
import type { Span } from '../language/source.ts';

/** At most so many errors and so many warnings, or notes, of each file, followed by one that says that there are more. */
export function boundedByFile(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const counts = new Map<string, number>();
  const kept: Diagnostic[] = [];
  for (const diagnostic of diagnostics) {
    const { path, severity, blocks, span } = diagnostic;
    // Errors that keep policies from being in force are counted apart, so that others do not hide them.
    const key = `${severity} ${blocks} ${path}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count <= maximalDiagnostics || diagnostic.code === 'too-many-errors') kept.push(diagnostic);
    else if (count === maximalDiagnostics + 1) {
      kept.push(
        severity === 'error'
          ? { ...tooManyErrors(path, span), ...(blocks === undefined ? {} : { blocks }) }
          : { ...tooManyWarnings(path, span), severity },
      );
    }
  }
  return kept;
}

/** In place of the diagnostics that are not listed; has their severity: a note for more notes. */
const tooManyWarnings = (path: string, span: Span): Diagnostic =>
  warningAt('too-many-warnings', path, span, 'the file has more warnings, which are not listed', {
    help: 'fix the first ones and check again',
  });

/**
 * Each diagnostic once: an item of a list is checked again wherever the list is used. Of an exception that is too broad one
 * reason is enough.
 */
export function withoutRepetition(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const seen = new Set<string>();
  return diagnostics.filter(({ code, path, span, message }) => {
    const what = code === 'broad-exception' ? '' : message;
    const key = `${path}\n${span.start}\n${span.end}\n${code}\n${what}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
