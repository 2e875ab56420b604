/** What a server does about clients that come too often, and of those that it refuses: what they get for an answer, and what is recorded of it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sha256 } from '../server/fakes.ts';
import { audience, type Issuer, startIssuer } from '../server/issuer.ts';
import { interceptOf, json, serving, urlIn } from './serve-here.ts';

const folder = mkdtempSync(join(tmpdir(), 'bylaw-refused-'));
let issuer: Issuer;
const token = (name: string, may: readonly string[], more: object = {}) => ({
  sha256: sha256(name),
  scope: name,
  may,
  ...more,
});
beforeAll(async () => {
  issuer = await startIssuer();
  mkdirSync(join(folder, 'policies'));
  writeFileSync(
    join(folder, 'policies/shell.policy'),
    'policy com.example\n\ndeny shell\n  when kind is shell\n  test\n    denies "ls"\n',
  );
  const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  const tokens = [
    token('team', ['intercept', 'observe']),
    token('other', ['intercept'], { expires: tomorrow }),
    token('ops', ['read-metrics']),
  ];
  writeFileSync(join(folder, 'tokens.json'), JSON.stringify({ tokens }));
});
afterAll(async () => {
  await issuer.close();
  rmSync(folder, { recursive: true });
});

const asking =
  (ready: string) =>
  async (bearer: string | undefined, path = '/hooks') => {
    const authorization = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
    const asked = { method: path === '/hooks' ? 'POST' : 'GET', headers: { ...json, ...authorization } };
    const body = path === '/hooks' ? { body: interceptOf('one', 'shell') } : {};
    const response = await fetch(`${urlIn(ready)}${path}`, { ...asked, ...body });
    return {
      status: response.status,
      retry: response.headers.get('retry-after'),
      text: await response.text(),
    };
  };

/** The ready line comes after the warning that a token ends. */
const withServer = (more: readonly string[], use: (ask: ReturnType<typeof asking>) => Promise<void>) => {
  // The file of a test without tokens that end.
  const text = JSON.stringify({
    tokens: [
      token('team', ['intercept', 'observe']),
      token('other', ['intercept']),
      token('ops', ['read-metrics']),
    ],
  });
  writeFileSync(join(folder, 'lasting.json'), text);
  return serving(folder, ['--port', '0', '--tokens', 'lasting.json', ...more], (ready) => use(asking(ready)));
};

test('a client that comes too often gets 429, and others do not', async () => {
  await withServer(['--client-rate', '1', '--client-burst', '3'], async (ask) => {
    const statuses = [];
    for (let at = 0; at < 4; at++) statuses.push((await ask('team')).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect(await ask('team')).toMatchObject({
      status: 429,
      retry: '1',
      text: expect.stringContaining('too many requests'),
    });
    expect((await ask('other')).status).toBe(200);
    expect((await ask('ops', '/metrics')).text).toContain('bylaw_throttled_total{who="client"} 2');
  });
});

test('an address with too many bad tokens gets 429 for them; good tokens go on, and a signature is not looked at', async () => {
  const oauth = ['--oauth-issuer', issuer.address, '--oauth-audience', audience, '--oauth-jwks', issuer.jwks];
  await withServer(['--refused-rate', '5', ...oauth], async (ask) => {
    const [known, fresh] = [await issuer.token(), await issuer.token({ sub: 'fresh' })];
    expect((await ask(known)).status).toBe(200);
    const statuses = [];
    for (let at = 0; at < 7; at++) statuses.push((await ask(`bad${at}`)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expect((await ask('bad')).retry).toBe('12');
    // Who shows nothing learns where to get a token.
    expect((await ask(undefined)).status).toBe(401);
    expect([(await ask('team')).status, (await ask(known)).status, (await ask(fresh)).status]).toEqual([
      200, 200, 429,
    ]);
  });
});

test('refusals are counted by reason, and reported without the token; a token that ends soon is reported', async () => {
  const { stderr } = await serving(folder, ['--port', '0', '--tokens', 'tokens.json'], async () => {});
  expect(stderr).toMatch(
    /^\S+Z warning The last token of the scope "other" ends on \d{4}-\d\d-\d\d: make another one/,
  );
  const outcome = await withServer([], async (ask) => {
    for (const bearer of [undefined, 'canary-token', 'canary-token', 'ops']) await ask(bearer);
    expect((await ask('team', '/metrics')).text).toBe(
      'The client may not do this: its token or certificate lacks the permission `read-metrics`.\n',
    );
    const { text } = await ask('ops', '/metrics');
    for (const count of ['missing"} 1', 'unknown"} 2', 'permission"} 2'])
      expect(text).toContain(`bylaw_unauthorized_total{why="${count}`);
    expect(text).not.toContain('canary');
    expect(text).toMatch(/^bylaw_build_info\{version="\d+\.\d+\.\d+",node="[\d.]+"\} 1$/m);
    expect(text).toMatch(/^bylaw_policies_info\{digest="[0-9a-f]{64}"\} 1$/m);
    expect(text).toMatch(/^bylaw_policies_stale 0$/m);
  });
  expect(outcome.stderr).toContain('A request from 127.0.0.1 was refused: its token is not known.\n');
  expect(outcome.stderr).toContain(
    'A request from 127.0.0.1 was refused: it may not do that: the token of "ops" lacks the permission `intercept` or `observe`.\n',
  );
  expect(outcome.stderr).not.toContain('canary');
});
