/** Commands that ask a server: what they show of themselves, as the hook does, and what they read of an answer. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeCertificates } from '../server/certificates.ts';
import { sha256 } from '../server/fakes.ts';
import { bylaw, withFolder } from './command.ts';
import { serving } from './serve-here.ts';

const certificates = makeCertificates();
const cwd = certificates.folder;
beforeAll(() => {
  for (const name of ['server', 'admin']) certificates.sign(name);
  mkdirSync(join(cwd, 'policies'));
  writeFileSync(
    join(cwd, 'policies/shell.policy'),
    'policy com.example\n\ndeny shell\n  when kind is shell\n  test\n    denies "ls"\n',
  );
  const may = ['read-metrics', 'read-log'];
  const tokens = [{ sha256: sha256('secret'), scope: 'ops', may }];
  writeFileSync(join(cwd, 'tokens.json'), JSON.stringify({ tokens }));
  writeFileSync(join(cwd, 'ops.token'), 'secret\n', { mode: 0o600 });
});
afterAll(() => certificates.remove());

const tls = ['--tls-certificate', 'server.crt', '--tls-key', 'server.key'];
const mutual = ['--tls-client-ca', 'ca.crt', '--tls-client-name', 'subject-cn', '--tokens', 'tokens.json'];

test('a server that asks for a certificate is asked with the options of the hook', { timeout: 60_000 }, () =>
  serving(cwd, ['--port', '0', ...tls, ...mutual], async (ready) => {
    const address = /localhost:\d+|127\.0\.0\.1:\d+/.exec(ready)?.[0] ?? '';
    const own = ['--server-certificate', 'admin.crt', '--server-key', 'admin.key'];
    const trusting = ['--server', address, '--server-ca', 'ca.crt'];
    const token = ['--token-file', 'ops.token'];
    for (const command of [['bundle', 'status'], ['log'], ['log', 'export']]) {
      const asked = await bylaw([...command, ...trusting, ...own, ...token], { cwd });
      expect([command, asked.code, asked.stderr]).toEqual([
        command,
        0,
        expect.not.stringContaining('bylaw:'),
      ]);
      expect(asked.stdout).not.toBe('');
      const without = await bylaw([...command, ...trusting, ...token], { cwd });
      expect(without.stderr).toMatch(/certificate of the client: show one with `--server-certificate`/);
      const unable = await bylaw([...command, ...trusting, ...own], { cwd });
      expect(unable.stderr).toMatch(
        /answers with 403: a token that may `read-\w+` is named with `--token-file`/,
      );
      const unknown = await bylaw([...command, '--server', address, ...own, ...token], { cwd });
      expect(unknown.stderr).toContain('name that authority with `--server-ca`');
    }
  }),
);

describe.each([[['bundle', 'status']], [['log']], [['log', 'export']]])('%j', (command) => {
  test.each([
    [['--server-ca', 'ca.crt'], 'name it with `--server`'],
    [
      ['--server', 'localhost:1', '--server-key', 'a'],
      '`--server-certificate` and `--server-key` belong together',
    ],
    [
      ['--server', 'localhost:1', '--token-file', 'nowhere'],
      'the token cannot be read from `nowhere` (ENOENT)',
    ],
    [['--server', 'localhost:1', '--token-file', 'ca.crt'], 'the token has characters that no token has'],
    [['--server', 'localhost:1', '--server-ca', 'ops.token'], 'cannot be asked'],
    [['--server', 'http://policy.acme.example'], '`https://'],
  ])('refuses %j', async (args, message) => {
    const { code, stderr } = await bylaw([...command, ...args], { cwd });
    expect([code === 0, stderr]).toEqual([false, expect.stringContaining(message)]);
    expect(stderr).not.toContain('secret');
  });
});

test('an answer that does not end is not read on', () =>
  withFolder({}, async (folder) => {
    let written = 0;
    const endless: RequestListener = (_, response) => {
      const part = '#'.repeat(64 * 1024);
      const go = (): void => {
        while (!response.destroyed && response.write(part)) written += part.length;
      };
      response.writeHead(200, { 'bylaw-next': 'a' }).on('drain', go);
      go();
    };
    const server = createServer(endless);
    await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { code, stderr } = await bylaw(['bundle', 'status', '--server', address], { cwd: folder });
    server.closeAllConnections();
    await new Promise((done) => void server.close(done));
    expect([code, stderr]).toEqual([2, `bylaw: ${address} cannot be asked: its answer does not end\n`]);
    expect(written).toBeLessThan(64 * 1024 * 1024);
  }));
