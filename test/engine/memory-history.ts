/**
 * Histories of calls for engines with a memory: several sessions of two harnesses,
 * retries, ids that are used again, outcomes in any order and any number, restarts,
 * and a clock that jumps both ways.
 */
import fc from 'fast-check';
import type { CallOutcome } from '../../src/engine/memory.ts';
import type { Client } from '../../src/facts/event/client.ts';
import type { Event, EventType, JsonObject } from '../../src/facts/event/event.ts';
import type { ModelCall } from './memory-model.ts';
import { choose, type PolicySpec, pool } from './memory-policy.ts';

export type Happening =
  | { readonly kind: 'call'; readonly call: ModelCall }
  /** One of the calls so far, again. */
  | { readonly kind: 'retry'; readonly which: number }
  /** One of the calls so far, word for word, from another client. */
  | { readonly kind: 'other client'; readonly which: number; readonly client: string | undefined }
  /** The id of one of the calls so far, for a call of another tool. */
  | { readonly kind: 'same id'; readonly which: number; readonly tool: string }
  | { readonly kind: 'outcome'; readonly which: number; readonly outcome: CallOutcome }
  /** Of a call that was not asked about yet. */
  | { readonly kind: 'early outcome'; readonly call: ModelCall; readonly outcome: CallOutcome }
  | { readonly kind: 'restart' }
  | { readonly kind: 'time'; readonly milliseconds: number };

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

const someCall: fc.Arbitrary<ModelCall> = fc
  .record({
    client: fc.constantFrom(...Array<undefined>(6).fill(undefined), 'ci', 'release'),
    source: fc.constantFrom(...Array<string>(6).fill('urn:one'), 'urn:two'),
    session: fc.constantFrom(...Array<string>(6).fill('s1'), 's2', undefined),
    agent: fc.constantFrom(undefined, undefined, 'helper'),
    place: fc.constantFrom(...Array<string>(7).fill('roots'), 'other roots', 'cwd', 'nowhere'),
    tool: fc.constantFrom('A', 'A', 'B', 'B', 'C', 'C', 'Write', 'Bash', 'Copy'),
    path: fc.constantFrom('/w/a.sh', '/w/b.sh'),
    from: fc.constantFrom('/w/a.sh', '/w/b.sh'),
    id: fc.nat(99_999),
    call: fc.constantFrom('own', 'own', 'own', 'own', 'c1', 'c2', 'none'),
  })
  .map(({ client, source, session, agent, place, tool, path, from, id, call }) => ({
    ...{ client, source, session, tool, path, from },
    agent: session === undefined ? undefined : agent,
    roots:
      session === undefined ? undefined : { roots: ['/w', '/v'], 'other roots': ['/v'] }[place as 'roots'],
    cwd: session === undefined || place === 'nowhere' ? undefined : '/w',
    id: `e${id}`,
    call: { own: `call of e${id}`, none: undefined }[call as 'own'] ?? (call === 'none' ? undefined : call),
  }));

const outcome = fc.constantFrom<CallOutcome>('ok', 'ok', 'error', 'denied');
const which = fc.nat(30);

const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 10, arbitrary: someCall.map((call) => ({ kind: 'call', call }) as const) },
  { weight: 2, arbitrary: which.map((each) => ({ kind: 'retry', which: each }) as const) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(which, fc.constantFrom(undefined, 'ci', 'release'))
      .map(([each, client]) => ({ kind: 'other client', which: each, client }) as const),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(which, fc.constantFrom('A', 'B', 'C', 'Write', 'Bash', 'Copy'))
      .map(([each, tool]) => ({ kind: 'same id', which: each, tool }) as const),
  },
  {
    weight: 7,
    arbitrary: fc
      .tuple(which, outcome)
      .map(([each, end]) => ({ kind: 'outcome', which: each, outcome: end }) as const),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(someCall, fc.constantFrom('c1', 'c2'), outcome)
      .map(
        ([call, id, end]) => ({ kind: 'early outcome', call: { ...call, call: id }, outcome: end }) as const,
      ),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'restart' } as const) },
  {
    weight: 5,
    arbitrary: fc
      .constantFrom(
        ...[1, second, minute, 4 * minute, 5 * minute, 10 * minute - 1, 10 * minute, 31 * minute, hour],
        ...[3 * hour, 25 * hour, 25 * hour, 49 * hour],
        ...[-minute, -5 * minute, -10 * minute, -31 * minute, -2 * hour, -30 * hour],
      )
      .map((milliseconds) => ({ kind: 'time', milliseconds }) as const),
  },
);

export const histories = (maxLength = 45): fc.Arbitrary<Happening[]> =>
  fc.array(happening, { minLength: 5, maxLength });

const names = [...pool.labels, ...pool.limits, ...pool.rules].map(({ name }) => name);

export const policies: fc.Arbitrary<PolicySpec> = fc
  .subarray(names, { minLength: 3 })
  .map((chosen) => choose(new Set(chosen)));

const times: Readonly<Record<'before' | CallOutcome, EventType>> = {
  before: 'tool.before',
  ok: 'tool.after',
  denied: 'tool.after',
  error: 'tool.error',
};

/** Who brings a call. */
export const clientOf = ({ client }: ModelCall): Client | undefined =>
  client === undefined ? undefined : { way: 'token', token: client };

/** A call as a harness would send it, before it runs or once it is known how it ended. */
export function eventOf(call: ModelCall, moment: 'before' | CallOutcome = 'before'): Event {
  const { source, session, agent, roots, cwd, tool, path, from } = call;
  const id = moment === 'before' ? call.id : `${moment} of ${call.id}`;
  const inputs: Readonly<Record<string, JsonObject>> = {
    Write: { file_path: path, content: '' },
    Bash: { command: `bash ${path}` },
    Copy: { command: `cp ${from} ${path}` },
  };
  const input = inputs[tool] ?? {};
  const kinds: Readonly<Record<string, string>> = { Write: 'file_write', Bash: 'shell', Copy: 'shell' };
  const common = { id, source, type: times[moment], time: '2026-10-01T12:00:00Z' } as const;
  return {
    ...common,
    harness: undefined,
    session:
      session === undefined
        ? undefined
        : {
            ...{ id: session, cwd, workspaceRoots: roots, model: undefined },
            agent: agent === undefined ? undefined : { id: agent, type: undefined },
          },
    call: call.call,
    tool: { name: tool, kind: kinds[tool] ?? 'other', input, origin: 'native', mcp: undefined },
    raw: {
      ...common,
      // All that the model goes by but who asks, so that a retry is the same text there and here.
      model: JSON.stringify({ ...call, client: undefined }),
      ...(moment === 'ok' || moment === 'denied' ? { outcome: moment } : {}),
    },
  };
}
