// An engine with a memory against a model that keeps everything and works out every answer from it.
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Program } from '../../src/compile/program.ts';
import { Engine } from '../../src/engine/engine.ts';
import type { CallOutcome, Memory } from '../../src/engine/memory.ts';
import type { ImmediateMemoryStore } from '../../src/engine/memory-store.ts';
import { recall } from '../../src/engine/recall.ts';
import { memoryKey } from '../../src/engine/scope-key.ts';
import { openVolatileStore } from '../../src/store/memory/volatile.ts';
import { clientOf, eventOf, type Happening, histories, policies } from '../engine/memory-history.ts';
import { MemoryModel, type ModelCall } from '../engine/memory-model.ts';
import { type PolicySpec, textOf } from '../engine/memory-policy.ts';
import { program } from '../engine/program.ts';
import { openStrictStore } from '../engine/strict-store.ts';
import { openOptimisticStore } from '../store/memory/optimistic-store.ts';
import { effort, seed, tell, timeout } from './effort.ts';

const runs = effort(5_000, 15);
const runsFarAway = effort(5000, 20);
const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
const beginning = Date.UTC(2026, 9, 1);

const programs = new Map<string, Program>();
function programOf(policy: PolicySpec): Program {
  const text = textOf(policy);
  const known = programs.get(text) ?? program(text);
  if (programs.size > 100) programs.clear();
  programs.set(text, known);
  return known;
}

/** What a history comes to, step by step: who is told of calls, of outcomes, of restarts, and at what time. */
interface Told {
  call(call: ModelCall, now: number): void;
  outcome(call: ModelCall, outcome: CallOutcome, now: number): void;
  restart(): void;
}

function happen(history: readonly Happening[], told: Told): void {
  let now = beginning;
  const calls: ModelCall[] = [];
  const ask = (call: ModelCall): void => {
    calls.push(call);
    told.call(call, now);
  };
  for (const happening of history) {
    const one = 'which' in happening ? calls[happening.which % Math.max(1, calls.length)] : undefined;
    if (happening.kind === 'call') ask(happening.call);
    else if (happening.kind === 'restart') told.restart();
    else if (happening.kind === 'time') now += happening.milliseconds;
    else if (happening.kind === 'early outcome') told.outcome(happening.call, happening.outcome, now);
    else if (one === undefined) continue;
    else if (happening.kind === 'retry') told.call(one, now);
    else if (happening.kind === 'other client') ask({ ...one, client: happening.client });
    else if (happening.kind === 'same id') ask({ ...one, tool: happening.tool });
    else told.outcome(one, happening.outcome, now);
  }
}

interface Answer {
  readonly effect: string;
  readonly code: string | undefined;
  readonly reason: string | undefined;
  readonly repeated?: boolean;
}
const plain = ({ effect, code, reason, repeated = false }: Answer): Answer => ({
  effect,
  code,
  reason,
  repeated,
});

/** The memories that a call is about, as a store has them. */
const memoriesOf = (of: Program, store: ImmediateMemoryStore, call: ModelCall): readonly Memory[] =>
  store.change(
    of.scopes.map((scope) => memoryKey(scope, eventOf(call), digest, clientOf(call))),
    (memories) => ({ memories: memories.map(() => undefined), result: memories }),
  );

/** Everything that rules may ask is as the model says. */
function expectSameView(
  policy: PolicySpec,
  store: ImmediateMemoryStore,
  model: MemoryModel,
  call: ModelCall,
  now: number,
): void {
  const of = programOf(policy);
  const view = recall(of, memoriesOf(of, store, call), now);
  for (const { name, on } of policy.labels) {
    if (on !== 'file') {
      expect([name, view.label(`com.example.${name}`)?.since]).toEqual([name, model.since(name, call, now)]);
      continue;
    }
    const files = view.files(`com.example.${name}`).map((file) => ({
      path: `/${file.path.segments.join('/')}`,
      open: file.open,
    }));
    for (const path of ['/w/a.sh', '/w/b.sh']) {
      const own = files.filter((file) => file.path === path);
      const has = own.some(({ open }) => !open) ? 'yes' : own.length > 0 ? 'perhaps' : 'no';
      expect([name, path, has]).toEqual([name, path, model.onFile(name, path, call, now)]);
    }
  }
  for (const limit of policy.limits) {
    const state = view.limit(`com.example.${limit.name}`);
    const next = state?.reached === true ? state.retryAt : undefined;
    expect([limit.name, next]).toEqual([limit.name, model.retryAt(limit, call, now)]);
  }
  const within = 60 * 60 * 1000;
  for (const scope of of.scopes) {
    expect(view.denials(scope, within, () => true)).toBe(
      model.denials(scope, { times: 1, within }, call, now),
    );
  }
}

test('whatever happens in whatever order, the engine answers and remembers as the model does', {
  timeout,
}, () => {
  const counts = { calls: 0, denied: 0 };
  fc.assert(
    fc.property(policies, histories(), (policy, history) => {
      const store = openStrictStore();
      const model = new MemoryModel(policy);
      let time = beginning;
      const start = (): Engine =>
        new Engine({ program: programOf(policy), memory: { store, now: () => time, digest } });
      let engine = start();
      happen(history, {
        call(call, now) {
          time = now;
          const answer = plain(engine.decide(eventOf(call), { client: clientOf(call) }));
          expect(answer).toEqual(model.decide(call, now));
          counts.calls++;
          if (answer.effect === 'deny') counts.denied++;
          expectSameView(policy, store, model, call, now);
        },
        outcome(call, outcome, now) {
          time = now;
          engine.observe(eventOf(call, outcome), { client: clientOf(call) });
          model.observe(call, outcome, now);
          expectSameView(policy, store, model, call, now);
        },
        restart() {
          engine = start();
          model.restart();
        },
      });
      expect(engine.counts.faults).toBe(0);
    }),
    { numRuns: runs, seed },
  );
  tell({ 'calls of engines with a memory': counts.calls, denied: counts.denied });
  expect(counts.calls).toBeGreaterThan(runs);
  expect(counts.denied).toBeGreaterThan(counts.calls / 50);
});

test('a store that is far away changes no answer', { timeout }, async () => {
  const counts = { calls: 0, denied: 0 };
  await fc.assert(
    fc.asyncProperty(policies, histories(30), async (policy, history) => {
      const remembering = { now: () => time, digest };
      let time = beginning;
      const near = openVolatileStore();
      const far = openOptimisticStore(3);
      const start = (): [Engine, Engine<typeof far>] => [
        new Engine({ program: programOf(policy), memory: { store: near, ...remembering } }),
        new Engine({ program: programOf(policy), memory: { store: far, ...remembering } }),
      ];
      let [here, there] = start();
      // Each waits for the one before it: how long an answer takes is not what is asked here.
      const asked: (() => Promise<void>)[] = [];
      happen(history, {
        call: (call, now) =>
          asked.push(async () => {
            time = now;
            const expected = plain(here.decide(eventOf(call), { client: clientOf(call) }));
            expect(plain(await there.decide(eventOf(call), { client: clientOf(call) }))).toEqual(expected);
            counts.calls++;
            if (expected.effect === 'deny') counts.denied++;
          }),
        outcome: (call, outcome, now) =>
          asked.push(async () => {
            time = now;
            here.observe(eventOf(call, outcome), { client: clientOf(call) });
            await there.observe(eventOf(call, outcome), { client: clientOf(call) });
          }),
        restart: () =>
          asked.push(async () => {
            [here, there] = start();
          }),
      });
      for (const ask of asked) await ask();
      expect(there.counts).toEqual(here.counts);
    }),
    { numRuns: runsFarAway, seed },
  );
  tell({ 'calls of engines whose store is far away': counts.calls });
  expect(counts.calls).toBeGreaterThan(runsFarAway);
  expect(counts.denied).toBeGreaterThan(counts.calls / 50);
});
