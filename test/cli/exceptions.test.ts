/** Exceptions in the commands: what is checked, tested, tried, logged and counted of them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compileKept, deriveFor } from '../../src/compile/program.ts';
import { policyCost } from '../../src/cost/cost.ts';
import { evaluate } from '../../src/engine/evaluate.ts';
import { checkSources } from '../../src/host/load/check-sources.ts';
import { loadPolicies } from '../../src/host/load/load.ts';
import { loadFresh } from '../../src/host/load/load-fresh.ts';
import { packPolicies, unpackPolicies } from '../../src/host/policy-cache/packed-policies.ts';
import { call } from '../engine/program.ts';
import { record, runs } from '../replay/recording.ts';
import { bylaw, withFolder } from './command.ts';

const today = '2026-11-23T12:00:00Z';
const except = (name: string, expires: string, tests = ''): string =>
  `except ${name} for com.acme.security.read-env
  when path in "a.env"
  owner "dana@acme.example"
  ticket "OPS-1234"
  because "The old schema goes away in March."
  expires ${expires}
${tests}`;
const ownTests = '  test\n    passes "cat a.env"\n    denies "cat a.env; cat b.env"\n    unsure "cat $X"\n';

const filesWith = (team: string, rights = '  exceptions allowed by team\n') => ({
  'bylaw.yaml':
    'layers:\n  - {name: organisation, owner: security@acme.example, policies: company}\n  - {name: team, policies: team}\n',
  'company/security.policy': `policy com.acme.security\n\ndeny read-env\n  when reads "**/*.env"\n${rights}  test\n    denies "cat a.env"\n`,
  'team/team.policy': `policy com.acme.team\n\n${team}`,
});
const layers = ['--layers', 'bylaw.yaml'];
const event = (command: string): string =>
  JSON.stringify({
    time: '2026-11-23T12:00:00Z',
    tool: { name: 'Bash', kind: 'shell', input: { command } },
    session: { id: 's', cwd: '/srv/app', workspaceRoots: ['/srv/app'] },
  });

describe('check', () => {
  const checkAt = (expires: string) =>
    withFolder(filesWith(except('migration', expires)), (cwd) =>
      bylaw(['check', ...layers], { cwd, now: today }),
    );

  test('says nothing of one that goes on', async () => {
    expect(await checkAt('2027-03-01')).toMatchObject({ code: 0 });
  });

  test('notes one that ends in ten days, and ends with 0', async () => {
    const { code, stdout } = await checkAt('2026-12-03');
    expect(code).toBe(0);
    expect(stdout).toContain('note[expiring-exception]: the exception `migration` ends in 10 days');
    expect(stdout).toMatch(/: 0 errors, 0 warnings, 1 note\.\n/);
  });

  test('fails for one that has ended', async () => {
    const { code, stdout } = await checkAt('2026-11-23');
    expect(code).toBe(2);
    expect(stdout).toContain('error[expired-exception]');
  });

  test('fails for one that no one allows', () =>
    withFolder(filesWith(except('migration', '2027-03-01'), ''), async (cwd) => {
      const { code, stdout } = await bylaw(['check', ...layers], { cwd, now: today });
      expect(code).toBe(2);
      expect(stdout).toContain('error[exception-not-allowed]');
    }));
});

describe('in force', () => {
  test.each([
    ['that has ended', except('migration', '2020-01-01', ownTests), '  exceptions allowed by team\n'],
    ['that nobody allows', except('migration', '2027-03-01', ownTests), ''],
    ['to a rule that is not there', except('migration', '2027-03-01').replace('read-env', 'gone'), ''],
  ])('policies with an exception %s decide all the same', (_, team, rights) =>
    withFolder(filesWith(team, rights), async (cwd) => {
      const { problems, broken, content } = loadFresh(['bylaw.yaml'], cwd);
      expect({ problems, broken }).toEqual({ problems: [], broken: [] });
      expect(content?.bundle.rules.map(({ code }) => code)).toEqual(['com.acme.security.read-env']);
      const { stdout, stderr } = await bylaw(['eval', '--json', ...layers, '-'], {
        cwd,
        stdin: event('cat a.env'),
        now: today,
      });
      expect(JSON.parse(stdout)).toMatchObject({ effect: 'deny', code: 'com.acme.security.read-env' });
      expect(JSON.parse(stdout)).not.toHaveProperty('excused');
      expect(stderr).toMatch(
        /^bylaw: The exception com.acme.team.migration \(dana@acme.example, OPS-1234\) (?:ended on 2020-01-01|touches no rule)/m,
      );
    }),
  );

  test('an exception whose own text is wrong puts its layer out of force', () =>
    withFolder(filesWith(except('migration', '2027-02-30')), async (cwd) => {
      const { broken } = loadFresh(['bylaw.yaml'], cwd);
      expect(broken.map(({ layer }) => layer.name)).toEqual(['team']);
    }));
});

describe('test', () => {
  test('runs those of exceptions, also of one that has ended', () =>
    withFolder(filesWith(except('migration', '2020-01-01', ownTests)), async (cwd) => {
      const { code, stdout } = await bylaw(['test', ...layers], { cwd });
      expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('4 passed, 0 failed') });
    }));

  test.each([
    ['passes "cat b.env"', 'excuses the call, but `com.acme.security.read-env` denies it'],
    ['passes "ls"', 'but it passes without the exception as well'],
    ['denies "cat a.env"', 'but no rule that it is an exception to denies the call'],
  ])('%s fails', (line, why) =>
    withFolder(filesWith(except('migration', '2027-03-01', `  test\n    ${line}\n`)), async (cwd) => {
      const { code, stdout } = await bylaw(['test', ...layers], { cwd });
      expect(code).toBe(1);
      expect(stdout).toContain(why);
    }),
  );

  test('knows exceptions in files of tests, and counts them as covered', () =>
    withFolder(
      {
        ...filesWith(except('migration', '2027-03-01')),
        'team/team.tests.policy':
          'tests for com.acme.team\n\ntest migration\n  passes "cat a.env"\n  denies "cat b.env"\n',
      },
      async (cwd) => {
        const { code, stdout } = await bylaw(['test', '--coverage', '--json', ...layers], { cwd });
        expect({ code, stdout }).toMatchObject({ code: 0 });
        const [rule] = JSON.parse(stdout).coverage.rules;
        expect(rule.exceptions).toEqual([expect.objectContaining({ path: 'team/team.policy', excused: 1 })]);
      },
    ));
});

test('a dry run and an explanation name it, with its owner and ticket', () =>
  withFolder(
    { ...filesWith(except('migration', '2027-03-01')), 'call.json': event('cat a.env') },
    async (cwd) => {
      const json = await bylaw(['eval', '--json', ...layers, 'call.json'], { cwd });
      expect(JSON.parse(json.stdout).excused).toEqual([
        {
          code: 'com.acme.security.read-env',
          exception: 'com.acme.team.migration',
          owner: 'dana@acme.example',
          ticket: 'OPS-1234',
          because: 'The old schema goes away in March.',
          expires: '2027-03-01',
          layer: 'team',
          objects: ['/srv/app/a.env'],
        },
      ]);
      for (const command of ['eval', 'explain']) {
        const { code, stdout } = await bylaw([command, ...layers, 'call.json'], { cwd });
        expect(code).toBe(0);
        expect(stdout).toContain(
          'excused from com.acme.security.read-env by com.acme.team.migration at team/team.policy:3:8 in the layer team for `/srv/app/a.env`',
        );
        expect(stdout).toContain('until 2027-03-01 (dana@acme.example, OPS-1234): The old schema goes away');
      }
    },
  ));

describe('a log', () => {
  const own =
    `policy com.acme.team\n\ndeny read-env\n  when reads "**/*.env"\n\n${except('used', '2027-03-01')}\n${except('unused', '2027-03-01')}`
      .replaceAll('com.acme.security.', '')
      .replace(/(except unused[^"]*)"a\.env"/, '$1"c.env"');

  test('has each use with its owner, and shows which were never used', () =>
    withFolder({ 'policies/team.policy': own }, async (cwd) => {
      const { program: rules } = loadPolicies(['policies'], cwd);
      if (rules === undefined) throw new Error('the rules that write the log are not valid');
      const steps = ['cat a.env', 'cat b.env', 'ls'].map((command, at) => ({
        after: 1000,
        event: runs(`call-${at}`, command),
      }));
      record(join(cwd, 'log'), steps, { rules });
      const lines = readdirSync(join(cwd, 'log'))
        .map((name) => readFileSync(join(cwd, 'log', name), 'utf8'))
        .join('');
      expect(lines).toContain('"owner":"dana@acme.example","ticket":"OPS-1234","expires":"2027-03-01"');
      const stats = await bylaw(['log', 'stats', 'log', '--policies', 'policies'], { cwd });
      expect(stats.stdout).toContain('Exceptions that were never used\n  com.acme.team.unused\n');
      const json = await bylaw(['log', 'stats', 'log', '--json', '--policies', 'policies'], { cwd });
      expect(JSON.parse(json.stdout)).toMatchObject({
        excusedByException: { 'com.acme.team.used': 1 },
        neverUsed: ['com.acme.team.unused'],
      });
      const replay = await bylaw(['replay', 'log', '--json', '--policies', 'policies'], { cwd });
      expect(JSON.parse(replay.stdout).exceptions).toEqual({
        'com.acme.team.unused': 0,
        'com.acme.team.used': 1,
      });
      const text = await bylaw(['replay', 'log', '--policies', 'policies'], { cwd });
      expect(text.stdout).toContain('com.acme.team.unused: never used');
      const found = await bylaw(['log', 'log', '--code', 'com.acme.team.used'], { cwd });
      expect(found.stdout).toContain(
        'excused from com.acme.team.read-env by com.acme.team.used (dana@acme.example, OPS-1234)',
      );
    }));
});

test('exceptions of a lower layer cost a higher one nothing', () => {
  const files = filesWith(except('migration', '2027-03-01'));
  const text = files['company/security.policy'];
  const { bundle } = checkSources([{ path: 'security.policy', text }]);
  if (bundle === undefined) throw new Error('the policies are valid');
  // As much as the rules of the layer take at most, by themselves.
  const { worst } = policyCost(bundle, 20 * 1024 * 1024);
  const budget = `{worst: ${worst}}`;
  const yaml = files['bylaw.yaml'].replace('policies: company}', `policies: company, budget: ${budget}}`);
  return withFolder({ ...files, 'bylaw.yaml': yaml }, async (cwd) => {
    expect(loadFresh(['bylaw.yaml'], cwd).problems).toEqual([]);
  });
});

test('very many exceptions without effect keep nothing from being in force', () => {
  const many = Array.from({ length: 300 }, (_, at) => except(`e${at}`, '2027-03-01')).join('\n');
  return withFolder(filesWith(many, ''), async (cwd) => {
    const { problems, broken, content } = loadFresh(['bylaw.yaml'], cwd);
    expect({ problems, broken }).toEqual({ problems: [], broken: [] });
    expect(content?.bundle.rules).toHaveLength(1);
    const wrong = `${many}\nexcept bad for com.acme.security.read-env\n  when path in "a"\n`;
    const other = await withFolder(filesWith(wrong, ''), async (folder) => loadFresh(['bylaw.yaml'], folder));
    expect(other.broken.map(({ layer }) => layer.name)).toEqual(['team']);
  });
});

test('kept policies have their exceptions', () =>
  withFolder(filesWith(except('migration', '2027-03-01')), async (cwd) => {
    const { content } = loadFresh(['bylaw.yaml'], cwd);
    if (content === undefined) throw new Error('the policies are valid');
    const packed = packPolicies(content.bundle);
    const program = compileKept(unpackPolicies(packed.rules, { index: packed.index }));
    const decide = (command: string) =>
      evaluate(
        program,
        deriveFor(program, call({ command }, { kind: 'shell' }), undefined, { at: Date.parse(today) }),
      );
    expect(decide('cat a.env')).toMatchObject({ effect: 'none', excused: [{ layer: 'team' }] });
    expect(decide('cat a.env; cat b.env').effect).toBe('deny');
  }));
