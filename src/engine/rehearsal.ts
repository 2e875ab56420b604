/**
 * Calls gone through one after the other without an engine: what a dry run, a
 * scenario or a replay remembers from one to the next. The steps are those of the
 * engine; the clock is whatever the caller says.
 */
import { deriveFor, type Program } from '../compile/program.ts';
import { type Circumstances, noCircumstances } from '../facts/circumstances.ts';
import type { Client } from '../facts/client.ts';
import type { Event } from '../facts/event.ts';
import type { Facts } from '../facts/facts.ts';
import { type CallOutcome, emptyMemory, type Memory } from './memory.ts';
import { type Memories, recall } from './recall.ts';
import { memoryKey } from './scope-key.ts';
import { type DecidedCall, type GivenLabel, outcomeOf, stepAfter, stepBefore, stepLabelled } from './step.ts';

export type { GivenLabel } from './step.ts';

export class Rehearsal {
  readonly #program: Program;
  readonly #circumstances: Circumstances;
  readonly #memories: Map<string, Memory>;

  /** `circumstances`: those of all calls, where nothing else is said; without a disk they are judged by their texts alone. */
  constructor(
    program: Program,
    circumstances: Circumstances = noCircumstances,
    memories: ReadonlyMap<string, Memory> = new Map(),
  ) {
    this.#program = program;
    this.#circumstances = circumstances;
    this.#memories = new Map(memories);
  }

  /** A rehearsal of its own that begins with what this one remembers; `changed`: what is otherwise from then on. */
  fork(changed: Circumstances = noCircumstances): Rehearsal {
    return new Rehearsal(this.#program, { ...this.#circumstances, ...changed }, this.#memories);
  }

  /**
   * The facts of an event at a time (milliseconds since 1970), with what has been remembered so far. It is decided at that
   * time, and asked in the circumstances of the rehearsal, unless `circumstances` say otherwise, or that nobody says.
   */
  facts(event: Event, now: number, circumstances: Circumstances = noCircumstances): Facts {
    const given = { ...this.#circumstances, at: now, ...circumstances };
    const memory = recall(this.#program, this.#recall(event, given.client), now);
    return deriveFor(this.#program, event, memory, given);
  }

  /** Remembers that a call has been decided so. */
  decided(call: DecidedCall, now: number): void {
    const { event, facts } = call;
    const memories = this.#recall(event, facts.client);
    this.#keep(event, facts.client, stepBefore(this.#program, memories, call, now));
  }

  /** Remembers labels as if a call before this event had set each for sure, at a time in milliseconds since 1970. */
  labelled(event: Event, given: readonly GivenLabel[], at: number, client: Client | undefined): void {
    this.#keep(event, client, stepLabelled(this.#program, this.#recall(event, client), given, at));
  }

  /** Remembers how a call ended; as the event itself says, where no outcome is given. */
  ended(
    event: Event,
    now: number,
    outcome: CallOutcome | undefined = outcomeOf(event),
    client: Client | undefined = this.#circumstances.client,
  ): void {
    if (outcome === undefined) return;
    this.#keep(event, client, stepAfter(this.#program, this.#recall(event, client), event, outcome, now));
  }

  #keys(event: Event, client: Client | undefined): string[] {
    return this.#program.scopes.map((scope) => memoryKey(scope, event, (text) => text, client));
  }

  #recall(event: Event, client: Client | undefined): Memories {
    return this.#keys(event, client).map((key) => this.#memories.get(key) ?? emptyMemory);
  }

  #keep(event: Event, client: Client | undefined, memories: Memories): void {
    for (const [index, key] of this.#keys(event, client).entries()) {
      const memory = memories[index];
      if (memory !== undefined) this.#memories.set(key, memory);
    }
  }
}
