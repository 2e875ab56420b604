/** Layers from disk to decisions: what a lower one adds, what it cannot do, and what becomes of the others where it is broken. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { compileKept, deriveFor } from '../../../src/compile/program.ts';
import { evaluate } from '../../../src/engine/evaluate.ts';
import { createEngine, InvalidPolicies } from '../../../src/host/create-engine.ts';
import { keptPolicies } from '../../../src/host/load/kept-policies.ts';
import { loadFresh } from '../../../src/host/load/load-fresh.ts';
import { readPolicyCache } from '../../../src/host/policy-cache/policy-cache.ts';
import { policyStamp } from '../../../src/host/policy-files/policy-folder.ts';
import { renderDiagnostic } from '../../../src/language/render.ts';
import { decodeEvent } from '../../../src/protocol/decode.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bylaw-layers-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const put = (files: Readonly<Record<string, string>>): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
};

const company = `policy com.acme.security
deny read-env
  severity high
  when reads "**/.env"
  when unsure note
deny destroy
  when runs "terraform destroy"
deny write-env
  when writes "**/.env"
deny talk
  when connects to any host
  unless runs "vpn up"
`;
const team = `policy com.acme.team
deny push
  when runs "git push"
`;

const decider = (named: readonly string[]) => {
  const engine = createEngine({ policies: named, cwd: folder });
  const shell = (command: string, cwd = '/srv/app') =>
    engine.decide({
      session: { id: 's', cwd, workspaceRoots: [cwd] },
      tool: { name: 'Bash', kind: 'shell', input: { command } },
    });
  return { engine, shell };
};
const codeOf = (named: readonly string[], command: string): string | undefined =>
  decider(named).shell(command).code;

test('the rules of all layers are in force, and a decision says whose they are', () => {
  put({
    'company/security.policy': company,
    'team/team.policy': team,
    'bylaw.yaml': `layers:
  - {name: organisation, owner: security@acme.example, policies: company}
  - {name: team, policies: team}
`,
  });
  const { shell } = decider(['bylaw.yaml']);
  const { matched } = shell('cat .env; git push');
  expect(matched.map(({ code, layer }) => [code, layer])).toEqual([
    ['com.acme.security.read-env', { name: 'organisation', owner: 'security@acme.example' }],
    ['com.acme.team.push', { name: 'team' }],
  ]);
  expect(shell('ls').effect).toBe('none');
});

test('a path for each layer, from the highest to the lowest', () => {
  put({ 'company/security.policy': company, 'team/team.policy': team });
  const { shell } = decider(['company', 'team']);
  expect(shell('git push').matched[0]?.layer).toEqual({ name: 'layer-2' });
  expect(shell('cat .env').code).toBe('com.acme.security.read-env');
});

describe('what a lower layer knows of commands', () => {
  const knowing = `${team}command "acme-env"
  reads ".env"
command "acme-send"
  connects to "acme.example"
alias acme-vpn = "vpn up"
deny environment
  when reads ".env"
`;

  beforeEach(() => put({ 'company/security.policy': company, 'team/team.policy': knowing }));

  test('adds effects for the rules of higher layers', () => {
    expect(codeOf(['company'], 'acme-env')).toBeUndefined();
    expect(codeOf(['company', 'team'], 'acme-env')).toBe('com.acme.security.read-env');
    expect(codeOf(['company', 'team'], 'acme-send')).toBe('com.acme.security.talk');
  });

  test('excuses nothing from them', () => {
    expect(codeOf(['company'], 'vpn up; curl acme.example')).toBeUndefined();
    expect(codeOf(['company'], 'acme-vpn; curl acme.example')).toBe('com.acme.security.talk');
    expect(codeOf(['company', 'team'], 'acme-vpn; curl acme.example')).toBe('com.acme.security.talk');
    expect(codeOf(['company', 'team'], 'acme-vpn; acme-send')).toBe('com.acme.security.talk');
  });

  test('is known to its own rules, and to those below', () => {
    put({
      'project/project.policy':
        'policy com.acme.project\ndeny deploy\n  when connects to "acme.example"\n  test\n    denies "acme-send"\n',
    });
    const { matched } = decider(['company', 'team', 'project']).shell('acme-env; acme-send');
    expect(matched.map(({ code }) => code)).toEqual([
      'com.acme.project.deploy',
      'com.acme.security.read-env',
      'com.acme.security.talk',
      'com.acme.team.environment',
    ]);
  });

  test('is remembered: what a command of the team writes is followed in a later call', () => {
    put({
      'team/team.policy':
        'policy com.acme.team\ncommand "acme-write"\n  writes last operand\ndeny removal\n  when deletes any path under "/etc"\n  when unsure deny\n',
    });
    const { shell } = decider(['company', 'team']);
    expect(shell('printf "ls -l" > a.sh').effect).toBe('none');
    expect(shell('bash a.sh').effect).toBe('none');
    expect(shell('acme-write a.sh').effect).toBe('none');
    expect(shell('bash a.sh').code).toBe('com.acme.team.removal');
  });

  test('fails no test of a higher layer', () => {
    put({
      'company/security.policy': `${company}  test\n    denies "curl acme.example"\n    passes "acme-send"\ndeny quiet\n  when reads "**/.env"\n  test\n    passes "acme-env"\n    denies "cat .env"\n`,
    });
    const { problems, broken } = loadFresh(['company', 'team'], folder);
    expect(problems).toEqual([]);
    expect(broken).toEqual([]);
  });
});

test('a layer with `replaces` corrects the tables for itself and those below, and for no other', () => {
  const corrected = `policy com.acme.team
command "terraform"
  reads operands
deny plan
  when runs "terraform destroy" and reads "a.tf"
`;
  put({
    'company/security.policy': company,
    'team/team.policy': corrected,
    'bylaw.yaml': `layers:
  - {name: organisation, policies: company}
  - {name: team, policies: team, replaces: true}
`,
  });
  expect(codeOf(['bylaw.yaml'], 'terraform destroy')).toBe('com.acme.security.destroy');
  expect(loadFresh(['company', 'team'], folder).broken).toHaveLength(1);
});

describe('the ways in which a project switches a rule of the company off', () => {
  test.each([
    [
      'a tool',
      'tool "Write" kind other\n  reads input.file_path\n',
      'the tool `Write` is described in the tables of bylaw',
      'project/project.policy:2:6',
    ],
    [
      'an alias',
      'alias terraform = echo\n',
      'the alias `terraform` is described in the tables of bylaw',
      'project/project.policy:2:7',
    ],
    [
      'a command',
      'command "terraform destroy"\n  reads operands\n',
      'the command `terraform destroy` is described in the tables of bylaw',
      'project/project.policy:2:9',
    ],
  ])('%s is refused, and the rule stays in force', (_, text, message, place) => {
    put({
      'company/security.policy': company,
      'project/project.policy': `policy com.acme.project\n${text}deny push\n  when runs "git push"\n`,
    });
    const { broken, loaded } = loadFresh(['company', 'project'], folder);
    const told = broken[0]?.problems.map((each) => renderDiagnostic(each, loaded.lookup)).join('\n');
    expect(told).toContain(`error[known-to-higher-layer]: ${message}`);
    expect(told).toContain(place);
    const { engine, shell } = decider(['company', 'project']);
    expect(shell('terraform destroy').code).toBe('com.acme.security.destroy');
    const write = { name: 'Write', kind: 'file_write', input: { file_path: '/srv/app/.env', content: 'x' } };
    expect(engine.decide({ session: { id: 's', cwd: '/srv/app' }, tool: write }).code).toBe(
      'com.acme.security.write-env',
    );
  });

  test('the last of several `--policies` does not stand alone', () => {
    put({ 'company/security.policy': company, 'project/project.policy': team });
    expect(codeOf(['company', 'project'], 'terraform destroy')).toBe('com.acme.security.destroy');
  });
});

describe('a lower layer that is broken', () => {
  const layers = (more = ''): string => `layers:
  - {name: organisation, policies: company}
  - {name: team, owner: platform@acme.example, policies: team${more}}
  - {name: project, policies: project}
`;

  beforeEach(() =>
    put({
      'company/security.policy': company,
      'project/project.policy': 'policy com.acme.project\ndeny fetch\n  when kind is fetch\n',
      'bylaw.yaml': layers(),
    }),
  );

  test.runIf(process.platform !== 'win32').each([
    ['is a pipe', ['mkfifo', 'team']],
    ['is a link to itself', ['ln', '-s', 'team', 'team']],
    ['has a link to itself for a policy', ['sh', '-c', 'mkdir team && ln -s q.policy team/q.policy']],
    [
      'has a link to itself for a mark',
      ['sh', '-c', 'mkdir -p team/sub && ln -s .profile team/sub/.profile'],
    ],
    ['has a pipe for a policy', ['sh', '-c', 'mkdir team && mkfifo team/q.policy']],
  ])('that %s is soon told, and the other layers go on', (_, [program = '', ...args]) => {
    execFileSync(program, args, { cwd: folder });
    const { engine, shell } = decider(['bylaw.yaml']);
    expect(engine.broken.map(({ layer }) => layer.name)).toEqual(['team']);
    expect(shell('ls').code).toBe('io.bylaw.engine.layer.team');
    expect(shell('terraform destroy').code).toBe('com.acme.security.destroy');
    expect(policyStamp([join(folder, 'team')], [])).not.toBe('');
  });

  test.runIf(process.platform !== 'win32').each([
    ['a pipe', ['mkfifo', 'team/a.json'], 'a.json', 'it is no file'],
    ['of another layer', ['cp', 'a.json', 'company/a.json'], '../company/a.json', 'is not in the folder of'],
    ['beside the layers', ['true'], '../a.json', 'is not in the folder of'],
    ['behind a link', ['ln', '-s', '../a.json', 'team/a.json'], 'a.json', 'leads out of the policy root'],
    ['endless', ['ln', '-s', '/dev/zero', 'team/a.json'], 'a.json', 'leads out of the policy root'],
    ['too large', ['truncate', '-s', '1G', 'team/a.json'], 'a.json', 'is larger than an event can be'],
  ])(
    'that has a recorded event %s for a test: the others go on',
    (_, [program = '', ...args], file, message) => {
      put({ 'team/team.policy': `${team}  test\n    denies event "${file}"\n` });
      put({
        'a.json': JSON.stringify({ tool: { name: 'Bash', kind: 'shell', input: { command: 'git push' } } }),
      });
      execFileSync(program, args, { cwd: folder });
      const { engine, shell } = decider(['bylaw.yaml']);
      expect(engine.broken.map(({ layer }) => layer.name)).toEqual(['team']);
      expect(shell('ls').reason).toContain(message);
      expect(shell('terraform destroy').code).toBe('com.acme.security.destroy');
    },
  );

  test('a recorded event in its own folder is read', () => {
    put({
      'team/team.policy': `${team}  test\n    denies event "events/a.json"\n`,
      'team/events/a.json': JSON.stringify({
        tool: { name: 'Bash', kind: 'shell', input: { command: 'git push' } },
      }),
    });
    expect(decider(['bylaw.yaml']).engine.broken).toEqual([]);
  });

  test.runIf(process.platform !== 'win32')('a file that is far too large is not read', () => {
    put({ 'team/team.policy': team });
    execFileSync('truncate', ['-s', '3G', 'team/more.policy'], { cwd: folder });
    const { engine, shell } = decider(['bylaw.yaml']);
    expect(engine.broken[0]?.problems.map(({ code }) => code)).toEqual(['file-too-long']);
    expect(shell('ls').reason).toContain(
      'the file has 3221225472 octets; at most 8388608 characters are read',
    );
    expect(shell('terraform destroy').code).toBe('com.acme.security.destroy');
  });

  test('files that are too much together are not all read', () => {
    const long = `# ${'x'.repeat(8_000_000)}\n`;
    put({ 'team/team.policy': team });
    put(Object.fromEntries(Array.from({ length: 4 }, (_, at) => [`team/${at}.policy`, long])));
    const { engine, shell } = decider(['bylaw.yaml']);
    expect(engine.broken[0]?.problems.map(({ code }) => code)).toContain('policies-too-large');
    expect(shell('terraform destroy').code).toBe('com.acme.security.destroy');
  });

  test.each([
    [
      'rows with long texts',
      '    examples a\n      ROWS\n    denies tool "W" { c: text of 8 MiB, d: "{a}" }\n',
    ],
    ['rows with many places', `    examples a\n      ROWS\n    denies "${'{a}'.repeat(40_000)}"\n`],
    ['many long texts', '    denies tool "W" { c: text of 8 MiB }\n'.repeat(9)],
    ['many lines with rows', `    examples a\n      ROWS\n${'    denies "git push {a}"\n'.repeat(101)}`],
  ])('that has tests without end (%s): they are not run', (_, lines) => {
    const rows = Array.from({ length: 1000 }, (__, at) => `"a${at}"`).join('\n      ');
    put({ 'team/team.policy': `${team}  test\n${lines.replace('ROWS', rows)}` });
    const { engine, shell } = decider(['bylaw.yaml']);
    expect(engine.broken[0]?.problems.map(({ code }) => code)).toEqual(['policies-too-large']);
    expect(shell('terraform destroy').code).toBe('com.acme.security.destroy');
  });

  const doubled = (question: string, times: number): string =>
    `condition c0 = ${question}\n${Array.from({ length: times }, (_, at) => `condition c${at + 1} = c${at} or c${at}\n`).join('')}`;
  const many = (count: number, of: (at: number) => string): string =>
    Array.from({ length: count }, (_, at) => of(at)).join('');

  test.each([
    ['rules', many(20_001, (at) => `deny r${at}\n  when session.cwd matches /a${at}.*b/\n`), '20000 rules'],
    [
      'comparisons',
      doubled('tool is "A"', 13) + many(25, (at) => `deny r${at}\n  when c13\n`),
      '200000 comparisons',
    ],
    [
      'steps of regular expressions in rules',
      doubled('session.cwd matches /a{900}/', 8) + many(10, (at) => `deny r${at}\n  when c8\n`),
      '2000000 steps of regular expressions, with',
    ],
    [
      'steps of regular expressions that no rule uses',
      many(2500, (at) => `condition c${at} = session.cwd matches /a{900}${at}/\n`),
      '2000000 steps of regular expressions',
    ],
    [
      'codes in exceptions',
      `except e for ${Array.from({ length: 5001 }, (_, at) => `com.acme.x${at}`).join(', ')}\n  when kind is shell\n  owner "a"\n  ticket "b"\n  because "c"\n  expires 2026-12-01\n`,
      '5000 codes',
    ],
  ])('with too many %s: the others are in force', (_, text, message) => {
    put({ 'team/team.policy': `${team}${text}` });
    const { engine, shell } = decider(['bylaw.yaml']);
    const [problem] = engine.broken[0]?.problems.filter(({ code }) => code === 'policies-too-large') ?? [];
    expect(problem?.message).toContain(`the layer \`team\` comes to more than ${message}`);
    expect(shell('terraform destroy').code).toBe('com.acme.security.destroy');
    expect(shell('ls').code).toBe('io.bylaw.engine.layer.team');
  });

  test('with ten thousand rules is in force', () => {
    put({
      'team/team.policy': `${team}${many(10_000, (at) => `deny r${at}\n  when tool is "a${at}"${at % 10 === 0 ? ` and session.cwd matches /a${at}.*b/` : ''}\n`)}`,
    });
    const { engine, shell } = decider(['bylaw.yaml']);
    expect(engine.broken).toEqual([]);
    expect(shell('ls').code).toBeUndefined();
  });

  test('that has scenarios without end: they are not run', () => {
    const scenario = `  scenario "x"\n    repeat 1001 "git push" denied\n`;
    put({ 'team/team.policy': `${team}${scenario.repeat(100)}` });
    expect(decider(['bylaw.yaml']).engine.broken[0]?.problems.map(({ code }) => code)).toEqual([
      'policies-too-large',
    ]);
  });

  test.each([
    [
      'has an error',
      { 'team/team.policy': 'policy com.acme.team\ndeny x\n  when tol is "x"\n' },
      'team/team.policy:3:8: unknown field `tol`',
    ],
    ['does not parse', { 'team/team.policy': 'policy com.acme.team\ndeny\n' }, 'team/team.policy:2:'],
    [
      'has a failing test',
      { 'team/team.policy': `${team}  test\n    passes "git push"\n` },
      /team\/team\.policy:\d+:5: the test expects/,
    ],
    ['is not there', {}, 'where the layer `team` is'],
    ['is empty', { 'team/notes.txt': '' }, 'the layer `team` has no policy file'],
    [
      'breaks the law',
      { 'team/team.policy': `${team}alias terraform = echo\n` },
      'is described in the tables',
    ],
    [
      'has a scenario that fails',
      { 'team/team.policy': `${team}  scenario "x"\n    denied "ls"\n` },
      /team\/team\.policy:\d+:\d+: /,
    ],
  ])('that %s: the other layers go on, and every call is denied with its place', (_, files, message) => {
    put(files);
    const { engine, shell } = decider(['bylaw.yaml']);
    expect(engine.broken.map(({ layer }) => layer.name)).toEqual(['team']);
    const { code, reason } = shell('ls');
    expect(code).toBe('io.bylaw.engine.layer.team');
    expect(reason).toContain('The policies of the layer team (platform@acme.example) are not in force');
    expect(reason).toMatch(message);
    expect(shell('terraform destroy').code).toBe('com.acme.security.destroy');
    expect(shell('curl https://a.example').matched.map((each) => each.code)).toContain(
      'com.acme.security.talk',
    );
  });

  test('denies only calls in its workspace, or that may be in it', () => {
    put({
      'team/team.policy': 'policy com.acme.team\ndeny\n',
      'bylaw.yaml': layers(', workspace: /srv/app'),
    });
    const { engine, shell } = decider(['bylaw.yaml']);
    expect(shell('ls', '/srv/app/src').code).toBe('io.bylaw.engine.layer.team');
    expect(shell('ls', '/srv/other').effect).toBe('none');
    expect(engine.decide({ tool: { name: 'Bash', kind: 'shell', input: { command: 'ls' } } }).code).toBe(
      'io.bylaw.engine.layer.team',
    );
  });

  test('that costs more than its budget', () => {
    const dear = 'policy com.acme.team\ndeny any\n  when any text in input matches /x/\n';
    put({ 'team/team.policy': dear, 'bylaw.yaml': layers(', budget: {expressions: 0}') });
    const { engine, shell } = decider(['bylaw.yaml']);
    expect(engine.broken[0]?.problems[0]?.code).toBe('over-budget');
    expect(shell('ls').code).toBe('io.bylaw.engine.layer.team');
    put({ 'bylaw.yaml': layers(', budget: {expressions: 1000}') });
    expect(decider(['bylaw.yaml']).engine.broken).toEqual([]);
  });

  test('that has exceptions to rules of others which cost more than its budget', () => {
    const allowing = `${company}deny keys\n  when reads "**/*.key"\n  exceptions allowed by team\n`;
    const excusing = `${team}except old for com.acme.security.keys
  when path in "old.key" and not any text in input matches /x+y/
  owner "kim"
  because "It is old."
  expires 2027-03-01
`;
    put({ 'company/security.policy': allowing, 'team/team.policy': excusing });
    put({ 'bylaw.yaml': layers(', budget: {worst: 1000000}') });
    const { engine, shell } = decider(['bylaw.yaml']);
    const [problem] = engine.broken[0]?.problems ?? [];
    expect(problem?.code).toBe('over-budget');
    expect(problem?.path).toBe('team/team.policy');
    expect(problem?.message).toContain('`com.acme.team.old` takes');
    expect(shell('cat a.key').code).toBe('com.acme.security.keys');
    put({ 'bylaw.yaml': layers(', budget: {worst: 999999999999999}') });
    expect(decider(['bylaw.yaml']).engine.broken).toEqual([]);
    put({ 'team/team.policy': excusing.replace(' and not any text in input matches /x+y/', '') });
    put({ 'bylaw.yaml': layers(', budget: {worst: 1000000}') });
    expect(decider(['bylaw.yaml']).engine.broken).toEqual([]);
  });

  test('a layer below that needs it is broken as well', () => {
    put({
      'team/team.policy': `${team}command "acme-send"\n  connects to "acme.example"\nalias ls = echo\n`,
      'project/project.policy':
        'policy com.acme.project\ndeny deploy\n  when connects to "acme.example"\n  test\n    denies "acme-send"\n',
    });
    expect(decider(['bylaw.yaml']).engine.broken.map(({ layer }) => layer.name)).toEqual(['team', 'project']);
  });

  test('that is optional may be empty, and need not be there', () => {
    put({ 'bylaw.yaml': layers(', optional: true') });
    expect(decider(['bylaw.yaml']).shell('ls').effect).toBe('none');
    mkdirSync(join(folder, 'team'));
    expect(decider(['bylaw.yaml']).shell('ls').effect).toBe('none');
  });

  test('the highest keeps everything from being loaded', () => {
    put({ 'company/security.policy': 'policy com.acme.security\ndeny x\n', 'team/team.policy': team });
    expect(() => decider(['bylaw.yaml'])).toThrow(InvalidPolicies);
    put({ 'bylaw.yaml': 'layers:\n  - nam: x\n' });
    expect(() => decider(['bylaw.yaml'])).toThrow('did you mean `name`?');
  });
});

test('a layer imports no file of another, and leaves its folder by no link', () => {
  put({
    'company/security.policy': company,
    'company/lists.policy':
      'policy com.acme.lists\nlist keys = paths "**/*.pem"\ndeny k\n  when reads @keys\n',
    'team/team.policy': `policy com.acme.team\nimport "../company/lists.policy"\ndeny keys\n  when reads @keys\n`,
  });
  const [broken] = loadFresh(['company', 'team'], folder).broken;
  expect(broken?.problems.map(({ code }) => code)).toContain('import-outside');
});

test('a file is of one layer', () => {
  put({ 'company/security.policy': company, 'company/team/team.policy': team });
  const [broken] = loadFresh(['company', 'company/team'], folder).broken;
  const [problem] = broken?.problems.filter(({ code }) => code === 'in-two-layers') ?? [];
  expect(problem?.path).toBe('team');
  const [above] = loadFresh(['company/team', 'company'], folder).broken;
  expect(above?.problems.map(({ code, path }) => [code, path])).toContainEqual(['in-two-layers', '.']);
});

test('the digest tells layers in another order apart', () => {
  put({ 'a/a.policy': company, 'b/b.policy': team });
  const digestOf = (...named: string[]): string => loadFresh(named, folder).loaded.digest;
  expect(new Set([digestOf('a', 'b'), digestOf('b', 'a'), digestOf('a')]).size).toBe(3);
});

test('checked layers are kept, and read anew where any of them or their file changes', async () => {
  put({
    'company/security.policy': company,
    'team/team.policy': `${team}alias env-cat = cat\n`,
    'bylaw.yaml': 'layers:\n  - {name: organisation, policies: company}\n  - {name: team, policies: team}\n',
  });
  const env = { XDG_CACHE_HOME: join(folder, 'cache') };
  const key = { paths: [join(folder, 'bylaw.yaml')], env, build: 'build-1' };
  const load = () => keptPolicies({ named: ['bylaw.yaml'], cwd: folder, env, build: 'build-1' });
  const { kept: made } = await load();
  const read = readPolicyCache(key, { withTests: true });
  if (made === undefined || read === undefined) throw new Error('not kept');
  const tool = { name: 'Bash', kind: 'shell', input: { command: 'env-cat .env; git push' } };
  const decoded = decodeEvent({ id: 'a', type: 'tool.before', tool }, 'a');
  if (!decoded.ok) throw new Error(decoded.problem.message);
  const decisions = [made, read].map(({ bundle }) => {
    const program = compileKept(bundle);
    program.index.prepare();
    return evaluate(program, deriveFor(program, decoded.event));
  });
  expect(decisions[1]).toEqual(decisions[0]);
  expect(decisions[0]?.matched.map(({ code, layer }) => [code, layer?.name])).toEqual([
    ['com.acme.security.read-env', 'organisation'],
    ['com.acme.team.push', 'team'],
  ]);
  expect(read.paths).toEqual(['bylaw.yaml', 'company', 'team'].map((path) => join(folder, path)));
  put({ 'team/more.policy': 'policy com.acme.more\n' });
  expect(readPolicyCache(key)).toBeUndefined();
  await load();
  expect(readPolicyCache(key)).toBeDefined();
  put({ 'bylaw.yaml': 'layers:\n  - {name: organisation, policies: company}\n' });
  expect(readPolicyCache(key)).toBeUndefined();
});

test('layers of which one is broken are kept until a file of it changes', async () => {
  const event = '{"tool": {"name": "Bash", "kind": "shell", "input": {"command": "ls"}}}';
  const brokenNow =
    'policy com.acme.team\ndeny a\n  when kind is shell\n  test\n    passes event "events/a.json"\n';
  put({ 'company/security.policy': company, 'team/team.policy': brokenNow, 'team/events/a.json': event });
  const env = { XDG_CACHE_HOME: join(folder, 'cache') };
  const named = ['company', 'team'];
  const key = { paths: named.map((path) => join(folder, path)), env, build: 'build-1' };
  const load = () => keptPolicies({ named, cwd: folder, env, build: 'build-1' });
  const { kept } = await load();
  expect(kept?.bundle.rules.heads.map(({ code }) => code)).toContain('io.bylaw.engine.layer.layer-2');
  const read = readPolicyCache(key, { withTests: true });
  expect(read?.bundle.rules.heads).toEqual(kept?.bundle.rules.heads);
  expect(read?.broken.map(({ layer, problems }) => [layer.name, problems.map(({ code }) => code)])).toEqual([
    ['layer-2', ['failing-test']],
  ]);
  expect((await load()).kept?.broken).toEqual(read?.broken);
  const changes: Record<string, string>[] = [
    { 'team/events/a.json': event.replace('shell', 'fetch') },
    { 'team/team.policy': 'policy com.acme.team\ndeny\n' },
    { 'team/team.policy': 'policy com.acme.team\n' },
  ];
  for (const change of changes) {
    put(change);
    expect(readPolicyCache(key)).toBeUndefined();
    await load();
    expect(readPolicyCache(key)).toBeDefined();
  }
  expect(readPolicyCache(key)?.broken).toEqual([]);
});

test('a layer that is not there, or cannot be read, is looked for again each time', async () => {
  put({ 'company/security.policy': company });
  const env = { XDG_CACHE_HOME: join(folder, 'cache') };
  const named = ['company', 'team'];
  const { kept } = await keptPolicies({ named, cwd: folder, env, build: 'build-1' });
  expect(kept?.broken).toHaveLength(1);
  const paths = named.map((path) => join(folder, path));
  expect(readPolicyCache({ paths, env, build: 'build-1' })).toBeUndefined();
});

test('places do not depend on the folder that somebody stands in', async () => {
  put({
    'bylaw.yaml': 'layers:\n  - {name: organisation, policies: company}\n  - {name: team, policies: team}\n',
    'company/security.policy': company,
    'team/team.policy': team,
  });
  const file = join(folder, 'bylaw.yaml');
  for (const cwd of ['/', folder, join(folder, 'team'), tmpdir()])
    expect(loadFresh([file], cwd).loaded.sources.map(({ path }) => path)).toEqual([
      'company/security.policy',
      'team/team.policy',
    ]);
});

test('what a lower layer adds takes no mark from a file', () => {
  const label = `label tainted on file lasts session
  when writes any path and not runs "echo"
deny read-tainted
  when reads any path labelled tainted
  when unsure note
`;
  put({
    'company/security.policy': `policy com.acme.security\n${label}`,
    'team/team.policy': 'policy com.acme.team\nalias acme-gen = "echo"\n',
  });
  for (const named of [['company'], ['company', 'team']]) {
    const { shell } = decider(named);
    expect(shell('acme-gen > out.txt').code).toBeUndefined();
    expect(shell('cat out.txt').code, named.join()).toBe('com.acme.security.read-tainted');
  }
});
