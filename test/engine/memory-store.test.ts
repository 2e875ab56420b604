// An engine and stores that fail, that are far away, and that others use at the same time.
import { describe, expect, test } from 'vitest';
import { Engine, memoryCode } from '../../src/engine/engine.ts';
import type { ImmediateMemoryStore, MemoryStore } from '../../src/engine/memory-store.ts';
import { memoryKey } from '../../src/engine/scope-key.ts';
import { writtenDisk } from '../../src/facts/disk/written-disk.ts';
import { openVolatileStore } from '../../src/store/memory/volatile.ts';
import { openOptimisticStore } from '../store/memory/optimistic-store.ts';
import { program } from './program.ts';
import { bash, call, digest, ended } from './setting.ts';

describe('a store that is out of order', () => {
  const rules = 'label seen on session lasts 1m when tool "Read"\ndeny x while seen when tool "X"';
  const failing = (change: () => never): MemoryStore => ({
    look: change,
    change,
    size: { memories: 0, evicted: 0 },
    close: () => {},
  });

  test.each([
    [
      'throws',
      failing(() => {
        throw new Error('the disk is gone');
      }),
    ],
    [
      'rejects',
      {
        ...failing(() => {
          throw new Error();
        }),
        change: () => Promise.reject(new Error('the disk is gone')),
      },
    ],
    [
      'throws something else',
      failing(() => {
        throw 'gone';
      }),
    ],
  ])('denies with its own code where it %s', async (_, store) => {
    const engine = new Engine({ program: program(rules), memory: { store, now: () => 0, digest } });
    for (let times = 0; times < 2; times++) {
      const decision = await engine.decide(call('Harmless', '1'));
      expect(decision).toMatchObject({ effect: 'deny', code: memoryCode, matched: [] });
      expect(decision.reason).toMatch(/^The policy engine cannot read or write .+ `bylaw doctor` .+\.$/);
      expect(decision.faults).toHaveLength(1);
      expect(decision.repeated).toBeUndefined();
    }
    await engine.observe(ended(call('Harmless', '1'), 'ok'));
    expect(engine.counts).toMatchObject({ decided: 2, repeated: 0, denied: 2, faults: 3, observed: 1 });
  });

  test('leaves what rules ask of earlier calls unknown, where that is chosen', async () => {
    const store = failing(() => {
      throw new Error('the cluster is away');
    });
    const asking = `
label seen on session lasts 1m when tool "Read"
label fetched on file lasts 1m when writes any path
deny lax while seen when tool "X"
deny strict while seen when tool "W" when unsure deny
deny excused when tool "V" unless seen
deny often while denied 2 times within 5m when tool "U" when unsure deny
deny run when runs any file labelled fetched when unsure deny
deny always when tool "Z"`;
    const engine = new Engine<MemoryStore>({
      program: program(asking),
      memory: { store, now: () => 0, digest, onFailure: 'stateless' },
    });
    const codeOf = async (name: string): Promise<string | undefined> =>
      (await engine.decide(call(name, name))).code?.replace('com.example.', '');
    expect(await engine.decide(call('X', '1'))).toMatchObject({
      effect: 'none',
      unsure: [{ code: 'com.example.lax' }],
      faults: [{ code: memoryCode, message: 'the cluster is away' }],
    });
    for (const [name, code] of [
      ['W', 'strict'],
      ['V', 'excused'],
      ['U', 'often'],
      ['Z', 'always'],
      ['Y', undefined],
    ] as const)
      expect([name, await codeOf(name)]).toEqual([name, code]);
    expect((await engine.decide(bash('sh ./a.sh', '7'))).code).toBe('com.example.run');
  });

  test('is asked again for the same event when it is back', () => {
    const good = openVolatileStore();
    let broken = true;
    const store: ImmediateMemoryStore = {
      ...good,
      change: (keys, change) => {
        if (broken) throw new Error('busy');
        return good.change(keys, change);
      },
    };
    const engine = new Engine({ program: program(rules), memory: { store, now: () => 0, digest } });
    expect(engine.decide(call('Read', '1')).code).toBe(memoryCode);
    broken = false;
    expect(engine.decide(call('Read', '1')).effect).toBe('none');
    expect(engine.decide(call('X', '2')).code).toBe('com.example.x');
  });

  test('is not asked by rules that need no memory', () => {
    const store = failing(() => {
      throw new Error('never asked');
    });
    const engine = new Engine({
      program: program('deny x when tool "X"'),
      memory: { store, now: () => 0, digest },
    });
    expect(engine.decide(call('X', '1'))).toMatchObject({ code: 'com.example.x' });
    expect(engine.observe(ended(call('X', '1'), 'ok'))).toBeUndefined();
  });
});

describe('decisions at once', () => {
  const rules = `
limit few to 5 other per 10m per source
limit fewer to 100 other per 10m per agent
label seen on workspace lasts 30m when kind is other
deny x while seen when tool "X"`;

  test.each([1, 2, 3, 5])(
    'of one session lose nothing and count nothing twice (a conflict after %i writes)',
    async (interval) => {
      const store = openOptimisticStore(interval);
      const engine = new Engine({ program: program(rules), memory: { store, now: () => 1000, digest } });
      const asked = Array.from({ length: 12 }, (_, id) => engine.decide(call('Y', `${id}`)));
      const decisions = await Promise.all(asked);
      expect(decisions.filter(({ effect }) => effect === 'none')).toHaveLength(5);
      expect(decisions.filter(({ code }) => code === 'com.example.few')).toHaveLength(7);
      expect(store.conflicts).toBeGreaterThan(0);
    },
  );

  test.each([1, 2, 3, 5])(
    'of one event are one call with one answer (a conflict after %i writes)',
    async (interval) => {
      const store = openOptimisticStore(interval);
      const event = call('Y', 'one');
      const engines = [1, 2, 3].map(
        () => new Engine({ program: program(rules), memory: { store, now: () => 1000, digest } }),
      );
      const decisions = await Promise.all([...engines, ...engines].map((engine) => engine.decide(event)));
      expect(new Set(decisions.map(({ effect }) => effect))).toEqual(new Set(['none']));
      const scopes = ['session', 'source', 'workspace', 'agent'] as const;
      const memories = await store.change(
        scopes.map((scope) => memoryKey(scope, event, digest)),
        (each) => ({ memories: each.map(() => undefined), result: each }),
      );
      expect(memories.map(({ calls }) => calls.length)).toEqual([1, 1, 1, 1]);
      expect(memories.map(({ counts }) => counts.flatMap(({ times }) => times).length)).toEqual([0, 1, 0, 1]);
    },
  );

  test('derive what a call does once, however often a store begins again', async () => {
    const ask = async (interval: number): Promise<number> => {
      const store = openOptimisticStore(interval);
      let asked = 0;
      const none = writtenDisk(new Map(), undefined);
      const entry = (path: string) => {
        asked++;
        return none.entry(path);
      };
      const engine = new Engine({
        program: program(`${rules}\ndeny secrets when reads "/srv/**"`),
        memory: { store, now: () => 1000, digest },
      });
      await engine.decide(bash('cat link/a', '1'), { disk: { ...none, entry } });
      expect(store.conflicts > 0).toBe(interval === 1);
      return asked;
    };
    const once = await ask(1000);
    expect(once).toBeGreaterThan(0);
    expect(await ask(1)).toBe(once);
  });

  test('and outcomes come through', async () => {
    const store = openOptimisticStore(2);
    const engine = new Engine({
      program: program(
        'label done on session lasts 1h when tool "Read" and it succeeded\ndeny x while done when tool "X"',
      ),
      memory: { store, now: () => 1000, digest },
    });
    const read = call('Read', 'read');
    await Promise.all([
      engine.observe(ended(read, 'ok')),
      engine.decide(read),
      engine.observe(ended(read, 'error')),
    ]);
    const memory = await store.change([memoryKey('session', read, digest)], ([each]) => ({
      memories: [undefined],
      result: each!,
    }));
    expect(memory.calls).toHaveLength(1);
    expect(memory.calls[0]?.outcome).toMatch(/^(?:ok|error)$/);
    expect(memory.early).toEqual([]);
  });
});
