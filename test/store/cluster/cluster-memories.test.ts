/** Memories in a cluster, with one node of NATS: a store like any other, which several servers share. */
import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Engine, memoryCode, type OnStoreFailure } from '../../../src/engine/engine.ts';
import { emptyMemory, type Memory } from '../../../src/engine/memory.ts';
import type { MemoryStore } from '../../../src/engine/memory-store.ts';
import { openClusterStore } from '../../../src/store/cluster/cluster-memories.ts';
import { program } from '../../engine/program.ts';
import { call, digest, ended } from '../../engine/setting.ts';
import { conforms } from '../memory/conformance.ts';
import { counting, events, full, putting, reading } from '../memory/sample.ts';
import { hasNats, type Nodes, soon, startNodes } from './nats-server.ts';

const digestOf = (key: string): string => createHash('sha256').update(key, 'utf16le').digest('hex');

describe.runIf(hasNats)('the store in a cluster', () => {
  let nodes: Nodes;
  let names = 0;
  beforeAll(async () => {
    nodes = await startNodes(1);
  });
  afterAll(() => nodes.close());
  const stores: MemoryStore[] = [];
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.close();
  });

  const open = (name = `test-${names++}`, wait = 5000): MemoryStore => {
    const store = openClusterStore({ servers: nodes.servers, name, replicas: 1, age: 3_600_000, wait });
    stores.push(store);
    return store;
  };
  /** Servers that share what they remember. */
  const servers = (
    count: number,
    rules: string,
    onFailure?: OnStoreFailure,
    wait?: number,
  ): Engine<MemoryStore>[] => {
    const name = `test-${names++}`;
    return Array.from(
      { length: count },
      () =>
        new Engine<MemoryStore>({
          program: program(rules),
          memory: { store: open(name, wait), now: () => 1000, digest, onFailure },
        }),
    );
  };

  conforms(open);

  test('changes of several servers at once are all there, and once', async () => {
    const name = `test-${names++}`;
    const three = [open(name), open(name), open(name)];
    const ids = Array.from({ length: 60 }, (_, index) => `event ${index}`);
    await Promise.all(ids.map((id, at) => three[at % 3]?.change(['a', 'b'], counting(id))));
    const seen = await three[0]?.change(['a', 'b'], reading);
    expect(seen?.map((memory) => events(memory).toSorted())).toEqual([ids.toSorted(), ids.toSorted()]);
  });

  test('long texts and a memory of many files come back whole, from another server too', async () => {
    const name = `test-${names++}`;
    const [one, other] = [open(name), open(name)];
    const file = (path: string, text: string): Memory['written'][number] => ({
      ...{ path, onDisk: false, left: [text, null, { why: 'long' }], of: [] },
      open: [{ call: 'c', at: 1, contents: [text, 'short'], of: [], orBefore: true }],
    });
    const large: Memory = {
      ...full,
      written: Array.from({ length: 300 }, (_, at) =>
        file(
          `/w/${'deep/'.repeat(100)}${at}`,
          `${at} ${'\u0000ä\ud800'.repeat(at % 10 === 0 ? 20_000 : 100)}`,
        ),
      ),
    };
    await one.change(['a'], putting(large));
    expect(await other.look(['a', 'b'])).toEqual([large, emptyMemory]);
  });

  test('a limit that three servers count at once is exact', async () => {
    const three = servers(3, 'limit few to 7 other per 10m per source');
    const asked = Array.from({ length: 30 }, (_, at) => three[at % 3]?.decide(call('Y', `${at}`)));
    const decisions = await Promise.all(asked);
    expect(decisions.filter((decision) => decision?.effect === 'none')).toHaveLength(7);
    expect(decisions.filter((decision) => decision?.code === 'com.example.few')).toHaveLength(23);
  });

  test('a label that one server sets is seen by the next decision of another, and an end that a third is told of', async () => {
    const [one, two, three] = servers(
      3,
      'label seen on session lasts 1m when tool "Read" and it succeeded\ndeny x while seen when tool "X"',
    );
    const read = call('Read', '1');
    expect((await one?.decide(read))?.effect).toBe('none');
    expect((await two?.decide(call('X', '2')))?.effect).toBe('none');
    await three?.observe(ended(read, 'ok'));
    expect((await two?.decide(call('X', '3')))?.code).toBe('com.example.x');
    expect((await one?.decide(call('X', '4')))?.code).toBe('com.example.x');
  });

  test('a retry that reaches another server gets the same answer, and counts once', async () => {
    const three = servers(3, 'limit few to 1 other per 10m per source');
    const first = call('Y', 'one');
    const [one, two, other] = three;
    expect((await one?.decide(first))?.effect).toBe('none');
    expect(await two?.decide(first)).toMatchObject({ effect: 'none', repeated: true });
    const second = call('Y', 'two');
    const denied = await two?.decide(second);
    expect(denied?.code).toBe('com.example.few');
    expect(await other?.decide(second)).toMatchObject({
      ...{ effect: 'deny', code: denied?.code, reason: denied?.reason, repeated: true },
    });
    const atOnce = await Promise.all(
      three.map((server) => server.decide(call('Y', 'three', {}, { source: 'urn:b' }))),
    );
    expect(atOnce.map(({ effect }) => effect)).toEqual(['none', 'none', 'none']);
  });

  test('without the cluster every call is denied, or what rules ask of earlier calls is unknown', async () => {
    const rules = `label seen on session lasts 1m when tool "Read"
deny lax
  while seen
  when tool "X"
deny strict
  while seen
  when tool "W"
  when unsure deny
deny always when tool "Z"
limit few to 9 other per 10m per source`;
    const [denying] = servers(1, rules, 'deny', 400);
    const [stateless] = servers(1, rules.replace(/\nlimit.*/, ''), 'stateless', 400);
    await denying?.decide(call('Y', 'before'));
    await stateless?.decide(call('Y', 'before'));
    const [node] = nodes.nodes;
    node?.freeze();
    expect((await denying?.decide(call('Y', '1')))?.code).toBe(memoryCode);
    expect(await stateless?.decide(call('Y', '1'))).toMatchObject({
      effect: 'none',
      faults: [{ code: memoryCode }],
    });
    expect(await stateless?.decide(call('X', '2'))).toMatchObject({
      ...{ effect: 'none', unsure: [{ code: 'com.example.lax' }] },
    });
    expect((await stateless?.decide(call('W', '5')))?.code).toBe('com.example.strict');
    expect((await stateless?.decide(call('Z', '3')))?.code).toBe('com.example.always');
    node?.thaw();
    let again = await denying?.decide(call('Y', '4'));
    while (again?.code === memoryCode) {
      await soon();
      again = await denying?.decide(call('Y', '4'));
    }
    expect(again?.effect).toBe('none');
    // It had connected to a node that was halted, and goes on as well.
    expect((await stateless?.decide(call('Read', '6')))?.effect).toBe('none');
  });

  test('what is not memory is never taken for an empty one', async () => {
    const name = `test-${names++}`;
    const store = open(name);
    await store.change(['a'], putting(full));
    const { openBuckets } = await import('../../../src/store/cluster/nats.ts');
    const buckets = await openBuckets({ servers: nodes.servers, name, replicas: 1, age: 3_600_000 });
    const key = digestOf('a');
    const soonAt = performance.now() + 2000;
    for (const [value, problem] of [
      ['{"format":1,"memory":{}}', 'damaged'],
      ['{', 'damaged'],
      ['{"format":1,"cut":["00"]}', 'damaged'],
      ['{"format":2}', 'newer'],
    ] as const) {
      await buckets.memories.put(key, Buffer.from(value), soonAt);
      await expect(store.change(['a'], reading)).rejects.toMatchObject({ problem });
    }
    await buckets.close();
  });
});
