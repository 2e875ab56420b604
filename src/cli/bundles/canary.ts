/**
 * A candidate bundle that answers for a share of the sessions, the same ones on every server. Its rules share
 * the memory of what decides, so a session keeps its labels and limits when it changes sides. Events without a
 * session are never in the share. What a `final` rule in force denies, no candidate lets pass. INVARIANT: whatever is
 * asked about one event gets one side.
 */
import type { Program } from '../../compile/program.ts';
import { type DecisionPoint, Engine } from '../../engine/engine.ts';
import type { MemoryStore } from '../../engine/memory-store.ts';
import type { Event } from '../../facts/event/event.ts';
import type { ServerMemory } from '../../host/remembering.ts';
import type { PoliciesInUse } from '../policies/policies.ts';
import { isOfShare } from '../settings/share.ts';

export interface CanaryOptions {
  /** How many of the sessions, in percent, to begin with: 0 for none. */
  readonly share: number;
  /** What is in force. */
  inForce(): Program;
  /** The memory of what decides, for rules that need one. */
  memoryFor(use: PoliciesInUse): ServerMemory | undefined;
}

export class Canary {
  readonly #options: CanaryOptions;
  #share: number;
  /** One for all candidates: its retries get their first answers. */
  #engine: Engine<MemoryStore> | undefined;
  /** The digest of the policies that answer; undefined while there is no candidate. */
  #policies: string | undefined;
  readonly #sides = new WeakMap<Event, { readonly policies: string | undefined }>();
  #answered = 0;

  constructor(options: CanaryOptions) {
    this.#options = options;
    this.#share = options.share;
  }

  /** A share of the sessions, in percent; 0 while no candidate may answer. */
  get share(): number {
    return this.#share;
  }

  /** Events that were asked about keep their side. */
  follow(share: number): void {
    this.#share = share;
    if (share === 0) this.drop();
  }

  /** Calls that a candidate has answered. */
  get answered(): number {
    return this.#answered;
  }

  /** Has these policies answer from now on. */
  take(use: PoliciesInUse): void {
    const memory = this.#options.memoryFor(use);
    this.#engine ??= new Engine<MemoryStore>({
      ...{ program: use.program, memory },
      finals: () => this.#options.inForce(),
    });
    this.#engine.follow(use.program, memory);
    this.#policies = use.loaded.digest;
  }

  /** Has what decides answer everything again. */
  drop(): void {
    this.#policies = undefined;
  }

  /** The digest of the policies that answer an event; undefined for those that decide for all others. */
  policiesOf(event: Event): string | undefined {
    let side = this.#sides.get(event);
    if (side === undefined) {
      const isIn = event.session?.id !== undefined && isOfShare(event, this.#share);
      side = { policies: isIn ? this.#policies : undefined };
      this.#sides.set(event, side);
    }
    return side.policies;
  }

  /** The program that answers an event; `usual` for those that are not in the share. */
  programOf(event: Event, usual: Program): Program {
    return this.policiesOf(event) === undefined ? usual : (this.#engine?.program ?? usual);
  }

  /**
   * Why policies cannot answer beside those in force, as the end of a sentence. A memory keeps the times of the
   * limits of the program that touched it last, and a workspace or an agent has sessions on both sides.
   */
  misfit(own: Program, usual: Program): string | undefined {
    if (sharedLimits(own) === sharedLimits(usual)) return undefined;
    return 'its limits beyond a session are others than those in force, and both sides count them together: publish it';
  }

  /** A point that asks the candidate for the sessions in the share, and the other point for the rest. */
  before(usual: DecisionPoint): DecisionPoint {
    const sideOf = (event: Event): DecisionPoint =>
      this.policiesOf(event) === undefined ? usual : (this.#engine ?? usual);
    return {
      decide: (event, asked) => {
        const side = sideOf(event);
        if (side !== usual) this.#answered++;
        return side.decide(event, asked);
      },
      observe: (event, asked) => sideOf(event).observe(event, asked),
    };
  }
}

const sharedLimits = ({ limits }: Program): string =>
  limits
    .filter(({ scope }) => scope !== 'session')
    .map(({ code, scope, period, most }) => `${code} ${scope} ${period} ${most}`)
    .sort()
    .join('\n');
