/** A test run in the Test Anything Protocol, version 14. */
import { failingTest } from '../../host/load/failing-test.ts';
import type { Diagnostic } from '../../language/diagnostic.ts';
import { printable, renderPlace, type SourceLookup } from '../../language/render.ts';
import { failureLines } from './failure.ts';
import { testName } from './test-name.ts';
import type { TestRun } from './test-run.ts';

/** The whole report, ending in a line end. */
export function tapReport(run: TestRun): string {
  const { lookup } = run.loaded;
  const points: { readonly ok: boolean; readonly name: string; readonly detail?: readonly string[] }[] = [
    ...run.errors.map((each) => ({ ok: false, ...problemPoint(each, lookup) })),
    ...run.results.map((result) => {
      const name = escaped(`${result.code}: ${testName(result, lookup)}`);
      if (result.passed) return { ok: true, name };
      const { message, path, span } = failingTest(result);
      return {
        ok: false,
        name,
        detail: block(message, renderPlace(path, span, lookup), failureLines(result, lookup)),
      };
    }),
    ...run.skipped.map((each) => ({
      ok: true,
      name: `${escaped(`${each.code}: ${testName(each, lookup)}`)} # SKIP ${escaped(each.reason)}`,
    })),
    ...run.problems.map((each) => ({ ok: false, ...problemPoint(each, lookup) })),
    ...run.shortfalls.map((each) => ({ ok: false, name: escaped(each) })),
    ...run.unmatched.map((pattern) => ({ ok: false, name: escaped(`no test is called ${pattern}`) })),
  ];
  if (run.results.length === 0 && run.errors.length === 0)
    points.push({ ok: false, name: 'there is no test to run' });
  const lines = points.flatMap(({ ok, name, detail = [] }, index) => [
    `${ok ? 'ok' : 'not ok'} ${index + 1} - ${name}`,
    ...detail,
  ]);
  return `${['TAP version 14', `1..${points.length}`, ...lines].join('\n')}\n`;
}

const problemPoint = ({ code, message, path, span }: Diagnostic, lookup: SourceLookup) => ({
  name: escaped(`${code}: ${message}`),
  detail: block(message, renderPlace(path, span, lookup), []),
});

/** `#` begins a directive, and a backslash what is meant to the letter. */
const escaped = (text: string): string => printable(text).replace(/[\\#]/g, '\\$&');

/** A block of YAML, with texts as JSON has them. */
const block = (message: string, at: string, trace: readonly string[]): string[] => [
  '  ---',
  `  message: ${JSON.stringify(message)}`,
  `  at: ${JSON.stringify(at)}`,
  ...(trace.length === 0 ? [] : ['  trace: |', ...trace.map((line) => `    ${line}`)]),
  '  ...',
];
