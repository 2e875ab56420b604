/**
 * A secret that is put wherever a client or an administrator puts one never comes out of a server again: not in what it says, its log,
 * its metrics, nor in any answer. The secret has the form of a credential, as those in calls have that the log masks.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepCode } from '../hook/kept-code.ts';
import { command, runHook } from '../hook/run-hook.ts';
import { makeCertificates } from '../server/certificates.ts';
import { sha256 } from '../server/fakes.ts';
import { audience, type Issuer, startIssuer } from '../server/issuer.ts';
import { bylaw, withFolder } from './command.ts';
import { interceptOf } from './serve-here.ts';

const mark = 'cAnArYcAnArY';
const secret = `ghp_${mark}${'aB3dE5gH7jK9mN1pQ2sT4vW6'}`;
/** As it is, in capitals or small letters, and as parts of base64 that it can be in. */
const forms = [
  mark.toLowerCase(),
  ...[0, 1, 2].map((at) =>
    Buffer.from(secret.slice(4 + at, 16))
      .toString('base64')
      .slice(0, 12)
      .toLowerCase(),
  ),
  Buffer.from(secret).toString('hex').slice(8, 32),
];
const leaksIn = (text: string): readonly string[] =>
  forms.filter((form) => text.toLowerCase().includes(form));

test('the search finds the secret in every form', () => {
  for (const text of [
    secret,
    secret.toUpperCase(),
    `x${Buffer.from(`{"sub":"${secret}"}`).toString('base64url')}`,
  ])
    expect(leaksIn(text)).not.toEqual([]);
});

const certificates = makeCertificates();
let issuer: Issuer;
beforeAll(async () => {
  issuer = await startIssuer();
  certificates.sign('server', { passphrase: secret });
});
afterAll(async () => {
  certificates.remove();
  await issuer.close();
});

const token = (name: string, may: readonly string[]) => ({ sha256: sha256(name), scope: 'team', may });
const files = {
  'policies/shell.policy':
    'policy com.example\n\ndeny shell\n  when runs "rm"\n  reason "{command} is not for agents."\n  test\n    denies "rm x"\n',
  'tokens.json': JSON.stringify({
    tokens: [token(secret, ['intercept', 'observe', 'upload']), token('reads', ['read-metrics'])],
  }),
};

interface Running {
  readonly port: number;
  said(): string;
}

async function withServer(home: string, use: (server: Running) => Promise<void>): Promise<string> {
  for (const extension of ['crt', 'key'])
    copyFileSync(join(certificates.folder, `server.${extension}`), join(home, `server.${extension}`));
  copyFileSync(join(certificates.folder, 'ca.crt'), join(home, 'ca.crt'));
  const oauth = [
    '--oauth-issuer',
    issuer.address,
    '--oauth-audience',
    audience,
    '--oauth-jwks',
    `${issuer.jwks}?key=${secret}`,
  ];
  const args = [
    'serve',
    '--no-config',
    '--policies',
    'policies',
    '--port',
    '0',
    '--socket',
    's.sock',
    '--tokens',
    'tokens.json',
  ];
  const rest = [
    '--log',
    'log',
    '--content',
    'content',
    '--tls-certificate',
    'server.crt',
    '--tls-key',
    'server.key',
    ...oauth,
  ];
  const env = { PATH: process.env.PATH ?? '', HOME: home, BYLAW_TLS_PASSPHRASE: secret };
  keepCode(home);
  const server = spawn(process.execPath, [command, ...args, ...rest], {
    cwd: home,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(server, 'exit');
  let said = '';
  const ready = new Promise<void>((resolve) => {
    for (const stream of [server.stdout, server.stderr])
      stream.setEncoding('utf8').on('data', (part) => {
        said += part;
        if (said.includes('ready')) resolve();
      });
  });
  try {
    await Promise.race([ready, ended]);
    await use({ port: Number(/https:\/\/127\.0\.0\.1:(\d+)/.exec(said)?.[1]), said: () => said });
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
  return said;
}

/** Sends octets, and gives all that comes back until the connection ends. */
const exchange = (
  octets: string,
  where: { readonly path: string } | { readonly port: number },
  ca: Buffer,
): Promise<string> =>
  new Promise((resolve) => {
    const socket =
      'path' in where
        ? connect(where.path)
        : connectTls({ host: '127.0.0.1', port: where.port, ca, servername: 'localhost' });
    let text = '';
    socket.setEncoding('latin1').on('data', (part) => {
      text += part;
    });
    socket.on('error', () => {}).on('close', () => resolve(text));
    socket.end(octets);
  });

const post = (path: string, headers: readonly string[], body = '{}'): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n${headers.map((each) => `${each}\r\n`).join('')}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

const good = `Authorization: Bearer ${secret}`;
const event = (id: string, input: object, more: object = {}): string => {
  const message = JSON.parse(interceptOf(id, 'shell'));
  Object.assign(message.params.event, more);
  message.params.event.tool.input = input;
  return JSON.stringify(message);
};

const unsigned = (header: object, claims: object): string =>
  [header, claims]
    .map((each) => Buffer.from(JSON.stringify(each)).toString('base64url'))
    .join('.')
    .concat('.c2ln');

async function requests(): Promise<readonly string[]> {
  const jwts = [
    await issuer.token({ aud: secret }),
    await issuer.token({ sub: secret }, { kid: secret }),
    await issuer.token({ iss: `https://${secret}.example`, scope: secret }),
    unsigned({ alg: 'none', jku: `https://x/${secret}` }, { sub: secret }),
    unsigned({ alg: secret, typ: secret }, {}),
  ];
  const credentials = [
    `Bearer ${secret}x`,
    `bearer ${secret}, Bearer ${secret}`,
    `Basic ${secret}`,
    secret,
    `Bearer ${secret} ${secret}`,
    ...jwts.map((each) => `Bearer ${each}`),
  ];
  return [
    ...credentials.map((each) => post('/hooks', [`Authorization: ${each}`])),
    post('/hooks', [good, `Authorization: Bearer ${secret}`]),
    post(`/hooks?token=${secret}`, []),
    post(`/${secret}`, [good]),
    post(`/hooks/%${secret}`, [good]),
    post(
      `/hook/claude-code?policies=/${secret}`,
      [good],
      JSON.stringify({ session_id: 's', tool_name: secret }),
    ),
    post(
      '/hook',
      [good],
      JSON.stringify({ method: 'bylaw/hook', params: { payload: secret, host: {}, policies: [secret] } }),
    ),
    post('/hooks', [`X-${mark}: ${secret}`, `Cookie: ${secret}`, good]),
    post('/hooks', [good], `{"jsonrpc":"2.0","id":"a","method":"${secret}"`),
    post(
      '/hooks',
      [good],
      JSON.stringify({ jsonrpc: '2.0', id: 'b', method: secret, params: { [secret]: secret } }),
    ),
    post('/hooks', [good], event('c', { command: `curl -H "Authorization: Bearer ${secret}" https://x` })),
    post('/hooks', [good], event('d', { command: `rm x --password ${secret}`, token: secret })),
    post('/hooks', [good], event('e', { command: 'ls' }, { native: { token: secret }, time: secret })),
    post('/hooks', [good], event('f', { command: `export GITHUB_TOKEN=${secret}; rm x` })),
    post('/content', [good, `AHP-Content-SHA256: ${secret}`], secret),
    post('/metrics', [`Authorization: Bearer ${secret}`]),
    `GET /metrics?${secret} HTTP/1.1\r\nHost: x\r\n${good}\r\nConnection: close\r\n\r\n`,
    `${secret} / HTTP/1.1\r\n\r\n`,
    `GET / HTTP/${secret}\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: x\r\nX: ${secret.repeat(600)}\r\n\r\n`,
    `GET /hooks HTTP/1.1\r\nHost: x\r\n${secret}\r\n\r\n`,
  ];
}

function textsBelow(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => `${path}\n${readFileSync(path, 'latin1')}`)
    .join('\n');
}

test('a server says nothing of it', { timeout: 60_000 }, () =>
  withFolder(files, async (home) => {
    const said = await withServer(home, async ({ port }) => {
      const ca = readFileSync(join(home, 'ca.crt'));
      const all = await requests();
      const statuses = new Set<string>();
      for (const request of all) {
        const answer = await exchange(request, { port }, ca);
        statuses.add(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 'none');
        expect(leaksIn(answer), request).toEqual([]);
      }
      // They came to all that a server does: it decided, refused, and did not understand.
      for (const status of ['200', '400', '401', '403', '404', '431']) expect(statuses).toContain(status);
      for (const line of [secret, `{"${secret}":1}`, event('g', { command: `rm --token ${secret}` })])
        expect(leaksIn(await exchange(`${line}\n`, { path: join(home, 's.sock') }, ca))).toEqual([]);
      for (const path of ['/metrics', '/health', '/readyz', '/.well-known/oauth-protected-resource']) {
        const asked = `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer reads\r\nConnection: close\r\n\r\n`;
        const answer = await exchange(asked, { port }, ca);
        expect([path, answer.startsWith('HTTP/1.1 200'), leaksIn(answer)]).toEqual([path, true, []]);
      }
      // The keys are gone, and the file of tokens is not good any more: both are reported.
      issuer.say(secret);
      writeFileSync(
        join(home, 'tokens.json'),
        JSON.stringify({ tokens: [{ sha256: secret, scope: 'x', may: [secret] }] }),
      );
      await expect
        .poll(async () =>
          exchange(
            post('/health', [])
              .replace('POST', 'GET')
              .replace('Content-Type', 'Authorization: Bearer reads\r\nX'),
            { port },
            ca,
          ),
        )
        .toContain('sha256');
    });
    issuer.say(undefined);
    expect(said).toContain('was refused');
    expect([leaksIn(said), leaksIn(textsBelow(join(home, 'log')))]).toEqual([[], []]);
  }),
);

test('nor does one that cannot start', { timeout: 60_000 }, () =>
  withFolder(files, async (home) => {
    mkdirSync(join(home, 'odd'));
    writeFileSync(join(home, 'odd/token'), secret);
    writeFileSync(
      join(home, 'odd/tokens.json'),
      JSON.stringify({
        tokens: [
          secret,
          { sha256: secret, token: secret, [secret]: 1 },
          { ...token('x', [secret]), may: [{ secret }] },
        ],
        [secret]: 'team',
      }),
    );
    writeFileSync(
      join(home, 'odd/key.pem'),
      `-----BEGIN PRIVATE KEY-----\n${secret}\n-----END PRIVATE KEY-----\n`,
    );
    const { certificate, key } = certificates.of('server');
    keepCode(home);
    const run = async (args: readonly string[], env: Record<string, string> = {}) => {
      const child = spawn(
        process.execPath,
        [command, 'serve', '--no-config', '--policies', 'policies', '--port', '0', ...args],
        {
          cwd: home,
          env: { PATH: process.env.PATH ?? '', HOME: home, ...env },
          stdio: ['ignore', 'pipe', 'pipe'],
        },
      );
      let text = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (part) => {
          text += part;
        });
      const [code] = await once(child, 'close');
      expect([args, code, leaksIn(text)]).toEqual([args, 3, []]);
    };
    // What is only read needs no process of its own.
    const runHere = async (args: readonly string[]) => {
      const serve = ['serve', '--no-config', '--policies', 'policies', '--port', '0', ...args];
      const { code, stdout, stderr } = await bylaw(serve, { cwd: home, env: { HOME: home } });
      expect([args, code, leaksIn(stdout + stderr)]).toEqual([args, 3, []]);
    };
    await runHere(['--tokens', 'odd/tokens.json']);
    await runHere(['--tokens', 'odd/token']);
    await runHere(['--tls-certificate', certificate, '--tls-key', 'odd/token']);
    await run(['--tls-certificate', certificate, '--tls-key', 'odd/key.pem']);
    await run(['--tls-certificate', certificate, '--tls-key', key], { BYLAW_TLS_PASSPHRASE: `${secret}x` });
    await run([], { BYLAW_CLUSTER_TOKEN: secret });
  }),
);

test('nor does one whose cluster sends what is no message', { timeout: 60_000 }, () =>
  withFolder(
    {
      'policies/few.policy': 'policy com.example\n\nlimit few to 1 shell per 10m per source\n',
    },
    async (home) => {
      // What a memory holds may be in it; the library of NATS would print it.
      const info = { server_id: 'x', version: '2.9.10', proto: 1, headers: true, max_payload: 1024 ** 2 };
      const greeting = `INFO ${JSON.stringify(info)}\r\n`;
      const texts = [
        `${greeting}${secret}\r\n`,
        `${greeting}PONG\r\nMSG ${secret} ${secret}\r\n`,
        `INFO {${secret}\r\n`,
      ];
      let heard = 0;
      const node = createServer((socket) => {
        socket.on('error', () => {}).write(texts[heard++ % texts.length] ?? '');
      });
      await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve));
      const url = `nats://127.0.0.1:${(node.address() as AddressInfo).port}`;
      const args = [
        'serve',
        '--no-config',
        '--policies',
        'policies',
        '--port',
        '0',
        '--cluster-servers',
        url,
      ];
      keepCode(home);
      const server = spawn(process.execPath, [command, ...args], {
        cwd: home,
        env: { PATH: process.env.PATH ?? '', HOME: home },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let said = '';
      for (const stream of [server.stdout, server.stderr])
        stream.setEncoding('utf8').on('data', (part) => {
          said += part;
        });
      const ended = once(server, 'close');
      try {
        await Promise.race([
          ended.then(() => Promise.reject(new Error(said))),
          expect.poll(() => said, { timeout: 20_000 }).toContain('ready'),
        ]);
        const port = /127\.0\.0\.1:(\d+)/.exec(said)?.[1];
        let ids = 0;
        while (heard < texts.length) {
          const answer = await fetch(`http://127.0.0.1:${port}/hooks`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: event(`n${ids++}`, { command: 'rm x' }),
          });
          const text = await answer.text();
          expect([text.includes('io.bylaw.engine.memory'), leaksIn(text)]).toEqual([true, []]);
        }
        expect(server.exitCode).toBeNull();
      } finally {
        server.kill('SIGTERM');
        await ended;
        node.close();
      }
      expect(leaksIn(said)).toEqual([]);
    },
  ),
);

test('nor does a hook that cannot ask', { timeout: 60_000 }, () =>
  withFolder(
    {
      token: `${secret} ${secret}`,
      'printing.sh': `#!/bin/sh\necho ${secret}; echo ${secret} >&2; exit 3\n`,
    },
    async (home) => {
      const input = JSON.stringify({
        session_id: 's',
        cwd: '/',
        hook_event_name: 'PreToolUse',
        tool_name: 'Bash',
        tool_input: { command: 'ls' },
      });
      for (const [more, env] of [
        [[], { BYLAW_TOKEN: secret }],
        [['--token-file', 'token'], {}],
        [['--token-command', `/bin/sh ${home}/printing.sh`], {}],
        [['--server-ca', 'token'], { BYLAW_TOKEN: secret }],
        [['--server-certificate', 'token', '--server-key', 'token'], { BYLAW_TOKEN: secret }],
      ] as const) {
        const outcome = await runHook(['claude-code', '--server', '127.0.0.1:1', ...more], {
          home,
          input,
          env,
        });
        expect(outcome.stdout).toContain('no-server');
        expect([more, leaksIn(outcome.stdout + outcome.stderr)]).toEqual([more, []]);
      }
    },
  ),
);
