/** The shell that asks a server with `curl`: the real shell and the real curl, with servers that are not what they should be. */
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { adapters } from '../../src/harnesses/adapters.ts';
import { makeServerKey, serverKeyFile } from '../../src/host/credentials/server-key.ts';
import { mountsLink } from '../../src/host/machine/mounts.ts';
import { hookShellText } from '../../src/install/command-line.ts';
import { denyShell, withFolder } from '../cli/command.ts';
import { keepCode } from './kept-code.ts';
import { keepPolicies } from './kept-policies.ts';
import { command } from './run-hook.ts';
import { serving } from './serving.ts';
import { servingHere } from './serving-here.ts';

const files = { 'policies/dev.policy': denyShell };
/** A home in which hooks have kept their code and the checked policies already. */
const withHome = (use: (home: string) => Promise<void>): Promise<void> =>
  withFolder(files, async (home) => {
    keepCode(home);
    keepPolicies([join(home, 'policies')], { HOME: home });
    await use(home);
  });
const socketOf = (home: string): string => join(home, 's.sock');

const call = (tool: string, id: string, more = ''): string =>
  `${JSON.stringify({
    session_id: 's1',
    cwd: '/home/dev/shop',
    hook_event_name: 'PreToolUse',
    tool_name: tool,
    tool_input: { command: `ls ${more}`, file_path: 'a' },
    tool_use_id: id,
  })}\n`;

/** The line that `bylaw init --server` writes for this home; `node`: another program in its place. */
function lineOf(home: string, node = process.execPath): string {
  const server = {
    curl: '/usr/bin/curl',
    socket: socketOf(home),
    key: serverKeyFile({ HOME: home }),
    mounts: mountsLink,
  };
  return hookShellText(
    { node, script: command, policies: join(home, 'policies'), server },
    adapters['claude-code'],
  );
}

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run(
  line: string,
  home: string,
  input: string | undefined,
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn('/bin/sh', ['-c', line], {
      cwd: home,
      env: { PATH: process.env.PATH ?? '', HOME: home, ...env },
    });
    const said = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream].setEncoding('utf8').on('data', (text: string) => {
        said[stream] += text;
      });
    child.stdin.on('error', () => {});
    child.on('close', (code) => resolve({ code, ...said }));
    if (input !== undefined) child.stdin.end(input);
    // What is started for it has its standard input.
    child.on('exit', () => child.stdin.destroy());
  });
}

const gone = '/nonexistent/node';
const passed = { code: 0, stdout: '', stderr: '' };
const denied = (code: string): Ended =>
  ({
    code: 0,
    stdout: expect.stringMatching(new RegExp(`"deny".*\\[${code}\\]`)),
    stderr: expect.any(String),
  }) as Ended;
const byPolicy = denied('com.example.dev.shell');
const byGuard = { ...denied('io.bylaw.engine.no-answer'), code: 2 };

describe('with the real server', () => {
  test('the server answers, and node is not needed', () =>
    withFolder(files, (home) =>
      serving(home, [], async () => {
        expect(await run(lineOf(home, gone), home, call('Read', '1'))).toEqual(passed);
        expect(await run(lineOf(home, gone), home, call('Bash', '2'))).toEqual(byPolicy);
        const long = call('Bash', '3', 'x'.repeat(300_000));
        expect(await run(lineOf(home, gone), home, long)).toEqual(byPolicy);
        expect(await run(lineOf(home, gone), home, 'no JSON')).toEqual(
          denied('io.bylaw.engine.unreadable-payload'),
        );
      }),
    ));

  test('nothing around it leads elsewhere', () =>
    withHome((home) =>
      servingHere(home, [], async () => {
        writeFileSync(
          join(home, '.curlrc'),
          'url = "file:///etc/passwd"\noutput = "got"\nproxy = "http://127.0.0.1:9"\n',
        );
        mkdirSync(join(home, 'bin'));
        for (const name of ['curl', 'cat', 'readlink', 'sleep', 'kill', 'printf', 'node']) {
          writeFileSync(join(home, 'bin', name), '#!/bin/sh\necho "bylaw 1 2 0\t\t"\n');
          chmodSync(join(home, 'bin', name), 0o755);
        }
        const proxy = 'http://127.0.0.1:9';
        const env = {
          PATH: `${join(home, 'bin')}:${process.env.PATH}`,
          ALL_PROXY: proxy,
          all_proxy: proxy,
          http_proxy: proxy,
          CURL_HOME: home,
          ENV: join(home, 'bin/cat'),
        };
        expect(await run(lineOf(home, gone), home, call('Bash', '1'), env)).toEqual(byPolicy);
        expect(await run(lineOf(home, gone), home, call('Read', '2'), env)).toEqual(passed);
      }),
    ));

  test('what could be part of a header is for node', () =>
    withHome((home) =>
      servingHere(home, [], async () => {
        const folder = join(home, 'a\r\nx-bylaw-cwd: ');
        mkdirSync(folder);
        const line = `cd '${folder}' && ${lineOf(home, gone)}`;
        expect(await run(line, home, call('Read', '1'))).toEqual(byGuard);
        const env = { CLAUDE_PROJECT_DIR: '/a;CURSOR_VERSION=1' };
        expect(await run(lineOf(home, gone), home, call('Read', '2'), env)).toEqual(byGuard);
        expect(await run(lineOf(home), home, call('Read', '3'), env)).toEqual(passed);
      }),
    ));

  test('a server with other policies, or one that watches, is not taken', () =>
    withHome((home) =>
      servingHere(home, ['--watch'], async () => {
        expect(await run(lineOf(home, gone), home, call('Read', '1'))).toEqual(byGuard);
        expect(await run(lineOf(home), home, call('Bash', '2'))).toEqual(byPolicy);
      }),
    ));
});

type Answering = (request: IncomingMessage, response: ServerResponse, marks: string) => void;

/** Something else at the socket, which knows the marks if it wants to. */
async function answering(home: string, answer: Answering, use: () => Promise<void>): Promise<void> {
  const key = makeServerKey({ HOME: home });
  const server: Server = createServer((request, response) => {
    request.resume().on('end', () => {
      const nonce = new URL(request.url ?? '', 'http://x').searchParams.get('n');
      answer(request, response, `bylaw ${nonce} ${key} `);
    });
  });
  await new Promise<void>((resolve) => server.listen(socketOf(home), resolve));
  chmodSync(socketOf(home), 0o600);
  try {
    await use();
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('with something else at the socket', () => {
  test('the headers say the physical folder and the mounts of this process', () =>
    withHome(async (home) => {
      mkdirSync(join(home, 'real'));
      symlinkSync('real', join(home, 'link'));
      let headers: IncomingMessage['headers'] = {};
      const note: Answering = (request, response, marks) => {
        ({ headers } = request);
        response.end(`${marks}0\t\t`);
      };
      await answering(home, note, async () => {
        const line = `cd '${home}/link' && ${lineOf(home, gone)}`;
        expect(await run(line, home, call('Read', '1'))).toEqual(passed);
      });
      expect(headers).toMatchObject({
        'x-bylaw-cwd': join(realpathSync(home), 'real'),
        'x-bylaw-mounts': readlinkSync(mountsLink),
      });
    }));

  test('the marks are what counts', () =>
    withHome((home) =>
      answering(
        home,
        (_request, response, marks) => response.end(`${marks}2\t\tNot today.`),
        async () => {
          expect(await run(lineOf(home, gone), home, call('Read', '1'))).toMatchObject({
            code: 2,
            stderr: 'Not today.\n',
          });
        },
      ),
    ));

  test.each<readonly [string, Answering]>([
    ['an empty body', (_request, response) => response.end()],
    [
      'a status that is no success',
      (_request, response, marks) => response.writeHead(500).end(`${marks}0\t\t`),
    ],
    [
      'a body that is cut',
      (_request, response, marks) => {
        response.writeHead(200, { 'content-length': 500 });
        response.write(`${marks}0\t\t`, () => response.destroy());
      },
    ],
    ['no marks', (_request, response) => response.end('0\t\t')],
    [
      'another key',
      (_request, response, marks) => response.end(`${marks.replace(/[0-9a-f]{64}/, 'a'.repeat(64))}0\t\t`),
    ],
    [
      'another question',
      (_request, response, marks) => response.end(`${marks.replace(/ [0-9]+ /, ' 1 ')}0\t\t`),
    ],
    ['no texts', (_request, response, marks) => response.end(`${marks}0`)],
    ['another exit code', (_request, response, marks) => response.end(`${marks}1\t\t`)],
    ['a grant', (_request, response, marks) => response.end(`${marks}0\t{"permissionDecision":"allow"}\t`)],
  ])('%s is no answer, and the hook decides itself', (_, answer) =>
    withHome((home) =>
      answering(home, answer, async () => {
        expect(await run(lineOf(home, gone), home, call('Read', '1'))).toEqual(byGuard);
        expect(await run(lineOf(home), home, call('Bash', '2'))).toEqual(byPolicy);
      }),
    ),
  );
});

test('silence is no answer for longer than three seconds', () =>
  withHome((home) =>
    answering(
      home,
      () => {},
      async () => expect(await run(lineOf(home), home, call('Bash', '1'))).toEqual(byPolicy),
    ),
  ));

test.each([
  ['the key', (home: string) => chmodSync(serverKeyFile({ HOME: home }), 0o622)],
  ['the folder of the key', (home: string) => chmodSync(dirname(serverKeyFile({ HOME: home })), 0o777)],
  ['the socket', (home: string) => chmodSync(socketOf(home), 0o777)],
  ['the folder of the socket', (home: string) => chmodSync(home, 0o775)],
])('where others can change %s, nobody is asked', (_, spoil) =>
  withHome((home) =>
    answering(
      home,
      (_request, response, marks) => response.end(`${marks}0\t\t`),
      async () => {
        expect(await run(lineOf(home, gone), home, call('Read', '1'))).toEqual(passed);
        spoil(home);
        expect(await run(lineOf(home, gone), home, call('Read', '2'))).toEqual(byGuard);
      },
    ),
  ),
);

test('an input that does not end, and a key that is a pipe, are denied in time', () =>
  withHome(async (home) => {
    makeServerKey({ HOME: home });
    rmSync(serverKeyFile({ HOME: home }));
    spawnSync('mkfifo', [serverKeyFile({ HOME: home })]);
    expect(await run(lineOf(home), home, call('Bash', '1'))).toEqual(byPolicy);
    const line = lineOf(home).replace('bylaw "15"', 'bylaw "1"');
    expect(await run(line, home, undefined)).toEqual(byGuard);
  }));

test('where no key and no server are, the hook decides itself, with all octets of the payload', () =>
  withHome(async (home) => {
    expect(await run(lineOf(home), home, call('Bash', '1'))).toEqual(byPolicy);
    expect(await run(lineOf(home), home, call('Read', '2', '\\u0000 \\\\n %s $(id) `id`'))).toEqual(passed);
    expect(await run(lineOf(home), home, `${call('Read', '3')}\n\n`)).toEqual(passed);
    mkdirSync(dirname(serverKeyFile({ HOME: home })), { recursive: true });
    expect(await run(lineOf(home, gone), home, call('Read', '4'))).toEqual(byGuard);
  }));
