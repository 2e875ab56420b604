/**
 * Calls gone through one after the other without an engine: what a dry run, a
 * scenario or a replay remembers from one to the next. The steps are those of the
 * engine; the clock is whatever the caller says.
 */
import { deriveFor, type Program } from '../compile/program.ts';
import type { Circumstances } from '../facts/circumstances.ts';
import type { Disk } from '../facts/disk/disk.ts';
import type { Event } from '../facts/event.ts';
import type { Facts } from '../facts/facts.ts';
import { type CallOutcome, emptyMemory, type Memory } from './memory.ts';
import { type Memories, recall } from './recall.ts';
import { memoryKey } from './scope-key.ts';
import { type DecidedCall, outcomeOf, stepAfter, stepBefore } from './step.ts';

export class Rehearsal {
  readonly #program: Program;
  readonly #disk: Disk | undefined;
  readonly #memories: Map<string, Memory>;

  /** `disk`: of the machine that the calls would run on; undefined where they are judged by their texts alone. */
  constructor(program: Program, disk?: Disk, memories: ReadonlyMap<string, Memory> = new Map()) {
    this.#program = program;
    this.#disk = disk;
    this.#memories = new Map(memories);
  }

  /** A rehearsal of its own that begins with what this one remembers. */
  fork(): Rehearsal {
    return new Rehearsal(this.#program, this.#disk, this.#memories);
  }

  /**
   * The facts of an event at a time (milliseconds since 1970), with what has been remembered so far. It is decided at that
   * time, unless `circumstances` say another, or that nobody says.
   */
  facts(event: Event, now: number, circumstances: Circumstances = {}): Facts {
    const memory = recall(this.#program, this.#recall(event), now);
    return deriveFor(this.#program, event, memory, { disk: this.#disk, at: now, ...circumstances });
  }

  /** Remembers that a call has been decided so. */
  decided(call: DecidedCall, now: number): void {
    this.#keep(call.event, stepBefore(this.#program, this.#recall(call.event), call, now));
  }

  /** Remembers how a call ended; as the event itself says, where no outcome is given. */
  ended(event: Event, now: number, outcome: CallOutcome | undefined = outcomeOf(event)): void {
    if (outcome === undefined) return;
    this.#keep(event, stepAfter(this.#program, this.#recall(event), event, outcome, now));
  }

  #keys(event: Event): string[] {
    return this.#program.scopes.map((scope) => memoryKey(scope, event, (text) => text));
  }

  #recall(event: Event): Memories {
    return this.#keys(event).map((key) => this.#memories.get(key) ?? emptyMemory);
  }

  #keep(event: Event, memories: Memories): void {
    for (const [index, key] of this.#keys(event).entries()) {
      const memory = memories[index];
      if (memory !== undefined) this.#memories.set(key, memory);
    }
  }
}
