// What the commands say of rules about time, and of rules that deny later or for some.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadPolicies } from '../../src/host/load/load.ts';
import { record, runs } from '../replay/recording.ts';
import { recordsIn } from '../store/decision-log/logs.ts';
import { expectValid } from '../store/decision-log/schema.ts';
import { bylaw, withFolder } from './command.ts';

const policy = `policy com.example.dev

window office = monday to friday 08:00 to 18:00 in "Europe/Berlin"

deny late
  when runs "deploy" and outside office
  reason "Deploys wait for office hours."
  test
    given time 2026-12-06 10:00 in "Europe/Berlin"
    denies "deploy"
    given time 2026-12-07 10:00 in "Europe/Berlin"
    passes "deploy"

deny push from 2026-12-01
  when runs "git push"
  reason "Push by the button."
  test
    denies "git push"
`;
const files = { 'policies/a.policy': policy };
const eventOf = (command: string, time?: string): string =>
  JSON.stringify({ id: 'e', ...(time && { time }), tool: { name: 'Bash', input: { command } } });

test('check lists what comes into force within 30 days', async () => {
  await withFolder(files, async (cwd) => {
    const text = async (now: string): Promise<string> =>
      (await bylaw(['check', 'policies'], { cwd, now })).stdout;
    expect(await text('2026-10-31T23:59:59Z')).toBe(
      '1 file, 2 rules, 3 tests: nothing to report.\nNo test was run. Policies with a failing test inside do not load, and then every call is denied. `bylaw test` runs them.\n',
    );
    expect(await text('2026-11-01T00:00:00Z')).toBe(
      '1 file, 2 rules, 3 tests: nothing to report.\nNo test was run. Policies with a failing test inside do not load, and then every call is denied. `bylaw test` runs them.\nComes into force within 30 days:\n  com.example.dev.push denies from 2026-12-01, in 30 days (policies/a.policy:14:6)\n',
    );
    expect(await text('2026-11-30T23:59:59Z')).toContain('from 2026-12-01, in 1 day (');
    expect(await text('2026-12-01T00:00:00Z')).toBe(
      '1 file, 2 rules, 3 tests: nothing to report.\nNo test was run. Policies with a failing test inside do not load, and then every call is denied. `bylaw test` runs them.\nIn force since the day that it says:\n  com.example.dev.push denies since 2026-12-01: `from 2026-12-01` can go (policies/a.policy:14:6)\n',
    );
    const { stdout } = await bylaw(['check', '--json', 'policies'], { cwd, now: '2026-11-23T12:00:00Z' });
    expect(JSON.parse(stdout)).toMatchObject({
      upcoming: [{ code: 'com.example.dev.push', from: '2026-12-01', days: 8, path: 'a.policy', line: 14 }],
      inForce: [],
    });
  });
});

test('code hosts see it beside the line, and nothing is wrong with it', async () => {
  await withFolder(files, async (cwd) => {
    const now = '2026-11-23T12:00:00Z';
    const sarif = await bylaw(['check', '--sarif', 'policies'], { cwd, now });
    expect(sarif.code).toBe(0);
    expect(JSON.parse(sarif.stdout).runs[0]).toMatchObject({
      tool: { driver: { rules: [{ id: 'announced-rule', defaultConfiguration: { level: 'note' } }] } },
      results: [
        {
          ruleId: 'announced-rule',
          ruleIndex: 0,
          level: 'note',
          message: { text: 'com.example.dev.push denies from 2026-12-01, in 8 days.' },
          locations: [{ physicalLocation: { region: { startLine: 14 } } }],
        },
      ],
    });
    const github = await bylaw(['check', '--github', 'policies'], { cwd, now: '2026-12-02T12:00:00Z' });
    expect(github.code).toBe(0);
    expect(github.stdout).toContain(
      '::notice file=policies/a.policy,line=14,endLine=14,col=6,endColumn=10,title=announced-rule::com.example.dev.push denies since 2026-12-01: `from 2026-12-01` can go\n',
    );
  });
});

test('a dry run decides as at --at, else when the event says, else now', async () => {
  await withFolder(files, async (cwd) => {
    const effect = async (stdin: string, args: readonly string[], now: string): Promise<unknown> =>
      JSON.parse((await bylaw(['eval', '--json', ...args, '-'], { cwd, stdin, now })).stdout).effect;
    const closed = '2026-12-06T10:00:00Z';
    const open = '2026-12-07T10:00:00Z';
    expect(await effect(eventOf('deploy'), [], closed)).toBe('deny');
    expect(await effect(eventOf('deploy'), [], open)).toBe('none');
    expect(await effect(eventOf('deploy', open), [], closed)).toBe('none');
    expect(await effect(eventOf('deploy', open), ['--at', '2026-12-07T17:00Z'], open)).toBe('deny');
    expect(await effect(eventOf('deploy'), ['--at', '2026-12-07T17:59+01:00'], closed)).toBe('none');
    // A day is its first moment in UTC: 02:00 in Berlin, on a Monday.
    expect(await effect(eventOf('deploy'), ['--at', '2026-12-07'], open)).toBe('deny');
    for (const at of ['tomorrow', '2026-12-7', '2026-13-07', '2026-12-07T17:00', '2026-13-07T17:00Z']) {
      const { code, stderr } = await bylaw(['eval', '--at', at, '-'], { cwd, stdin: eventOf('ls') });
      expect({ code, stderr }).toEqual({
        code: 3,
        stderr: expect.stringContaining('takes a time with its zone'),
      });
    }
  });
});

test('eval and explain say what time it is, and from when a watched rule denies', async () => {
  await withFolder(files, async (cwd) => {
    const at = ['--at', '2026-11-30T17:30Z'];
    const evaluated = await bylaw(['eval', ...at, '-'], { cwd, stdin: eventOf('deploy; git push') });
    expect(evaluated.stdout).toContain('outside office: yes; it is Monday 2026-11-30 18:30 in Europe/Berlin');
    expect(evaluated.stdout).toContain('for `git push`; it denies from 2026-12-01: Push by the button.\n');
    const json = await bylaw(['eval', '--json', ...at, '-'], { cwd, stdin: eventOf('git push') });
    expect(JSON.parse(json.stdout)).toMatchObject({
      effect: 'none',
      watched: ['com.example.dev.push'],
      rollouts: { 'com.example.dev.push': { from: '2026-12-01', reason: 'Push by the button.' } },
    });
    const explained = await bylaw(['explain', ...at, 'git push && deploy'], { cwd });
    expect(explained.stdout).toContain(
      'com.example.dev.push (medium) is watched: it denies from 2026-12-01  policies/a.policy:14:6',
    );
    expect(explained.stdout).toContain('outside office: yes; it is Monday 2026-11-30 18:30 in Europe/Berlin');
    const later = await bylaw(['explain', '--json', '--at', '2026-12-01T00:00Z', 'git push'], { cwd });
    const { decision, rules } = JSON.parse(later.stdout);
    expect(decision).toMatchObject({ effect: 'deny', code: 'com.example.dev.push' });
    expect(rules[0]).toMatchObject({
      code: decision.code,
      rolledOut: 'yes',
      rollout: { from: '2026-12-01' },
    });
    const watched = await bylaw(['explain', ...at, '--why-not', 'com.example.dev.push', 'git push -f'], {
      cwd,
    });
    expect(watched.stdout).toBe(
      'com.example.dev.push fires already: it watches the event as it is, and denies from 2026-12-01\n',
    );
    const whyNot = ['explain', '--why-not', 'com.example.dev.late'];
    expect((await bylaw([...whyNot, ...at, 'ls -l'], { cwd })).code).toBe(0);
    // Another time is a change that makes it fire.
    const early = await bylaw([...whyNot, '--at', '2026-11-30T12:00Z', 'ls -l'], { cwd });
    expect(early).toMatchObject({ code: 0, stdout: expect.stringContaining('decided at: 2026-11-30T12:00') });
  });
});

test('a test without a time says what to write', async () => {
  const timeless = policy.replace('    given time 2026-12-06 10:00 in "Europe/Berlin"\n', '');
  const tests = `tests for com.example.dev
test "all"
  passes "deploy"
  passes "git push"
  given time 2026-11-30 23:59 in "UTC"
  denies "git push"
`;
  await withFolder(
    { 'a/a.policy': timeless, 'b/a.policy': policy, 'b/a.tests.policy': tests },
    async (cwd) => {
      const advice =
        'no line before it says what time it is, such as `given time 2026-12-24 19:30 in "Europe/Berlin"`';
      const inside = (await bylaw(['test', 'a'], { cwd })).stdout;
      expect(inside).toContain(`help: ${advice}`);
      const beside = (await bylaw(['test', 'b'], { cwd })).stdout;
      expect(beside).toContain(`but \`com.example.dev.late\` is unsure: ${advice}`);
      expect(beside).toContain(`but \`com.example.dev.push\` is unsure: ${advice}`);
      expect(beside).toContain(
        'but no rule denies the call: `com.example.dev.push` is only watched until 2026-12-01',
      );
    },
  );
});

/** From noon of 1 October on, in UTC: a Thursday. */
const hour = 3_600_000;
const pushes = [
  { after: 0, event: runs('1', 'git push && deploy') },
  { after: 3 * hour, event: runs('2', 'deploy') },
  { after: 20 * hour, event: runs('3', 'git push && deploy') },
];

test('the log has from when a watched rule denies, and a replay asks the clock of its records', async () => {
  const announced = policy.replace('2026-12-01', '2026-10-02').replace('18:00 in', '16:00 in');
  await withFolder(
    { 'a/a.policy': announced, 'b/a.policy': announced.replace(' from 2026-10-02', '') },
    async (cwd) => {
      const { program } = loadPolicies(['a'], cwd);
      if (program === undefined) throw new Error('the policies are not valid');
      record(join(cwd, 'log'), pushes, { rules: program });
      const records = recordsIn(join(cwd, 'log'));
      expectValid(records);
      const decisions = records.filter(({ type }) => type === 'decision');
      expect(decisions).toMatchObject([
        { effect: 'none', watched: [{ rollout: { from: '2026-10-02', reason: 'Push by the button.' } }] },
        { effect: 'deny', code: 'com.example.dev.late', watched: [] },
        { effect: 'deny', code: 'com.example.dev.push', watched: [] },
      ]);
      const { stdout } = await bylaw(['log', 'stats', 'log', '--json'], { cwd });
      expect(JSON.parse(stdout).rollouts).toEqual({ 'com.example.dev.push from 2026-10-02': 1 });
      expect((await bylaw(['log', 'stats', 'log'], { cwd })).stdout).toContain(
        'Watched, and denied later or for others',
      );
      expect((await bylaw(['log', 'tail', 'log'], { cwd })).stdout).toContain(
        'watched com.example.dev.push, which denies from 2026-10-02',
      );
      const replayed = async (policies: string): Promise<unknown> =>
        JSON.parse((await bylaw(['replay', 'log', '--json', '--policies', policies], { cwd })).stdout);
      expect(await replayed('a')).toMatchObject({ compared: 3, changed: 0 });
      expect(await replayed('b')).toMatchObject({ compared: 3, changed: 1, kinds: { 'newly-denied': 1 } });
    },
  );
});
