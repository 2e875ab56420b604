import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bylaw, denyShell, withFolder } from './command.ts';
import { interceptOf, json, serving, urlIn } from './serve-here.ts';

const policies = { 'policies/dev.policy': denyShell };

describe('bylaw serve', () => {
  test('names its layers in their order when it is ready', () =>
    withFolder(
      { 'a/a.policy': denyShell, 'b/b.policy': 'policy com.low\ndeny x\n  when kind is fetch\n' },
      async (cwd) => {
        const yaml = 'layers:\n  - {name: company, policies: a}\n  - {name: team, policies: b}\n';
        writeFileSync(join(cwd, 'bylaw.yaml'), yaml);
        const args = ['--port', '0', '--layers', 'bylaw.yaml'];
        await serving(cwd, args, async (ready) => {
          expect(ready).toContain(
            '; 2 rules from 2 files, from the highest layer to the lowest company, team; ',
          );
        });
      },
    ));

  test('says in one line that it is ready, decides, takes uploads, and ends with 0 when asked', async () => {
    await withFolder(policies, async (cwd) => {
      const { code, stderr } = await serving(cwd, ['--port', '0'], async (ready) => {
        expect(ready).toMatch(
          /^\S+Z info {4}bylaw is ready: http:\/\/127\.0\.0\.1:\d+\/hooks; 1 rule from 1 file; no tokens, so this machine only; decisions logged in \S+\/log\n$/,
        );
        const url = urlIn(ready);
        const denied = await fetch(`${url}/hooks`, {
          method: 'POST',
          headers: json,
          body: interceptOf('e1', 'shell'),
        });
        expect(await denied.json()).toEqual({
          jsonrpc: '2.0',
          id: 'e1',
          result: {
            protocolVersion: 'draft',
            effects: [{ type: 'deny', reason: 'No shell: Bash.', code: 'com.example.dev.shell' }],
          },
        });
        const passed = await fetch(`${url}/hooks`, {
          method: 'POST',
          headers: json,
          body: interceptOf('e2', 'file_read'),
        });
        expect(await passed.json()).toMatchObject({ id: 'e2', result: { effects: [] } });
        const bytes = Buffer.from('some bytes');
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        const upload = await fetch(`${url}/content`, {
          method: 'POST',
          headers: { 'content-type': 'application/octet-stream', 'AHP-Content-SHA256': sha256 },
          body: bytes,
        });
        expect(upload.status).toBe(201);
        expect(await upload.json()).toEqual({ ref: expect.stringMatching(/./), size: bytes.length, sha256 });
      });
      expect(code).toBe(0);
      expect(stderr.trimEnd().split('\n')).toHaveLength(1);
      expect(readdirSync(join(cwd, 'content')).length).toBeGreaterThan(0);
    });
  });

  test('names the option for another place where its own is taken', async () => {
    await withFolder(policies, async (cwd) => {
      await serving(cwd, ['--port', '0', '--socket', 's.sock'], async (ready) => {
        const { port } = new URL(urlIn(ready));
        const again = (...args: readonly string[]) =>
          bylaw(['serve', '--policies', 'policies', ...args], { cwd });
        expect((await again('--port', port)).stderr).toContain('choose another with `--port N`');
        const socket = ['--socket', 's.sock', '--port', '0'];
        expect((await again(...socket)).stderr).toContain('choose another with `--socket PATH`');
      });
    });
  });

  test('speaks lines on a Unix socket that only its owner can use', async () => {
    await withFolder(policies, async (cwd) => {
      const path = join(cwd, 's.sock');
      await serving(cwd, ['--socket', 's.sock'], async (ready) => {
        expect(ready).not.toContain('http:');
        expect(ready).toContain('; for this user only; ');
        expect(statSync(path).mode & 0o077).toBe(0);
        const answer = await new Promise<string>((resolve, reject) => {
          const socket = connect(path, () => socket.write(`${interceptOf('e1', 'shell')}\n`));
          socket.on('error', reject).once('data', (chunk) => {
            resolve(String(chunk));
            socket.end();
          });
        });
        expect(JSON.parse(answer)).toMatchObject({ id: 'e1', result: { effects: [{ type: 'deny' }] } });
      });
      expect(existsSync(path)).toBe(false);
    });
  });

  test('asks for the tokens that it is given', async () => {
    const digest = createHash('sha256').update('sesame').digest('hex');
    const tokens = JSON.stringify({ events: [{ sha256: digest, scope: 'a' }] });
    await withFolder({ ...policies, 'tokens.json': tokens }, async (cwd) => {
      await serving(cwd, ['--port', '0', '--tokens', 'tokens.json'], async (ready) => {
        expect(ready).toContain('bearer tokens required');
        const ask = (headers: Record<string, string>): Promise<Response> =>
          fetch(`${urlIn(ready)}/hooks`, {
            method: 'POST',
            headers: { ...json, ...headers },
            body: interceptOf('e', 'shell'),
          });
        expect((await ask({})).status).toBe(401);
        expect((await ask({ authorization: 'Bearer wrong' })).status).toBe(401);
        expect((await ask({ authorization: 'Bearer sesame' })).status).toBe(200);
      });
    });
  });

  test('refuses to start with one broken file among good ones, and names it', async () => {
    await withFolder(
      { ...policies, 'policies/sub/bad.policy': 'policy com.example.bad\ndeny x when' },
      async (cwd) => {
        const { code, stderr } = await bylaw(['serve', '--port', '0'], { cwd });
        expect(code).toBe(2);
        expect(stderr).toContain('sub/bad.policy:2:');
        expect(stderr).not.toContain('ready');
      },
    );
  });

  test.each([
    [['--host', '0.0.0.0'], 'without tokens only this machine may connect'],
    [['--tls-key', 'a.key'], 'TLS needs a certificate and its key: `--tls-certificate` is missing'],
    [['--port', 'eighty'], '`--port` takes a whole number'],
    [['--tokens', 'nowhere.json'], 'it does not exist'],
    [['extra'], 'takes no files'],
    [['--socket', 'no/such/folder/s.sock'], 'cannot listen on'],
  ])('refuses %j as wrong usage', async (args, message) => {
    await withFolder(policies, async (cwd) => {
      const { code, stderr } = await bylaw(['serve', '--content', 'content', ...args], { cwd });
      expect(stderr).toContain(message);
      expect(code).toBe(3);
    });
  });
});

test('a server that cannot listen says so in its log', async () => {
  await withFolder(policies, async (cwd) => {
    const args = ['--content', 'content', '--log', 'log', '--socket', 'no/such/folder/s.sock'];
    expect(await bylaw(['serve', ...args], { cwd })).toMatchObject({ code: 3 });
    const { stdout } = await bylaw(['log', '--json', 'log'], { cwd });
    const records = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(records).toMatchObject([
      { type: 'start' },
      { type: 'stop', problem: expect.stringContaining('cannot listen on') },
    ]);
    expect((await bylaw(['log', 'log'], { cwd })).stdout).toContain(
      'ends before it answers: cannot listen on',
    );
  });
});

describe('bylaw stdio', () => {
  test('answers each line, and nothing else reaches its output', async () => {
    await withFolder(policies, async (cwd) => {
      const stdin = `${interceptOf('e1', 'shell')}\n\nnonsense\n${interceptOf('e2', 'file_read')}`;
      const { code, stdout, stderr } = await bylaw(['stdio'], { cwd, stdin });
      const answers = stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(answers).toMatchObject([
        { id: 'e1', result: { effects: [{ code: 'com.example.dev.shell' }] } },
        { id: null, error: { code: -32700 } },
        { id: 'e2', result: { effects: [] } },
      ]);
      expect(stderr).toBe('');
      expect(code).toBe(0);
    });
  });

  test('with --once answers one message and ends', async () => {
    await withFolder(policies, async (cwd) => {
      const stdin = `${interceptOf('e1', 'shell')}\n${interceptOf('e2', 'shell')}\n`;
      const { code, stdout } = await bylaw(['stdio', '--once'], { cwd, stdin });
      expect(stdout.trimEnd().split('\n')).toHaveLength(1);
      expect(JSON.parse(stdout)).toMatchObject({ id: 'e1' });
      expect(code).toBe(0);
    });
  });

  test('writes nothing to its output where the policies are broken', async () => {
    await withFolder({ 'policies/a.policy': 'nonsense' }, async (cwd) => {
      const { code, stdout, stderr } = await bylaw(['stdio', '--once'], {
        cwd,
        stdin: interceptOf('e1', 'shell'),
      });
      expect(stdout).toBe('');
      expect(stderr).toContain('not valid');
      expect(code).toBe(2);
    });
  });
});

test.each([
  [['--processes', '2', '--content', 'x'], '`--processes` and `--content` exclude each other'],
  [['--processes', '2', '--socket', 'x'], '`--processes` is about a TCP port'],
  [['--processes', '0'], '`--processes`'],
  [['--processes', '65'], '`--processes`'],
])('%j is wrong usage', async (args, sentence) => {
  await withFolder(policies, async (cwd) => {
    const { code, stderr } = await bylaw(['serve', ...args], { cwd });
    expect(code).toBe(3);
    expect(stderr).toContain(sentence);
  });
});
