/**
 * The one stateful object: a program, the answers that it has given, and a store of memories. A retry of an event gets the
 * first answer again (docs/development/protocol-notes.md#identity-and-retries), with a store also after a restart.
 */
import { deriveFor, type Program } from '../compile/program.ts';
import type { Circumstances } from '../facts/circumstances.ts';
import type { Disk } from '../facts/disk/disk.ts';
import { type Client, clientText } from '../facts/event/client.ts';
import type { Event } from '../facts/event/event.ts';
import type { Facts } from '../facts/facts.ts';
import { lostMemory, type MemoryScope } from '../facts/memory-view.ts';
import { type Awaitable, whenThere } from './awaitable.ts';
import { type Decision, emptyDecision, type Fault } from './decision.ts';
import { evaluate, evaluateFinal } from './evaluate.ts';
import { eventTextWithoutTime } from './event-text.ts';
import { type GivenAnswer, GivenAnswers } from './given-answers.ts';
import { emptyMemory, type KeptAnswer, type Memory, type RememberedCall } from './memory.ts';
import type { ImmediateMemoryStore, MemoryChange, MemoryStore } from './memory-store.ts';
import { admit, type ForeignClaim, foreignClaim } from './pins.ts';
import { type Memories, recall } from './recall.ts';
import { fullest } from './rule-result.ts';
import { answerKey, type Digest, memoryKey } from './scope-key.ts';
import {
  callsOf,
  isRetry,
  reportedOutcome,
  stepAfter,
  stepAfterUnprovenDenial,
  stepBefore,
  withoutOwn,
} from './step.ts';
import { leavesFiles, withoutFiles } from './written-files.ts';

/** How a question or a report has arrived. */
export interface Asked {
  /** Whether the caller can stop the call. True by default. */
  readonly mayDeny?: boolean;
  /** The disk of the machine that runs the call, if it is not the engine's own. */
  readonly disk?: Disk;
  /** The disk that the client claims to have: it can make the answer stricter, and nothing else. */
  readonly claimedDisk?: Disk;
  /** Who asks, as far as it is proved; undefined where nothing is proved. */
  readonly client?: Client | undefined;
}

/** What a transport needs of the engine. */
export interface DecisionPoint {
  /** Decides a `tool.before`. Never throws or rejects: a fault of the engine is in the decision. */
  decide(event: Event, asked?: Asked): Awaitable<Decision>;
  /** Takes note of an event that asks for no answer. Never throws or rejects. */
  observe(event: Event, asked?: Asked): Awaitable<ObserveResult>;
}

/** The result for an event that asks for no answer: mostly none. */
// biome-ignore lint/suspicious/noConfusingVoidType: a point that believes everything returns nothing.
export type ObserveResult = Unproven | void;

/** What the engine does not believe of a report: its source, that the call was denied, or the right to report. */
export interface Unproven {
  readonly unproven: 'source' | 'denied' | 'permission';
}

/** A decision point that answers at once. */
export interface ImmediateDecisionPoint extends DecisionPoint {
  decide(event: Event, asked?: Asked): Decision;
  observe(event: Event, asked?: Asked): ObserveResult;
}

/** What the engine has done since it started. */
export interface Counts {
  readonly decided: number;
  readonly repeated: number;
  readonly denied: number;
  readonly unsure: number;
  readonly faults: number;
  readonly observed: number;
}

/** Where earlier calls are remembered, and by which clock. */
export interface Remembering<Store extends MemoryStore> {
  readonly store: Store;
  /** Milliseconds since 1970. */
  now(): number;
  readonly digest: Digest;
  /** The user of the system who owns the memories, where that is known. */
  readonly user?: string | undefined;
  /**
   * The decision of a program whose rules ask for memory, while the store fails. `deny`: every call is denied, the
   * default. `stateless`: what these rules ask is unknown, and each rule does what it does when unsure.
   */
  readonly onFailure?: OnStoreFailure | undefined;
}

export type OnStoreFailure = 'deny' | 'stateless';

export interface EngineOptions<Store extends MemoryStore = ImmediateMemoryStore> {
  readonly program: Program;
  /** Used only by a program whose rules ask for memory; without it such rules see no earlier calls. */
  readonly memory?: Remembering<Store> | undefined;
  /** The disk of the machine that calls run on, where this process may look at it. */
  readonly disk?: Disk | undefined;
  /** The clock for decisions, in milliseconds since 1970; the machine's own by default. */
  readonly now?: (() => number) | undefined;
  /** Called with the milliseconds that it took to derive what a call does and to ask the rules. */
  took?: ((event: Event, milliseconds: number) => void) | undefined;
  /** Another program, whose rules that are `final` deny here too. */
  readonly finals?: (() => Program) | undefined;
  /** How many answers are kept for retries. */
  readonly keptAnswers?: number;
  /** How many characters the kept events may have together. */
  readonly keptCharacters?: number;
}

/** The number of hexadecimal characters that are kept of a digest: 128 bits. */
const digestLength = 32;

/** The code of the denial where memories cannot be read or written. */
export const memoryCode = 'io.bylaw.engine.memory';

const memoryReason =
  'The policy engine cannot read or write what it remembers of earlier calls, and denies the call to be safe. Ask the person who runs it: `bylaw doctor` and the log of the server say what is wrong.';

/** How a report has come. `refunds`: whether a denied call no longer counts for limits; true by default. */
interface Observed extends Asked {
  readonly refunds?: boolean;
}

/** A call to decide about. */
interface Question {
  readonly event: Event;
  readonly circumstances: Circumstances;
  /** The digest of the event's text; empty for an event without a text. */
  readonly digest: string;
  /** The answer to the last event with that id since the engine started. */
  readonly earlier: GivenAnswer | undefined;
  /** The result for the memory as it was at the first look. It is used again if the memory is still the same. */
  readonly looked?: { readonly before: Memory; readonly facts: Facts; readonly decision: Decision };
}

/** An answer that is available now if the store answers now. */
type From<Store extends MemoryStore, Value> = Store extends ImmediateMemoryStore ? Value : Awaitable<Value>;

export class Engine<Store extends MemoryStore = ImmediateMemoryStore> implements DecisionPoint {
  #program: Program;
  #memory: Remembering<Store> | undefined;
  readonly #disk: Disk | undefined;
  readonly #now: () => number;
  readonly #took: EngineOptions['took'];
  readonly #finals: EngineOptions['finals'];
  readonly #answers: GivenAnswers;
  readonly #counts = { decided: 0, repeated: 0, denied: 0, unsure: 0, faults: 0, observed: 0 };

  constructor({
    program,
    memory,
    disk,
    now = Date.now,
    took,
    finals,
    keptAnswers = 10_000,
    keptCharacters = 16 * 1024 * 1024,
  }: EngineOptions<Store>) {
    this.#program = program;
    this.#disk = disk;
    this.#now = now;
    this.#took = took;
    this.#finals = finals;
    this.#memory = program.scopes.length === 0 ? undefined : memory;
    this.#answers = new GivenAnswers(keptAnswers, keptCharacters);
  }

  get program(): Program {
    return this.#program;
  }

  /** Decides by another program from now on. Retries still get the answers that were given before. */
  follow(program: Program, memory: Remembering<Store> | undefined): void {
    this.#program = program;
    this.#memory = program.scopes.length === 0 ? undefined : memory;
  }

  get counts(): Counts {
    return { ...this.#counts };
  }

  decide(event: Event, asked?: Asked): From<Store, Decision> {
    const { client, foreign } = admit(this.#program.clients, event, asked?.client);
    const withAsker = (decision: Decision): Decision => withClient(decision, client);
    if (foreign !== undefined) return withAsker(this.#refuse(foreign)) as From<Store, Decision>;
    const memory = this.#memory;
    // Nothing is a retry of an event without an id.
    const hasId = memory !== undefined || Object.hasOwn(event.raw, 'id');
    const content = hasId ? contentOf(event, client) : undefined;
    const key = hasId ? answerKey(event, client) : '';
    const earlier = hasId ? this.#answers.get(key) : undefined;
    if (earlier !== undefined && content !== undefined && earlier.content === content) {
      this.#counts.repeated++;
      this.#answers.use(key, earlier);
      return withAsker({ ...earlier.decision, repeated: true }) as From<Store, Decision>;
    }
    const conclude = (decision: Decision): Decision => {
      this.#count(decision);
      const kept = stricter(earlier?.decision, decision);
      if (content !== undefined && decision.code !== memoryCode)
        this.#answers.keep(key, content, asFirst(kept));
      return withAsker(kept);
    };
    const disk = asked?.disk ?? this.#disk;
    const circumstances: Circumstances = {
      ...{ disk, claimedDisk: asked?.claimedDisk, at: this.#now(), client },
    };
    if (memory === undefined) {
      const facts = deriveFor(this.program, event, undefined, circumstances);
      return conclude(this.#judge(this.program, facts, circumstances)) as From<Store, Decision>;
    }
    // An event without a text is no retry.
    const digest = content === undefined ? '' : memory.digest(content).slice(0, digestLength);
    const question = { event, circumstances, digest, earlier };
    const decision = this.program.remembers
      ? this.#decideByMemory(memory, question, conclude)
      : this.#decideByFiles(memory, question, conclude);
    return decision as From<Store, Decision>;
  }

  /** Denies an event with a foreign claim. Nothing of it is kept, not even for retries. */
  #refuse(claim: ForeignClaim): Decision {
    const decision = foreignClaim(claim, this.#program.watches === true);
    this.#count(decision);
    return decision;
  }

  /** Decides by a program that remembers only files. Most calls write none: for these the store is only read. */
  #decideByFiles(
    memory: Remembering<Store>,
    question: Question,
    conclude: (decision: Decision) => Decision,
  ): Awaitable<Decision> {
    const { program } = this;
    const { event, circumstances } = question;
    const decide = ([before = emptyMemory]: Memories): Awaitable<Decision> => {
      const facts = deriveFor(program, event, recall(program, [before], memory.now()), circumstances);
      const decision = this.#judge(program, facts, circumstances);
      return leavesFiles(fullest(facts), before)
        ? this.#decideByMemory(memory, { ...question, looked: { before, facts, decision } }, conclude)
        : conclude(decision);
    };
    const lost = (error: unknown): Awaitable<Decision> =>
      conclude(this.#withoutStore(event, circumstances, error));
    let found: Awaitable<Memories>;
    try {
      found = memory.store.look(keysOf(['session'], event, circumstances.client, memory));
    } catch (error) {
      return lost(error);
    }
    return found instanceof Promise ? found.then(decide, lost) : decide(found);
  }

  #decideByMemory(
    memory: Remembering<Store>,
    { event, circumstances, digest, earlier, looked }: Question,
    conclude: (decision: Decision) => Decision,
  ): Awaitable<Decision> {
    const { program } = this;
    const deriveOnce = derivedOnce(program, event, circumstances);
    try {
      const change = (memories: Memories): MemoryChange<Decision> => {
        const now = memory.now();
        const isSame = (call: RememberedCall): boolean => isRetry(call, digest);
        const known = earlierCalls(memories[0], event, now);
        const first = known.find(isSame)?.answer;
        if (first != null) {
          return {
            memories: memories.map(() => undefined),
            result: { ...fromKept(first), repeated: true },
          };
        }
        // The store writes the last memory first. Where only the last has the call, the store has begun again.
        const last = memories.length > 1 ? memories.at(-1) : undefined;
        const begun = earlierCalls(last, event, now).filter(isSame);
        const answers = [...known, ...begun].flatMap(({ answer }) =>
          answer === null ? [] : fromKept(answer),
        );
        const isSeen = looked !== undefined && looked.before === memories[0];
        const before = withoutOwn(memories, { event, digest }, now);
        const facts = isSeen ? looked.facts : deriveOnce(before, now);
        const decision = [earlier?.decision, ...answers].reduce<Decision>(
          (decided, each) => stricter(each, decided),
          isSeen ? looked.decision : this.#judge(program, facts, circumstances),
        );
        const after = stepBefore(program, memories, { event, facts, decision, digest }, now);
        return { memories: changed(memories, after), result: decision };
      };
      const keys = keysOf(program.scopes, event, circumstances.client, memory);
      return whenThere(memory.store.change(keys, change), conclude, (error) =>
        conclude(this.#withoutStore(event, circumstances, error)),
      );
    } catch (error) {
      return conclude(this.#withoutStore(event, circumstances, error));
    }
  }

  observe(event: Event, { refunds = true, client }: Observed = {}): From<Store, ObserveResult> {
    this.#counts.observed++;
    // A report with a foreign claim is not believed.
    if (admit(this.#program.clients, event, client).foreign !== undefined)
      return { unproven: 'source' } as From<Store, ObserveResult>;
    if (event.type === 'session.end') return this.#endSession(event, client);
    const outcome = reportedOutcome(event);
    const memory = this.#memory;
    const { program } = this;
    if (memory === undefined || outcome === undefined) return undefined as From<Store, undefined>;
    const keys = keysOf(program.scopes, event, client, memory);
    return this.#change(memory, keys, (memories) =>
      outcome === 'denied' && !refunds
        ? stepAfterUnprovenDenial(program, memories, event, memory.now())
        : stepAfter(program, memories, event, outcome, memory.now()),
    );
  }

  /** Forgets what a session wrote when the session ends. Labels and limits last as long as their rules say. */
  #endSession(event: Event, client: Client | undefined): From<Store, undefined> {
    const memory = this.#memory;
    if (memory === undefined || !this.program.followsFiles) return undefined as From<Store, undefined>;
    const keys = keysOf(['session'], event, client, memory);
    return this.#change(memory, keys, (memories) => memories.map(withoutFiles));
  }

  /** Changes memories after a report, and counts a failure. */
  #change(
    { store }: Remembering<Store>,
    keys: readonly string[],
    change: (memories: Memories) => Memories,
  ): From<Store, undefined> {
    try {
      const done = store.change(keys, (memories) => ({
        memories: changed(memories, change(memories)),
        result: undefined,
      }));
      if (done instanceof Promise) return done.catch(() => this.#missed()) as From<Store, undefined>;
    } catch {
      this.#missed();
    }
    return undefined as From<Store, undefined>;
  }

  /** A report has no answer that could show the failure. If the store still fails, the next call is denied. */
  #missed(): void {
    this.#counts.faults++;
  }

  /** The decision while the store fails: a denial, or one for which earlier calls are unknown (`onFailure`). */
  #withoutStore(event: Event, circumstances: Circumstances, error: unknown): Decision {
    if (this.program.remembers && this.#memory?.onFailure !== 'stateless') return this.#forgetful(error);
    const facts = deriveFor(this.program, event, lostMemory, circumstances);
    const decision = this.#judge(this.program, facts, circumstances);
    return { ...decision, faults: [...decision.faults, memoryFault(error)] };
  }

  #judge(program: Program, facts: Facts, circumstances: Circumstances): Decision {
    const decide = (): Decision =>
      this.#withFinals(judge(program, facts, circumstances), facts, circumstances);
    // The first look at the clock loads a module, which a hook need not wait for.
    if (this.#took === undefined) return decide();
    const began = performance.now();
    const decision = decide();
    this.#took(facts.event, performance.now() - began);
    return decision;
  }

  /** What the rules of the other program that are `final` deny is denied, too. */
  #withFinals(decision: Decision, facts: Facts, circumstances: Circumstances): Decision {
    const other = this.#finals?.();
    if (other === undefined || decision.effect === 'deny') return decision;
    const own = deriveFor(other, facts.event, facts.memory, circumstances);
    const denial = judge(other, own, circumstances, evaluateFinal);
    return denial.effect === 'deny' ? denial : decision;
  }

  #forgetful(error: unknown): Decision {
    return {
      ...emptyDecision,
      effect: 'deny',
      code: memoryCode,
      reason: memoryReason,
      faults: [memoryFault(error)],
    };
  }

  #count({ effect, unsure, faults, repeated }: Decision): void {
    if (repeated === true) {
      this.#counts.repeated++;
      return;
    }
    this.#counts.decided++;
    if (effect === 'deny') this.#counts.denied++;
    if (unsure.length > 0) this.#counts.unsure++;
    this.#counts.faults += faults.length;
  }
}

/** Node makes this object fast because the new member is written before the spread. */
const withClient = (decision: Decision, client: Client | undefined): Decision =>
  client === undefined ? decision : { client, ...decision };

/** The same id with another call can make the answer stricter, and never milder. */
const stricter = (earlier: Decision | undefined, decision: Decision): Decision =>
  earlier?.effect === 'deny' && decision.effect === 'none' ? earlier : decision;

/** The first answer, without the remark that it is repeated. */
function asFirst(decision: Decision): Decision {
  if (decision.repeated === undefined) return decision;
  const { repeated, ...first } = decision;
  return first;
}

/**
 * Derives what a call does, for a store that may have to begin again. It is derived again only where the memory of written
 * files has changed: others wait for the store meanwhile.
 */
function derivedOnce(
  program: Program,
  event: Event,
  circumstances: Circumstances,
): (memories: Memories, now: number) => Facts {
  let last: Facts | undefined;
  return (memories, now) => {
    const view = recall(program, memories, now);
    last =
      last?.memory.written === view.written
        ? last.remembering(view)
        : deriveFor(program, event, view, circumstances);
    return last;
  };
}

const earlierCalls = (memory: Memory | undefined, event: Event, now: number): readonly RememberedCall[] =>
  memory === undefined ? [] : callsOf(memory.calls, event, Math.max(now, memory.clock));

/** A memory keeps the part of a decision that went over the wire. */
const fromKept = ({ effect, code, reason }: KeptAnswer): Decision => ({
  ...emptyDecision,
  effect,
  code: code ?? undefined,
  reason: reason ?? undefined,
});

const memoryFault = (error: unknown): Fault => ({
  code: memoryCode,
  place: undefined,
  message: error instanceof Error ? error.message : String(error),
});

const changed = (before: Memories, after: Memories): (Memory | undefined)[] =>
  after.map((memory, index) => (memory === before[index] ? undefined : memory));

/** The memories that a client's event belongs to. */
const keysOf = (
  scopes: readonly MemoryScope[],
  event: Event,
  client: Client | undefined,
  { digest, user }: Remembering<MemoryStore>,
): readonly string[] => scopes.map((scope) => memoryKey(scope, event, digest, client, user));

/**
 * The client and the text of the event without its time: a retry can have another time, but not another client. Undefined for
 * an event that cannot be JSON, such as one that contains itself.
 */
function contentOf({ raw }: Event, client: Client | undefined): string | undefined {
  try {
    return `${clientText(client)}${eventTextWithoutTime(raw)}`;
  } catch {
    return undefined;
  }
}

/**
 * The decision of the program. Where it does not deny, it decides again with the claimed disk, and a denial counts. So a claim
 * gains no exception, and makes no _no_ of an unknown. What the call leaves behind is derived without the claim.
 */
function judge(
  program: Program,
  facts: Facts,
  { claimedDisk: disk, ...known }: Circumstances,
  by: typeof evaluate = evaluate,
): Decision {
  const decision = by(program, facts);
  if (disk === undefined || decision.effect === 'deny') return decision;
  const claimed = by(program, deriveFor(program, facts.event, facts.memory, { ...known, disk }));
  return claimed.effect === 'deny' ? claimed : decision;
}
