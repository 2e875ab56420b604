/** Commands that decide, with a log: what each writes down, and that all of it is one log. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runHook } from '../hook/run-hook.ts';
import { command, script } from '../mcp/proxy.ts';
import { recordsIn, verify } from '../store/decision-log/logs.ts';
import { expectValid } from '../store/decision-log/schema.ts';
import { bylaw, denyShell, withFolder } from './command.ts';
import { interceptOf, json, serving, urlIn } from './serve-here.ts';

const policies = { 'policies/dev.policy': denyShell };

const ask = async (ready: string, id: string, kind: string): Promise<unknown> => {
  const body = interceptOf(id, kind);
  return (await fetch(`${urlIn(ready)}/hooks`, { method: 'POST', headers: json, body })).json();
};

const payload = (tool: string): string =>
  JSON.stringify({
    session_id: 's1',
    cwd: '/home/dev/shop',
    hook_event_name: 'PreToolUse',
    tool_name: tool,
    tool_input: { command: 'ls', password: 'hunter2' },
    tool_use_id: `toolu_${tool}`,
  });

describe('bylaw serve', () => {
  test('writes down what it decides, over every way in, and shows how it is', () =>
    withFolder(policies, async (cwd) => {
      await serving(cwd, ['--port', '0'], async (ready) => {
        await ask(ready, 'e1', 'shell');
        await ask(ready, 'e2', 'file_read');
        await ask(ready, 'e2', 'file_read');
        const health = await fetch(`${urlIn(ready)}/health`);
        expect([health.status, await health.json()]).toEqual([200, { status: 'ok', problems: [] }]);
        const metrics = await fetch(`${urlIn(ready)}/metrics`);
        expect(metrics.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
        const text = await metrics.text();
        for (const line of [
          'bylaw_decisions_total{effect="deny"} 1',
          'bylaw_decisions_total{effect="none"} 2',
          'bylaw_denials_total{code="com.example.dev.shell"} 1',
          'bylaw_repeated_total 1',
          'bylaw_faults_total 0',
          'bylaw_decision_seconds_count 3',
          'bylaw_log_records_total 4',
          'bylaw_log_dropped_total{reason="write-failed"} 0',
          'bylaw_log_pending 0',
          'bylaw_sessions_evicted_total 0',
        ])
          expect(text).toContain(`\n${line}\n`);
        const wrong = await fetch(`${urlIn(ready)}/metrics`, { method: 'POST' });
        expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET']);
      });
      const records = recordsIn(join(cwd, 'log'));
      expectValid(records);
      expect(records.map(({ type }) => type)).toEqual(['start', 'decision', 'decision', 'decision', 'stop']);
      expect(records[0]).toMatchObject({ by: 'serve', inputs: 'masked' });
      expect(records[1]).toMatchObject({ effect: 'deny', id: 'e1', call: 'call-e1', harness: 'test' });
      expect(verify(join(cwd, 'log')).issues).toEqual([]);
    }));

  test('denies while it cannot write, says so, and goes on when it can', () =>
    withFolder(policies, async (cwd) => {
      const folder = join(cwd, 'log');
      await serving(cwd, ['--port', '0', '--log-max-size', '64KiB'], async (ready) => {
        expect(await ask(ready, 'e1', 'file_read')).toMatchObject({ result: { effects: [] } });
        // The file is gone, and in the place of its folder is a file: there is nowhere to write.
        rmSync(folder, { recursive: true });
        writeFileSync(folder, '');
        const denied = await ask(ready, 'e2', 'file_read');
        expect(denied).toMatchObject({
          result: { effects: [{ type: 'deny', code: 'io.bylaw.engine.log-unavailable' }] },
        });
        const health = await fetch(`${urlIn(ready)}/health`);
        expect(health.status).toBe(503);
        expect(await health.json()).toMatchObject({
          status: 'failing',
          problems: [expect.stringMatching(/^The decision log cannot be written: .+\.$/)],
        });
        expect(await (await fetch(`${urlIn(ready)}/metrics`)).text()).toContain('\nbylaw_log_failing 1\n');
        rmSync(folder);
        expect(await ask(ready, 'e3', 'file_read')).toMatchObject({ result: { effects: [] } });
        expect((await fetch(`${urlIn(ready)}/health`)).status).toBe(200);
      });
      expect(recordsIn(folder).map(({ type }) => type)).toEqual(['dropped', 'decision', 'stop']);
    }));

  test('shows that what it remembered was taken away, and denies what needs it', () => {
    const limit = 'policy com.example.dev\nlimit calls to 5 shell per 1h per session\n';
    return withFolder({ 'policies/dev.policy': limit }, async (cwd) => {
      const memory = join(cwd, 'kept');
      await serving(cwd, ['--port', '0', '--memory', memory], async (ready) => {
        expect(await ask(ready, 'e1', 'shell')).toMatchObject({ result: { effects: [] } });
        rmSync(join(memory, 'memory.db'));
        expect(await ask(ready, 'e2', 'shell')).toMatchObject({
          result: { effects: [{ type: 'deny', code: 'io.bylaw.engine.memory' }] },
        });
        const health = await fetch(`${urlIn(ready)}/health`);
        expect([health.status, await health.json()]).toEqual([
          503,
          { status: 'failing', problems: [expect.stringMatching(/^The memory file ".+" was removed while/)] },
        ]);
        const text = await (await fetch(`${urlIn(ready)}/metrics`)).text();
        for (const line of ['bylaw_memory_failing 1', 'bylaw_memory_failures_total 1'])
          expect(text).toContain(`\n${line}\n`);
      });
      const again = await bylaw(['serve', '--no-log', '--port', '0', '--memory', memory], { cwd });
      expect(again.code).toBe(3);
      expect(again.stderr).toMatch(/^bylaw: The memory in ".+memory\.db" existed before and is gone: /);
    });
  });

  test('lets calls go on without a record where it is told to', () =>
    withFolder(policies, async (cwd) => {
      await serving(cwd, ['--port', '0', '--log-when-full', 'drop-and-count'], async (ready) => {
        rmSync(join(cwd, 'log'), { recursive: true });
        writeFileSync(join(cwd, 'log'), '');
        expect(await ask(ready, 'e2', 'file_read')).toMatchObject({ result: { effects: [] } });
      });
    }));

  test('keeps no log with --no-log', () =>
    withFolder(policies, async (cwd) => {
      const { code, stderr } = await bylaw(['serve', '--no-log', '--log', 'x', '--port', '0'], { cwd });
      expect([code, stderr]).toEqual([
        3,
        'bylaw: `--log` and `--no-log` exclude each other: there is no decision log\n',
      ]);
      await bylaw(['stdio'], { cwd, stdin: interceptOf('e1', 'shell') });
      expect(readdirSync(cwd)).toEqual(['policies']);
    }));

  test('asks for a token of their own list before it shows how it is', () => {
    const entry = (token: string) => ({
      sha256: createHash('sha256').update(token).digest('hex'),
      scope: 'a',
    });
    const tokens = JSON.stringify({ events: [entry('sesame')], metrics: [entry('simsala')] });
    return withFolder({ ...policies, 'tokens.json': tokens }, async (cwd) => {
      await serving(cwd, ['--port', '0', '--tokens', 'tokens.json'], async (ready) => {
        const status = async (path: string, token?: string): Promise<number> => {
          const headers: Record<string, string> =
            token === undefined ? {} : { authorization: `Bearer ${token}` };
          return (await fetch(`${urlIn(ready)}${path}`, { headers })).status;
        };
        for (const path of ['/health', '/metrics'])
          expect([await status(path), await status(path, 'sesame'), await status(path, 'simsala')]).toEqual([
            401, 403, 200,
          ]);
      });
    });
  });

  test.each([
    [['--log-inputs', 'some'], '`--log-inputs` takes full, masked, hashed or none, not `some`'],
    [['--log-when-full', 'wait'], '`--log-when-full` takes block or drop-and-count, not `wait`'],
    [['--log-max-size', '5'], '`--log-max-size` takes 64KiB to 4GiB'],
    [['--log-max-age', 'week'], '`--log-max-age` takes 1m to 3650d'],
    [['--log-keep', '1'], '`--log-keep` takes a whole number of files from 2'],
    [['--log', ''], '`--log` takes a folder'],
    [['--log', 'policies/dev.policy'], '`--log` takes a folder, and `policies/dev.policy` is none'],
    [['--no-log', '--log-keep', '5'], '`--log-keep` and `--no-log` exclude each other'],
  ])('refuses %j as wrong usage', (args, message) =>
    withFolder(policies, async (cwd) => {
      const { code, stderr } = await bylaw(['serve', '--content', 'content', '--port', '0', ...args], {
        cwd,
      });
      expect(stderr).toContain(message);
      expect(code).toBe(3);
    }),
  );
});

describe('other commands that decide', () => {
  test('a hook writes one record for each call, beside those of a server', () =>
    withFolder(policies, async (home) => {
      const args = ['claude-code', '--policies', 'policies', '--log', 'log'];
      const denied = await runHook(args, { home, input: payload('Bash') });
      expect(denied.stdout).toContain('com.example.dev.shell');
      expect((await runHook(args, { home, input: payload('Read') })).stdout).toBe('');
      // With the policies as they were kept by the calls before.
      await runHook([...args, '--log-inputs', 'none'], { home, input: payload('Bash') });
      await serving(home, ['--port', '0'], (ready) => ask(ready, 'e1', 'shell').then(() => undefined));
      const records = recordsIn(join(home, 'log'));
      expectValid(records);
      expect(records.map(({ type }) => type)).toEqual([
        'decision',
        'decision',
        'decision',
        'start',
        'decision',
        'stop',
      ]);
      expect(records[0]).toMatchObject({
        start: { by: 'hook', bylaw: '0.1.0' },
        final: true,
        session: 's1',
        harness: 'Claude Code',
      });
      expect(records[2]?.start).toMatchObject({ inputs: 'none' });
      expect(JSON.stringify(records)).not.toContain('hunter2');
      const digests = new Set(
        records.flatMap((record) => (record.type === 'decision' ? [record.policies] : [])),
      );
      expect(digests.size).toBe(1);
      expect(verify(join(home, 'log'))).toMatchObject({ issues: [], processes: 4, open: 0 });
    }));

  test('a hook that cannot write denies, unless it is told to go on', () =>
    withFolder({ ...policies, log: 'a file' }, async (home) => {
      const args = ['claude-code', '--policies', 'policies', '--log', 'log'];
      const denied = await runHook(args, { home, input: payload('Read') });
      expect(denied.stdout).toContain('[io.bylaw.engine.log-unavailable]');
      const passed = await runHook([...args, '--log-when-full', 'drop-and-count'], {
        home,
        input: payload('Read'),
      });
      expect(passed).toMatchObject({ code: 0, stdout: '' });
    }));

  test('a hook with a wrong option about the log denies', () =>
    withFolder(policies, async (home) => {
      const base = ['claude-code', '--policies', 'policies'];
      for (const args of [['--log', 'log', '--log-inputs', 'x'], ['--log-keep', '3'], ['--log']]) {
        const denied = await runHook([...base, ...args], { home, input: payload('Read') });
        expect(denied.stdout).toContain('[io.bylaw.engine.wrong-usage]');
      }
      expect(existsSync(join(home, 'log'))).toBe(false);
    }));

  test('a proxy', () =>
    withFolder(policies, async (cwd) => {
      const call = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{}}}\n';
      const args = ['mcp', '--name', 'files', '--log', 'log', ...script('process.stdin.resume()')];
      const { status } = spawnSync(process.execPath, [command, ...args], { cwd, input: call });
      expect(status).toBe(0);
      const records = recordsIn(join(cwd, 'log'));
      expectValid(records);
      expect(records[0]).toMatchObject({ type: 'start', by: 'mcp' });
      expect(records[1]).toMatchObject({ type: 'decision', tool: { mcp: { server: 'files', tool: 'x' } } });
      expect(records.at(-1)).toMatchObject({ type: 'stop' });
    }));

  test('lines of JSON', () =>
    withFolder(policies, async (cwd) => {
      const { code } = await bylaw(['stdio', '--log', 'log'], {
        cwd,
        stdin: `${interceptOf('e1', 'shell')}\n`,
      });
      expect(code).toBe(0);
      expect(recordsIn(join(cwd, 'log')).map(({ type }) => type)).toEqual(['start', 'decision', 'stop']);
    }));

  test('dry runs and tests write nothing', () =>
    withFolder(policies, async (cwd) => {
      mkdirSync(join(cwd, 'log'));
      chmodSync(join(cwd, 'log'), 0o700);
      for (const args of [
        ['eval', '--log', 'log'],
        ['test', '--log', 'log', 'policies'],
      ])
        expect((await bylaw(args, { cwd, stdin: interceptOf('e1', 'shell') })).code).toBe(3);
      await bylaw(['eval'], { cwd, stdin: interceptOf('e1', 'shell') });
      await bylaw(['test', 'policies'], { cwd });
      expect(readdirSync(cwd).sort()).toEqual(['log', 'policies']);
      expect(readdirSync(join(cwd, 'log'))).toEqual([]);
    }));
});
