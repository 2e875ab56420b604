/** What clients of several servers get together: one rate, and one store of uploads. With one node of NATS. */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultDeadline, serverPatience } from '../../src/hook/arguments.ts';
import { sha256 } from '../server/fakes.ts';
import { hasNats, type Nodes, soon, startNodes } from '../store/cluster/nats-server.ts';
import { denyShell, withFolder } from './command.ts';
import { interceptOf, json, serving, urlIn } from './serve-here.ts';

/** Each has a rate of its own, for one try to see the rate that they have together. */
const tries = Array.from({ length: 12 }, (_, at) => `try-${at}`);

const token = (name: string) => ({
  ...{ sha256: sha256(name), scope: name, may: ['intercept', 'observe', 'upload', 'read-metrics'] },
});

describe.runIf(hasNats)('clients of several servers', () => {
  let nodes: Nodes;
  beforeAll(async () => {
    nodes = await startNodes(1);
  });
  afterAll(() => nodes.close());

  /** Two servers with the same settings. */
  const withTwo = (
    name: string,
    limits: string,
    use: (urls: readonly string[], said: () => string) => Promise<void>,
    policy = denyShell,
  ): Promise<void> =>
    withFolder(
      {
        'policies/dev.policy': policy,
        'tokens.json': JSON.stringify({ tokens: ['team-a', 'team-b', ...tries].map(token) }),
      },
      async (cwd) => {
        const cluster = `cluster: { servers: [${nodes.servers[0]}], name: ${name} }`;
        writeFileSync(
          join(cwd, 'bylaw.yaml'),
          `policies: policies\ntokens: tokens.json\n${cluster}\n${limits}\n`,
        );
        const start = (log: string, then: (url: string, said: () => string) => Promise<void>) =>
          serving(
            cwd,
            ['--port', '0', '--log', log],
            async (ready, said) => await then(urlIn(ready), said),
            [],
          );
        await start('a', async (one, said) => {
          await start('b', async (other, alsoSaid) => await use([one, other], () => said() + alsoSaid()));
        });
      },
    );
  const as = (name: string) => ({ authorization: `Bearer ${name}` });

  test('have one rate together, and each process counts by itself while the cluster is away', () =>
    withTwo('rates', 'limits: { client-rate: 1, client-burst: 12 }', async (urls, said) => {
      let ids = 0;
      const ask = async (client: string): Promise<number> => {
        const body = interceptOf(`${client} ${ids}`, 'read');
        const url = `${urls[ids++ % 2]}/hooks`;
        const { status } = await fetch(url, { method: 'POST', headers: { ...json, ...as(client) }, body });
        return status;
      };
      const passing = async (client: string, count: number): Promise<number> => {
        const all = await Promise.all(Array.from({ length: count }, () => ask(client)));
        expect(all.every((status) => status === 200 || status === 429)).toBe(true);
        return all.filter((status) => status === 200).length;
      };
      const alone = 'Requests of clients are counted by this process alone';
      const together = 'are counted together with other servers again';
      const timesSaid = (text: string): number => said().split(text).length - 1;
      const countTogether = async (client: string): Promise<boolean> => {
        const before = timesSaid(alone);
        const began = performance.now();
        const passed = await passing(client, 40);
        // A busy machine may keep the cluster from answering in time: then each server counts by itself.
        const isTogether = timesSaid(alone) === before && timesSaid(together) === before;
        if (isTogether) {
          expect(passed).toBeGreaterThanOrEqual(12);
          expect(passed).toBeLessThanOrEqual(12 + (performance.now() - began) / 1000);
        }
        return isTogether;
      };
      let isCounted = false;
      for (const client of tries) {
        isCounted = await countTogether(client);
        if (isCounted) break;
        await soon();
      }
      expect(isCounted).toBe(true);
      expect(await passing('team-b', 12)).toBe(12);
      const [node] = nodes.nodes;
      node?.freeze();
      const asides = timesSaid(alone);
      while (timesSaid(alone) === asides) await passing('team-b', 2);
      node?.thaw();
      while (timesSaid(together) < timesSaid(alone)) {
        await passing('team-b', 2);
        await soon();
      }
    }));

  test('are answered before a hook gives up, and probes say it, while the cluster has no majority', () =>
    withTwo(
      'majority',
      '',
      async ([one = '', other = '']) => {
        const ask = async (url: string, id: string): Promise<string> => {
          const body = interceptOf(id, 'shell');
          const signal = AbortSignal.timeout(serverPatience(defaultDeadline));
          return await (
            await fetch(`${url}/hooks`, {
              method: 'POST',
              headers: { ...json, ...as('team-a') },
              body,
              signal,
            })
          ).text();
        };
        const ready = async (url: string): Promise<number> => (await fetch(`${url}/readyz`)).status;
        expect(await ask(one, 'before')).not.toContain('io.bylaw.engine');
        const [node] = nodes.nodes;
        node?.freeze();
        try {
          expect(await ready(one)).toBe(200);
          expect(await ask(one, 'away')).toContain('io.bylaw.engine.memory');
          expect(await ready(one)).toBe(503);
          // No call has told this one: the first probe asks the cluster.
          const since = performance.now();
          while ((await ready(other)) !== 503) {
            expect(performance.now() - since).toBeLessThan(10_000);
            await soon();
          }
        } finally {
          node?.thaw();
        }
        while ((await ready(one)) !== 200) await soon();
      },
      'policy com.example\n\nlimit fetches to 100 fetch per 1h per session\n',
    ));

  test('find what they have uploaded at every server, also after a new start', async () => {
    const octets = Buffer.from('uploaded '.repeat(50_000));
    const digest = createHash('sha256').update(octets).digest('hex');
    const upload = async (url: string, client: string) => {
      const headers = {
        ...as(client),
        'ahp-content-sha256': digest,
        'content-type': 'application/octet-stream',
      };
      const answer = await fetch(`${url}/content`, { method: 'POST', headers, body: octets });
      return { status: answer.status, receipt: await answer.text() };
    };
    const counted = async (url: string, result: string): Promise<number> => {
      const text = await (await fetch(`${url}/metrics`, { headers: as('team-a') })).text();
      return Number(new RegExp(`^bylaw_uploads_total\\{result="${result}"\\} (\\d+)$`, 'm').exec(text)?.[1]);
    };
    await withTwo('uploads', '', async ([one = '', other = '']) => {
      const first = await upload(one, 'team-a');
      expect([first.status, await upload(other, 'team-a')]).toEqual([201, first]);
      expect([
        await counted(one, 'kept'),
        await counted(other, 'there'),
        await counted(other, 'kept'),
      ]).toEqual([1, 1, 0]);
      // Another client has its own.
      expect((await upload(other, 'team-b')).receipt).not.toBe(first.receipt);
      expect(await counted(other, 'kept')).toBe(1);
    });
    await withTwo('uploads', '', async ([one = '']) => {
      expect((await upload(one, 'team-a')).status).toBe(201);
      expect(await counted(one, 'there')).toBe(1);
    });
  });
});
