/** What a server and a bundle say of which policies decide, and that the log has the same. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { adminDoors } from '../../src/server/routes/admin-routes.ts';
import { bundleOf, contentOf, keys } from '../host/bundle/made-bundle.ts';
import { bylaw, withFolder } from './command.ts';
import { interceptOf, json, serving, urlIn } from './serve-here.ts';

const release = keys();
const files = {
  'now.bundle': bundleOf(contentOf(6), release),
  'next.bundle': bundleOf(contentOf(7, 'pulumi'), release),
  'release.pub': release.publicPem,
};
const signedBy = ['--bundle-key', 'release.pub'];

test('a server names the bundle in force and the candidate, by the digests that the log has', () =>
  withFolder(files, async (cwd) => {
    const inspected = async (file: string): Promise<{ digest: string; policies: string }> =>
      JSON.parse((await bylaw(['bundle', 'inspect', file, '--json'], { cwd })).stdout);
    const [now, next] = [await inspected('now.bundle'), await inspected('next.bundle')];
    const plain = (await bylaw(['bundle', 'inspect', 'next.bundle'], { cwd })).stdout;
    expect(plain).toContain(`policies  ${next.policies} in the log`);
    const args = ['--bundle', 'now.bundle', ...signedBy, '--shadow', 'next.bundle'];
    await serving(cwd, ['--port', '0', ...args, '--canary-share', '99'], async (ready, said) => {
      while (!said().includes('The server compares')) await new Promise((resolve) => setImmediate(resolve));
      const server = urlIn(ready);
      const status = await bylaw(
        ['bundle', 'status', '--server', server, '--to', 'now.bundle', ...signedBy],
        {
          cwd,
        },
      );
      const [inForce, candidate, published] = status.stdout.trim().split('\n');
      const named = ({ digest }: { digest: string }) => `(${digest.slice(0, 16)})`;
      const logged = ({ policies }: { policies: string }) => `; policies ${policies.slice(0, 16)} in the log`;
      expect(inForce).toContain(`in force at ${server}: bundle 6 ${named(now)}`);
      expect(inForce).toContain(logged(now));
      const shares = 'compared on 100 % of the sessions, answers 99 % of the sessions, since 20';
      expect(candidate).toContain(`candidate at ${server}: bundle 7 ${named(next)}, ${shares}`);
      expect(candidate).toContain(logged(next));
      expect(published).toContain(logged(now));
      // One without a session, and one of the first session that is in the share.
      const ask = async (session: object): Promise<void> => {
        const body = JSON.parse(interceptOf(JSON.stringify(session), 'shell'));
        Object.assign(body.params.event, session);
        await fetch(`${server}/hooks`, { method: 'POST', headers: json, body: JSON.stringify(body) });
      };
      await ask({});
      for (const id of ['a', 'b', 'c']) await ask({ session: { id } });
    });
    const decided = readdirSync(join(cwd, 'log'))
      .filter((name) => name.startsWith('decisions-'))
      .flatMap((name) =>
        readFileSync(join(cwd, 'log', name), 'utf8')
          .trim()
          .split('\n'),
      )
      .map((line) => JSON.parse(line))
      .filter(({ type }) => type === 'decision')
      .map(({ policies }) => policies);
    expect(new Set(decided)).toEqual(new Set([now.policies, next.policies]));
  }));

test('the digest of the policies is found for a bundle of several layers, and of one from folders', () =>
  withFolder(
    {
      'bylaw.yaml': 'layers:\n  - {name: top, policies: top}\n  - {name: low, policies: low}\n',
      'top/a.policy': contentOf(1).layers[0]?.files[0]?.text ?? '',
      'low/b.policy': (contentOf(1, 'helm').layers[0]?.files[0]?.text ?? '').replace('acme.s', 'acme.t'),
      'call.json': '{"tool":{"name":"Bash","kind":"shell","input":{"command":"helm"}}}',
    },
    async (cwd) => {
      const built = await bylaw(
        ['bundle', 'build', '--layers', 'bylaw.yaml', '--sequence', '1', '--output', 'a.bundle'],
        { cwd },
      );
      expect([built.code, built.stderr]).toEqual([0, '']);
      const { policies } = JSON.parse(
        (await bylaw(['bundle', 'inspect', 'a.bundle', '--json'], { cwd })).stdout,
      );
      await serving(cwd, ['--port', '0', '--layers', 'bylaw.yaml'], async () => {});
      const [first = ''] = readFileSync(join(cwd, 'log/decisions-000001.ndjson'), 'utf8').split('\n');
      const record = JSON.parse(first);
      expect(policies).toBe(record.policies ?? record.start.policies);
    },
  ));

test('the help of `serve` names every door, has no long line, and says what answers', async () => {
  const { stdout } = await bylaw(['serve', '--help'], { cwd: '.' });
  for (const { method, path } of Object.values(adminDoors))
    expect(stdout.replace(/\n/g, ' ')).toContain(`${method} ${path}`);
  expect(stdout.split('\n').filter((line) => line.length > 92)).toEqual([]);
  expect(stdout).not.toContain('never answered');
});
