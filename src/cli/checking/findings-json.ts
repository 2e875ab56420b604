/** The findings of `bylaw check` and, if asked for, the costs of the policies, as one JSON document. */
import type { PolicyCost } from '../../cost/cost.ts';
import type { LoadedPolicies } from '../../host/load/load.ts';
import { type Diagnostic, isError, isNote } from '../../language/diagnostic.ts';
import { indexLines, type Span } from '../../language/source.ts';
import { type Announced, isUpcoming } from './announced.ts';
import { costJson } from './cost-json.ts';

/**
 * `{"files", "errors", "warnings", "notes", "diagnostics": […], "accepted": […], "upcoming": […], "inForce": […]}`; offsets are in UTF-16 units,
 * lines and columns from 1. With `cost` also that: null where the policies have errors, and absent where it is undefined.
 */
export function findingsJson(
  { diagnostics, accepted, sources }: LoadedPolicies,
  announced: readonly Announced[],
  cost?: PolicyCost | null,
): string {
  const indexes = new Map(sources.map(({ path, text }) => [path, indexLines(text)] as const));
  const place = (path: string, span: Span): Record<string, unknown> => {
    const index = indexes.get(path);
    if (index === undefined) return { path, span };
    const start = index.positionAt(span.start);
    const end = index.positionAt(span.end);
    return { path, span, line: start.line, column: start.column, endLine: end.line, endColumn: end.column };
  };
  const shown = ({ code, severity, message, path, span, notes, help, fix }: Diagnostic): unknown => ({
    code,
    severity,
    message,
    ...place(path, span),
    help,
    fixable: fix && true,
    notes: notes.map((note) => ({ message: note.message, ...place(note.path, note.span) })),
  });
  const errors = diagnostics.filter(isError).length;
  const notes = diagnostics.filter(isNote).length;
  return JSON.stringify({
    files: sources.length,
    errors,
    warnings: diagnostics.length - errors - notes,
    notes,
    diagnostics: diagnostics.map(shown),
    accepted: accepted.map(({ diagnostic, reason }) => ({ ...(shown(diagnostic) as object), reason })),
    upcoming: announced.filter(isUpcoming).map(({ rule, from, days }) => ({
      code: rule.code,
      from,
      days,
      ...place(rule.place.path, rule.place.span),
    })),
    inForce: announced
      .filter((each) => !isUpcoming(each))
      .map(({ rule, from }) => ({ code: rule.code, from, ...place(rule.place.path, rule.place.span) })),
    cost: cost && costJson(cost, place),
  });
}
