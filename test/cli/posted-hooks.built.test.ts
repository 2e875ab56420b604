/** A harness that posts its hooks itself: what `bylaw init --http` writes, what the server answers, and what `bylaw doctor` says. */
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startedServer } from './started-server.ts';
import { type Home, withHome } from './with-home.ts';

const token = 'a-token-for-tests';
const own = 'policy local.own\ndeny downloads\n  when runs "curl"\n  reason "Not from there."\n';

/** A home with Claude Code in it, and with a server that is there for as long as the callback. */
async function withServer(
  use: (home: Home, port: number, stop: () => Promise<unknown>) => Promise<void>,
  { variables = { BYLAW_TOKEN: token }, more = ['--tokens', 'tokens.json'] } = {},
): Promise<void> {
  await withHome(
    ['.claude'],
    async (home) => {
      home.write('home/.config/bylaw/policies/own.policy', own);
      const sha256 = createHash('sha256').update(token).digest('hex');
      const tokens = home.write(
        'tokens.json',
        JSON.stringify({ events: [{ sha256, scope: 'a' }], uploads: [] }),
      );
      const policies = join(home.home, '.config/bylaw/policies');
      const options = more.map((word) => (word === 'tokens.json' ? tokens : word));
      const args = ['--policies', policies, '--port', '0', ...options];
      const server = await startedServer(args, { cwd: home.home, env: { HOME: home.home } });
      try {
        await use(home, server.port, server.stop);
      } finally {
        await server.stop();
      }
    },
    { ...variables },
  );
}

const settingsOf = ({ home }: Home): string => join(home, '.claude/settings.json');

const call = (shellCommand: string): string =>
  JSON.stringify({
    session_id: 's1',
    transcript_path: '/home/dev/.claude/projects/-home-dev-shop/s1.jsonl',
    cwd: '/home/dev/shop',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: shellCommand },
    tool_use_id: 'toolu_1',
  });

async function post(
  url: string,
  body: string,
  bearer = token,
): Promise<readonly [status: number, body: string]> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${bearer}` };
  const response = await fetch(url, { method: 'POST', headers, body });
  return [response.status, await response.text()];
}

/** The address that is written for Claude Code. */
function addressIn(home: Home): string {
  const { hooks } = JSON.parse(readFileSync(settingsOf(home), 'utf8'));
  return hooks.PreToolUse[0].hooks[0].url;
}

test('what is written is posted, blocks where that fails, and has no token in it', async () => {
  await withServer(async (home, port) => {
    const { code, stdout } = await home.bylaw(['init', 'claude-code', '--http', `${port}`, '--yes']);
    expect(code).toBe(0);
    expect(stdout).toContain('Of calls that are posted the disk is not looked at');
    const text = readFileSync(settingsOf(home), 'utf8');
    const { hooks } = JSON.parse(text);
    const [decides] = hooks.PreToolUse[0].hooks;
    expect(decides).toMatchObject({
      type: 'http',
      url: expect.stringMatching(`^http://127.0.0.1:${port}/hook/claude-code\\?policies=`),
      headers: { Authorization: 'Bearer $BYLAW_TOKEN' },
      allowedEnvVars: ['BYLAW_TOKEN'],
      onFailure: 'block',
    });
    expect(hooks.PostToolUse[0].hooks[0]).not.toHaveProperty('onFailure');
    expect(hooks.SessionStart[0].hooks[0].type).toBe('command');
    expect(text).not.toContain(token);
    expect((await home.bylaw(['init', 'claude-code', '--http', `${port}`, '--yes'])).stdout).toContain(
      'set up already',
    );
    const again = await home.bylaw(['init', 'claude-code', '--yes']);
    expect(again.code).toBe(0);
    expect(readFileSync(settingsOf(home), 'utf8')).not.toContain('http://');
    await home.bylaw(['init', 'claude-code', '--http', `${port}`, '--yes']);
    expect((await home.bylaw(['uninstall', '--yes'])).code).toBe(0);
  });
});

test('the server answers in the harness’s terms whoever has the token, by the policies that are named', async () => {
  await withServer(async (home, port) => {
    await home.bylaw(['init', 'claude-code', '--http', `${port}`, '--yes']);
    const url = addressIn(home);
    expect(await post(url, call('git status'))).toEqual([200, '']);
    const [status, body] = await post(url, call('curl a.example'));
    expect(status).toBe(200);
    expect(JSON.parse(body).hookSpecificOutput).toMatchObject({
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: 'Not from there. [local.own.downloads]',
    });
    expect((await post(url, call('git status'), 'wrong'))[0]).toBe(401);
    expect((await post(url, 'no JSON'))[1]).toContain('io.bylaw.engine.unreadable-payload');
    expect((await post(url.replace('policies=', 'policies=%2Fother'), call('git status')))[1]).toContain(
      'has other policies than the hook',
    );
    expect((await post(`${url}&watch=1`, call('git status')))[1]).toContain('io.bylaw.engine.no-server');
    expect((await post(url.replace('claude-code', 'nobody'), call('git status')))[0]).toBe(404);
    // Its denial is an exit code, which no answer has.
    expect((await post(url.replace('claude-code', 'windsurf'), '{}'))[0]).toBe(500);
  });
});

test('without tokens nothing is posted', async () => {
  await withServer(
    async (home, port) => {
      await home.bylaw(['init', 'claude-code', '--http', `${port}`, '--yes']);
      expect((await post(addressIn(home), call('git status')))[0]).toBe(404);
      expect((await home.bylaw(['doctor'])).code).toBe(1);
    },
    { more: [] },
  );
});

test('doctor asks as the harness does, and proves that strangers get no answer', async () => {
  await withServer(async (home, port, stop) => {
    await home.bylaw(['init', 'claude-code', '--http', `${port}`, '--yes']);
    const { code, stdout } = await home.bylaw(['doctor']);
    expect(stdout).toMatch(/A harmless call, `git status`, passes, in \d+ ms\./);
    expect(stdout).toMatch(/A forbidden call, .* is denied, in \d+ ms: Not from there\./);
    expect(stdout).toMatch(/Claude Code asks the server itself: \d+ ms, the median of 3 calls\./);
    expect(stdout).toContain('The server gives no answer without the token.');
    expect(stdout).toContain('are decided by their text');
    expect(stdout).not.toContain('FAIL');
    expect(code).toBe(0);
    const text = readFileSync(settingsOf(home), 'utf8');
    writeFileSync(settingsOf(home), text.replace('"block"', '"allow"'));
    expect((await home.bylaw(['doctor'])).stdout).toContain('`onFailure` is not `block` for PreToolUse');
    writeFileSync(settingsOf(home), text);
    await stop();
    const dead = await home.bylaw(['doctor']);
    expect(dead.stdout).toMatch(
      /FAIL +Claude Code posts .*, and no server answers at that port: every call is denied\./,
    );
    expect(dead.stdout).not.toContain('answers nobody');
    expect(dead.code).toBe(1);
  });
});

test('where the token is not set nothing is proved', async () => {
  await withServer(
    async (home, port) => {
      await home.bylaw(['init', 'claude-code', '--http', `${port}`, '--yes']);
      const { code, stdout } = await home.bylaw(['doctor']);
      expect(stdout).toContain('which is not set here, so the server cannot be asked');
      expect(code).toBe(1);
    },
    { variables: { BYLAW_TOKEN: '' } },
  );
});

test('it is refused for who cannot, is too old, or asks the disk', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-claude-'));
  const old = '#!/bin/sh\necho "2.1.294 (Claude Code)"\n';
  const disk =
    'policy local.disk\ndeny main\n  when runs "git push" and repository.branch is "main"\n  reason "No."\n';
  await withHome(
    ['.claude'],
    async (home) => {
      const init = (...args: readonly string[]) => home.bylaw(['init', ...args, '--yes']);
      expect((await init('codex', '--http', '4517')).stderr).toContain('name `claude-code` alone');
      expect((await init('claude-code', '--http', '0')).code).toBe(3);
      home.write('home/.config/bylaw/policies/disk.policy', disk);
      const asks = await init('claude-code', '--http', '4517');
      expect(asks.stderr).toContain('does not go with the rule `local.disk.main`');
      writeFileSync(join(folder, 'claude'), old, { mode: 0o755 });
      const tooOld = await init('claude-code', '--http', '4517');
      expect(tooOld.stderr).toContain('needs Claude Code 2.1.295 or later, and this is 2.1.294');
      expect(existsSync(settingsOf(home))).toBe(false);
    },
    { PATH: `${folder}:/usr/bin:/bin` },
  ).finally(() => rmSync(folder, { recursive: true }));
});
