/**
 * A test run as the XML that build servers read: a suite for each rule or policy,
 * a case for each test. There are no durations: they would differ from run to run.
 */
import { failingTest } from '../../host/load/failing-test.ts';
import type { SourceLookup } from '../../language/render.ts';
import { indexLines } from '../../language/source.ts';
import type { SkippedTest } from '../../scenario/run-suite.ts';
import type { TestResult } from '../../scenario/run-tests.ts';
import { failureLines } from './failure.ts';
import { testName } from './test-name.ts';
import type { TestRun } from './test-run.ts';

interface Case {
  readonly suite: string;
  readonly name: string;
  readonly path: string | undefined;
  readonly start: number;
  readonly body: string | undefined;
  readonly kind: 'passed' | 'failed' | 'skipped';
}

/** The whole document, ending in a line end. */
export function junitReport(run: TestRun): string {
  const { lookup } = run.loaded;
  const cases: Case[] = [
    ...run.results.map((each) => resultCase(each, lookup)),
    ...run.skipped.map((each) => skippedCase(each, lookup)),
    ...[...run.errors, ...run.problems].map(({ code, message, path, span, help }): Case => {
      const body = failure(message, help === undefined ? [] : [help]);
      return { suite: problems, name: `${code}: ${message}`, path, start: span.start, body, kind: 'failed' };
    }),
    ...[...run.shortfalls, ...run.unmatched.map((each) => `no test is called ${each}`)].map((name): Case => {
      return { suite: problems, name, path: undefined, start: 0, body: failure(name, []), kind: 'failed' };
    }),
  ];
  if (run.results.length === 0 && run.errors.length === 0) {
    const name = 'there is no test to run';
    cases.push({ suite: problems, name, path: undefined, start: 0, body: failure(name, []), kind: 'failed' });
  }
  const suites = new Map<string, Case[]>();
  for (const each of cases) suites.set(each.suite, [...(suites.get(each.suite) ?? []), each]);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="bylaw" ${counts(cases)}>`,
    ...[...suites].flatMap(([name, own]) => [
      `  <testsuite name=${attribute(name)} ${counts(own)}>`,
      ...own.map((each) => renderCase(each, lookup)),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n');
}

/** The suite of what is wrong with the tests themselves. */
const problems = 'the tests themselves';

function resultCase(result: TestResult, lookup: SourceLookup): Case {
  const { code, test } = result;
  const { path, span } = test.place;
  const common = { suite: code, name: testName(result, lookup), path, start: span.start };
  if (result.passed) return { ...common, body: undefined, kind: 'passed' };
  const { message } = failingTest(result);
  return { ...common, body: failure(message, failureLines(result, lookup)), kind: 'failed' };
}

function skippedCase(each: SkippedTest, lookup: SourceLookup): Case {
  const { path, span } = each.test.place;
  const body = `<skipped message=${attribute(each.reason)}/>`;
  return { suite: each.code, name: testName(each, lookup), path, start: span.start, body, kind: 'skipped' };
}

const failure = (message: string, lines: readonly string[]): string =>
  `<failure message=${attribute(message)}>${escaped(lines.join('\n'))}</failure>`;

function renderCase({ suite, name, path, start, body }: Case, lookup: SourceLookup): string {
  const source = path === undefined ? undefined : lookup(path);
  const line = source && indexLines(source.text).positionAt(start).line;
  const place =
    path === undefined ? '' : ` file=${attribute(path)}${line === undefined ? '' : ` line="${line}"`}`;
  const head = `    <testcase classname=${attribute(suite)} name=${attribute(name)}${place}`;
  return body === undefined ? `${head}/>` : `${head}>\n      ${body}\n    </testcase>`;
}

const counts = (cases: readonly Case[]): string => {
  const of = (kind: Case['kind']): number => cases.filter((each) => each.kind === kind).length;
  return `tests="${cases.length}" failures="${of('failed')}" errors="0" skipped="${of('skipped')}"`;
};

const attribute = (text: string): string => `"${escaped(text).replace(/[\t\n\r]/g, ' ')}"`;

/** Text as XML has it; characters that no XML can hold are shown by their number. */
const escaped = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, (character) => {
      const point = character.codePointAt(0) ?? 0;
      return `\\u{${point.toString(16)}}`;
    })
    .replace(/[&<>"]/g, (character) => entities[character] ?? character);

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
