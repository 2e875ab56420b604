import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { harnessIds } from '../../src/adapters/adapter.ts';
import { harnessInstalls } from '../../src/install/harnesses.ts';
import { type Home, withHome } from './with-home.ts';

const three = ['.claude', '.codex', '.gemini/tmp'];
const settingsOf = ({ home }: Home): string => join(home, '.claude/settings.json');

test('the real commands of Claude Code, Codex and Gemini CLI pass what is harmless and deny what is not', async () => {
  await withHome(three, async ({ bylaw }) => {
    await bylaw(['init', '--yes']);
    const { code, stdout } = await bylaw(['doctor']);
    for (const name of ['Claude Code', 'Codex', 'Gemini CLI']) expect(stdout).toContain(`${name}: pass\n`);
    expect(stdout.match(/A harmless call, `git status`, passes, in \d+ ms\./g)).toHaveLength(3);
    expect(stdout.match(/is denied, in \d+ ms: .*\[io\.bylaw\.download-and-run\./g)).toHaveLength(3);
    expect(stdout).toContain('Nobody has trusted the hook in Codex yet');
    expect(stdout).toMatch(/known +.*\(anthropics\/claude-code#21460/);
    expect(stdout).not.toContain('FAIL');
    expect(code).toBe(0);
  });
});

test('the hook that is written for each harness answers in that harness’s terms', async () => {
  await withHome([], async ({ bylaw }) => {
    expect((await bylaw(['init', ...harnessIds, '--yes'])).code).toBe(0);
    const { code, stdout } = await bylaw(['doctor', ...harnessIds]);
    const failed = stdout.split('\n').filter((line) => line.includes('FAIL'));
    expect(failed).toEqual([]);
    for (const id of harnessIds) expect(stdout).toContain(`${harnessInstalls[id].name}: pass`);
    expect(stdout.match(/is denied, in \d+ ms/g)?.length).toBeGreaterThanOrEqual(harnessIds.length);
    expect(code).toBe(0);
  });
});

test('the administrator’s form works by policies compiled for everybody', async () => {
  await withHome([], async ({ bylaw, root, home }) => {
    const names = ['claude-code', 'codex', 'cursor', 'copilot', 'gemini-cli'];
    expect((await bylaw(['init', ...names, '--managed', '--root', root, '--yes'])).code).toBe(0);
    const policies = join(root, 'etc/bylaw/policies');
    expect(readdirSync(join(policies, '.compiled'))).toHaveLength(1);
    const { code, stdout } = await bylaw(['doctor', ...names, '--root', root]);
    expect(stdout.match(/is denied, in/g)).toHaveLength(names.length);
    expect(code).toBe(0);
    // The hook read what is compiled for all: it kept nothing of its own.
    const kept = join(home, '.cache/bylaw');
    expect(existsSync(kept) ? readdirSync(kept).filter((name) => name.startsWith('policies-')) : []).toEqual(
      [],
    );
    await bylaw(['uninstall', '--managed', '--root', root, '--yes']);
    expect(readdirSync(join(root, 'etc/claude-code'))).toEqual([]);
  });
});

test('a forbidden call that passes is a failure, with advice', async () => {
  await withHome(['.claude'], async ({ bylaw, write }) => {
    write(
      'project/rules/a.policy',
      'policy com.example.a\ndeny deploy\n  when runs "make deploy"\n  reason "Not here."\n',
    );
    await bylaw(['init', '--policies', 'rules', '--yes']);
    const usual = await bylaw(['doctor']);
    expect(usual.code).toBe(1);
    expect(usual.stdout).toContain('name a command that they deny: `bylaw doctor --forbidden COMMAND`');
    const chosen = await bylaw(['doctor', '--forbidden', 'make deploy']);
    expect(chosen.stdout).toContain('A forbidden call, `make deploy`, is denied');
    expect(chosen.code).toBe(0);
  });
});

test('policies that are broken or gone deny everything, and that is no pass', async () => {
  await withHome(['.claude'], async ({ bylaw, home }) => {
    await bylaw(['init', '--yes']);
    const policies = join(home, '.config/bylaw/policies');
    writeFileSync(join(policies, 'own.policy'), 'policy local.own\ndeny\n');
    const broken = await bylaw(['doctor']);
    expect(broken.code).toBe(1);
    expect(broken.stdout).toMatch(
      /FAIL +The policies .* are not valid, so every call is denied: own\.policy/,
    );
    expect(broken.stdout).toMatch(/FAIL +A harmless call, `git status`, is denied/);
    expect(broken.stdout).toMatch(
      /FAIL +A forbidden call is denied, but only because bylaw could not decide/,
    );
    rmSync(policies, { recursive: true });
    expect((await bylaw(['doctor'])).stdout).toMatch(/FAIL +The policies .* are not there/);
  });
});

test('a command that is not there is a failure: most harnesses then let every call pass', async () => {
  await withHome(['.claude'], async (home) => {
    await home.bylaw(['init', '--yes']);
    const text = readFileSync(settingsOf(home), 'utf8');
    writeFileSync(settingsOf(home), text.replaceAll('dist/bylaw.cjs', 'gone/bylaw.cjs'));
    const { code, stdout } = await home.bylaw(['doctor']);
    expect(stdout).toMatch(/FAIL +.*\/gone\/bylaw\.cjs is not there; install bylaw again/);
    expect(code).toBe(1);
  });
});

test('a hook that stands for some tools only, or at no event that decides, is a failure', async () => {
  await withHome(['.claude'], async (home) => {
    await home.bylaw(['init', '--yes']);
    const text = readFileSync(settingsOf(home), 'utf8');
    writeFileSync(settingsOf(home), text.replace('"matcher": "*"', '"matcher": "Bash"'));
    expect((await home.bylaw(['doctor'])).stdout).toMatch(/FAIL +.*only for the tools `Bash`/);
    writeFileSync(settingsOf(home), text.replace('"PreToolUse"', '"Stop"'));
    const { code, stdout } = await home.bylaw(['doctor']);
    expect(stdout).toMatch(/FAIL +.*there is no hook for PreToolUse/);
    expect(code).toBe(1);
  });
});

test('hooks that are switched off, in whatever file, are a failure', async () => {
  await withHome(['.claude', '.gemini/tmp'], async ({ bylaw, write }) => {
    write('home/.gemini/settings.json', '{"hooksConfig": {"disabled": ["bylaw"]}}');
    await bylaw(['init', '--yes']);
    write('project/.claude/settings.json', '{ "disableAllHooks": true /* for now */ }');
    const { code, stdout } = await bylaw(['doctor']);
    expect(stdout).toMatch(
      /FAIL +.*project\/\.claude\/settings\.json: hooks are switched off, because `disableAllHooks` is true there/,
    );
    expect(stdout).toMatch(/FAIL +.*`hooksConfig\.disabled` names the hook of bylaw/);
    expect(code).toBe(1);
  });
});

test('a harness that is too old is warned of', async () => {
  await withHome(['.claude'], async (home) => {
    await home.bylaw(['init', '--yes']);
    const program = home.write('bin/claude', '#!/bin/sh\necho "2.1.90 (Claude Code)"\n');
    chmodSync(program, 0o755);
    Object.assign(home.env, { PATH: `${dirname(program)}:/usr/bin:/bin` });
    const { stdout, code } = await home.bylaw(['doctor']);
    expect(stdout).toMatch(/warning +Claude Code 2\.1\.90 is older than 2\.1\.214: /);
    expect(code).toBe(0);
  });
});

test('configurations that cannot be read are named with their line', async () => {
  await withHome(['.codex'], async ({ bylaw, write }) => {
    write('home/.codex/hooks.json', '{\n  "hooks": {,}\n}\n');
    const { code, stdout } = await bylaw(['doctor', 'codex']);
    expect(stdout).toMatch(/FAIL +.*hooks\.json:2: it is not valid JSON/);
    expect(code).toBe(1);
  });
});

test('a harness without a hook is told, and is a failure where it is named', async () => {
  await withHome(three, async ({ bylaw, home }) => {
    expect(await bylaw(['doctor'])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('Not guarded: Claude Code, Codex and Gemini CLI.'),
    });
    await bylaw(['init', 'codex', '--yes']);
    expect((await bylaw(['doctor'])).code).toBe(0);
    expect((await bylaw(['doctor', 'gemini'])).code).toBe(1);
    mkdirSync(join(home, '.cache/bylaw'), { recursive: true });
    chmodSync(join(home, '.cache/bylaw'), 0o777);
    expect((await bylaw(['doctor', 'codex'])).stdout).toMatch(/warning +.*can be written by others/);
  });
});

test.each([
  ['touch ran; "/usr/bin/node" "/opt/bylaw.cjs" hook claude-code'],
  ['"/usr/bin/node" "/opt/$(touch ran)/bylaw.cjs" hook claude-code'],
  ['./bylaw hook claude-code'],
  ['"/usr/bin/node" "tools/bylaw.cjs" hook claude-code'],
  ['"/usr/bin/env" "/opt/bylaw.cjs" hook claude-code'],
  ['/usr/bin/env -S touch ran bylaw hook claude-code'],
])('a project that was written by somebody else has nothing run: %s', async (line) => {
  await withHome(['.claude'], async ({ bylaw, project, write }) => {
    chmodSync(write('project/bylaw', '#!/bin/sh\ntouch ran\n'), 0o755);
    write('project/tools/bylaw.cjs', 'require("node:fs").writeFileSync("ran", "")\n');
    const hooks = { PreToolUse: [{ matcher: '*', hooks: [{ type: 'command', command: line }] }] };
    write('project/.claude/settings.local.json', JSON.stringify({ hooks }));
    const { code, stdout } = await bylaw(['doctor']);
    expect(stdout).toMatch(/FAIL +This command is not run/);
    expect(code).toBe(1);
    expect(existsSync(join(project, 'ran'))).toBe(false);
  });
});
