/**
 * Who may speak for a source. An event only claims its source: any client of a port without a token can write any
 * source into an event, also the agent whose calls are judged. Such an event counts only for a source that no hook and
 * no token speaks for, and a denial that it reports frees nothing of a limit. This file does not know transports: the
 * caller knows how an event arrived, and chooses one of the two decision points.
 */
import type { Event } from '../facts/event/event.ts';
import { type Awaitable, whenThere } from './awaitable.ts';

import { type Decision, emptyDecision } from './decision.ts';

import type { DecisionPoint, Engine, ObserveResult, Remembering } from './engine.ts';
import { emptyMemory } from './memory.ts';
import type { MemoryStore } from './memory-store.ts';
import { foreignSourceCode } from './pins.ts';
import { reportedOutcome } from './step.ts';

/** Sources that begin so are those of bylaw's own hooks and proxies, which never speak over a port without a token. */
const ownSources = 'urn:bylaw:';

/** How long a source belongs to those who have spoken for it, and how often that is written down, in milliseconds. */
const day = 24 * 60 * 60 * 1000;
const belongsFor = 30 * day;
const writtenAgainAfter = 60 * 1000;
/** The number of sources that are known without a read of the store. */
const mostAtHand = 10_000;

type SpeakersMemory = Remembering<MemoryStore>;

/** Which sources proven clients have spoken for. */
export interface Speaking {
  /** A proven client has spoken for a source. Never rejects. */
  spoke(event: Pick<Event, 'source'>): Awaitable<void>;
  /** Whether a proven client speaks for a source. Never rejects. */
  isSpokenFor(event: Pick<Event, 'source'>): Awaitable<boolean>;
}

export class Speakers implements Speaking {
  readonly #memory: () => SpeakersMemory | undefined;
  readonly #now: () => number;
  /** When it was last written that a proven client speaks for a source, the latest last. */
  readonly #written = new Map<string, number>();

  /** `memory`: where it is kept for other processes, if there is one. */
  constructor(memory: () => SpeakersMemory | undefined, now: () => number = Date.now) {
    this.#memory = memory;
    this.#now = now;
  }

  spoke({ source }: Pick<Event, 'source'>): Awaitable<void> {
    const now = this.#now();
    const last = this.#written.get(source);
    if (source.startsWith(ownSources) || (last !== undefined && now - last < writtenAgainAfter)) return;
    this.#written.delete(source);
    this.#written.set(source, now);
    const [oldest] = this.#written.keys();
    if (this.#written.size > mostAtHand && oldest !== undefined) this.#written.delete(oldest);
    const memory = this.#memory();
    if (memory === undefined) return;
    const mark = { label: 'spoken for', since: now, until: now + belongsFor, tool: '' };
    const spoken = { ...emptyMemory, clock: now, labels: [mark] };
    // Where this cannot be written, the engine cannot write either, and says so.
    const change = () =>
      memory.store.change([keyOf(source, memory)], () => ({ memories: [spoken], result: undefined }));
    return attempt<void>(change, undefined);
  }

  isSpokenFor({ source }: Pick<Event, 'source'>): Awaitable<boolean> {
    if (source.startsWith(ownSources)) return true;
    const now = this.#now();
    const last = this.#written.get(source);
    if (last !== undefined && now - last < belongsFor) return true;
    const memory = this.#memory();
    if (memory === undefined) return false;
    const look = () =>
      whenThere(memory.store.look([keyOf(source, memory)]), ([found]) =>
        (found?.labels ?? []).some(({ until }) => until !== null && until > now),
      );
    return attempt(look, false);
  }
}

const keyOf = (source: string, { digest }: SpeakersMemory): string => `speaker:${digest(source)}`;

function attempt<Value>(ask: () => Awaitable<Value>, otherwise: Value): Awaitable<Value> {
  try {
    return whenThere(
      ask(),
      (value) => value,
      () => otherwise,
    );
  } catch {
    return otherwise;
  }
}

/** A point for proven clients: they have a token, or only they can open the socket. */
export const proven = (point: DecisionPoint, speakers: Speaking): DecisionPoint => ({
  decide: (event, asked) =>
    whenThere<void, Decision>(speakers.spoke(event), () => point.decide(event, asked)),
  observe: (event, asked) =>
    whenThere<void, ObserveResult>(speakers.spoke(event), () => point.observe(event, asked)),
});

/** A point for all other clients. `watches`: nothing is denied. */
export const unproven = (
  engine: Pick<Engine<MemoryStore>, 'decide' | 'observe'>,
  speakers: Speaking,
  watches: boolean,
): DecisionPoint => ({
  decide: (event, asked) =>
    whenThere<boolean, Decision>(speakers.isSpokenFor(event), (isSpokenFor) =>
      isSpokenFor ? foreignSource(watches) : engine.decide(event, asked),
    ),
  observe: (event, asked) =>
    whenThere<boolean, ObserveResult>(
      speakers.isSpokenFor(event),
      (isSpokenFor): Awaitable<ObserveResult> => {
        if (isSpokenFor) return { unproven: 'source' };
        if (reportedOutcome(event) !== 'denied') return engine.observe(event, asked);
        return whenThere(engine.observe(event, { ...asked, refunds: false }), () => ({ unproven: 'denied' }));
      },
    ),
});

const foreignSource = (watches: boolean): Decision => ({
  ...emptyDecision,
  effect: watches ? 'none' : 'deny',
  code: foreignSourceCode,
  reason:
    'This call names a source that others have spoken for in the last 30 days: a hook of bylaw, or a client with the socket or a token of the server. A client of the port without a token cannot speak for it, so the call is not allowed. A person should let the harness use the socket (`--socket`) or a token (`--tokens`), or give it a source of its own.',
});
