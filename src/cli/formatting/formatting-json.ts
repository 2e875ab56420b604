/** What `bylaw fmt --json` prints. */
import { unifiedDiff } from '../../install/diff.ts';
import { indexLines } from '../../language/source.ts';
import type { Formatting } from './format-file.ts';

/**
 * `{"files", "written", "changed": [{"path", "diff"?}], "failed": [{"path", "problem"} | {"path", "diagnostics"}],
 * "unlisted": […]}`. Diagnostics have a code, a message, and a line and column from 1.
 */
export function formattingJson(
  all: readonly Formatting[],
  unlisted: readonly string[],
  { writes, diff }: { readonly writes: boolean; readonly diff: boolean },
): string {
  const changed = all.flatMap((each) =>
    each.kind === 'changed'
      ? [{ path: each.name, ...(diff ? { diff: unifiedDiff({ ...each, path: each.name }) } : {}) }]
      : [],
  );
  return JSON.stringify({
    files: all.length,
    written: writes,
    changed,
    failed: all.flatMap(failure),
    unlisted,
  });
}

function failure(formatting: Formatting): readonly object[] {
  switch (formatting.kind) {
    case 'same':
    case 'changed':
      return [];
    case 'failed':
      return [{ path: formatting.name, problem: formatting.problem }];
    case 'invalid': {
      const lines = indexLines(formatting.source.text);
      const diagnostics = formatting.diagnostics.map(({ code, message, span }) => {
        const { line, column } = lines.positionAt(span.start);
        return { code, message, line, column };
      });
      return [{ path: formatting.source.path, diagnostics }];
    }
    default:
      return formatting satisfies never;
  }
}
