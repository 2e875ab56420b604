import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { shippedLists } from '../../src/check/names/shipped-lists.ts';
import { bylaw, withFolder } from './command.ts';

const checkOf = (rule: string) =>
  withFolder({ 'a.policy': `policy com.example.a\n\ndeny x\n${rule}  reason "No."\n` }, async (cwd) =>
    bylaw(['check', 'a.policy'], { cwd }),
  );

test('a rule that needs what only a server proves is named, and is no warning', async () => {
  const noted = await checkOf('  when client.token is "team" and runs "ls"\n');
  expect(noted.code).toBe(0);
  expect(noted.stdout).toContain(
    'com.example.a.x asks for `client.token`, and denies nothing there (a.policy:3:6)',
  );
  const safe = await checkOf('  when client.certificate is "team"\n  when unsure deny\n');
  expect(safe.stdout).toContain('asks for `client.certificate`, and denies there to be safe');
});

test.each([
  [
    'when not client.certificate is "docs"\n  when unsure deny',
    '`client.certificate`, and denies there to be safe',
  ],
  ['when client.token is not "docs"', '`client.token`, and denies nothing there'],
  ['when client.token is present', '`client.token`, and denies nothing there'],
  ['when not (client.token is "team" or runs "ls")', '`client.token`, and denies nothing there'],
  [
    'when runs "ls"\n  unless client.token is "release"',
    '`client.token` in an `unless`, which excuses nobody there',
  ],
  [
    'when runs "ls"\n  unless not client.token is "x" and cwd is "/w"',
    '`client.token` in an `unless`, which',
  ],
])('so is every form that cannot hold, or excuse, without it: %s', async (rule, said) => {
  const { stdout } = await checkOf(`  ${rule}\n`);
  expect(stdout).toContain(`com.example.a.x asks for ${said}`);
});

test('an exception that excuses nobody in a hook is named once', async () => {
  const text =
    'policy com.example.a\n\ndeny x\n  when runs "ls"\n  reason "No."\n\ndeny y\n  when runs "rm"\n  reason "No."\n\n' +
    'except dev for x, y\n  when client.token is "dev"\n  owner "a@b.example"\n  because "B."\n  expires 2026-03-01\n';
  await withFolder({ 'a.policy': text }, async (cwd) => {
    const { stdout } = await bylaw(['check', 'a.policy'], { cwd });
    expect(stdout.match(/excuses nobody there/g)).toHaveLength(1);
    expect(stdout).toContain(
      'the exception com.example.a.dev asks for `client.token`, and excuses nobody there (a.policy:11:8)',
    );
  });
});

test.each([
  '  when client.token is "team" or runs "ls"\n',
  '  when client.token is missing and runs "ls"\n',
  '  when not client.token is present and runs "ls"\n',
  '  when might client.token is "team" and runs "ls"\n',
  '  when client.token is "team"\n  if client.token missing apply\n',
  '  when runs "ls"\n  unless client.token is "team" or cwd is "/w"\n',
  '  when client.user is "dana"\n',
])('a rule that can hold without it is not: %j', async (rule) => {
  expect((await checkOf(rule)).stdout).not.toContain('Only for clients of a server');
});

test.each([
  ['when connect to "x.example"', 'did you mean `connects to "x.example"`?'],
  ['when sends outside @l', '`sends anything to any host outside @l`'],
  ['when team is "a"', '`client.token is "team-a"`'],
])('%s gets the right words', async (rule, said) => {
  expect((await checkOf(`  ${rule}\n`)).stdout).toContain(said);
});

const listHelp = async (target: string, others: Readonly<Record<string, string>> = {}): Promise<string> => {
  const text = `policy com.example.a\nimport "${target}"\n`;
  return withFolder({ 'a.policy': text, ...others }, async (cwd) => {
    const { stdout } = await bylaw(['check', '.'], { cwd });
    return stdout.split('\n').find((line) => line.startsWith('help: ')) ?? '';
  });
};

test('an import of the lists that come with bylaw names their place', async () => {
  expect(await listHelp('lists/secrets.policy')).toContain('`import "packs/lists/secrets.policy"`');
});

test('an import of a list names only lists that are there', async () => {
  const shipped = readdirSync('policies/lists').map((name) => `\`"packs/lists/${name}"\``);
  for (const target of ['lists/hosts.policy', 'packs/lists/hosts.policy'])
    expect(await listHelp(target)).toContain(
      `the lists that come with bylaw are ${shipped.sort().join(', ')}`,
    );
  expect(await listHelp('packs/lists/secrets.policy')).toContain('check the folder that has `packs` in it');
  const own = { 'packs/lists/places.policy': 'policy com.example.places\nlist a:\n  "b"\n' };
  expect(await listHelp('packs/lists/corporate-domains.policy', own)).toContain(
    'the lists here are `"packs/lists/places.policy"`',
  );
});

test('a test that fails because of a rule of another file says so', async () => {
  const files = {
    'p/theirs.policy': 'policy com.example.theirs\ndeny push\n  when runs "git push"\n  reason "No."\n',
    'p/theirs.tests.policy': 'tests for com.example.theirs\ntest "all"\n  passes "ls"\n',
    'p/own.policy': 'policy com.example.own\ndeny ls\n  when runs "ls"\n  reason "No."\n',
  };
  await withFolder(files, async (cwd) => {
    const { stdout } = await bylaw(['test', 'p'], { cwd });
    expect(stdout).toContain('note: the rule\n  --> p/own.policy:2:6');
    expect(stdout).toContain('put that rule into a layer below');
    expect(stdout).toContain('as in `policies: [packs, exceptions]`');
  });
});

test.each([
  ['deny "psql"', 'in a test it is `denies "psql"`'],
  ['allows "ls"', 'did you mean `passes`?'],
  ['allow read "a.txt"', 'did you mean `passes`?'],
  ['blocks mcp "a" "b"', 'did you mean `denies`?'],
])('a test that says %s gets the word of a test', async (line, said) => {
  const { stdout } = await checkOf(`  when runs "psql"\n  test\n    ${line}\n`);
  expect(stdout).toContain(said);
});

test('lists of bylaw get their sign, and are there', async () => {
  expect((await checkOf('  when sends secrets to any host\n')).stdout).toContain('`@secrets`');
  for (const [file, names] of Object.entries(shippedLists)) {
    const text = readFileSync(`policies/lists/${file}.policy`, 'utf8');
    expect(names).toEqual([...text.matchAll(/^list ([\w-]+) =/gm)].map(([, name]) => name));
  }
});

test('a rule that has an end is told how a rule is written', async () => {
  const text = 'policy com.example.a\ndeny c until 2026-12-24\n  when runs "x"\n  reason "No."\n';
  await withFolder({ 'a.policy': text }, async (cwd) => {
    const { stdout } = await bylaw(['check', 'a.policy'], { cwd });
    expect(stdout).toContain('a rule has no end');
    expect(stdout).not.toContain('an exception ends on a day');
  });
});

test.each([
  ['tool is not "A" or tool is not "B"', true],
  ['not tool is "A" or tool is not "B"', true],
  ['tool is "A" or tool is not "A"', true],
  ['tool is not "A" or tool is "B"', false],
  ['tool is "A" or tool is "B"', false],
  ['tool is not "A" and tool is not "B"', false],
  ['tool is not "A" or tool is not "A*"', false],
])('%s always holds: %s', async (when, always) => {
  const { stdout } = await checkOf(`  when ${when}\n`);
  expect(stdout.includes('always holds, whatever the value is')).toBe(always);
});
