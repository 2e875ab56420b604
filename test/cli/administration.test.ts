/** The doors for administrators: who may use them, what they say, and that each use is in the decision log. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listProblems, loggedRefusal } from '../../src/cli/policies/refused-policies.ts';
import { openAdministration } from '../../src/cli/serving/administration.ts';
import type { Deciding } from '../../src/cli/serving/deciding.ts';
import type { ServeSettings } from '../../src/cli/serving/serve-settings.ts';
import type { CommandContext } from '../../src/cli/terminal/context.ts';
import { sha256 } from '../server/fakes.ts';
import { expectValid } from '../store/decision-log/schema.ts';
import { bylaw } from './command.ts';
import { interceptOf, json, serving, urlIn } from './serve-here.ts';

let folder: string;
const policy = (name: string) =>
  `policy com.example\n\ndeny ${name}\n  when kind is shell\n  test\n    denies "ls"\n`;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bylaw-admin-'));
  mkdirSync(join(folder, 'policies'));
  writeFileSync(join(folder, 'policies/shell.policy'), policy('shell'));
  const token = (name: string, may: readonly string[]) => ({ sha256: sha256(name), scope: name, may });
  const tokens = [
    token('team', ['intercept', 'observe']),
    token('ops', ['admin']),
    token('audit', ['read-log']),
    token('probe', ['read-metrics']),
  ];
  writeFileSync(join(folder, 'tokens.json'), JSON.stringify({ tokens }));
});
afterEach(() => rmSync(folder, { recursive: true }));

const records = (): readonly Record<string, unknown>[] =>
  readdirSync(join(folder, 'log'))
    .filter((name) => name.startsWith('decisions-'))
    .sort()
    .flatMap((name) =>
      readFileSync(join(folder, 'log', name), 'utf8')
        .trim()
        .split('\n'),
    )
    .map((line) => JSON.parse(line));
const uses = (): readonly unknown[] =>
  records()
    .filter(({ type }) => type === 'admin')
    .map(({ action, client, requests }) => ({ action, client, requests }));

/** The place of a rule without a name, and what is wrong there. */
const wrong = /^policies\/shell\.policy:\d+:\d+: .+/;

const asking =
  (url: string) =>
  async (
    path: string,
    bearer?: string,
    method = path === '/hooks' || path.endsWith('reload') ? 'POST' : 'GET',
  ) => {
    const authorization = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
    const body = path === '/hooks' ? { body: interceptOf('one', 'shell') } : {};
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...json, ...authorization },
      ...body,
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

const doors = ['/log', '/admin/policies', '/admin/tokens', '/admin/reload'];

test('open to nobody without the permission, and to nobody where there are no tokens', async () => {
  await serving(folder, ['--port', '0', '--tokens', 'tokens.json'], async (ready) => {
    const ask = asking(urlIn(ready));
    for (const path of doors) {
      expect((await ask(path)).status).toBe(401);
      expect((await ask(path, 'team')).status).toBe(403);
      expect((await ask(path, path === '/log' ? 'ops' : 'audit')).status).toBe(403);
    }
    const other = await ask('/admin/reload', 'ops', 'GET');
    expect([other.status, other.text]).toEqual([405, 'This path accepts only POST.\n']);
    expect(uses()).toEqual([]);
  });
  await serving(folder, ['--port', '0'], async (ready) => {
    for (const path of doors) {
      const { status, text } = await asking(urlIn(ready))(path, 'ops');
      expect([status, text]).toEqual([403, expect.stringContaining('has no tokens')]);
    }
  });
});

test('an administrator sees what decides and the tokens, and has the policies read anew', async () => {
  await serving(folder, ['--port', '0', '--tokens', 'tokens.json'], async (ready) => {
    const ask = asking(urlIn(ready));
    const shown = async () => JSON.parse((await ask('/admin/policies', 'ops')).text);
    const before = await shown();
    expect(before).toMatchObject({ rules: 1, files: 1, bundle: null, watch: false, problems: [] });
    const { tokens } = JSON.parse((await ask('/admin/tokens', 'ops')).text);
    expect(tokens[1]).toEqual({
      id: sha256('ops').slice(0, 8),
      scope: 'ops',
      may: ['admin'],
      expires: null,
      isOver: false,
      created: null,
      note: null,
    });
    writeFileSync(join(folder, 'policies/shell.policy'), policy('terminal'));
    const reloaded = await ask('/admin/reload', 'ops');
    expect([reloaded.status, JSON.parse(reloaded.text).status]).toEqual([200, 'in force']);
    expect((await shown()).policies).not.toBe(before.policies);
    writeFileSync(join(folder, 'policies/shell.policy'), 'policy com.example\n\ndeny\n');
    const refused = await ask('/admin/reload', 'ops');
    const problems = ['What is on disk is not valid, and not in force.', expect.stringMatching(wrong)];
    expect([refused.status, JSON.parse(refused.text)]).toEqual([
      409,
      expect.objectContaining({ status: 'not in force', problems }),
    ]);
    expect((await shown()).problems).toEqual(problems);
    writeFileSync(join(folder, 'policies/shell.policy'), policy('terminal'));
    expect((await ask('/admin/reload', 'ops')).status).toBe(200);
  });
  const client = { way: 'token', token: 'ops' };
  expect(uses()).toEqual([
    { action: 'show-policies', client, requests: 1 },
    { action: 'list-tokens', client, requests: 1 },
    { action: 'reload', client, requests: 1 },
    { action: 'reload', client, requests: 1 },
    { action: 'reload', client, requests: 1 },
    { action: 'show-policies', client, requests: 2 },
  ]);
  const [{ policies: digest } = {}, ...others] = records().filter(({ type }) => type === 'policies');
  expect(others).toEqual([
    expect.objectContaining({ policies: digest, refused: expect.stringMatching(wrong) }),
  ]);
  expectValid(records());
  const lines = (await bylaw(['log', 'log'], { cwd: folder })).stdout;
  expect(lines).toContain('policies were refused');
});

test('the log is read in pages, from a place or a time on, as it is on disk', async () => {
  await serving(folder, ['--port', '0', '--tokens', 'tokens.json'], async (ready) => {
    const ask = asking(urlIn(ready));
    await ask('/hooks', 'team');
    const first = await ask('/log?effect=deny', 'audit');
    expect(first.status).toBe(200);
    expect(JSON.parse(first.text)).toMatchObject({ type: 'decision', code: 'com.example.shell' });
    expect(first.headers.get('bylaw-more')).toBe('false');
    const next = first.headers.get('bylaw-next');
    await ask('/hooks', 'team');
    const second = await ask(`/log?effect=deny&after=${next}`, 'audit');
    expect(second.text.trim().split('\n')).toHaveLength(1);
    expect((await ask('/log?since=2999-01-01', 'audit')).text).toBe('');
    expect((await ask('/log?since=1h&until=1s', 'audit')).status).toBe(200);
    const all = await ask('/log', 'audit');
    expect(all.text).toBe(readFileSync(join(folder, 'log/decisions-000001.ndjson'), 'utf8'));
    for (const query of ['since=soon', 'after=../x', 'folder=/etc', 'code=a&code=b', 'effect=maybe'])
      expect((await ask(`/log?${query}`, 'audit')).status).toBe(400);
    expect((await ask('/log?sinc=15m', 'audit')).text).toBe(
      'There is no filter `sinc`; did you mean `since`?\n',
    );
    expect((await ask('/log?%1bfolder=/etc', 'audit')).text).toMatch(
      /^There is no filter `\\u\{1b\}folder`; there are session, .*, after\.\n$/,
    );
  });
  const client = { way: 'token', token: 'audit' };
  expect(uses()).toEqual([
    { action: 'read-log', client, requests: 1 },
    { action: 'read-log', client, requests: 11 },
  ]);
});

test('`bylaw log` reads the log of a server', async () => {
  await serving(folder, ['--port', '0', '--tokens', 'tokens.json'], async (ready) => {
    const url = urlIn(ready);
    const env = { BYLAW_TOKEN: 'audit' };
    const denied = ['log', '--server', url, '--effect', 'deny'];
    expect((await bylaw(denied, { cwd: folder, env })).stderr).toContain(`The log of ${url}`);
    await asking(url)('/hooks', 'team');
    const none = await bylaw([...denied, '--tool', 'None'], { cwd: folder, env });
    expect(none.stderr).toContain(
      `The log of ${url} has decisions, and none is like \`--tool None --effect deny\`.`,
    );
    const tail = await bylaw(denied, { cwd: folder, env });
    expect(tail.stdout).toMatch(/com\.example\.shell/);
    const out = await bylaw(['log', 'export', '--server', url, '--format', 'csv'], { cwd: folder, env });
    expect(out.stdout.split('\n').length).toBeGreaterThan(3);
    const without = await bylaw(['log', '--server', url], { cwd: folder, env: {} });
    expect([without.code, without.stderr]).toEqual([3, expect.stringContaining('BYLAW_TOKEN')]);
    const plain = await bylaw(['log', '--server', 'http://example.com'], { cwd: folder, env });
    expect([plain.code, plain.stderr]).toEqual([3, expect.stringContaining('https://')]);
  });
});

test('of several processes no success is promised: they are only asked', async () => {
  let asked = 0;
  const group = { reload: () => void asked++ };
  const deciding = { inForce: {}, log: undefined } as unknown as Deciding;
  const context = { stderr: new PassThrough() } as unknown as CommandContext;
  const administration = openAdministration({} as ServeSettings, deciding, group, context);
  const { status, text } = await administration.answer('reload', new URLSearchParams());
  expect([asked, status, JSON.parse(text).status]).toEqual([
    1,
    202,
    'all processes were asked to read their policies anew; GET /admin/policies says whether they are in force',
  ]);
});

test('of many problems the first twenty are listed, and the rest counted', () => {
  const text = `policy com.example\n\n${'deny\n'.repeat(50)}`;
  const source = { path: 'a.policy', text };
  const problems = Array.from({ length: 50 }, (_, at) => {
    const span = { start: text.indexOf('deny') + 5 * at, end: text.length };
    return {
      ...{ severity: 'error', code: 'x', message: 'no name', notes: [] },
      path: 'a.policy',
      span,
    } as never;
  });
  const listed = listProblems(problems, () => source);
  expect([listed.length, listed[0], listed[19], listed[20]]).toEqual([
    21,
    'a.policy:3:1: no name',
    'a.policy:22:1: no name',
    'and 30 more: see `bylaw check`',
  ]);
  expect(loggedRefusal(['x'.repeat(3000)])).toHaveLength(2001);
});

test.each(['watch', 'except'])(
  'a `%s` of a rule that is not there is told, and keeps nothing from being in force',
  async (word) => {
    await serving(folder, ['--port', '0', '--tokens', 'tokens.json'], async (ready, said) => {
      const ask = asking(urlIn(ready));
      const term = '  owner "dana"\n  because "It denies builds."\n  expires 2999-03-01\n';
      const when = word === 'watch' ? '' : '  when path in "a"\n';
      writeFileSync(
        join(folder, 'policies/off.policy'),
        `policy com.off\n\n${word} shell-off for com.example.shel\n${when}${term}`,
      );
      const told = 'The exception com.off.shell-off (dana) touches no rule: see `bylaw check`.';
      const reloaded = await ask('/admin/reload', 'ops');
      expect([reloaded.status, JSON.parse(reloaded.text).problems]).toEqual([200, [told]]);
      const health = await ask('/health', 'probe');
      expect([health.status, JSON.parse(health.text)]).toEqual([
        200,
        { status: 'ok', problems: [], warnings: [told] },
      ]);
      expect(said()).toContain(told);
      rmSync(join(folder, 'policies/off.policy'));
      expect(JSON.parse((await ask('/admin/reload', 'ops')).text).problems).toEqual([]);
      expect(JSON.parse((await ask('/health', 'probe')).text)).toEqual({ status: 'ok', problems: [] });
    });
  },
);
