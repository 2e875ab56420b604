// What tests have seen of rules: values of clauses, exceptions that excused, entries that matched.
import { describe, expect, test } from 'vitest';
import { compile } from '../../src/compile/program.ts';
import {
  type Coverage,
  isSeenBothWays,
  missingValues,
  percentOf,
  totalsOf,
} from '../../src/scenario/coverage/coverage.ts';
import { CoverageRecorder } from '../../src/scenario/coverage/record-coverage.ts';
import { runSuite } from '../../src/scenario/run-suite.ts';
import { checkSources, readSources } from '../check/case-file.ts';

function cover(text: string): { coverage: Coverage; shown: string } {
  const sources = readSources(text.startsWith('---') ? text : `--- main.policy\npolicy com.example\n${text}`);
  const { bundle, diagnostics, tests } = checkSources(sources);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const program = compile(bundle!);
  const recorder = new CoverageRecorder(program, bundle!);
  const { results } = runSuite(program, tests, (file) => `there is no \`${file}\``, {
    observe: (rule, facts) => recorder.observe(rule, facts),
  });
  expect(results.filter(({ passed }) => !passed)).toEqual([]);
  const { coverage } = recorder;
  const textOf = ({ path, span }: Coverage['entries'][number]['place']): string =>
    (sources.find((source) => source.path === path)?.text ?? '').slice(span.start, span.end);
  const lines = [
    ...coverage.rules.flatMap((rule) => [
      `${rule.code.replace('com.example.', '')}: ${rule.calls} calls, ${isSeenBothWays(rule) ? 'both ways' : 'one way'}`,
      ...rule.clauses.map((each) => {
        const missing = missingValues(each);
        return `  ${each.clause} ${textOf(each.place)}: ${missing.length === 0 ? 'all' : `never ${missing.join(', ')}`}`;
      }),
      ...rule.exceptions.map((each) => `  unless ${textOf(each.place)}: excused ${each.excused}`),
    ]),
    ...coverage.entries.map((each) => {
      const of = each.list === undefined ? '' : ` of ${each.list}`;
      return `${textOf(each.place)}${of}${each.excepted ? ' (except)' : ''}: ${each.isSeen ? 'seen' : '-'}`;
    }),
  ];
  return { coverage, shown: lines.join('\n') };
}

describe('clauses', () => {
  test('have the values that they took, also where deciding would have passed them over', () => {
    const { shown } = cover(`deny a
  when kind is shell
  when runs "git push" with --force
  when unsure note
  test
    denies "git push --force"
    passes "git status"
    passes read "a"`);
    expect(shown).toBe(`a: 3 calls, both ways
  when kind is shell: never unknown
  when runs "git push" with --force: never unknown`);
  });

  test('are unknown only where something can leave them open', () => {
    const { shown } = cover(`deny a
  when tool is "Bash" or session.model is "small" or input.a is missing or shell is opaque
  when session.agent is "helper" or input.b is "x" or denied 3 times within 5m
  if session.agent missing skip
  when unsure note
  test
    denies tool "Bash" { b: "x" }
    unsure read "a"
    given agent "helper"
    denies tool "Bash" { b: "x" }`);
    expect(shown).toBe(`a: 3 calls, one way
  when tool is "Bash": all
  when session.model is "small": never yes, no
  when input.a is missing: never no
  when shell is opaque: all
  when session.agent is "helper": all
  when input.b is "x": never no
  when denied 3 times within 5m: never yes`);
  });

  test('are those of named conditions, for each rule by itself', () => {
    const { shown } = cover(`condition at-work = kind is shell and tool is "Bash"
deny a
  when at-work
  when unsure note
  test
    denies "ls"
    passes read "a"
deny b
  when not at-work
  when unsure note
  test
    denies read "a"`);
    expect(shown).toBe(`a: 2 calls, both ways
  when kind is shell: never unknown
  when tool is "Bash": all
b: 1 calls, one way
  when kind is shell: never yes, unknown
  when tool is "Bash": never yes`);
  });

  test('behind `unless` count only where the rest holds or could', () => {
    const { shown } = cover(`deny a
  when reads any path
  unless path in "/tmp/**"
  unless path in "/srv/**" or path in "/opt/**"
  when unsure note
  test
    denies read "/etc/passwd"
    passes read "/tmp/a"
    passes read "/opt/a"
    passes write "/srv/a"`);
    expect(shown).toBe(`a: 4 calls, both ways
  when reads any path: never unknown
  unless path in "/tmp/**": never unknown
  unless path in "/srv/**": never yes, unknown
  unless path in "/opt/**": never unknown
  unless path in "/tmp/**": excused 1
  unless path in "/srv/**": excused 0
  unless path in "/opt/**": excused 1`);
  });

  test('are judged for every object that the rule was judged for', () => {
    const { shown } = cover(`deny a
  when reads any path
  unless path in "/tmp/**"
  when unsure note
  test
    denies "cat /tmp/a /etc/passwd"`);
    expect(shown).toContain('unless path in "/tmp/**": never unknown\n');
    expect(shown).toContain('unless path in "/tmp/**": excused 1');
  });
});

describe('entries', () => {
  test('are seen where they were the ones that matched', () => {
    const { shown } = cover(`list keys = paths "~/.ssh/**", "**/*.pem" except "**/known_hosts", "**/*.pub"
deny a
  when reads @keys or "/etc/shadow"
  when unsure note
  test
    denies read "~/.ssh/id_rsa"
    passes read "~/.ssh/known_hosts"`);
    expect(shown).toContain(`"~/.ssh/**" of keys: seen
"**/*.pem" of keys: -
"**/known_hosts" of keys (except): seen
"**/*.pub" of keys (except): -
"/etc/shadow": -`);
  });

  test('of a list count once, whichever rule asks for it', () => {
    const { coverage, shown } = cover(`list tools = tools "Bash", "Read"
deny a
  when tool in @tools
  test
    denies "ls"
deny b
  when tool in @tools
  test
    denies read "x"`);
    expect(shown).toContain('"Bash" of tools: seen\n"Read" of tools: seen');
    expect(totalsOf(coverage).entries).toEqual({ seen: 2, of: 2 });
  });

  test('are options, operands and alternatives of texts, on either side of a negation', () => {
    const { shown } = cover(`deny a
  when runs "git push" or "hub push" with --force or -f or "+*" without --dry-run or --no-verify
  when unsure note
  test
    denies "git push origin +main"
    passes "hub push --force --no-verify"
deny b
  when tool is not "Bash" or "Read"
  test
    denies write "x"
    passes read "x"`);
    expect(shown).toContain(`"git push": seen
"hub push": -
--force: -
-f: -
"+*": seen
--dry-run: -
--no-verify: seen
"Bash": -
"Read": seen`);
  });

  test('of lists in lists keep what the lists around them except', () => {
    const { shown } = cover(`list inner = paths "/a/**", "/b/**" except "/a/x"
list outer = paths @inner, "/c/**" except "/b/x"
deny a
  when reads @outer
  when unsure note
  test
    denies read "/a/y"
    passes read "/a/x"
    passes read "/b/x"`);
    expect(shown).toContain(`"/a/**" of inner: seen
"/b/**" of inner: -
"/a/x" of inner (except): seen
"/c/**" of outer: -
"/b/x" of outer (except): seen`);
  });
});

describe('the calls that count', () => {
  const files = `--- dev.policy
policy com.example
deny a
  when runs "git push"
  when unsure note
  test
    denies "git push"
    skip "later" passes "ls"
deny b
  when runs "hub push"
  when unsure note
  scenario "twice"
    "ls" passes
    "hub push" denied
    "git push" denied by "com.example.a"
--- dev.tests.policy
tests for com.example
test a
  passes "git status"
test
  passes "pwd"
  denies "git push" by com.example.a
`;

  test('are those of tests of the rule, and of denials by its code; not those of all rules together', () => {
    const { coverage } = cover(files);
    expect(coverage.rules.map(({ code, calls }) => [code, calls])).toEqual([
      ['com.example.a', 4],
      ['com.example.b', 2],
    ]);
  });

  test('add up to shares, which are only whole where nothing is missing', () => {
    const { coverage } = cover(files);
    expect(totalsOf(coverage)).toEqual({
      rules: { seen: 2, of: 2 },
      clauses: { seen: 4, of: 6 },
      exceptions: { seen: 0, of: 0 },
      entries: { seen: 0, of: 0 },
    });
    expect(percentOf({ seen: 9999, of: 10_000 })).toBe(99.9);
    expect(percentOf({ seen: 0, of: 0 })).toBe(100);
  });
});
