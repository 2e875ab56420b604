/** Bundles that servers take from their cluster, with one node of NATS: every server verifies each by itself. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openClusterBundles } from '../../src/store/cluster/cluster-bundles.ts';
import { openBucket } from '../../src/store/cluster/nats.ts';
import { hasNats, type Nodes, soon, startNodes } from '../store/cluster/nats-server.ts';
import { bylaw, denyShell, type Outcome, withFolder } from './command.ts';
import { interceptOf, json, serving, urlIn } from './serve-here.ts';

describe.runIf(hasNats)('bundles in a cluster', () => {
  let nodes: Nodes;
  beforeAll(async () => {
    nodes = await startNodes(1);
  });
  afterAll(() => nodes.close());

  const files = (name: string): Record<string, string> => ({
    'policies/dev.policy': denyShell,
    'bylaw.yaml': `bundle: { from: cluster, keys: release.pub }\ncluster: { servers: [${nodes.servers[0]}], name: ${name} }\n`,
  });
  const options = (name: string) => ({ servers: nodes.servers, name, replicas: 1, age: 3_600_000 });
  const run = (cwd: string, ...args: readonly string[]): Promise<Outcome> =>
    bylaw(['bundle', ...args], { cwd });
  const made = async (cwd: string, sequence: number, key = 'release'): Promise<void> => {
    const file = `${sequence}.bundle`;
    await run(cwd, 'build', '--policies', 'policies', '--sequence', `${sequence}`, '--output', file);
    expect((await run(cwd, 'sign', file, '--key', `${key}.key`)).code).toBe(0);
  };
  const place = ['--to', 'cluster', '--bundle-key', 'release.pub'] as const;
  const publish = (cwd: string, sequence: number) => run(cwd, 'publish', `${sequence}.bundle`, ...place);
  const sequenceAt = async (url: string): Promise<number> => {
    const text = await (await fetch(`${url}/metrics`)).text();
    return Number(/^bylaw_bundle_sequence (\d+)$/m.exec(text)?.[1]);
  };
  const becomes = async (url: string, sequence: number): Promise<void> => {
    while ((await sequenceAt(url)) !== sequence) await soon();
  };

  test('what is published is live on all servers, and so is what is rolled back', () =>
    withFolder(files('live'), async (cwd) => {
      await run(cwd, 'keygen', 'release');
      await made(cwd, 1);
      expect((await publish(cwd, 1)).code).toBe(0);
      const start = (log: string, use: (url: string) => Promise<unknown>) =>
        serving(
          cwd,
          ['--port', '0', '--content', log, '--log', log],
          async (ready) => void (await use(urlIn(ready))),
        );
      await start('a', (first) =>
        start('b', async (second) => {
          expect([await sequenceAt(first), await sequenceAt(second)]).toEqual([1, 1]);
          await made(cwd, 2);
          expect((await publish(cwd, 2)).code).toBe(0);
          await Promise.all([becomes(first, 2), becomes(second, 2)]);
          const back = await run(cwd, 'rollback', ...place, '--key', 'release.key');
          expect(back.stdout).toMatch(/published at the cluster: bundle 3 .*its content is that of 1/);
          await Promise.all([becomes(first, 3), becomes(second, 3)]);
        }),
      );
      expect((await run(cwd, 'status', ...place)).stdout).toContain('bundle 3');
      expect((await publish(cwd, 2)).stderr).toContain('its sequence is 2, and 3 is published');
    }));

  test('a candidate of the cluster answers the share that the file says, as long as it is there', () =>
    withFolder(files('candidate'), async (cwd) => {
      const config = readFileSync(join(cwd, 'bylaw.yaml'), 'utf8');
      const write = (more: string): void =>
        writeFileSync(
          join(cwd, 'bylaw.yaml'),
          config.replace('from: cluster', `from: cluster, shadow: cluster${more}`),
        );
      await run(cwd, 'keygen', 'release');
      await made(cwd, 1);
      await publish(cwd, 1);
      writeFileSync(join(cwd, 'policies/dev.policy'), denyShell.replace('No shell', 'Not yet'));
      await made(cwd, 2);
      write('');
      await serving(cwd, ['--port', '0'], async (ready, said) => {
        const url = urlIn(ready);
        const untilSaid = async (text: string): Promise<void> => {
          while (!said().includes(text)) await soon();
        };
        let ids = 0;
        const reason = async (): Promise<string> => {
          const body = JSON.parse(interceptOf(`c${ids++}`, 'shell'));
          body.params.event.session = { id: `s${ids}` };
          const answer = await fetch(`${url}/hooks`, {
            method: 'POST',
            headers: json,
            body: JSON.stringify(body),
          });
          return JSON.stringify(await answer.json());
        };
        expect((await run(cwd, 'publish', '2.bundle', ...place, '--candidate')).stdout).toContain(
          'published at the cluster as candidate: bundle 2',
        );
        expect((await run(cwd, 'status', ...place, '--candidate')).stdout).toContain('bundle 2');
        expect((await run(cwd, 'status', ...place)).stdout).toContain('bundle 1');
        await untilSaid('The server compares bundle 2');
        expect(await reason()).toContain('No shell');
        write(', canary-share: 100');
        await untilSaid('it answers 100 % of the sessions');
        expect(await reason()).toContain('Not yet');
        // What is wrong with the file changes nothing, and is said.
        write(', canary-share: 500');
        await untilSaid('bylaw.yaml is not valid, and none of its settings is used');
        expect(await reason()).toContain('Not yet');
        write(', canary-share: 0');
        await untilSaid('from here on it is compared on 100 % of the sessions and answers 0 %');
        expect(await reason()).toContain('No shell');
        write(', canary-share: 100');
        while (!(await reason()).includes('Not yet')) await soon();
        expect((await run(cwd, 'withdraw', '--to', 'cluster', '--candidate')).stdout).toContain(
          'withdrawn: bundle 2',
        );
        await untilSaid('The canary has ended; bundle 1 answers all sessions.');
        expect(await reason()).toContain('No shell');
        // It is published as it was a candidate, and parts of one list are none of the other.
        expect((await publish(cwd, 2)).code).toBe(0);
        await becomes(url, 2);
        expect(await reason()).toContain('Not yet');
        expect(said()).not.toContain('needs a new start');
      });
      const wrong = await run(
        cwd,
        'publish',
        '2.bundle',
        '--to',
        'x',
        '--bundle-key',
        'release.pub',
        '--candidate',
      );
      expect([wrong.code, wrong.stderr]).toEqual([3, expect.stringContaining('a file of its own')]);
    }));

  test('what the cluster has is verified by each server: a foreign signature and an older bundle are refused', () =>
    withFolder(files('foreign'), async (cwd) => {
      await run(cwd, 'keygen', 'release');
      await run(cwd, 'keygen', 'other');
      await made(cwd, 5);
      await publish(cwd, 5);
      const writer = openClusterBundles(options('foreign'));
      /** As somebody who can write to the cluster, and has no key. */
      const slip = async (sequence: number, octets: Buffer): Promise<void> => {
        await writer.list();
        expect(await writer.publish([], { sequence, digest: 'f'.repeat(64) }, octets)).toBe(true);
      };
      try {
        await serving(cwd, ['--port', '0'], async (ready) => {
          const url = urlIn(ready);
          const problem = async (text: string): Promise<void> => {
            while (!(await (await fetch(`${url}/health`)).text()).includes(text)) await soon();
            expect(await sequenceAt(url)).toBe(5);
          };
          await made(cwd, 6, 'other');
          await slip(6, readFileSync(join(cwd, '6.bundle')));
          await problem('is refused');
          await made(cwd, 4);
          await slip(7, readFileSync(join(cwd, '4.bundle')));
          await problem('its sequence is 4, and one with 5 was in force');
        });
      } finally {
        await writer.close();
      }
    }));

  test('one of which a part is gone keeps nobody from publishing the next', () =>
    withFolder(files('gone'), async (cwd) => {
      await run(cwd, 'keygen', 'release');
      await made(cwd, 1);
      await publish(cwd, 1);
      const { bucket, close } = await openBucket(options('gone'), 'bundles', {});
      const list = openClusterBundles(options('gone'));
      const [first] = await list.list();
      expect(await list.publish([], { sequence: 2, digest: 'f'.repeat(64) }, Buffer.from('x'))).toBe(true);
      const [second] = await list.list();
      const named = { ...second, parts: ['2-dead-0'] };
      const value = Buffer.from(JSON.stringify({ format: 1, bundles: [named, first] }));
      await bucket.put('published', value, performance.now() + 5000);
      await Promise.all([list.close(), close()]);
      expect((await run(cwd, 'status', ...place)).stderr).toContain('a part of it is gone');
      await made(cwd, 2);
      expect((await publish(cwd, 2)).stderr).toContain('its sequence is 2, and 2 is published');
      await made(cwd, 3);
      expect((await publish(cwd, 3)).code).toBe(0);
    }));

  test('a list that names a part twice, or is large, is refused, and no more is read than a bundle can have', async () => {
    const { bucket, close } = await openBucket(options('endless'), 'bundles', {});
    const bundles = openClusterBundles(options('endless'));
    const digest = 'a'.repeat(64);
    const put = (name: string, text: string): Promise<unknown> =>
      bucket.put(name, Buffer.from(text), performance.now() + 5000);
    const list = (parts: readonly string[]): Promise<unknown> =>
      put('published', JSON.stringify({ format: 1, bundles: [{ sequence: 1, digest, parts }] }));
    try {
      for (const part of ['1-a', '1-b', '1-c']) await put(part, 'ten octets');
      await list(['1-a', '1-b', '1-c', '1-dead']);
      const [first] = await bundles.list();
      expect((await bundles.octets(first!, 25))?.length).toBe(30);
      expect(await bundles.octets(first!, 30)).toBeUndefined();
      await list(['1-a', '1-b', '1-a']);
      await expect(bundles.list()).rejects.toThrow('by something else');
      await put('published', ' '.repeat(600_000));
      await expect(bundles.list()).rejects.toThrow('its list of bundles has 600000 octets');
    } finally {
      await Promise.all([bundles.close(), close()]);
    }
  });

  test('of two that publish at once one fails, and a bundle of many parts comes whole', async () => {
    const [one, other] = [openClusterBundles(options('two')), openClusterBundles(options('two'))];
    const octets = Buffer.alloc(1_000_000, 'bundle ');
    const lists = [await one.list(), await other.list()];
    expect(await one.publish(lists[0] ?? [], { sequence: 1, digest: 'a'.repeat(64) }, octets)).toBe(true);
    expect(await other.publish(lists[1] ?? [], { sequence: 1, digest: 'b'.repeat(64) }, octets)).toBe(false);
    const [first, ...rest] = await other.list();
    expect(rest).toEqual([]);
    expect(first && (await other.octets(first, octets.length))?.equals(octets)).toBe(true);
    await one.close();
    await other.close();
  });

  test('a server starts by its last bundle while the cluster is away, and `cluster` needs one', () =>
    withFolder(files('away'), async (cwd) => {
      await run(cwd, 'keygen', 'release');
      await made(cwd, 1);
      await publish(cwd, 1);
      const more = ['--port', '0'];
      await serving(cwd, more, async (ready) => expect(await sequenceAt(urlIn(ready))).toBe(1));
      const [node] = nodes.nodes;
      await node?.kill();
      try {
        // The first line says why; the second that it serves.
        const { code, stderr } = await serving(cwd, more, async () => {});
        expect(code).toBe(0);
        expect(stderr).toMatch(/the cluster cannot be asked: .*The server still decides by bundle 1/);
        expect(urlIn(stderr)).toMatch(/^http:/);
      } finally {
        await node?.start();
      }
      writeFileSync(join(cwd, 'bylaw.yaml'), 'bundle: { from: cluster, keys: release.pub }\n');
      const { code, stderr } = await serving(cwd, more, async () => {});
      expect([code, stderr]).toEqual([2, expect.stringContaining('cluster.servers')]);
    }));
});
