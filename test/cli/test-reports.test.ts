// What `bylaw test` writes: reports for people and build servers, coverage, and what is missing of it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { run } from '../../src/cli/run.ts';
import { bylaw, withFolder } from './command.ts';

const policy = `policy com.example.dev

list keys = paths "~/.ssh/**", "**/*.pem"

deny force-push
  when runs "git push" with --force or --mirror
  unless runs "git push" with --dry-run
  when unsure note
  reason "History that others have is kept."
  test "by hand"
    denies "git push --force"
    passes "git push"
    skip "the table knows no jj" denies "jj push"

deny read-keys
  when reads @keys
  when unsure note
  reason "Keys are nobody's business."
  test
    denies read "~/.ssh/id_rsa"
    passes read "a & <b>"
`;
const files = { 'p/dev.policy': policy };
const failing = { 'p/dev.policy': policy.replace('passes "git push"', 'denies "git push"') };

describe('a failing test', () => {
  test('shows what was expected and came, each clause, the facts, and what the call does', async () => {
    await withFolder(failing, async (cwd) => {
      const { stdout, code } = await bylaw(['test', 'p'], { cwd });
      expect(
        stdout,
      ).toBe(`error[failing-test]: the test expects that \`com.example.dev.force-push\` denies the call, but it lets the call pass
   --> p/dev.policy:12:5
   |
12 |     denies "git push"
   |     ^^^^^^^^^^^^^^^^^
help: fix the rule or the test; policies with failing tests are not loaded
  - when runs "git push" with --force or --mirror: no; the call has \`git push\`  (p/dev.policy:6:8)
  - unless runs "git push" with --dry-run: no; the call has \`git push\`  (p/dev.policy:7:10)
  facts
    tool               Bash
    kind               shell
    origin             native
    input              {"command":"git push"}
    session.id         session
    session.cwd        /home/user/project
    workspace          ["/home/user/project"]
    harness            test
    harness.version    1
    source             urn:bylaw:test
    derived kind       shell
    derived cwd        /home/user/project
    derived workspace  ["/home/user/project"]
  what the call does
    runs git push (certain), git push; pushes …; the address of its remote is not known without the disk  in input.command

skipped: by hand: denies "jj push" (p/dev.policy:13:5): the table knows no jj
3 passed, 1 failed, 1 skipped
`);
      expect(code).toBe(1);
    });
  });
});

describe('reports', () => {
  test('in TAP', async () => {
    await withFolder(files, async (cwd) => {
      const { stdout } = await bylaw(['test', '--report', 'tap', 'p'], { cwd });
      expect(stdout).toBe(`TAP version 14
1..5
ok 1 - com.example.dev.force-push: by hand: denies "git push --force"
ok 2 - com.example.dev.force-push: by hand: passes "git push"
ok 3 - com.example.dev.read-keys: denies read "~/.ssh/id_rsa"
ok 4 - com.example.dev.read-keys: passes read "a & <b>"
ok 5 - com.example.dev.force-push: by hand: denies "jj push" # SKIP the table knows no jj
`);
      const { stdout: told } = await bylaw(['test', '--report', 'tap', '--only', '# 1', 'p'], { cwd });
      expect(told).toBe(
        'TAP version 14\n1..2\nnot ok 1 - no test is called \\# 1\nnot ok 2 - there is no test to run\n',
      );
    });
  });

  test('in the XML of build servers', async () => {
    await withFolder(files, async (cwd) => {
      const { stdout } = await bylaw(['test', '--report', 'junit', 'p'], { cwd });
      expect(stdout).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="bylaw" tests="5" failures="0" errors="0" skipped="1">
  <testsuite name="com.example.dev.force-push" tests="3" failures="0" errors="0" skipped="1">
    <testcase classname="com.example.dev.force-push" name="by hand: denies &quot;git push --force&quot;" file="dev.policy" line="11"/>
    <testcase classname="com.example.dev.force-push" name="by hand: passes &quot;git push&quot;" file="dev.policy" line="12"/>
    <testcase classname="com.example.dev.force-push" name="by hand: denies &quot;jj push&quot;" file="dev.policy" line="13">
      <skipped message="the table knows no jj"/>
    </testcase>
  </testsuite>
  <testsuite name="com.example.dev.read-keys" tests="2" failures="0" errors="0" skipped="0">
    <testcase classname="com.example.dev.read-keys" name="denies read &quot;~/.ssh/id_rsa&quot;" file="dev.policy" line="20"/>
    <testcase classname="com.example.dev.read-keys" name="passes read &quot;a &amp; &lt;b&gt;&quot;" file="dev.policy" line="21"/>
  </testsuite>
</testsuites>
`);
    });
  });

  test('hold nothing that XML cannot, whatever a test says', async () => {
    const odd = policy.replace('passes read "a & <b>"', 'denies read "\\u0007\\uFFFF]]>"');
    await withFolder({ 'p/dev.policy': odd }, async (cwd) => {
      const { stdout } = await bylaw(['test', '--report', 'junit', 'p'], { cwd });
      expect(stdout).toContain('failures="1"');
      expect(stdout).not.toMatch(/[\u0000-\u0008\uFFFF]/);
      expect(stdout).not.toContain(']]>');
    });
  });

  test('for programs', async () => {
    await withFolder(failing, async (cwd) => {
      const { stdout } = await bylaw(['test', '--json', '--coverage', 'p'], { cwd });
      expect(JSON.parse(stdout)).toMatchObject({
        ok: false,
        passed: 3,
        failed: 1,
        skipped: 1,
        untested: [],
        tests: [
          { name: 'by hand: denies "git push --force"', line: 11, passed: true },
          { name: 'by hand: denies "git push"', line: 12, passed: false, actual: 'passes' },
          {},
          {},
          { name: 'by hand: denies "jj push"', skipped: 'the table knows no jj' },
        ],
        problems: [],
        unmatched: [],
        errors: 0,
        coverage: { totals: { rules: { seen: 2, of: 2 }, entries: { seen: 2, of: 4 } } },
      });
    });
  });

  test('go to a file, and one line to people', async () => {
    await withFolder(files, async (cwd) => {
      const args = ['test', '--report', 'tap', '--output', 'out/results.tap', 'p'];
      const { stdout, code } = await bylaw(args, { cwd });
      expect(stdout).toBe('4 passed, 0 failed, 1 skipped; the report is in out/results.tap\n');
      expect(code).toBe(0);
      expect(readFileSync(join(cwd, 'out/results.tap'), 'utf8')).toMatch(/^TAP version 14\n1\.\.5\n/);
      const { stderr, code: wrong } = await bylaw(['test', '--output', 'p/dev.policy/x', 'p'], { cwd });
      expect(stderr).toContain('the report `p/dev.policy/x` cannot be written');
      expect(wrong).toBe(3);
    });
  });

  test('of an unknown form are a mistake in the command line', async () => {
    const { stderr, code } = await bylaw(['test', '--report', 'html', '.'], { cwd: '.' });
    expect(stderr).toContain('`--report` takes text, json, tap, junit or github, not `html`');
    expect(code).toBe(3);
  });
});

describe('--only', () => {
  test.each([
    ['com.example.dev.read-keys', 2],
    ['read-keys', 2],
    ['*-push', 2],
    ['by hand', 2],
    ['denies "git*"', 1],
    ['*', 4],
  ])('%s chooses by code, name, title and words', async (pattern, count) => {
    await withFolder(files, async (cwd) => {
      const { stdout, code } = await bylaw(['test', '--only', pattern, 'p'], { cwd });
      expect(stdout).toContain(`${count} passed, 0 failed`);
      expect(code).toBe(0);
    });
  });
});

describe('coverage', () => {
  test('as a table, with what was never seen', async () => {
    await withFolder(files, async (cwd) => {
      const { stdout } = await bylaw(['test', '--coverage', 'p'], { cwd });
      expect(stdout).toBe(`skipped: by hand: denies "jj push" (p/dev.policy:13:5): the table knows no jj
rule                        calls  both ways  clauses  exceptions
com.example.dev.force-push      2        yes      3/6         0/1
com.example.dev.read-keys       2        yes      2/3           -

            seen  of
rules          2   2   100%
clauses        5   9  55.5%
exceptions     0   1     0%
entries        2   4    50%

never seen:
  p/dev.policy:6:8  when runs "git push" with --force or --mirror: never unknown
  p/dev.policy:7:10  unless runs "git push" with --dry-run: never yes or unknown
  p/dev.policy:7:10  unless runs "git push" with --dry-run: never excused a call
  p/dev.policy:16:8  when reads @keys: never unknown
  p/dev.policy  @keys: never matched "**/*.pem"
  p/dev.policy:6  alternatives: never matched --mirror

4 passed, 0 failed, 1 skipped
`);
    });
  });

  test.each([
    [['rules=100,clauses=55'], 0, ''],
    [
      ['rules=100', '--threshold', 'entries=50.1'],
      1,
      'tests saw 50% of the entries (2 of 4), and 50.1% is asked for',
    ],
    [['100'], 1, 'tests saw 0% of the exceptions (0 of 1), and 100% is asked for'],
    [['clauses=101'], 3, '`--threshold` takes percents from 0 to 100'],
    [['clause=10'], 3, '`--threshold` knows no `clause`; did you mean `clauses`?'],
  ])('must reach %j', async (thresholds, expected, says) => {
    await withFolder(files, async (cwd) => {
      const { stdout, stderr, code } = await bylaw(['test', '--threshold', ...thresholds, 'p'], { cwd });
      expect(stdout + stderr).toContain(says);
      expect(code).toBe(expected);
    });
  });

  test('as a tracefile: rules are functions, values and entries branches', async () => {
    await withFolder(files, async (cwd) => {
      await bylaw(['test', '--lcov', 'out/lcov.info', 'p'], { cwd });
      expect(readFileSync(join(cwd, 'out/lcov.info'), 'utf8')).toBe(`TN:bylaw
SF:p/dev.policy
FN:5,com.example.dev.force-push
FN:15,com.example.dev.read-keys
FNDA:2,com.example.dev.force-push
FNDA:2,com.example.dev.read-keys
FNF:2
FNH:2
BRDA:3,5,0,1
BRDA:3,6,0,0
BRDA:5,0,0,1
BRDA:5,0,1,1
BRDA:6,2,0,1
BRDA:6,2,1,1
BRDA:6,2,2,0
BRDA:6,7,0,1
BRDA:6,8,0,0
BRDA:7,3,0,0
BRDA:7,3,1,1
BRDA:7,3,2,0
BRDA:15,1,0,1
BRDA:15,1,1,1
BRDA:16,4,0,1
BRDA:16,4,1,1
BRDA:16,4,2,0
BRF:17
BRH:11
DA:3,1
DA:5,2
DA:6,2
DA:7,1
DA:15,2
DA:16,2
LF:6
LH:6
end_of_record
`);
    });
  });

  test('as a page that needs nothing else, and holds no text of a policy unescaped', async () => {
    const odd = policy.replace('list keys', '# <script>alert("x")</script> & \u202e\nlist keys');
    await withFolder({ 'p/dev.policy': odd }, async (cwd) => {
      await bylaw(['test', '--html', 'out', 'p'], { cwd });
      const page = readFileSync(join(cwd, 'out/index.html'), 'utf8');
      expect(page).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; \\u{202e}');
      expect(page).not.toMatch(/<script|\u202e/);
      // Nothing is loaded from anywhere, and links lead to places on the page.
      expect(page).not.toMatch(/\bsrc=|url\(|@import|<link/);
      const ids = new Set([...page.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id));
      const links = [...page.matchAll(/href="([^"]*)"/g)].map(([, link = '']) => link);
      expect(links.length).toBeGreaterThan(10);
      expect(links.filter((link) => !link.startsWith('#') || !ids.has(link.slice(1)))).toEqual([]);
      expect(page).toContain(
        '<span class="entry none text" title="entry never matched">&quot;**/*.pem&quot;</span>',
      );
      expect(page).toContain('never yes or unknown; never excused a call');
    });
  });

  test('of a file that is written over several lines marks every one of them', async () => {
    const long = policy.replace('with --force or --mirror', 'with --force\n    or --mirror');
    await withFolder({ 'p/dev.policy': long }, async (cwd) => {
      await bylaw(['test', '--html', 'out', 'p'], { cwd });
      const page = readFileSync(join(cwd, 'out/index.html'), 'utf8');
      expect(page).toContain('<span class="entry none" title="alternative never matched">--mirror</span>');
      expect(page.match(/<tr id="f1-/g)?.length).toBe(long.trimEnd().split('\n').length);
    });
  });
});

describe('--watch', () => {
  /** Runs the command, and lets the test change files when it waits. */
  async function watched(
    cwd: string,
    changes: readonly (() => void)[],
  ): Promise<{ text: string; code: number }> {
    const stop = new AbortController();
    const open = [...changes];
    let text = '';
    const sink = new Writable({
      write(chunk, _encoding, done) {
        text += String(chunk);
        done();
      },
    });
    const code = await run(['test', '--watch', 'p'], {
      stdin: Readable.from([]),
      stdout: sink,
      stderr: sink,
      cwd,
      env: {},
      stop: stop.signal,
      watchFiles(stamp, changed) {
        const before = stamp();
        const change = open.shift();
        if (change === undefined) queueMicrotask(() => stop.abort());
        else {
          change();
          expect(stamp()).not.toBe(before);
          queueMicrotask(changed);
        }
        return { close() {} };
      },
    });
    return { text, code };
  }

  test('runs again after each change, of policies, tests and events, and wipes nothing', async () => {
    const event = JSON.stringify({ tool: { name: 'Read', input: { file_path: '~/.ssh/id_rsa' } } });
    const tests = 'tests for com.example.dev\ntest read-keys\n  denies event "events/a.json"\n';
    const all = { ...files, 'p/dev.tests.policy': tests, 'p/events/a.json': event };
    await withFolder(all, async (cwd) => {
      const put = (name: string, text: string) => () => writeFileSync(join(cwd, 'p', name), text);
      const { text, code } = await watched(cwd, [
        put('dev.policy', failing['p/dev.policy']),
        put('dev.policy', policy),
        put('dev.tests.policy', tests.replace('denies', 'passes')),
        put('dev.tests.policy', tests),
        put('events/a.json', event.replace('id_rsa', 'known').replace('.ssh', 'docs')),
        put('events/b.json', event),
        put('dev.policy', 'deny x'),
      ]);
      expect(text.match(/^.* (?:passed|run\.|Ctrl-C).*$/gm)).toEqual([
        '5 passed, 0 failed, 1 skipped',
        'Watching 1 path; Ctrl-C ends.',
        '4 passed, 1 failed, 1 skipped',
        'Watching 1 path; Ctrl-C ends.',
        '5 passed, 0 failed, 1 skipped',
        'Watching 1 path; Ctrl-C ends.',
        '4 passed, 1 failed, 1 skipped',
        'Watching 1 path; Ctrl-C ends.',
        '5 passed, 0 failed, 1 skipped',
        'Watching 1 path; Ctrl-C ends.',
        '4 passed, 1 failed, 1 skipped',
        'Watching 1 path; Ctrl-C ends.',
        '4 passed, 1 failed, 1 skipped; 1 problem of the tests or the policies',
        'Watching 1 path; Ctrl-C ends.',
        expect.stringContaining('No test was run.'),
        'Watching 1 path; Ctrl-C ends.',
      ]);
      expect(text).not.toContain('\u001b');
      expect(code).toBe(2);
    });
  });
});
