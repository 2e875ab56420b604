/** Two servers that share a cluster, each a process of its own, with a node of NATS: what a balancer between them must not change. */
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isOfShare } from '../../src/cli/settings/share.ts';
import { type Server, startServer } from '../campaign/service/server.ts';
import { hasNats, type Nodes, soon, startNodes } from '../store/cluster/nats-server.ts';
import { bylaw, denyShell, withFolder } from './command.ts';
import { interceptOf } from './serve-here.ts';

const share = 5;
const sessions = Array.from({ length: 300 }, (_, at) => `session-${at}`);

describe.runIf(hasNats)('two servers of a cluster', { timeout: 120_000 }, () => {
  let nodes: Nodes;
  beforeAll(async () => {
    nodes = await startNodes(1);
  });
  afterAll(() => nodes.close());

  const filesFor = (name: string): Record<string, string> => ({
    'policies/dev.policy': denyShell,
    'next/dev.policy': denyShell.replace('No shell', 'Not yet'),
    'bylaw.yaml': `cluster: { servers: [${nodes.servers[0]}], name: ${name} }\n`,
  });

  /** Two servers that decide by bundle 1, and have bundle 2 as their candidate. */
  const withTwo = (name: string, use: (servers: readonly [Server, Server]) => Promise<void>): Promise<void> =>
    withFolder(filesFor(name), async (cwd) => {
      const cluster = ['--cluster-servers', nodes.servers[0] ?? '', '--cluster-name', name];
      const run = async (...args: readonly string[]): Promise<void> => {
        const { code, stderr } = await bylaw(['bundle', ...args], { cwd });
        if (code !== 0) throw new Error(stderr);
      };
      const make = async (sequence: string, policies: string): Promise<void> => {
        await run('build', '--policies', policies, '--sequence', sequence, '--output', `${sequence}.bundle`);
        await run('sign', `${sequence}.bundle`, '--key', 'release.key');
      };
      await run('keygen', 'release');
      await make('1', 'policies');
      await make('2', 'next');
      const place = ['--to', 'cluster', '--bundle-key', 'release.pub'];
      await run('publish', '1.bundle', ...place);
      await run('publish', '2.bundle', ...place, '--candidate');
      const start = (home: string): Promise<Server> => {
        const own = join(cwd, home);
        mkdirSync(own);
        return startServer(
          [
            ...['--bundle', 'cluster', '--bundle-key', join(cwd, 'release.pub'), '--port', '0', ...cluster],
            ...['--shadow', 'cluster', '--canary-share', String(share)],
          ],
          { PATH: process.env.PATH, HOME: own },
        );
      };
      const one = await start('one');
      const other = await start('other').catch(async (error: unknown) => {
        await one.stop();
        throw error;
      });
      try {
        for (const server of [one, other])
          while (!server.said().includes(`answers ${share} % of the sessions`)) await soon();
        await use([one, other]);
      } finally {
        await Promise.all([one.stop(), other.stop()]);
      }
    });

  const reasonAt = async ({ port }: Server, session: string, id: string): Promise<string> => {
    const body = JSON.parse(interceptOf(id, 'shell'));
    body.params.event.session = { id: session };
    const answer = await fetch(`http://127.0.0.1:${port}/hooks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return JSON.stringify(await answer.json());
  };

  test('give a session the same bundle, and the candidate its share of them', async () => {
    await withTwo('canary', async (servers) => {
      // Both are asked at once, and each about one session after the other: a server has room for a few hundred at a time.
      const byServer = await Promise.all(
        servers.map(async (server, at) => {
          const reasons: string[] = [];
          for (const session of sessions) reasons.push(await reasonAt(server, session, `${at}-${session}`));
          return reasons;
        }),
      );
      const sides = byServer.map((reasons) =>
        reasons.map((reason) => (reason.includes('Not yet') ? 2 : reason.includes('No shell') ? 1 : reason)),
      );
      expect(sides[1]).toEqual(sides[0]);
      const expected = sessions.map((id) =>
        isOfShare(
          { source: 'urn:test:serve', session: { id }, id: '' } as Parameters<typeof isOfShare>[0],
          share,
        )
          ? 2
          : 1,
      );
      expect(sides[0]).toEqual(expected);
      const ofCandidate = expected.filter((side) => side === 2).length;
      expect(ofCandidate / sessions.length).toBeGreaterThan(0.03);
      expect(ofCandidate / sessions.length).toBeLessThan(0.07);
      // One that goes from one server to the other in the middle stays on its side.
      for (const [at, session] of sessions.slice(0, 60).entries()) {
        const moved = await reasonAt(servers[at % 2] as Server, session, `again-${session}`);
        expect(moved.includes('Not yet')).toBe(expected[at] === 2);
      }
    });
  });

  test('an upload that is cut off at one is whole after it is sent to the other, and known to both', async () => {
    await withTwo('upload', async ([one, other]) => {
      const octets = Buffer.alloc(900_000, 'x');
      expect(await upload(one, octets, 500_000)).toBe('cut off');
      const second = await upload(other, octets);
      expect(second).toMatchObject({ status: 201 });
      // The one that was cut off knows the upload of the other, and says the same of it.
      expect(await upload(one, octets)).toEqual(second);
      const metrics = await (await fetch(`http://127.0.0.1:${one.port}/metrics`)).text();
      expect(metrics).toMatch(/bylaw_uploads_total\{result="aborted"\} 1\n/);
      expect(metrics).toMatch(/bylaw_uploads_total\{result="there"\} 1\n/);
    });
  });
});

/** The answer to an upload; `cutAt`: the connection is cut after so many octets. */
const upload = (
  { port }: Server,
  octets: Buffer,
  cutAt?: number,
): Promise<'cut off' | { readonly status: number | undefined; readonly text: string }> =>
  new Promise((resolve) => {
    const sha256 = createHash('sha256').update(octets).digest('hex');
    const sent = request(
      {
        port,
        host: '127.0.0.1',
        path: '/content',
        method: 'POST',
        headers: {
          'content-type': 'application/octet-stream',
          'content-length': octets.length,
          'ahp-content-sha256': sha256,
        },
      },
      (answer) => {
        let text = '';
        answer.on('data', (chunk) => {
          text += chunk;
        });
        answer.on('end', () => resolve({ status: answer.statusCode, text }));
      },
    );
    sent.on('error', () => resolve('cut off'));
    if (cutAt === undefined) sent.end(octets);
    else sent.write(octets.subarray(0, cutAt), () => sent.destroy());
  });
