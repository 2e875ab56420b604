/**
 * A dry run: calls one after the other without an engine, and what is remembered from one to the next. Scenarios, `eval` and
 * explanations use it. The steps are those of the engine; the caller gives the time.
 */
import { deriveFor, type Program } from '../compile/program.ts';
import { type Circumstances, noCircumstances } from '../facts/circumstances.ts';
import type { Client } from '../facts/event/client.ts';
import type { Event } from '../facts/event/event.ts';
import type { Facts } from '../facts/facts.ts';
import { type CallOutcome, emptyMemory, type Memory } from './memory.ts';
import { type Memories, recall } from './recall.ts';
import { memoryKey } from './scope-key.ts';
import {
  type DecidedCall,
  type PresetLabel,
  reportedOutcome,
  stepAfter,
  stepBefore,
  stepLabelled,
} from './step.ts';

export type { PresetLabel } from './step.ts';

export class DryRun {
  readonly #program: Program;
  readonly #circumstances: Circumstances;
  readonly #memories: Map<string, Memory>;

  /** `circumstances`: those of all calls, unless a call has its own. Without a disk, calls are judged by their texts alone. */
  constructor(
    program: Program,
    circumstances: Circumstances = noCircumstances,
    memories: ReadonlyMap<string, Memory> = new Map(),
  ) {
    this.#program = program;
    this.#circumstances = circumstances;
    this.#memories = new Map(memories);
  }

  /** A dry run that begins with the memories of this one; `changed`: circumstances that differ from then on. */
  fork(changed: Circumstances = noCircumstances): DryRun {
    return new DryRun(this.#program, { ...this.#circumstances, ...changed }, this.#memories);
  }

  /**
   * The facts of an event at a time (milliseconds since 1970), with the memories so far. The call is decided at that time, in
   * the circumstances of the dry run, unless `circumstances` have others.
   */
  facts(event: Event, now: number, circumstances: Circumstances = noCircumstances): Facts {
    const given = { ...this.#circumstances, at: now, ...circumstances };
    const memory = recall(this.#program, this.#recall(event, given.client), now);
    return deriveFor(this.#program, event, memory, given);
  }

  /** Remembers the decision about a call. */
  decided(call: DecidedCall, now: number): void {
    const { event, facts } = call;
    const memories = this.#recall(event, facts.client);
    this.#keep(event, facts.client, stepBefore(this.#program, memories, call, now));
  }

  /** Remembers labels as if a call before this event had set each for sure, at a time in milliseconds since 1970. */
  labelled(event: Event, given: readonly PresetLabel[], at: number, client: Client | undefined): void {
    this.#keep(event, client, stepLabelled(this.#program, this.#recall(event, client), given, at));
  }

  /** Remembers how a call ended; without `outcome`, as the event says. */
  ended(
    event: Event,
    now: number,
    outcome: CallOutcome | undefined = reportedOutcome(event),
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
