/** `bylaw serve` with an issuer of tokens: what the settings ask for, and what rules see of who asks. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audience, type Issuer, startIssuer } from '../server/issuer.ts';
import { bylaw } from './command.ts';
import { interceptOf, json, serving, urlIn } from './serve-here.ts';

let issuer: Issuer;
const folder = mkdtempSync(join(tmpdir(), 'bylaw-oauth-'));
beforeAll(async () => {
  issuer = await startIssuer();
  mkdirSync(join(folder, 'policies'));
  writeFileSync(
    join(folder, 'policies/clients.policy'),
    `policy com.example.clients

deny others
  when kind is shell
  when unsure deny
  unless client.token is "ci" and client.user is "dana"
  test
    given client.token "ci"
    given client.user "dana"
    passes "ls"
    given client.user "eve"
    denies "ls"
`,
  );
});
afterAll(async () => {
  await issuer.close();
  rmSync(folder, { recursive: true });
});

const args = (more: readonly string[] = []): readonly string[] => [
  ...['--port', '0', '--oauth-issuer', issuer.address, '--oauth-audience', audience],
  ...['--oauth-jwks', issuer.jwks, ...more],
];

test('rules see the client and the user that a token names', async () => {
  const { stderr } = await serving(folder, args(['--oauth-user-claim', 'upn']), async (ready) => {
    const ask = async (id: string, token: string) => {
      const headers = { ...json, authorization: `Bearer ${token}` };
      const body = interceptOf(id, 'shell');
      const response = await fetch(`${urlIn(ready)}/hooks`, { method: 'POST', headers, body });
      return [response.status, (await response.text()).includes('"deny"')];
    };
    expect(await ask('one', await issuer.token({ upn: 'dana' }))).toEqual([200, false]);
    expect(await ask('two', await issuer.token({ upn: 'eve' }))).toEqual([200, true]);
    expect(await ask('three', await issuer.token({ sub: 'build', upn: 'dana' }))).toEqual([200, true]);
    expect(await ask('four', await issuer.token({ upn: 'dana', aud: 'other' }))).toEqual([401, false]);
    // Who may only report calls, and asks, is denied.
    expect(await ask('five', await issuer.token({ upn: 'dana', scope: 'bylaw:observe' }))).toEqual([
      200,
      true,
    ]);
    const where = await fetch(`${urlIn(ready)}/.well-known/oauth-protected-resource`);
    expect([where.status, await where.json()]).toMatchObject([
      200,
      { authorization_servers: [issuer.address] },
    ]);
  });
  expect(stderr).toContain('bearer tokens required');
});

test('without the keys of the issuer a server starts, is not ready, and says why', async () => {
  issuer.say('down');
  const { stderr } = await serving(folder, args(), async (ready) => {
    expect(ready).toContain('None of its tokens is accepted.');
  });
  expect(stderr).toContain('The keys of the issuer of tokens cannot be read');
  issuer.say(undefined);
});

test.each([
  [['--oauth-audience', 'x'], '`--oauth-audience` is about an issuer of tokens, and there is none'],
  [['--oauth-issuer', 'http://idp.example'], '`--oauth-issuer` takes an address of `https://`'],
  [['--oauth-issuer', 'https://idp.example'], '`--oauth-audience` is missing'],
  [['--oauth-issuer', 'https://idp.example', '--oauth-audience', 'x'], 'the keys of the issuer are missing'],
  [
    ['--oauth-issuer', 'https://i.example', '--oauth-audience', 'x', '--oauth-jwks', 'http://i.example/jwks'],
    '`--oauth-jwks` takes an address of `https://`',
  ],
  [['--oauth-algorithms', 'HS256'], '`--oauth-algorithms` takes names such as `ES256`'],
  [['--oauth-algorithms', 'none'], '`--oauth-algorithms` takes names such as `ES256`'],
  [['--oauth-permissions', 'agents=everything'], '`--oauth-permissions` takes what each scope'],
  [['--host', '0.0.0.0'], '`--oauth-issuer ADDRESS`'],
])('serve %j is told what is wrong', async (given, message) => {
  const { code, stderr } = await bylaw(['serve', ...given], { cwd: folder });
  expect([code, stderr]).toEqual([3, expect.stringContaining(message)]);
});
