/**
 * What goes wrong between a server and its cluster, with one node of NATS: a node that is slow, that is silent on open
 * connections, that sends nonsense, or that has no room. What is answered then is a denial for want of memory, or right; what
 * was counted stays counted.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Engine, memoryCode } from '../../../src/engine/engine.ts';
import type { MemoryStore } from '../../../src/engine/memory-store.ts';
import { NoRoom } from '../../../src/store/cluster/cluster.ts';
import { openClusterStore } from '../../../src/store/cluster/cluster-memories.ts';
import { program } from '../../engine/program.ts';
import { call, digest } from '../../engine/setting.ts';
import { chanceOf } from '../../pattern/path-pairs.ts';
import { type Link, startLink } from './link.ts';
import { hasNats, type Nodes, soon, startNodes } from './nats-server.ts';

const rules = 'limit few to 7 other per 10m per source';
const fewCode = 'com.example.few';

describe.runIf(hasNats)('a server whose cluster', () => {
  let nodes: Nodes;
  let link: Link;
  let names = 0;
  const stores: MemoryStore[] = [];
  beforeAll(async () => {
    nodes = await startNodes(1);
    link = await startLink(nodes.servers[0] ?? '');
  });
  afterEach(async () => {
    link.repair();
    for (const store of stores.splice(0)) await store.close();
  });
  afterAll(async () => {
    await link.close();
    await nodes.close();
  });

  const engine = (name: string, url: string, wait: number, now: () => number): Engine<MemoryStore> => {
    const store = openClusterStore({ servers: [url], name, replicas: 1, age: 3_600_000, wait });
    stores.push(store);
    return new Engine<MemoryStore>({ program: program(rules), memory: { store, now, digest } });
  };
  /** One server behind the link, and one that reaches the node as always; they share a memory. */
  const two = (wait: number, now = () => 1000) => {
    const name = `faults-${names++}`;
    const behind = engine(name, link.url, wait, now);
    const beside = engine(name, nodes.servers[0] ?? '', 5000, () => 1000);
    let ids = 0;
    const ask = async (which: Engine<MemoryStore>): Promise<string> =>
      (await which.decide(call('Y', `${ids++}`))).code ?? 'none';
    const untilAnswered = async (which: Engine<MemoryStore>): Promise<string> => {
      let code = await ask(which);
      while (code === memoryCode) {
        await soon();
        code = await ask(which);
      }
      return code;
    };
    return { behind, beside, ask, untilAnswered };
  };

  test('is slow answers later, and counts as exactly as always', async () => {
    const { behind, beside, ask } = two(30_000);
    await ask(behind);
    link.delay(30);
    const codes = await Promise.all(
      Array.from({ length: 20 }, (_, at) => ask(at % 2 === 0 ? behind : beside)),
    );
    expect(codes.filter((code) => code === 'none')).toHaveLength(6);
    expect(codes.filter((code) => code === fewCode)).toHaveLength(14);
  });

  test('is slower than a call may wait denies, and what passes is never more than the limit', async () => {
    const { behind, beside, ask } = two(200);
    await ask(behind);
    link.delay(1000);
    expect(await Promise.all([ask(behind), ask(behind), ask(behind)])).toEqual([
      memoryCode,
      memoryCode,
      memoryCode,
    ]);
    // The three may have been counted, or not: one call has passed, and three to six more do.
    const codes = await Promise.all(Array.from({ length: 10 }, () => ask(beside)));
    const passed = codes.filter((code) => code === 'none').length;
    expect(passed).toBeGreaterThanOrEqual(3);
    expect(passed).toBeLessThanOrEqual(6);
    expect(codes.filter((code) => code === fewCode)).toHaveLength(10 - passed);
  });

  test('says nothing on a connection that stays open denies, and goes on by a new one', async () => {
    const { behind, beside, ask, untilAnswered } = two(300);
    for (let each = 0; each < 3; each++) expect(await ask(behind)).toBe('none');
    link.swallow();
    expect(await ask(behind)).toBe(memoryCode);
    expect(await ask(behind)).toBe(memoryCode);
    for (let each = 0; each < 3; each++) expect(await ask(beside)).toBe('none');
    link.repair();
    // Three and three were counted, and nothing of what was swallowed: one is left.
    expect(await untilAnswered(behind)).toBe('none');
    expect(await untilAnswered(behind)).toBe(fewCode);
    expect(await untilAnswered(beside)).toBe(fewCode);
  });

  test('sends nonsense is one that does not answer, and the process goes on', async () => {
    const chance = chanceOf(24);
    const broken = (octets: Buffer): Buffer => {
      const copy = Buffer.from(octets);
      for (let change = 0; change <= copy.length / 20; change++)
        copy[Math.floor(chance() * copy.length)] = Math.floor(256 * chance());
      return copy;
    };
    const whole = [
      () => Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'),
      () => Buffer.alloc(100_000, 0xff),
      () => Buffer.from('MSG _INBOX.x 1 99999999999\r\n'),
      () => Buffer.from("-ERR 'Stale Connection'\r\n"),
      () => Buffer.from('INFO {\r\n'),
    ];
    const { behind, beside, ask, untilAnswered } = two(300);
    for (let each = 0; each < 7; each++) expect(await ask(behind)).toBe('none');
    for (const change of [...whole, broken, broken, broken]) {
      link.damage(change);
      // The limit is used up: whatever is made of the nonsense, a call never passes.
      expect([memoryCode, fewCode]).toContain(await ask(behind));
      link.repair();
      expect(await untilAnswered(behind)).toBe(fewCode);
    }
    expect(await ask(beside)).toBe(fewCode);
  });

  test('is asked by a server whose clock jumps forgets nothing for it, and holds nobody up for longer', async () => {
    let now = 1_000_000;
    const { behind, ask } = two(5000, () => now);
    for (let each = 0; each < 7; each++) expect(await ask(behind)).toBe('none');
    // Back by a day: times of the memory go on from the latest that it has seen.
    now -= 86_400_000;
    expect(await ask(behind)).toBe(fewCode);
    now += 86_400_000 + 599_000;
    expect(await ask(behind)).toBe(fewCode);
    now += 2000;
    expect(await ask(behind)).toBe('none');
  });
});

describe.runIf(hasNats)('a node without room', () => {
  test('has calls denied, keeps what it has, and takes more when there is room', async () => {
    const nodes = await startNodes(1, { room: 1024 * 1024 });
    const name = 'small';
    const options = { servers: nodes.servers, name, replicas: 1, age: 3_600_000, wait: 1000 };
    const store = openClusterStore(options);
    const { openBucket } = await import('../../../src/store/cluster/nats.ts');
    const other = await openBucket(options, 'filler', {});
    try {
      const server = new Engine<MemoryStore>({
        program: program(rules),
        memory: { store, now: () => 1000, digest },
      });
      let ids = 0;
      const ask = async (): Promise<string> => (await server.decide(call('Y', `${ids++}`))).code ?? 'none';
      for (let each = 0; each < 5; each++) expect(await ask()).toBe('none');
      // Whatever takes the room, until there is none for a memory either.
      const fill = (key: string, size: number): Promise<void> =>
        other.bucket.put(key, Buffer.alloc(size), performance.now() + 5000);
      for (let key = 0, size = 64 * 1024; size >= 16; key++)
        await fill(`${key}`, size).catch((error) => {
          expect(error).toBeInstanceOf(NoRoom);
          size /= 2;
        });
      expect(await ask()).toBe(memoryCode);
      expect(await ask()).toBe(memoryCode);
      const [node] = nodes.nodes;
      await node?.kill();
      await node?.start(1024 ** 3);
      let code = await ask();
      while (code === memoryCode) {
        await soon();
        code = await ask();
      }
      expect([code, await ask(), await ask()]).toEqual(['none', 'none', fewCode]);
    } finally {
      await store.close();
      await other.close();
      await nodes.close();
    }
  });
});
