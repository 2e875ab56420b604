/** `bylaw bundle`: what it refuses, and that nothing of the machine is in what it builds. */
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bylaw, denyShell, withFolder } from './command.ts';

const files = { 'policies/dev.policy': denyShell };
const build = (cwd: string, ...more: readonly string[]) =>
  bylaw(['bundle', 'build', '--sequence', '1', '--output', 'a.bundle', ...more], { cwd });

test('the same policies are the same octets, wherever they lie', () =>
  withFolder(files, (first) =>
    withFolder({}, async (second) => {
      cpSync(join(first, 'policies'), join(second, 'other/place/policies'), { recursive: true });
      expect((await build(first)).code).toBe(0);
      expect((await build(second, '--policies', 'other/place/policies')).code).toBe(0);
      const [one, other] = [first, second].map((folder) => readFileSync(join(folder, 'a.bundle')));
      expect(one?.equals(other!)).toBe(true);
    }),
  ));

test.each([
  [
    'a failing test',
    { 'policies/dev.policy': denyShell.replace('denies "ls"', 'passes "ls"') },
    'but it denies the call',
  ],
  ['an error', { 'policies/dev.policy': 'policy a.b\n\ndeny\n' }, 'cannot go into a bundle'],
  [
    'no test',
    { 'policies/dev.policy': 'policy a.b\n\ndeny it\n  when kind is shell\n' },
    'there is no test in them',
  ],
  [
    'a file of tests that is not fit',
    {
      ...files,
      'policies/dev.tests.policy': 'tests for com.example.dev\n\ntest "x"\n  call "ls"\n  expect passes\n',
    },
    'cannot go into a bundle',
  ],
])('nothing is built of policies with %s', (_, policies, problem) =>
  withFolder(policies, async (cwd) => {
    const { code, stderr } = await build(cwd);
    expect([code, stderr]).toEqual([2, expect.stringContaining(problem)]);
    expect(existsSync(join(cwd, 'a.bundle'))).toBe(false);
  }),
);

test('a workspace that is relative, and a lower layer with an error, are refused', async () => {
  const layers = (more: string): string => `layers:\n  - name: a\n    policies: policies\n${more}`;
  await withFolder({ ...files, 'bylaw.yaml': layers('    workspace: ../shop\n') }, async (cwd) => {
    const { code, stderr } = await build(cwd, '--layers', 'bylaw.yaml');
    expect([code, stderr]).toEqual([2, expect.stringContaining('the workspace `../shop` is relative')]);
  });
  const broken = {
    'team/x.policy': 'policy c.d\n\ndeny\n',
    'bylaw.yaml': layers('  - name: b\n    policies: team\n'),
  };
  await withFolder({ ...files, ...broken }, async (cwd) => {
    expect((await build(cwd, '--layers', 'bylaw.yaml')).code).toBe(2);
  });
});

test('a bundle is published by a trusted key and with a rising sequence only, and what is there is not damaged', () =>
  withFolder(files, async (cwd) => {
    const run = (...args: readonly string[]) => bylaw(['bundle', ...args], { cwd });
    for (const name of ['release', 'other']) await run('keygen', name);
    await build(cwd);
    const publish = () => run('publish', 'a.bundle', '--to', 'published', '--bundle-key', 'release.pub');
    expect((await publish()).stderr).toMatch(
      /is refused: it is not signed: sign it first with `bylaw bundle sign \S+ --key FILE`\n$/,
    );
    await run('sign', 'a.bundle', '--key', 'other.key');
    expect((await publish()).stderr).toContain('trusted here');
    await run('sign', 'a.bundle', '--key', 'release.key');
    expect((await publish()).code).toBe(0);
    expect((await publish()).stderr).toMatch(
      /^bylaw: nothing is published: published has this bundle 1 already; .*`bylaw bundle sign published\/1-[0-9a-f]{16}\.bundle --key FILE`\n$/,
    );
    const back = await run(
      'rollback',
      '--to',
      'published',
      '--bundle-key',
      'release.pub',
      '--key',
      'release.key',
    );
    expect(back.stderr).toBe('bylaw: nothing is rolled back: there is only bundle 1\n');
    const strange = await run(
      'rollback',
      '--to',
      'published',
      '--bundle-key',
      'release.pub',
      '--key',
      'other.key',
      '--sequence',
      '1',
    );
    expect(strange.stderr).toMatch(/^bylaw: bundle 2, as `--key` would sign it, is refused: it is signed by/);
    expect((await run('keygen', 'release')).code).toBe(3);
    expect((await run('publsh')).stderr).toContain('did you mean');
  }));

test('a second rollback asks how far, and does not bring back what the first went back from', () =>
  withFolder(files, async (cwd) => {
    const run = (...args: readonly string[]) => bylaw(['bundle', ...args], { cwd });
    const keys = ['--bundle-key', 'release.pub'];
    const back = (...args: readonly string[]) =>
      run('rollback', '--to', 'published', ...keys, '--key', 'release.key', ...args);
    await run('keygen', 'release');
    const own = join(cwd, 'policies', 'own.policy');
    for (const sequence of [1, 2]) {
      writeFileSync(own, `policy com.example.own\ndeny own-${sequence}\n  when runs "own"\n`);
      await build(cwd, '--sequence', `${sequence}`);
      await run('sign', 'a.bundle', '--key', 'release.key');
      expect((await run('publish', 'a.bundle', '--to', 'published', ...keys)).code).toBe(0);
    }
    expect((await back()).stdout).toContain('its content is that of 1');
    const again = await back();
    expect(again.code).not.toBe(0);
    expect(again.stderr).toContain('bundle 3 has gone back to 1 already');
    expect(again.stderr).toContain('`--sequence N`');
    expect((await back('--sequence', '2')).stdout).toContain('its content is that of 2');
  }));

test('`check` and `test` take a signed bundle', () =>
  withFolder(files, async (cwd) => {
    await build(cwd);
    await bylaw(['bundle', 'keygen', 'release'], { cwd });
    const from = ['--bundle', 'a.bundle', '--bundle-key', 'release.pub'];
    const run = (...args: readonly string[]) => bylaw(args, { cwd });
    const unsigned = await run('test', ...from);
    expect([unsigned.code, unsigned.stderr]).toEqual([2, expect.stringContaining('is refused')]);
    await run('bundle', 'sign', 'a.bundle', '--key', 'release.key');
    expect((await run('check', ...from)).code).toBe(0);
    expect((await run('test', ...from)).stdout).toMatch(/2 passed, 0 failed/);
    for (const args of [
      ['check', '--fix', ...from],
      ['check', 'policies', ...from],
      ['test', '--bundle', 'a.bundle'],
      ['test', '--layers', 'x.yaml', ...from],
    ])
      expect((await run(...args)).code).toBe(3);
  }));

test.each([
  ['signed by a key that is not trusted', (octets: Buffer) => octets, 'strange.pub', 'trusted here'],
  ['cut off', (octets: Buffer) => octets.subarray(0, 200), 'release.pub', ''],
  [
    'tampered with',
    (octets: Buffer) => {
      const text = octets.toString('utf8');
      const { payload } = JSON.parse(text);
      const other = Buffer.from(payload, 'base64').toString('utf8').replace('shell', 'shall');
      return Buffer.from(text.replace(payload, Buffer.from(other).toString('base64')));
    },
    'release.pub',
    'does not match its signature',
  ],
] as const)('every command refuses with exit code 2 a bundle that is %s', (_, changed, key, why) =>
  withFolder({ ...files, 'call.json': '{}' }, async (cwd) => {
    await build(cwd);
    for (const name of ['release', 'strange']) await bylaw(['bundle', 'keygen', name], { cwd });
    await bylaw(['bundle', 'sign', 'a.bundle', '--key', 'release.key'], { cwd });
    writeFileSync(join(cwd, 'b.bundle'), changed(readFileSync(join(cwd, 'a.bundle'))));
    const from = ['--bundle', 'b.bundle', '--bundle-key', key];
    const env = { XDG_STATE_HOME: join(cwd, 'state') };
    for (const args of [
      ['check', ...from],
      ['test', ...from],
      ['eval', ...from, 'call.json'],
      ['explain', ...from, 'ls'],
      ['replay', ...from, 'call.json'],
      ['serve', '--port', '0', '--no-log', ...from],
      ['bundle', 'verify', 'b.bundle', '--bundle-key', key],
    ]) {
      const { code, stderr } = await bylaw(args, { cwd, env });
      expect([args, code, stderr]).toEqual([args, 2, expect.stringMatching(/is refused: /)]);
      expect(stderr).toContain(why);
    }
  }),
);

test('a rollback names the earlier bundle that no trusted key signed, and works when the new key signs it there', () =>
  withFolder(files, async (cwd) => {
    const run = (...args: readonly string[]) => bylaw(['bundle', ...args], { cwd });
    for (const name of ['old', 'new']) await run('keygen', name);
    for (const sequence of ['1', '2']) {
      await run('build', '--sequence', sequence, '--output', 'a.bundle');
      await run('sign', 'a.bundle', '--key', 'old.key');
      expect((await run('publish', 'a.bundle', '--to', 'pub', '--bundle-key', 'old.pub')).code).toBe(0);
    }
    const back = () => run('rollback', '--to', 'pub', '--bundle-key', 'new.pub', '--key', 'new.key');
    const refused = await back();
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringMatching(
        /^bylaw: bundle 1 \(pub\/1-[0-9a-f]{16}\.bundle\) is refused: it is signed by .* trusted here/,
      ),
    ]);
    expect((await run('status', '--to', 'pub', '--bundle-key', 'new.pub')).stderr).toMatch(
      /^bylaw: bundle 2 \(pub\/2-/,
    );
    await run('build', '--sequence', '3', '--output', 'a.bundle');
    await run('sign', 'a.bundle', '--key', 'new.key');
    expect((await run('publish', 'a.bundle', '--to', 'pub', '--bundle-key', 'new.pub')).stderr).toMatch(
      /^bylaw: bundle 2 \(pub\/2-/,
    );
    for (const name of readdirSync(join(cwd, 'pub'))) await run('sign', `pub/${name}`, '--key', 'new.key');
    expect((await back()).stdout).toMatch(/^published at pub: bundle 3 .*; its content is that of 1$/m);
  }));

test('a server that cannot be asked, or that refuses, is named in one phrase', async () => {
  const server = createServer((_, response) => void response.writeHead(401).end());
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}`;
  const status = (url: string) => bylaw(['bundle', 'status', '--server', url], { cwd: '/' });
  expect((await status(address)).stderr).toMatch(
    new RegExp(`^bylaw: ${address} answers with 401: a token that may`),
  );
  await new Promise((done) => void server.close(done));
  const gone = await status(address);
  expect([gone.code, gone.stderr]).toEqual([
    2,
    expect.stringMatching(new RegExp(`^bylaw: ${address} cannot be asked: [^:]`)),
  ]);
});
