/**
 * The one stateful object: a program, the answers already given, and a store of
 * what is remembered. A retry of an event gets the answer of the first time
 * (docs/development/protocol-notes.md#identity-and-retries), also after a restart where there is a store.
 */
import { deriveFor, type Program } from '../compile/program.ts';
import type { Circumstances } from '../facts/circumstances.ts';
import { type Client, clientText } from '../facts/client.ts';
import type { Disk } from '../facts/disk/disk.ts';
import type { Event } from '../facts/event.ts';
import type { Facts } from '../facts/facts.ts';
import { lostMemory, type MemoryScope } from '../facts/memory-view.ts';
import { type Awaitable, whenThere } from './awaitable.ts';
import type { Decision, Fault, Finding } from './decision.ts';
import { evaluate } from './evaluate.ts';
import { eventTextWithoutTime } from './event-text.ts';
import { emptyMemory, type KeptAnswer, type Memory, type RememberedCall } from './memory.ts';
import type { Change, ImmediateMemoryStore, MemoryStore } from './memory-store.ts';
import { admit, type ForeignClaim, foreignClaim } from './pins.ts';
import { type Memories, recall } from './recall.ts';
import { fullest } from './rule-result.ts';
import { answerKey, type Digest, memoryKey } from './scope-key.ts';
import { isShared, SharedLists } from './shared-finding.ts';
import {
  callsOf,
  isRetry,
  outcomeOf,
  stepAfter,
  stepAfterUnprovenDenial,
  stepBefore,
  withoutOwn,
} from './step.ts';
import { leavesFiles, withoutFiles } from './written-files.ts';

/** What is known of how a question, or news, has come. */
export interface Asked {
  /** Whether the caller can stop the call. True by default. */
  readonly mayDeny?: boolean;
  /** The disk of the machine that the call runs on, where that is not the engine's own. */
  readonly disk?: Disk;
  /** What whoever asks says of its disk: it can make the answer stricter, and nothing else. */
  readonly claimedDisk?: Disk;
  /** Who asks, as far as it is proved; undefined where nobody says, and nothing is. */
  readonly client?: Client | undefined;
}

/** What a transport needs of the engine. */
export interface DecisionPoint {
  /** Decides a `tool.before`. Never throws or rejects: a fault of the engine is in the decision. */
  decide(event: Event, asked?: Asked): Awaitable<Decision>;
  /** Takes note of an event that asks for no answer. Never throws or rejects. */
  observe(event: Event, asked?: Asked): Awaitable<Told>;
}

/** What comes of an event that asks for no answer: mostly nothing. */
// biome-ignore lint/suspicious/noConfusingVoidType: a point that believes everything has nothing to say.
export type Told = Unproven | void;

/** What was not believed of an event: that it speaks for its source, that a denial gives anything back, or that it may tell. */
export interface Unproven {
  readonly unproven: 'source' | 'denied' | 'permission';
}

/** A decision point that answers at once. */
export interface ImmediateDecisionPoint extends DecisionPoint {
  decide(event: Event, asked?: Asked): Decision;
  observe(event: Event, asked?: Asked): Told;
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
  /** The user of the system whose memories they are, where that is known. */
  readonly user?: string | undefined;
  /**
   * What is decided while the store fails, by a program whose rules ask for memory: every call is denied, or what those rules
   * ask is unknown to them, and each does what it does when it is not sure. `deny` by default.
   */
  readonly onFailure?: OnStoreFailure | undefined;
}

export type OnStoreFailure = 'deny' | 'stateless';

export interface EngineOptions<Store extends MemoryStore = ImmediateMemoryStore> {
  readonly program: Program;
  /** Asked only by a program whose rules ask for memory; without it such rules see nothing of earlier calls. */
  readonly memory?: Remembering<Store> | undefined;
  /** The disk of the machine that calls run on, where this process may look at it. */
  readonly disk?: Disk | undefined;
  /** The clock by which calls are decided, in milliseconds since 1970. That of this machine by default. */
  readonly now?: (() => number) | undefined;
  /** Told how many milliseconds it took to derive what a call does and to ask the rules. */
  took?: ((event: Event, milliseconds: number) => void) | undefined;
  /** How many answers are kept for retries. */
  readonly keptAnswers?: number;
  /** How many characters the kept events may have together. */
  readonly keptCharacters?: number;
}

/** Characters that are kept of a text’s digest: of hexadecimal ones, 128 bits. */
const digestLength = 32;

/** The code of the denial where what is remembered can be neither read nor written. */
export const memoryCode = 'io.bylaw.engine.memory';

const memoryReason =
  'The policy engine cannot read or write what it remembers of earlier calls, and denies the call to be safe. Tell whoever runs it: `bylaw doctor` and the log of the server say what is wrong.';

/** What is known of how news has come; `refunds`: whether that a call was denied gives back what it counts for. True by default. */
interface Observed extends Asked {
  readonly refunds?: boolean;
}

/** What there is to decide about. */
interface Question {
  readonly event: Event;
  readonly circumstances: Circumstances;
  /** Of the event's text; empty for one that has none. */
  readonly digest: string;
  /** The answer to the last event of that id, since the engine started. */
  readonly earlier: Answered | undefined;
  /** The result of a first look at the store. It is used again if the memory has not changed since. */
  readonly looked?: { readonly before: Memory; readonly facts: Facts; readonly decision: Decision };
}

interface Answered {
  /** The event's own text: an id that is used again for another call is no retry. */
  readonly content: string;
  readonly decision: Decision;
  /** What it takes to keep it, in characters. */
  readonly size: number;
}

/** An answer that is there at once where the store answers at once. */
type From<Store extends MemoryStore, Value> = Store extends ImmediateMemoryStore ? Value : Awaitable<Value>;

export class Engine<Store extends MemoryStore = ImmediateMemoryStore> implements DecisionPoint {
  #program: Program;
  #memory: Remembering<Store> | undefined;
  readonly #disk: Disk | undefined;
  readonly #now: () => number;
  readonly #took: EngineOptions['took'];
  readonly #limit: number;
  readonly #characterLimit: number;
  /** In the order of use: the first is the one to forget. */
  readonly #answers = new Map<string, Answered>();
  /** Stands before the first answer: to begin anew each time would pass over the places of all that were forgotten. */
  #oldest: Iterator<[string, Answered]> | undefined;
  readonly #lists = new SharedLists();
  #characters = 0;
  readonly #counts = { decided: 0, repeated: 0, denied: 0, unsure: 0, faults: 0, observed: 0 };

  constructor({
    program,
    memory,
    disk,
    now = Date.now,
    took,
    keptAnswers = 10_000,
    keptCharacters = 16 * 1024 * 1024,
  }: EngineOptions<Store>) {
    this.#program = program;
    this.#disk = disk;
    this.#now = now;
    this.#took = took;
    this.#memory = program.scopes.length === 0 ? undefined : memory;
    this.#limit = keptAnswers;
    this.#characterLimit = keptCharacters;
  }

  get program(): Program {
    return this.#program;
  }

  /** Decides by another program from now on; answers that have been given are given again to retries. */
  follow(program: Program, memory: Remembering<Store> | undefined): void {
    this.#program = program;
    this.#memory = program.scopes.length === 0 ? undefined : memory;
  }

  get counts(): Counts {
    return { ...this.#counts };
  }

  decide(event: Event, asked?: Asked): From<Store, Decision> {
    const { client, foreign } = admit(this.#program.clients, event, asked?.client);
    const told = (decision: Decision): Decision => withClient(decision, client);
    if (foreign !== undefined) return told(this.#refuse(foreign)) as From<Store, Decision>;
    const memory = this.#memory;
    // Nothing is a retry of an event without an id.
    const hasId = memory !== undefined || Object.hasOwn(event.raw, 'id');
    const content = hasId ? contentOf(event, client) : undefined;
    const key = hasId ? answerKey(event, client) : '';
    const earlier = hasId ? this.#answers.get(key) : undefined;
    if (earlier !== undefined && content !== undefined && earlier.content === content) {
      this.#counts.repeated++;
      this.#remember(key, earlier);
      return told({ ...earlier.decision, repeated: true }) as From<Store, Decision>;
    }
    const conclude = (decision: Decision): Decision => {
      this.#count(decision);
      const kept = stricter(earlier?.decision, decision);
      if (content !== undefined && decision.code !== memoryCode) {
        this.#remember(key, answered(key, content, this.#compact(asFirst(kept))));
      }
      return told(kept);
    };
    const disk = asked?.disk ?? this.#disk;
    const circumstances: Circumstances = {
      ...{ disk, claimedDisk: asked?.claimedDisk, at: this.#now(), client },
    };
    if (memory === undefined) {
      const facts = deriveFor(this.program, event, undefined, circumstances);
      return conclude(this.#judge(this.program, facts, circumstances)) as From<Store, Decision>;
    }
    // Without a text of its own an event is a retry of none.
    const digest = content === undefined ? '' : memory.digest(content).slice(0, digestLength);
    const question = { event, circumstances, digest, earlier };
    const decision = this.program.remembers
      ? this.#decideByMemory(memory, question, conclude)
      : this.#decideByFiles(memory, question, conclude);
    return decision as From<Store, Decision>;
  }

  /** Denies what is claimed by whom it is not pinned to. It takes part in nothing, not even in retries. */
  #refuse(claim: ForeignClaim): Decision {
    const decision = foreignClaim(claim, this.#program.watches === true);
    this.#count(decision);
    return decision;
  }

  /** Decides for a program that remembers only files. Most calls write none: for them the store is read, and not changed. */
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
      const change = (memories: Memories): Change<Decision> => {
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
        // Where the last has the call and the first has not, the store had to begin again after it had written some.
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

  observe(event: Event, { refunds = true, client }: Observed = {}): From<Store, Told> {
    this.#counts.observed++;
    // News of what others speak for is not believed.
    if (admit(this.#program.clients, event, client).foreign !== undefined)
      return { unproven: 'source' } as From<Store, Told>;
    if (event.type === 'session.end') return this.#endSession(event, client);
    const outcome = outcomeOf(event);
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

  /** Changes memories after an event that needs no answer. A failure is counted. */
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

  /** Nobody waits for an answer to an outcome; the next call is denied where the store is still out of order. */
  #missed(): void {
    this.#counts.faults++;
  }

  /** The decision when the store fails: a denial if rules need it and may not do without; else what earlier calls did is unknown. */
  #withoutStore(event: Event, circumstances: Circumstances, error: unknown): Decision {
    if (this.program.remembers && this.#memory?.onFailure !== 'stateless') return this.#forgetful(error);
    const facts = deriveFor(this.program, event, lostMemory, circumstances);
    const decision = this.#judge(this.program, facts, circumstances);
    return { ...decision, faults: [...decision.faults, memoryFault(error)] };
  }

  #judge(program: Program, facts: Facts, circumstances: Circumstances): Decision {
    if (this.#took === undefined) return judge(program, facts, circumstances);
    const began = performance.now();
    const decision = judge(program, facts, circumstances);
    this.#took(facts.event, performance.now() - began);
    return decision;
  }

  #forgetful(error: unknown): Decision {
    return {
      effect: 'deny',
      code: memoryCode,
      reason: memoryReason,
      matched: [],
      unsure: [],
      watched: [],
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

  /** Decisions of which many rules are unsure keep one list of them together. */
  #compact(decision: Decision): Decision {
    const unsure = this.#lists.share(decision.unsure);
    return unsure === decision.unsure ? decision : { ...decision, unsure };
  }

  #remember(key: string, answered: Answered): void {
    const known = this.#answers.get(key);
    this.#characters += answered.size - (known?.size ?? 0);
    this.#answers.delete(key);
    this.#answers.set(key, answered);
    // What stands in a map that changes without end, and does not go on, would keep all that the map was.
    if (known !== undefined) this.#oldest = undefined;
    const isFull = (): boolean => this.#answers.size > this.#limit || this.#characters > this.#characterLimit;
    while (this.#answers.size > 0 && isFull()) this.#forgetOldest();
  }

  #forgetOldest(): void {
    this.#oldest ??= this.#answers.entries();
    const next = this.#oldest.next();
    if (next.done === true) {
      this.#oldest = undefined;
      return;
    }
    const [key, { size }] = next.value;
    this.#characters -= size;
    this.#answers.delete(key);
  }
}

/** Node makes this object fast because the new member is written before the spread. */
const withClient = (decision: Decision, client: Client | undefined): Decision =>
  client === undefined ? decision : { client, ...decision };

/** Policies can have thousands of rules that are unsure of a call. */
const answered = (key: string, content: string, decision: Decision): Answered => {
  const { matched, unsure, watched } = decision;
  const findings = [matched, unsure, watched].reduce((sum, each) => sum + sizeOf(each), 0);
  return { content, decision, size: key.length + content.length + findings };
};

/** A few findings are part of any answer. */
function sizeOf(findings: readonly Finding[]): number {
  // A list that other answers have too; not nothing, since it may be the last that has it.
  if (Object.isFrozen(findings)) return findings.length;
  let size = 0;
  for (let at = fewFindings; at < findings.length; at++) {
    const finding = findings[at];
    size += finding !== undefined && isShared(finding) ? sharedSize : findingSize;
  }
  return size;
}

/** About what a finding takes, and what it takes to name one that is there anyway. */
const findingSize = 300;
const sharedSize = 8;
const fewFindings = 8;

/** An id that comes back with another call may make the answer stricter, never milder. */
const stricter = (earlier: Decision | undefined, decision: Decision): Decision =>
  earlier?.effect === 'deny' && decision.effect === 'none' ? earlier : decision;

/** The answer to a retry as it was given the first time. */
function asFirst(decision: Decision): Decision {
  if (decision.repeated === undefined) return decision;
  const { repeated, ...first } = decision;
  return first;
}

/**
 * Derives what a call does. A store that has to begin again holds others up meanwhile: what the call does is derived again
 * only where the files are others that earlier calls wrote.
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

/** What a memory keeps of a decision is what went over the wire. */
const fromKept = ({ effect, code, reason }: KeptAnswer): Decision => ({
  effect,
  code: code ?? undefined,
  reason: reason ?? undefined,
  matched: [],
  unsure: [],
  watched: [],
  faults: [],
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
 * Who asks, and the event's own text but its time, which a retry may have of its own: the same from another client is another
 * question. Undefined for an event that no JSON could hold, such as one nested without end.
 */
function contentOf({ raw }: Event, client: Client | undefined): string | undefined {
  try {
    return `${clientText(client)}${eventTextWithoutTime(raw)}`;
  } catch {
    return undefined;
  }
}

/**
 * What the program says of a call. Where it denies nothing, it is asked again with what is claimed of a disk, and a denial counts: so
 * a claim wins no exception, and makes no _no_ of an unknown. What the call leaves behind is told without it.
 */
function judge(program: Program, facts: Facts, { claimedDisk: disk, ...known }: Circumstances): Decision {
  const decision = evaluate(program, facts);
  if (disk === undefined || decision.effect === 'deny') return decision;
  const claimed = evaluate(program, deriveFor(program, facts.event, facts.memory, { ...known, disk }));
  return claimed.effect === 'deny' ? claimed : decision;
}
