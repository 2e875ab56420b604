/** A test run for programs: one JSON document. */
import type { SourcePlace } from '../../check/tree/source-place.ts';
import { indexLines } from '../../language/source.ts';
import { type Coverage, totalsOf } from '../../scenario/coverage/coverage.ts';
import type { TestResult } from '../../scenario/run-tests.ts';
import { testName } from './test-name.ts';
import { failuresOf, hasPassed, type TestRun } from './test-run.ts';

/** The document, ending in a line end; docs/testing.md names its members. */
export function jsonReport(run: TestRun): string {
  const { loaded, errors, results, skipped, problems, unmatched, untested, coverage, shortfalls } = run;
  const { lookup, sources, testFiles } = loaded;
  const indexes = new Map(
    [...sources, ...testFiles].map(({ path, text }) => [path, indexLines(text)] as const),
  );
  const lineOf = (path: string, start: number): number | undefined =>
    indexes.get(path)?.positionAt(start).line;
  const placeOf: PlaceOf = ({ path, span }) => ({ path, line: lineOf(path, span.start) });
  const placed = (each: Parameters<typeof testName>[0]) => ({
    code: each.code,
    name: testName(each, lookup),
    path: each.test.place.path,
    line: lineOf(each.test.place.path, each.test.place.span.start),
  });
  const passed = results.filter((each) => each.passed).length;
  const document = {
    ok: hasPassed(run),
    passed,
    failed: failuresOf(run).length,
    skipped: skipped.length,
    untested,
    tests: [
      ...results.map((result) => ({
        ...placed(result),
        expected: result.test.verdict,
        passed: result.passed,
        ...outcomeOf(result),
      })),
      ...skipped.map((each) => ({ ...placed(each), skipped: each.reason })),
    ],
    problems: problems.map(({ code, message, path, span }) => ({
      code,
      message,
      path,
      line: lineOf(path, span.start),
    })),
    unmatched,
    errors: errors.length,
    ...(coverage === undefined ? {} : { coverage: coverageJson(coverage, placeOf), shortfalls }),
  };
  return `${JSON.stringify(document)}\n`;
}

function outcomeOf(result: TestResult): Record<string, unknown> {
  if (result.passed) return {};
  return result.actual === undefined ? { problem: result.problem } : { actual: result.actual };
}

type PlaceOf = (place: SourcePlace) => { readonly path: string; readonly line: number | undefined };

/** Shares, and every clause, exception and entry with what was seen of it. */
function coverageJson(coverage: Coverage, placeOf: PlaceOf): Record<string, unknown> {
  return {
    totals: totalsOf(coverage),
    rules: coverage.rules.map(({ code, place, calls, seen, clauses, exceptions }) => ({
      code,
      ...placeOf(place),
      calls,
      seen,
      clauses: clauses.map((each) => ({
        ...placeOf(each.place),
        clause: each.clause,
        possible: each.possible,
        seen: each.seen,
      })),
      exceptions: exceptions.map(({ place: at, excused }) => ({ ...placeOf(at), excused })),
    })),
    entries: coverage.entries.map(({ place, list, excepted, isSeen }) => ({
      ...placeOf(place),
      list: list ?? null,
      excepted,
      seen: isSeen,
    })),
  };
}
