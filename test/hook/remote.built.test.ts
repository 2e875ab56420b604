/** A hook that asks a server on another machine: as it is built, over TLS, with every way to a token, and with the server gone. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createPlain } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parseHookArguments } from '../../src/hook/arguments.ts';
import { askRemote } from '../../src/hook/ask-remote.ts';
import { bylaw, withFolder } from '../cli/command.ts';
import { serving } from '../cli/serve-here.ts';
import { bundleOf, contentOf, keys } from '../host/bundle/made-bundle.ts';
import { makeCertificates } from '../server/certificates.ts';
import { sha256 } from '../server/fakes.ts';
import { keepCode } from './kept-code.ts';
import { command, runHook } from './run-hook.ts';

const certificates = makeCertificates();
afterAll(() => certificates.remove());
for (const name of ['server', 'laptop']) certificates.sign(name);

const policy = `policy com.acme.far

deny terraform
  when runs "terraform"
  test
    denies "terraform apply"

deny other
  when runs "make"
  when unsure deny
  unless client.token is "laptop"
  test
    given client.token "laptop"
    passes "make"
    given client.token "other"
    denies "make"
`;
const rest = `
deny precious
  when deletes "**/precious.md"
  when unsure deny
  test
    denies "rm /w/precious.md"
`;
const token = (name: string, may = ['intercept', 'observe']) => ({ sha256: sha256(name), scope: name, may });
const release = keys();
const files = {
  'policies/far.policy': policy + rest,
  'tokens.json': JSON.stringify({
    tokens: [
      token('laptop'),
      token('tells', ['observe']),
      token('reads', ['read-metrics']),
      token('trusted', ['intercept', 'observe', 'disk-facts']),
    ],
  }),
  token: 'laptop\n',
  'other-token': 'stranger\n',
  'printing.sh': '#!/bin/sh\necho "to the log: $1" >&2\n[ "$1" = "a b;echo x" ] && echo laptop\n',
  'a.bundle': bundleOf(contentOf(2), release),
  'release.pub': release.publicPem,
};

const tls = ['--tls-certificate', 'server.crt', '--tls-key', 'server.key'];
const serverOptions = ['--no-config', '--policies', 'policies', '--port', '0', '--tokens', 'tokens.json'];

function putCertificates(home: string): void {
  for (const name of ['server', 'laptop']) {
    copyFileSync(certificates.of(name).certificate, join(home, `${name}.crt`));
    copyFileSync(certificates.of(name).key, join(home, `${name}.key`));
  }
  copyFileSync(join(certificates.folder, 'ca.crt'), join(home, 'ca.crt'));
}

const portIn = (said: string): string => /https:\/\/127\.0\.0\.1:(\d+)/.exec(said)?.[1] ?? said;

/** A server as a process of its own. */
async function withServer(home: string, use: (port: string) => Promise<void>): Promise<void> {
  putCertificates(home);
  keepCode(home);
  const env = { PATH: process.env.PATH ?? '', HOME: home, XDG_STATE_HOME: join(home, 'server-state') };
  const args = ['serve', ...serverOptions, '--log', 'log', ...tls];
  const server = spawn(process.execPath, [command, ...args], {
    cwd: home,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(server, 'exit');
  try {
    let said = '';
    for await (const part of server.stderr.setEncoding('utf8')) {
      said += part;
      if (said.includes('ready')) break;
    }
    await use(portIn(said));
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
}

/** A server in this process: what is tried is the hook, and a process of its own takes long to start. */
async function withServerHere(
  home: string,
  more: readonly string[],
  use: (port: string) => Promise<void>,
): Promise<void> {
  putCertificates(home);
  await serving(home, [...serverOptions, ...tls, ...more], (ready) => use(portIn(ready)), []);
}

/** So that no call is a retry of another. */
let sessions = 0;

const payloadOf = (call: string, cwd: string): string => {
  const tool = { tool_name: 'Bash', tool_input: { command: call } };
  return JSON.stringify({ session_id: `s${sessions++}`, cwd, hook_event_name: 'PreToolUse', ...tool });
};

const ask = async (home: string, call: string, options: readonly string[], env = {}, cwd = '/shop') => {
  const input = payloadOf(call, cwd);
  const { code, stdout, stderr } = await runHook(['claude-code', ...options], { home, input, env });
  const answer = stdout === '' ? 'passes' : (/\[([\w.-]+)\]/.exec(stdout)?.[1] ?? stdout);
  return { code, answer, stderr, stdout };
};

/** What the hook is told with such options, asked in this process; or why it does not ask. */
async function askedHere(home: string, options: readonly string[], env = {}): Promise<string> {
  const parsed = parseHookArguments(['claude-code', ...options]);
  const { remote } = parsed.kind === 'options' ? parsed.options : {};
  if (remote === undefined) return parsed.kind;
  const payload = payloadOf('ls', '/shop');
  const host = { env: {}, cwd: '/shop' };
  const rest = { failOpen: false, watch: false, policies: [], mounts: null, searchPath: null };
  const hook = { harness: 'claude-code', payload, host, ...rest } as const;
  const answer = await askRemote(remote, hook, home, env, 20_000, false);
  return `${answer.kind}: ${answer.kind === 'answered' ? JSON.stringify(answer.answer) : answer.problem}`;
}

test('the server decides for who has a token', { timeout: 60_000 }, () =>
  withFolder(files, async (home) => {
    chmodSync(join(home, 'printing.sh'), 0o700);
    await withServer(home, async (port) => {
      const far = ['--server', `localhost:${port}`, '--server-ca', 'ca.crt'];
      const byFile = [...far, '--token-file', 'token'];
      expect(await ask(home, 'terraform apply', byFile)).toMatchObject({
        code: 0,
        answer: 'com.acme.far.terraform',
        stderr: '',
      });
      expect(await ask(home, 'ls', byFile)).toMatchObject({ code: 0, answer: 'passes', stderr: '' });
      // Who asks is the token.
      expect((await ask(home, 'make', byFile)).answer).toBe('passes');
      expect((await ask(home, 'make', far, { BYLAW_TOKEN: 'laptop' })).answer).toBe('passes');
      const program = JSON.stringify([join(home, 'printing.sh'), 'a b;echo x']);
      expect(await ask(home, 'make', [...far, '--token-command', program])).toMatchObject({
        answer: 'passes',
        stderr: '',
      });
      // A client that may only report calls or read metrics, that is not known, or that shows nothing, is denied with the reason.
      for (const [given, why] of [
        [{ BYLAW_TOKEN: 'tells' }, 'not-permitted'],
        [{ BYLAW_TOKEN: 'reads' }, 'lacks the permission `intercept` or `observe`'],
        [{ BYLAW_TOKEN: 'stranger' }, 'The token is not known here'],
        [{ BYLAW_TOKEN: 'two words' }, 'characters that no token has'],
        [{}, 'name one with `--token-file`'],
      ] as const) {
        const answer = await askedHere(home, far, given);
        // The server denies itself what it knows of and does not permit.
        expect(answer).toMatch(why === 'not-permitted' ? /^answered: .*deny/ : /^refused: /);
        expect(answer).toContain(why);
        expect(answer).not.toContain('stranger');
      }
      expect(await ask(home, 'ls', far, { BYLAW_TOKEN: 'stranger' })).toMatchObject({
        answer: expect.stringMatching(/^io\.bylaw\.engine\.no/),
        stdout: expect.stringContaining('The token is not known here'),
      });
      const broken = [...far, '--token-command', `${join(home, 'printing.sh')} other`];
      expect((await ask(home, 'ls', broken)).stdout).toContain('ended with 1');
      expect((await ask(home, 'ls', [...far, '--token-file', 'none'])).stdout).toContain('`none` (ENOENT)');
      // A certificate of others, whatever the environment says.
      const untrusted = ['--server', `localhost:${port}`, '--token-file', 'token'];
      const { answer, stdout } = await ask(home, 'ls', untrusted, { NODE_TLS_REJECT_UNAUTHORIZED: '0' });
      expect([answer, stdout]).toEqual([
        'io.bylaw.engine.no-server',
        expect.stringContaining('cannot be reached'),
      ]);
    });
  }),
);

test('what the disk of the hook says adds to a denial, and more only for who may', { timeout: 60_000 }, () =>
  withFolder({ ...files, 'x.sh': 'sh ./y.sh\n', 'y.sh': 'terraform apply\n', 'a.md': '' }, async (home) => {
    await withServerHere(home, [], async (port) => {
      const far = ['--server', `localhost:${port}`, '--server-ca', 'ca.crt'];
      const answerOf = async (call: string, name: string, ...more: readonly string[]) =>
        (await ask(home, call, [...far, ...more], { BYLAW_TOKEN: name }, home)).answer;
      expect(await answerOf('sh ./x.sh', 'laptop')).toBe('com.acme.far.terraform');
      expect(await answerOf('sh ./x.sh', 'laptop', '--no-disk')).toBe('passes');
      expect(await answerOf('rm *.md', 'laptop')).toBe('com.acme.far.precious');
      expect(await answerOf('rm *.md', 'trusted')).toBe('passes');
      expect(await answerOf('rm *.md', 'trusted', '--no-disk')).toBe('com.acme.far.precious');
    });
  }),
);

test('a certificate of the hook is as good, where the server takes it', { timeout: 60_000 }, () =>
  withFolder(files, async (home) => {
    const mutual = ['--tls-client-ca', 'ca.crt', '--tls-client-name', 'subject-cn'];
    await withServerHere(home, mutual, async (port) => {
      const far = ['--server', `localhost:${port}`, '--server-ca', 'ca.crt'];
      const own = ['--server-certificate', 'laptop.crt', '--server-key', 'laptop.key'];
      expect((await ask(home, 'terraform apply', [...far, ...own])).answer).toBe('com.acme.far.terraform');
      expect((await ask(home, 'ls', [...far, ...own])).answer).toBe('passes');
      expect((await ask(home, 'ls', [...far, '--token-file', 'token'])).answer).toBe(
        'io.bylaw.engine.no-server',
      );
    });
  }),
);

test('where the server is away the hook denies, or the last bundle decides', { timeout: 60_000 }, () =>
  withFolder(files, async (home) => {
    const bundle = ['--unreachable', 'last-bundle', '--bundle', 'a.bundle', '--bundle-key', 'release.pub'];
    const usual = ['--server-ca', 'ca.crt', '--token-file', 'token'];
    let gone: readonly string[] = [];
    await withServerHere(home, [], async (port) => {
      gone = ['--server', `localhost:${port}`, ...usual];
      // The policies of the server, and not those of the bundle, where it answers.
      expect(await ask(home, 'make', [...gone, ...bundle])).toMatchObject({ answer: 'passes', stderr: '' });
      // A token that was taken back is no server that is away.
      const revoked = [
        '--server',
        `localhost:${port}`,
        '--server-ca',
        'ca.crt',
        '--token-file',
        'other-token',
      ];
      expect((await ask(home, 'ls', [...revoked, ...bundle])).answer).toBe('io.bylaw.engine.no-server');
    });
    expect(await ask(home, 'ls', gone)).toMatchObject({ code: 0, answer: 'io.bylaw.engine.no-server' });
    expect((await ask(home, 'ls', [...gone, '--fail-open'])).answer).toBe('passes');
    // What the server had kept is enough.
    writeFileSync(join(home, 'a.bundle'), 'nothing');
    const away = await ask(home, 'terraform', [...gone, ...bundle]);
    expect(away).toMatchObject({
      answer: 'com.acme.security.it',
      stderr: expect.stringContaining('the last bundle decides'),
    });
    expect((await ask(home, 'ls', [...gone, ...bundle])).answer).toBe('passes');
  }),
);

test('a server that hangs, says nothing of use, or grants is no pass', { timeout: 60_000 }, () =>
  withFolder(files, async (home) => {
    const silent = createPlain(() => {});
    const odd = createServer((request, response) => {
      const [, nonce] = /nonce=(.*)/.exec(request.url ?? '') ?? [];
      let body = '';
      request.on('data', (part) => {
        body += part;
      });
      request.on('end', () => {
        const asked = JSON.parse(body).params.nonce as string;
        const kind = request.url?.split('/')[1];
        const result = {
          ...{ stdout: '', stderr: '', exitCode: 0, nonce: nonce ?? asked, key: null },
          ...(kind === 'grants' ? { stdout: '{"permissionDecision":"allow"}' } : {}),
          ...(kind === 'other' ? { nonce: 'x' } : {}),
        };
        response.statusCode = kind === 'teapot' ? 418 : 200;
        if (kind === 'away') response.statusCode = 502;
        response.end(kind === 'empty' ? '{}' : JSON.stringify({ jsonrpc: '2.0', id: 1, result }));
      });
    });
    for (const server of [silent, odd]) {
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
    }
    const portOf = (server: typeof odd | typeof silent): number => (server.address() as AddressInfo).port;
    const answerOf = async (address: string, ...more: readonly string[]) =>
      (await ask(home, 'ls', ['--server', address, '--token-file', 'token', ...more])).answer;
    try {
      // On a busy machine the time of the hook ends before that of the question.
      expect(await answerOf(`http://127.0.0.1:${portOf(silent)}`, '--deadline', '1500')).toMatch(
        /^io\.bylaw\.engine\.(?:no-server|deadline)$/,
      );
      const token = ['--token-file', 'token'];
      for (const [kind, how] of [
        ['grants', 'refused'],
        ['other', 'refused'],
        ['empty', 'refused'],
        ['teapot', 'refused'],
        ['away', 'unreachable'],
      ] as const) {
        const address = `127.0.0.1:${portOf(odd)}`;
        const answer = await askedHere(home, ['--server', `http://${address}/${kind}`, ...token]);
        expect([kind, answer]).toEqual([kind, expect.stringContaining(`${how}: at ${address} `)]);
      }
      expect(await answerOf(`http://127.0.0.1:${portOf(odd)}/grants`)).toBe('io.bylaw.engine.no-server');
      expect(await answerOf(`http://127.0.0.1:${portOf(odd)}/fine`)).toBe('passes');
      // Nothing is said in plain beyond this machine.
      expect(await answerOf('http://policy.acme.example')).toBe('io.bylaw.engine.no-server');
      for (const wrong of [
        ['--policies', 'policies'],
        ['--unreachable', 'last-bundle'],
        ['--unreachable', 'pass'],
        ['--token-command', 'pass show bylaw'],
        ['--server-key', 'x'],
      ])
        expect(await askedHere(home, ['--server', 'localhost:1', ...token, ...wrong])).toBe('problem');
      expect((await ask(home, 'ls', ['--token-file', 'x'])).answer).toBe('io.bylaw.engine.wrong-usage');
    } finally {
      silent.close();
      odd.close();
      odd.closeAllConnections();
    }
  }),
);

test('init writes such hooks, and doctor tries them', { timeout: 60_000 }, () =>
  withFolder(files, async (home) => {
    const run = async (...args: readonly string[]) => {
      const env = { PATH: process.env.PATH ?? '', HOME: home };
      const { code, stdout, stderr } = await bylaw(args, { cwd: home, env });
      return { code, text: stdout + stderr };
    };
    await withServerHere(home, [], async (port) => {
      const far = ['--server', `localhost:${port}`, '--server-ca', 'ca.crt', '--token-file', 'token'];
      expect((await run('init', 'claude-code', ...far, '--yes')).code).toBe(0);
      const { text } = await run('doctor', 'claude-code', '--forbidden', 'terraform apply');
      expect(text).toContain(`The hook asks the server localhost:${port}: `);
      expect(text).toMatch(/A forbidden call, `terraform apply`, is denied, in \d+ ms/);
      expect(text).not.toContain('each hook decides itself');
    });
    const { code, text } = await run('doctor', 'claude-code', '--forbidden', 'terraform apply');
    expect([code, text]).toEqual([1, expect.stringContaining('cannot be reached')]);
    const far = ['--server', 'localhost:1', '--server-ca', 'ca.crt', '--token-file', 'token'];
    const bundle = ['--unreachable', 'last-bundle', '--bundle', 'a.bundle', '--bundle-key', 'release.pub'];
    expect((await run('init', 'claude-code', ...far, ...bundle, '--yes')).code).toBe(0);
    const last = await run('doctor', 'claude-code', '--forbidden', 'terraform apply');
    expect([last.code, last.text]).toEqual([
      1,
      expect.stringMatching(/FAIL .*The server at localhost:1 cannot be reached.*; the last bundle decides/),
    ]);
    expect(last.text).not.toContain('The hook asks the server');
  }),
);
