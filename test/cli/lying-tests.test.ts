// Tests that look as if they tried something and do not: each of them fails the run, and says why.
import { describe, expect, test } from 'vitest';
import { bylaw, withFolder } from './command.ts';

const header = 'policy com.example.dev\n';
const forcePush = `deny force-push
  when runs "git push" with --force or -f
  when unsure note
  reason "History that others have is kept."
`;
const honest = `${header}${forcePush}  test
    denies "git push --force"
    passes "git push"
`;
const outside = (tests: string) => ({
  'p/dev.policy': honest,
  'p/dev.tests.policy': `tests for com.example.dev\n${tests}`,
});
const tool = { name: 'Bash', input: { command: 'ls' } };
const asked = JSON.stringify({ tool });
const ended = JSON.stringify({
  type: 'tool.after',
  tool,
  outcome: 'ok',
  execution: { status: 'executed' },
  items: [],
});

interface Lie {
  readonly title: string;
  readonly files: Readonly<Record<string, string | Buffer>>;
  readonly args?: readonly string[];
  /** In what is said of it. */
  readonly says: string;
  readonly code: 1 | 2;
}

const lies: readonly Lie[] = [
  {
    title: 'a policy without any test',
    files: { 'p/dev.policy': header + forcePush },
    says: 'There is no test to run.',
    code: 1,
  },
  {
    title: 'a file of tests without any',
    files: outside(''),
    says: 'error[empty-test]: the file has no test',
    code: 1,
  },
  {
    title: 'a test that only sets a scene',
    files: outside('test force-push\n  given cwd "/srv"\n'),
    says: 'error[empty-test]: the test expects nothing',
    code: 1,
  },
  {
    title: 'a scene behind everything that could have used it',
    files: outside('test force-push\n  denies "git push -f"\n  given cwd "/srv"\n'),
    says: 'error[unused-given]: no line behind this one uses what it sets',
    code: 1,
  },
  {
    title: 'a misspelt rule',
    files: outside('test force-psuh\n  passes "git push -f"\n'),
    says: '`com.example.dev` has no rule `force-psuh`',
    code: 2,
  },
  {
    title: 'a misspelt policy',
    files: {
      'p/dev.policy': honest,
      'p/dev.tests.policy': 'tests for com.exmaple.dev\ntest force-push\n  passes "git push -f"\n',
    },
    says: 'there is no policy `com.exmaple.dev` among those tested',
    code: 2,
  },
  {
    title: 'a denial by a rule that is not there',
    files: outside('test\n  denies "git push -f" by com.example.dev.pushing\n'),
    says: 'no rule that denies has the code `com.example.dev.pushing`',
    code: 2,
  },
  {
    title: 'a file of tests with the wrong ending',
    files: { 'p/dev.policy': honest, 'p/dev.test.policy': 'tests for com.example.dev\n' },
    says: 'a file of tests is called `….tests.policy`',
    code: 2,
  },
  {
    title: 'rules in what is called a file of tests',
    files: { 'p/dev.policy': honest, 'p/more.tests.policy': honest.replace('dev', 'more') },
    says: 'the file is called one of tests, and does not begin as one',
    code: 2,
  },
  {
    title: 'an unreadable neighbour',
    files: { 'p/dev.policy': honest, 'p/more.tests.policy': Buffer.from([0xff, 0xfe, 0x00]) },
    says: 'the file cannot be read: it is not UTF-8 text',
    code: 2,
  },
  {
    title: 'a rule that may only pass: its tests hold without it',
    files: { 'p/dev.policy': `${header}${forcePush}  test\n    passes "git push"\n` },
    says: 'no test of `com.example.dev.force-push` expects that it denies',
    code: 1,
  },
  {
    title: 'an answer that is unsure where it should be no',
    files: outside('test force-push\n  passes "git push $OPTIONS"\n'),
    says: 'lets the call pass, but it is unsure',
    code: 1,
  },
  {
    title: 'an answer that is unsure where all rules together should pass',
    files: outside('test "everyday work"\n  passes "git push $OPTIONS"\n'),
    says: 'the test expects that the call passes, but `com.example.dev.force-push` is unsure',
    code: 1,
  },
  {
    title: 'a recorded event that is not there',
    files: outside('test force-push\n  passes event "events/a.json"\n'),
    says: '`events/a.json` cannot be read',
    code: 1,
  },
  {
    title: 'a recorded event that no test uses',
    files: { 'p/dev.policy': honest, 'p/events/forgotten.json': asked },
    says: 'error[unused-event]: no test uses this recorded event\n  --> p/events/forgotten.json',
    code: 1,
  },
  {
    title: 'a recorded event beside one that is used, in a folder of any name',
    files: {
      ...outside('test force-push\n  passes event "seen/a.json"\n'),
      'p/seen/a.json': asked,
      'p/seen/b.json': asked,
    },
    says: 'error[unused-event]: no test uses this recorded event\n  --> p/seen/b.json',
    code: 1,
  },
  {
    title: 'a recorded event that is never decided',
    files: {
      ...outside('test force-push\n  passes event "events/a.json"\n'),
      'p/events/a.json': ended,
    },
    says: '`events/a.json` is an event `tool.after`: only `tool.before` is decided',
    code: 1,
  },
  {
    title: 'nothing but skipped tests',
    files: { 'p/dev.policy': `${header}${forcePush}  skip "later" test\n    denies "git push -f"\n` },
    says: 'There is no test to run, 1 skipped.',
    code: 1,
  },
  {
    title: 'a skip without a reason',
    files: outside('test force-push\n  skip "" denies "git push -f"\n'),
    says: 'what is skipped needs a reason',
    code: 2,
  },
  {
    title: 'a skipped test where none may be',
    files: outside('test force-push\n  skip "later" denies "git push -f"\n'),
    args: ['--no-skips'],
    says: 'error[skipped-test]: a test of `com.example.dev.force-push` is skipped: later',
    code: 1,
  },
  {
    title: 'a name that no test has',
    files: { 'p/dev.policy': honest },
    args: ['--only', 'force-pusch'],
    says: 'no test is called `force-pusch`',
    code: 1,
  },
  {
    title: 'a name that no test has, beside one that has some',
    files: { 'p/dev.policy': honest },
    args: ['--only', 'force-push', '--only', 'nobody'],
    says: 'no test is called `nobody`',
    code: 1,
  },
  {
    title: 'a scenario in which nothing is expected',
    files: outside('scenario "only what happens"\n  "git push" succeeds\n'),
    says: 'error[empty-test]: the scenario expects nothing',
    code: 1,
  },
];

describe('a test that lies fails the run', () => {
  test.each(lies)('$title', async ({ files, args = [], says, code }) => {
    await withFolder(files, async (cwd) => {
      const told = await bylaw(['test', ...args, 'p'], { cwd });
      expect(told.stdout + told.stderr).toContain(says);
      expect(told.code).toBe(code);
      for (const form of ['tap', 'junit', 'json']) {
        const report = await bylaw(['test', '--report', form, ...args, 'p'], { cwd });
        expect(report.code).toBe(code);
        expect(report.stdout).toMatch(/^not ok |<failure |"ok":false/m);
      }
    });
  });

  test('and the same file passes where it is honest', async () => {
    const tests = `test force-push "by hand"
  given cwd "/srv"
  denies "git push -f origin main"
  passes "git status"
test "everyday work"
  passes "ls"
  denies "git push --force" by com.example.dev.force-push
  unsure "git push $OPTIONS"
scenario "twice"
  "git push" succeeds
  after 5m "git push -f" denied by "com.example.*"
`;
    await withFolder(outside(tests), async (cwd) => {
      expect(await bylaw(['test', 'p'], { cwd })).toEqual({
        code: 0,
        stdout: '9 passed, 0 failed\n',
        stderr: '',
      });
    });
  });
});

describe('files of tests', () => {
  test('decide nothing, and their failures keep nothing from being in force', async () => {
    await withFolder(outside('test force-push\n  passes "git push -f"\n'), async (cwd) => {
      const stdin = '{"tool":{"name":"Bash","input":{"command":"git push -f"}}}';
      const { stdout, code } = await bylaw(['eval', '--policies', 'p', '-'], { cwd, stdin });
      expect(stdout).toContain('deny  com.example.dev.force-push');
      expect(code).toBe(1);
      expect((await bylaw(['test', 'p'], { cwd })).code).toBe(1);
    });
  });

  test('with rules in them keep everything from being in force', async () => {
    const files = { 'p/dev.policy': honest, 'p/more.tests.policy': honest.replace('dev', 'more') };
    await withFolder(files, async (cwd) => {
      const { stderr, code } = await bylaw(['eval', '--policies', 'p', '-'], { cwd, stdin: '{}' });
      expect(stderr).toContain('a file of rules ends in `.policy` alone');
      expect(code).toBe(2);
    });
  });

  test('are read beside a policy that is named, and checked with it', async () => {
    await withFolder(outside('test force-push\n  denies "git push -f"\n'), async (cwd) => {
      expect((await bylaw(['test', 'p/dev.policy'], { cwd })).stdout).toBe('3 passed, 0 failed\n');
      expect((await bylaw(['check', 'p/dev.policy'], { cwd })).stdout).toBe(
        '2 files, 1 rule, 3 tests: nothing to report.\nNo test was run. Policies with a failing test inside do not load, and then every call is denied. `bylaw test` runs them.\n',
      );
    });
  });

  test('that are named alone are run alone, beside the policies of their folder', async () => {
    await withFolder(outside('test force-push\n  denies "git push -f"\n'), async (cwd) => {
      expect((await bylaw(['test', 'p/dev.tests.policy'], { cwd })).stdout).toBe('1 passed, 0 failed\n');
    });
  });

  test('may be about several rules: each of them is asked', async () => {
    const two = honest.replace('test\n', 'test\n').concat(`deny hub
  when runs "git push" or "hub push"
  when unsure note
  reason "No."
  test
    denies "hub push"
`);
    const files = {
      'p/dev.policy': two,
      'p/dev.tests.policy':
        'tests for com.example.dev\ntest force-push and hub\n  denies "git push -f"\n  denies "git push"\n',
    };
    await withFolder(files, async (cwd) => {
      const { stdout, code } = await bylaw(['test', 'p'], { cwd });
      expect(stdout).toContain(
        'the test expects that `com.example.dev.force-push` denies the call, but it lets the call pass',
      );
      expect(stdout).toContain('6 passed, 1 failed\n');
      expect(code).toBe(1);
    });
  });

  test('of a profile are not passed over in silence', async () => {
    const files = {
      'p/dev.policy': honest,
      'p/strict/.profile': '',
      'p/strict/strict.policy': honest.replace('example.dev', 'example.strict'),
    };
    await withFolder(files, async (cwd) => {
      const { stdout } = await bylaw(['test', 'p'], { cwd });
      expect(stdout).toContain('left out: the profile `p/strict`');
    });
  });
});
