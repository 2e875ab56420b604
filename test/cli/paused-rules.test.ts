/** Exceptions that switch a rule to watching, in the commands. */
import { expect, test } from 'vitest';
import { bylaw, withFolder } from './command.ts';

const pause = (body = ''): string =>
  `policy com.example.off\n\nwatch shell-off for com.example.dev.shell\n  owner "dana@example.com"\n  ticket "INC-42"\n  because "It denies builds."\n  expires 2027-03-01\n${body}`;
const dev = `policy com.example.dev

deny shell
  when runs "make deploy"
  when unsure deny
  reason "Not by hand."
  test
    denies "make deploy"
`;
const files = { 'policies/dev.policy': dev, 'policies/off.policy': pause() };
const event = (command: string): string =>
  JSON.stringify({ tool: { name: 'Bash', kind: 'shell', input: { command } } });
const evalAt = (at: string, command: string, some: Readonly<Record<string, string>> = files) =>
  withFolder(some, async (cwd) =>
    JSON.parse((await bylaw(['eval', '--json', '--at', at, '-'], { cwd, stdin: event(command) })).stdout),
  );

test('until it ends the rule watches, whether it holds or is unsure, and the record says who switched it', async () => {
  const by = {
    exception: 'com.example.off.shell-off',
    owner: 'dana@example.com',
    ticket: 'INC-42',
    because: 'It denies builds.',
  };
  expect(await evalAt('2027-02-28', 'make deploy')).toMatchObject({
    effect: 'none',
    watched: ['com.example.dev.shell'],
    rollouts: { 'com.example.dev.shell': { from: '2027-03-01', reason: 'Not by hand.', by } },
  });
  expect(await evalAt('2027-02-28', '"$X" deploy')).toMatchObject({
    effect: 'none',
    unsure: ['com.example.dev.shell'],
    rollouts: { 'com.example.dev.shell': { by } },
  });
});

test('a call that the rule is not about leaves no record of it', async () => {
  expect(await evalAt('2027-02-28', 'ls')).toMatchObject({ effect: 'none', watched: [], unsure: [] });
});

test.each(['2027-03-01', '2026-02-27'])('outside its term, on %s, the rule denies', async (day) => {
  expect(await evalAt(day, 'make deploy')).toMatchObject({ effect: 'deny', code: 'com.example.dev.shell' });
});

test('the tests of the rule hold as before, and the file is in its form', async () => {
  await withFolder(files, async (cwd) => {
    expect(await bylaw(['test', 'policies'], { cwd })).toMatchObject({ code: 0 });
    expect(await bylaw(['fmt', '--check', 'policies'], { cwd })).toMatchObject({ code: 0 });
    expect(await bylaw(['check', 'policies'], { cwd, now: '2026-11-23T12:00:00Z' })).toMatchObject({
      code: 0,
    });
  });
});

test('people read the end and the owner', async () => {
  await withFolder(files, async (cwd) => {
    const { stdout } = await bylaw(['eval', '--at', '2027-02-28', '-'], { cwd, stdin: event('make deploy') });
    expect(stdout).toContain(
      'it denies from 2027-03-01 (switched to watching by com.example.off.shell-off of dana@example.com): Not by hand.',
    );
  });
});

test.each([
  ['  when runs "make"\n', 'clause-out-of-place', 'an exception that begins with `watch`'],
  ['  test\n    passes "make deploy"\n', 'clause-out-of-place', 'an exception that begins with `watch`'],
])('it has no conditions and no tests: %j', async (body, code, said) => {
  await withFolder({ ...files, 'policies/off.policy': pause(body) }, async (cwd) => {
    const { stdout } = await bylaw(['check', 'policies'], { cwd });
    expect(stdout).toContain(code);
    expect(stdout).toContain(said);
  });
});

test('it is of no use to a rule that watches, to one that is not there, or when it has ended', async () => {
  const check = (some: Readonly<Record<string, string>>, now = '2026-11-23T12:00:00Z') =>
    withFolder(some, async (cwd) => (await bylaw(['check', 'policies'], { cwd, now })).stdout);
  expect(
    await check({ ...files, 'policies/dev.policy': dev.replace('deny shell', 'watch shell') }),
  ).toContain('`com.example.dev.shell` only watches already');
  expect(await check({ 'policies/off.policy': pause() })).toContain('no rule has the code');
  expect(await check(files, '2027-03-02T00:00:00Z')).toContain('error[expired-exception]');
  expect(await check(files, '2027-02-20T00:00:00Z')).toContain('note[expiring-exception]');
});

test('a lower layer switches a rule only where that allows it', async () => {
  const layered = (rights: string) => ({
    'bylaw.yaml': 'layers:\n  - {name: company, policies: company}\n  - {name: team, policies: team}\n',
    'company/dev.policy': dev.replace('  when unsure deny\n', `  when unsure deny\n${rights}`),
    'team/off.policy': pause(),
  });
  const decide = (rights: string) =>
    withFolder(layered(rights), async (cwd) => {
      const args = ['eval', '--layers', 'bylaw.yaml', '--json', '--at', '2027-02-28', '-'];
      return JSON.parse((await bylaw(args, { cwd, stdin: event('make deploy') })).stdout);
    });
  expect(await decide('')).toMatchObject({ effect: 'deny' });
  expect(await decide('  exceptions allowed by team for at most 1d\n')).toMatchObject({ effect: 'none' });
  expect(await decide('  final\n')).toMatchObject({ effect: 'deny' });
});

test('policies in force say how many rules are switched off, by whom and until when, also one that holds for every call', async () => {
  const all = `policy com.example.all

watch all-off for *
  owner "dana@example.com"
  because "It denies builds."
  expires 2027-03-01

except each-call for com.example.dev.shell
  when tool is "*"
  owner "sam@example.com"
  because "It denies builds."
  expires 2027-02-01
`;
  const web = 'policy com.example.web\n\ndeny fetch\n  when runs "curl"\n';
  const some = { ...files, 'policies/off.policy': all, 'policies/web.policy': web };
  const { stderr } = await withFolder(some, (cwd) =>
    bylaw(['eval', '-'], { cwd, stdin: event('make deploy'), now: '2027-01-01T12:00:00Z' }),
  );
  expect(stderr).toContain(
    'The exception com.example.all.all-off (dana@example.com) switches 2 of 2 rules to watching: they deny nothing until 2027-03-01.',
  );
  expect(stderr).toContain(
    'The exception com.example.all.each-call (sam@example.com) excuses every call from the rule com.example.dev.shell: it denies nothing until 2027-02-01.',
  );
});
