/** `bylaw doctor` with the built hook; `doctor.test.ts` has what it finds out by itself. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { harnessIds } from '../../src/adapters/harnesses.ts';
import { harnessInstalls } from '../../src/harnesses/installs.ts';
import { keepCode } from '../hook/kept-code.ts';
import { serving } from './serving.ts';
import { trustInCodex } from './trust-in-codex.ts';
import { type Home, ownPolicy, withHome, withOwnPolicy } from './with-home.ts';

const command = new URL('../../dist/bylaw.cjs', import.meta.url).pathname;
/** A home whose policy `bylaw init` leaves as it is, and that has the compiled code of the hook already. */
const withOwn = <Result>(folders: readonly string[], use: (home: Home) => Promise<Result>): Promise<Result> =>
  withOwnPolicy(folders, async (home) => {
    keepCode(home.home);
    return await use(home);
  });

const settingsOf = ({ home }: Home): string => join(home, '.claude/settings.json');

test('by the policies that come with bylaw the real command passes what is harmless and denies what is not', async () => {
  await withHome(['.claude'], async ({ bylaw, home }) => {
    keepCode(home);
    await bylaw(['init', '--yes']);
    const { code, stdout } = await bylaw(['doctor']);
    expect(stdout).toContain('Claude Code: pass\n');
    expect(stdout).toMatch(/A harmless call, `git status`, passes, in \d+ ms\./);
    expect(stdout).toMatch(/is denied, in \d+ ms: .*\[io\.bylaw\.download-and-run\./);
    expect(stdout).toMatch(/known +.*\(anthropics\/claude-code#21460/);
    expect(stdout).not.toContain('FAIL');
    expect(code).toBe(0);
  });
});

test('the hook that is written for each harness answers in that harness’s terms', async () => {
  await withOwn([], async ({ bylaw, home }) => {
    expect((await bylaw(['init', ...harnessIds, '--yes'])).code).toBe(0);
    trustInCodex(join(home, '.codex'));
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
    keepCode(home);
    const names = ['claude-code', 'codex'];
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

test('a first answer that comes too late is asked for again', async () => {
  await withOwn(['.claude'], async (home) => {
    const { bylaw, home: folder } = home;
    await bylaw(['init', '--yes']);
    const late = { permissionDecision: 'deny', permissionDecisionReason: 'Late. [io.bylaw.engine.deadline]' };
    const answer = { hookSpecificOutput: { hookEventName: 'PreToolUse', ...late } };
    const slow = join(folder, 'slow/dist/bylaw.cjs');
    const once = join(folder, 'once');
    mkdirSync(dirname(slow), { recursive: true });
    writeFileSync(
      slow,
      `const { existsSync, writeFileSync } = require('node:fs');
if (existsSync(${JSON.stringify(once)})) require(${JSON.stringify(command)});
else {
  writeFileSync(${JSON.stringify(once)}, '');
  process.stdout.write(${JSON.stringify(JSON.stringify(answer))});
}
`,
    );
    const text = readFileSync(settingsOf(home), 'utf8');
    writeFileSync(settingsOf(home), text.replaceAll(command, slow));
    const { stdout } = await bylaw(['doctor', '--harmless', 'echo a', '--forbidden', 'ls']);
    expect(existsSync(once)).toBe(true);
    expect(stdout).toMatch(/ok +A harmless call, `echo a`, passes/);
    // A hook that is always too late is a failure.
    rmSync(once);
    writeFileSync(slow, readFileSync(slow, 'utf8').replace(/existsSync\(".*?"\)/, 'false'));
    expect((await bylaw(['doctor'])).stdout).toMatch(/FAIL +A harmless call, .*engine\.deadline/);
  });
});

test('policies that are broken or gone deny everything, and that is no pass', async () => {
  await withOwn(['.claude'], async ({ bylaw, home }) => {
    await bylaw(['init', '--yes']);
    const policies = join(home, '.config/bylaw/policies');
    writeFileSync(join(policies, 'own.policy'), 'policy local.own\ndeny\n');
    const broken = await bylaw(['doctor']);
    expect(broken.code).toBe(1);
    expect(broken.stdout).toMatch(
      /FAIL +The policies .* are not valid, so every call is denied: .*own\.policy:2:1: .*Run `.* check .*\/bylaw\/policies`/,
    );
    expect(broken.stdout).toMatch(/FAIL +A harmless call, `git status`, is denied/);
    expect(broken.stdout).not.toContain('--harmless');
    expect(broken.stdout).toMatch(
      /FAIL +A forbidden call is denied, but only because bylaw could not decide/,
    );
    rmSync(policies, { recursive: true });
    expect((await bylaw(['doctor'])).stdout).toMatch(/FAIL +The policies .* are not there/);
  });
});

test('no trial call comes into a decision log, and one that only says that it is one does', async () => {
  await withOwn(['.claude'], async (here) => {
    const { bylaw, home, project, env } = here;
    const folder = join(home, '.config/bylaw/policies');
    const log = join(home, 'log');
    const logged = () => readdirSync(log).map((name) => readFileSync(join(log, name), 'utf8'));
    await bylaw(['init', '--profile', 'watch', '--yes']);
    expect((await bylaw(['doctor'])).stdout).toContain('The hook decides itself');
    expect(existsSync(join(home, '.local/state/bylaw/decisions'))).toBe(false);
    await bylaw(['init', '--profile', 'default', '--yes']);
    const use = async (): Promise<void> => {
      expect((await bylaw(['doctor'])).stdout).toContain('The hook asks the server');
      expect(logged().join('')).not.toContain('git status');
      const said = { session_id: `bylaw-doctor-${'0'.repeat(16)}-${'0'.repeat(32)}`, cwd: project };
      const call = {
        hook_event_name: 'PreToolUse',
        tool_name: 'Bash',
        tool_input: { command: 'git status' },
      };
      const args = ['hook', 'claude-code', '--policies', folder];
      const input = JSON.stringify({ ...said, ...call, tool_use_id: 'a' });
      const hook = spawn(process.execPath, [command, ...args], { cwd: project, env });
      hook.stdin.end(input);
      await once(hook, 'exit');
      expect(logged().join('')).toContain('git status');
    };
    await serving(folder, { cwd: project, env }, use, ['--log', log]);
  });
});

test('what the server makes of the policies is said, and how to start it', async () => {
  await withOwn(['.claude'], async ({ bylaw, home, project, env, write }) => {
    write('project/other/own.policy', ownPolicy);
    await bylaw(['init', '--yes']);
    const folder = join(home, '.config/bylaw/policies');
    const start = `\`bylaw serve --socket default --policies ${folder}\``;
    const alone = (await bylaw(['doctor'])).stdout;
    expect(alone).toContain(`so each hook decides itself; ${start}`);
    expect(alone).toMatch(/ok +The hook decides itself: \d+ ms, the median of 3 calls\./);
    await serving(folder, { cwd: project, env }, async () => {
      const fresh = (await bylaw(['doctor'])).stdout;
      expect(fresh).toMatch(/ok +The hook asks the server: \d+ ms, the median of 3 calls\./);
      expect(fresh).toContain('No service manager holds it.');
      await bylaw(['init', '--server', '--yes']);
      expect((await bylaw(['doctor'])).stdout).toMatch(/ok +A shell asks the server: \d+ ms/);
      expect(fresh).toMatch(/ok +A server listens at .* and decides by the policies .* as they are now\./);
      const other = join(project, 'other');
      await bylaw(['init', '--policies', other, '--yes']);
      const { stdout, code } = await bylaw(['doctor']);
      expect(stdout).toMatch(
        /warning +A server listens at .*, but hooks with the policies .*other get no answer from it and decide themselves, which takes longer: the server has other policies than the hook\./,
      );
      expect(stdout).toContain(`Else end it and start \`bylaw serve --socket default --policies ${other}\``);
      expect(code).toBe(0);
    });
    expect(existsSync(join(home, '.local/state/bylaw/calls'))).toBe(false);
  });
});
