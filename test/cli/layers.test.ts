/** `--layers`, and `--policies` given again, in every command that takes policies. */
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bylaw, withFolder } from './command.ts';

const files = {
  'bylaw.yaml':
    'layers:\n  - {name: organisation, owner: security@acme.example, policies: company}\n  - {name: team, policies: team}\n',
  'company/security.policy':
    'policy com.acme.security\n\ndeny read-env\n  when reads "**/.env"\n  test\n    denies "cat .env"\n',
  'team/team.policy':
    'policy com.acme.team\n\nalias env-cat = cat\n\ndeny push\n  when runs "git push"\n  test\n    denies "git push"\n',
  'call.json': '{"tool":{"name":"Bash","input":{"command":"env-cat .env; git push"}}}',
};
const message = `${JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'agent.hook.intercept',
  params: { capabilities: {}, event: {} },
})}\n`;

const both = ['com.acme.security.read-env', 'com.acme.team.push'];
const ways = [
  ['by a file', ['--layers', 'bylaw.yaml'], { name: 'organisation', owner: 'security@acme.example' }],
  ['by their paths', ['--policies', 'company', '--policies', 'team'], { name: 'layer-1' }],
] as const;

describe.each(ways)('layers named %s', (_, named, highest) => {
  test('eval', () =>
    withFolder(files, async (cwd) => {
      const { code, stdout } = await bylaw(['eval', '--json', ...named, 'call.json'], { cwd });
      expect(code).toBe(1);
      const { matched, layers } = JSON.parse(stdout);
      expect(matched).toEqual(both);
      expect(layers['com.acme.security.read-env']).toEqual(highest);
      const facts = await bylaw(['eval', '--facts', '--json', ...named, 'call.json'], { cwd });
      expect(JSON.parse(facts.stdout).effects).toContainEqual(
        expect.objectContaining({ does: 'reads', what: expect.stringContaining('.env') }),
      );
      const text = await bylaw(['eval', ...named, 'call.json'], { cwd });
      expect(text.stdout).toContain(` in the layer ${highest.name}`);
    }));

  test('explain', () =>
    withFolder(files, async (cwd) => {
      const { stdout } = await bylaw(['explain', '--json', ...named, 'env-cat .env'], { cwd });
      const { decision, rules } = JSON.parse(stdout);
      expect(decision.code).toBe('com.acme.security.read-env');
      expect(rules[0]).toMatchObject({ code: decision.code, result: 'yes', layer: { name: highest.name } });
      const whyNot = await bylaw(['explain', ...named, '--why-not', 'com.acme.security.read-env', 'ls -l'], {
        cwd,
      });
      expect(whyNot.code).toBe(0);
    }));

  test('replay', () =>
    withFolder(files, async (cwd) => {
      const { stdout } = await bylaw(['replay', '--json', ...named, 'call.json'], { cwd });
      expect(JSON.parse(stdout).changed).toBe(1);
    }));

  test('stdio', () =>
    withFolder(files, async (cwd) => {
      const { code, stdout } = await bylaw(['stdio', ...named, '--memory', 'memory'], {
        cwd,
        stdin: message,
      });
      expect(code).toBe(0);
      expect(stdout).toContain('"jsonrpc"');
    }));

  test('log stats', () =>
    withFolder(files, async (cwd) => {
      await bylaw(['stdio', ...named, '--memory', 'memory', '--log', 'log'], { cwd, stdin: message });
      const { stdout } = await bylaw(['log', 'stats', 'log', '--json', ...named], { cwd });
      expect(JSON.parse(stdout).neverHit).toEqual(both);
    }));

  test('mcp, with a layer that is broken', () =>
    withFolder({ ...files, 'team/team.policy': 'policy com.acme.team\ndeny\n' }, async (cwd) => {
      const { stderr } = await bylaw(['mcp', ...named, '--', 'no-such-program-of-bylaw'], { cwd });
      expect(stderr).toMatch(/--> team\/team\.policy:2:/);
      expect(stderr).toMatch(/The layer `(?:team|layer-2)` is not in force: 1 error/);
      expect(stderr).toContain('the server cannot be started');
    }));
});

test('a layer that is broken and limited to a folder is reported without clauses, which are in no file', () => {
  const here =
    'layers:\n  - {name: organisation, policies: company}\n  - {name: team, policies: team, workspace: /srv}\n';
  const broken = { ...files, 'bylaw.yaml': here, 'team/team.policy': 'policy com.acme.team\ndeny\n' };
  return withFolder(broken, async (cwd) => {
    const { stdout } = await bylaw(['eval', '--layers', 'bylaw.yaml', 'call.json'], { cwd });
    expect(stdout).toContain('unsure io.bylaw.engine.layer.team (low) at team/team.policy:2:');
    expect(stdout).not.toContain('…');
    expect(stdout).not.toContain('()');
  });
});

test('a lower layer that cannot be looked at is broken, and the others decide', () =>
  withFolder(files, async (cwd) => {
    rmSync(join(cwd, 'team'), { recursive: true });
    symlinkSync('team', join(cwd, 'team'));
    const asked = ['--layers', 'bylaw.yaml'];
    const { code, stdout, stderr } = await bylaw(['eval', ...asked, 'call.json'], { cwd });
    expect(code).toBe(1);
    expect(stdout).toContain('denied by io.bylaw.engine.layer.team (low) at team in the layer team');
    expect(stderr).toContain('The layer `team` is not in force: 1 error.');
    for (const command of ['check', 'test']) {
      const shown = await bylaw([command, ...asked], { cwd });
      expect(shown.code).toBe(2);
      expect(shown.stdout + shown.stderr).toContain('--> team');
    }
    for (const args of [
      ['fmt', 'team'],
      ['eval', ...asked, 'team/x.json'],
    ]) {
      const shown = await bylaw(args, { cwd });
      expect(shown.code).toBe(3);
      expect(shown.stderr).toContain('cannot be looked at: too many symbolic links encountered');
    }
  }));

test('check shows all that is wrong in all layers, and ends with 2', () =>
  withFolder(
    { ...files, 'team/more.policy': 'policy com.acme.security\nalias cat = echo\n' },
    async (cwd) => {
      const { code, stdout } = await bylaw(['check', '--layers', 'bylaw.yaml'], { cwd });
      expect(code).toBe(2);
      expect(stdout).toContain('error[foreign-namespace]');
      expect(stdout).toContain('error[known-to-higher-layer]');
      expect((await bylaw(['check', '--layers', 'bylaw.yaml', 'company'], { cwd })).code).toBe(3);
      writeFileSync(join(cwd, 'bylaw.yaml'), 'layers:\n  - nam: a\n');
      const wrong = await bylaw(['check', '--layers', 'bylaw.yaml'], { cwd });
      expect(wrong.stdout).toContain('--> bylaw.yaml:2:5');
      expect(wrong.code).toBe(2);
    },
  ));

test('test runs the tests of all layers, each with those above it', () =>
  withFolder(files, async (cwd) => {
    expect(await bylaw(['test', '--layers', 'bylaw.yaml'], { cwd })).toMatchObject({ code: 0 });
    writeFileSync(
      join(cwd, 'company/security.policy'),
      files['company/security.policy'].replace('denies "cat .env"', 'denies "env-cat .env"'),
    );
    const { code, stdout } = await bylaw(['test', '--json', '--layers', 'bylaw.yaml'], { cwd });
    expect(code).toBe(1);
    expect(stdout).toContain('env-cat');
  }));

test('fmt writes the files of all layers', () =>
  withFolder(files, async (cwd) => {
    writeFileSync(join(cwd, 'team/team.policy'), files['team/team.policy'].replace(/ {2}/g, ' '));
    expect((await bylaw(['fmt', '--check', '--layers', 'bylaw.yaml'], { cwd })).code).toBe(1);
    expect((await bylaw(['fmt', '--layers', 'bylaw.yaml'], { cwd })).stdout).toBe('team/team.policy\n');
    rmSync(join(cwd, 'team'), { recursive: true });
    const missing = await bylaw(['fmt', '--layers', 'bylaw.yaml'], { cwd });
    expect(missing.code).toBe(3);
    expect(missing.stderr).toContain(join(cwd, 'team'));
    writeFileSync(
      join(cwd, 'bylaw.yaml'),
      files['bylaw.yaml'].replace('policies: team', 'policies: team, optional: true'),
    );
    expect((await bylaw(['fmt', '--layers', 'bylaw.yaml'], { cwd })).code).toBe(0);
  }));

test('what is named wrongly is a matter of usage', () =>
  withFolder(files, async (cwd) => {
    const say = async (...args: readonly string[]) => {
      const { code, stderr } = await bylaw(['eval', ...args, 'call.json'], { cwd });
      expect(code).toBe(3);
      return stderr;
    };
    expect(await say('--layers', 'bylaw.yaml', '--policies', 'team')).toContain('exclude each other');
    expect(await say('--layers', 'company')).toContain('takes a file such as `bylaw.yaml`');
    expect(await say('--layers', 'other.yaml')).toContain('there is no file or folder `other.yaml`');
    expect(await say('--policies', 'nowhere', '--policies', 'team')).toContain('`nowhere`');
  }));

test('exceptions in a folder of the layer of the packs are in force, and those of a layer below are not', async () => {
  const exception =
    'policy com.acme.own.exceptions\nexcept x for io.acme.packs.push\n  when runs "git push origin"\n  owner "a@b.example"\n  because "B."\n  expires 2026-03-01\n';
  const files = {
    'packs/a.policy': 'policy io.acme.packs\ndeny push\n  when runs "git push"\n  reason "No."\n',
    'exceptions/e.policy': exception,
    'own/o.policy': 'policy com.acme.own\ndeny ls\n  when runs "ls"\n  reason "No."\n',
  };
  const layers = (packs: string, own: string): string =>
    `layers:\n  - name: packs\n    policies: ${packs}\n  - name: own\n    policies: ${own}\n`;
  await withFolder(
    {
      ...files,
      'works.yaml': layers('[packs, exceptions]', 'own'),
      'refused.yaml': layers('packs', '[own, exceptions]'),
    },
    async (cwd) => {
      expect((await bylaw(['check', '--layers', 'works.yaml'], { cwd })).code).toBe(0);
      const refused = await bylaw(['check', '--layers', 'refused.yaml'], { cwd });
      expect(refused).toMatchObject({ code: 2, stdout: expect.stringContaining('exception-not-allowed') });
    },
  );
});
