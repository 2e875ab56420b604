/** Rates in a cluster, with one node of NATS: servers that count at once never pass more than the burst. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openClusterRates, type SharedBuckets } from '../../../src/store/cluster/cluster-rates.ts';
import { hasNats, type Nodes, soon, startNodes } from './nats-server.ts';

describe.runIf(hasNats)('rates in a cluster', () => {
  let nodes: Nodes;
  let names = 0;
  const opened: SharedBuckets[] = [];
  beforeAll(async () => {
    nodes = await startNodes(1);
  });
  afterAll(async () => {
    await Promise.all(opened.map((each) => each.close()));
    await nodes.close();
  });
  const rate = { perSecond: 10, burst: 40 };
  /** Servers with a clock each, which are connected: to connect may take longer than they wait for an answer. */
  const open = async (...clocks: readonly (() => number)[]): Promise<readonly SharedBuckets[]> => {
    const options = { servers: nodes.servers, name: `rates-${names++}`, replicas: 1, age: 3_600_000 };
    const all = clocks.map((now) => openClusterRates(options, rate, now));
    opened.push(...all);
    for (const [at, each] of all.entries()) await connected(each, `connects ${at}`);
    return all;
  };
  const connected = async (server: SharedBuckets, key: string): Promise<void> => {
    const take = () => server.take(key, 1).catch(() => undefined);
    for (let answer = await take(); answer === undefined; answer = await take()) await soon();
  };
  const taken = async (servers: readonly SharedBuckets[], each: number, wanted: number): Promise<number> => {
    const takes = servers.flatMap((server) => Array.from({ length: each }, () => server.take('a', wanted)));
    return (await Promise.all(takes)).reduce((sum, { tokens }) => sum + tokens, 0);
  };

  test('three servers at once take the burst together, and then as much as the rate says', async () => {
    let now = 1_000_000;
    const three = await open(
      () => now,
      () => now,
      () => now,
    );
    expect(await taken(three, 10, 3)).toBe(40);
    expect(await three[0]?.take('a', 1)).toEqual({ tokens: 0, wait: 100 });
    now += 1000;
    expect(await taken(three, 5, 2)).toBe(10);
    expect((await three[1]?.take('b', 50))?.tokens).toBe(40);
  });

  test('a clock that is a second ahead gives no more, and one that is an hour ahead holds up nobody', async () => {
    let now = 1_000_000;
    const [usual, second, hour] = await open(
      () => now,
      () => now + 1000,
      () => now + 3_600_000,
    );
    expect((await second?.take('a', 50))?.tokens).toBe(40);
    now += 1000;
    expect((await usual?.take('a', 50))?.tokens).toBe(0);
    expect((await second?.take('a', 50))?.tokens).toBe(10);
    expect((await hour?.take('b', 50))?.tokens).toBe(40);
    expect((await usual?.take('b', 5))?.tokens).toBe(5);
  });

  test('a cluster that does not answer is an error, in half a second', async () => {
    const [one] = await open(Date.now);
    const [node] = nodes.nodes;
    node?.freeze();
    const began = performance.now();
    await expect(one?.take('a', 1)).rejects.toThrow();
    expect(performance.now() - began).toBeLessThan(3000);
    node?.thaw();
  });
});
