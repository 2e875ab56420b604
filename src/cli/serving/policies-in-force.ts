/**
 * Policies that may change while a server runs. Valid policies replace the earlier ones. If the new ones are not valid,
 * the earlier ones stay in force, and that is reported once. Nothing in between ever decides.
 */
import { setImmediate } from 'node:timers/promises';
import type { UseMode } from '../../compile/program.ts';
import { Engine, type EngineOptions } from '../../engine/engine.ts';
import type { MemoryStore, StoreSize } from '../../engine/memory-store.ts';
import type { Event } from '../../facts/event/event.ts';
import { trialsOf } from '../../host/credentials/trial.ts';
import type { BrokenLayer } from '../../host/policy-files/layer.ts';
import type { ServerMemory } from '../../host/remembering.ts';
import { printable } from '../../language/render.ts';
import type { BundleEntry } from '../../store/decision-log/record.ts';
import type { BundleCandidate, FollowedBundles } from '../bundles/followed-bundles.ts';
import type { EventBudget } from '../options/budget-option.ts';
import {
  countOf,
  describeBroken,
  loadForUse,
  type MemoryPlace,
  type PoliciesInUse,
  ruleCount,
  sayBroken,
  serverMemoryForUse,
  type UseOptions,
} from '../policies/policies.ts';
import { listProblems } from '../policies/refused-policies.ts';
import { type CommandContext, type Level, say, timeIn } from '../terminal/context.ts';

export interface InForceOptions extends MemoryPlace {
  /** As the command line names it. */
  readonly policies: readonly string[] | undefined;
  readonly mode: UseMode;
  /** Folders and files of this process. */
  readonly beside?: readonly (string | undefined)[];
  /** What new policies may cost; they are not taken over where they cost more. */
  readonly budget?: EventBudget | undefined;
  /** Where they come as bundles. */
  readonly bundles?: FollowedBundles | undefined;
  /** Called with the milliseconds that each call took. */
  readonly took?: EngineOptions['took'];
  /** Called after every change that came into force; not for the same policies read again. */
  changed?(use: PoliciesInUse): void;
  /** Called when what is on disk is refused: the digest of what goes on deciding, and the problems. */
  refused?(policies: string, problems: readonly string[]): void;
  /** Is called with how many memories of sessions had to be dropped since the last call. */
  evicted?(memories: number): void;
}

/** What came of a reload. */
export type Reloaded = 'in force' | 'refused';

export interface PolicySummary {
  /** Their digest: 64 hexadecimal digits. */
  readonly policies: string;
  readonly rules: number;
  readonly files: number;
  /** Those that were read, from the highest; empty where there is one without a name. */
  readonly layers: readonly { readonly name: string; readonly inForce: boolean }[];
  /** Null where policies come from folders. */
  readonly bundle: BundleEntry | null;
  /** Whether nothing is denied. */
  readonly watch: boolean;
  /** Why what is published or on disk is not in force, or has no effect, as sentences. */
  readonly problems: readonly string[];
}

const stillInForce =
  'The policies that were in force before go on deciding for clients of the server; hooks with this folder deny every call until it is valid.';

/** Whether new policies are those before without some layers, and nothing else. */
const losesOnly = (before: PoliciesInUse, after: PoliciesInUse): boolean =>
  after.loaded.broken.length > 0 &&
  before.loaded.broken.length === 0 &&
  [...after.layerStamps].every(
    ([name, stamp]) =>
      after.loaded.broken.some(({ layer }) => layer.name === name) || before.layerStamps.get(name) === stamp,
  );

const describeKept = ({ layer: { name, owner }, problems }: BrokenLayer): string =>
  `The layer \`${name}\`${owner === undefined ? '' : ` (${owner})`} is not valid: ${countOf(problems.length, 'error')}. No other layer has changed, so what was in force before goes on deciding for clients of the server.`;

export class PoliciesInForce {
  readonly #context: CommandContext;
  readonly engine: Engine<MemoryStore>;
  readonly isTrial: (event: Event) => boolean;
  readonly #options: InForceOptions;
  #use: PoliciesInUse;
  /** As `loadForUse` takes it. */
  #named: readonly string[] | undefined;
  #memory: ServerMemory | undefined;
  /** What was last looked at and not taken, so that it is said once. */
  #refused: string | undefined;
  /** The layers for whose sake it is. */
  #refusedLayers: readonly BrokenLayer[] = [];
  /** What is wrong with it, as `listProblems` gives it. */
  #refusedFor: readonly string[] = [];
  /** What was last seen; a change is looked at when it has stayed as it is for a moment. */
  #seen: string | undefined;
  /** What is read anew just now. */
  #reloading: Promise<Reloaded> | undefined;
  #evicted = 0;
  #sessions: StoreSize = { memories: 0, evicted: 0 };
  #memoryProblem: string | undefined;
  /** What was last said of the memory, so that it is said once. */
  #saidOfMemory: string | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** Puts the first policies in force. Throws `UsageError` where what they need to remember cannot be kept. */
  constructor(context: CommandContext, use: PoliciesInUse, options: InForceOptions) {
    this.#context = context;
    this.#use = use;
    this.#named = options.policies;
    this.#memory = serverMemoryForUse(context, use, options);
    use.program.index.prepare();
    this.engine = new Engine<MemoryStore>({
      program: use.program,
      memory: this.#memory,
      took: options.took,
    });
    this.isTrial = trialsOf(context.env);
    this.#options = options;
  }

  /** The policies in force. INVARIANT: who holds them for longer than a call keeps them in memory when others are in force. */
  get use(): PoliciesInUse {
    return this.#use;
  }

  /** The memory of what decides, opened where rules need it and it is not open yet. */
  memoryFor(use: PoliciesInUse): ServerMemory | undefined {
    this.#memory ??= serverMemoryForUse(this.#context, use, this.#options);
    return this.#memory;
  }

  /** Whether these are the policies in force, as they are on disk now. */
  decidesBy(paths: readonly string[]): boolean {
    return this.#use.decidesBy(paths);
  }

  /** Whether what lies on disk has been refused, so that older policies are in force. */
  get isStale(): boolean {
    return this.#refused !== undefined;
  }

  /** What policies are read from, as `loadForUse` takes it. */
  get named(): readonly string[] | undefined {
    return this.#named;
  }

  /** Why what is published as a bundle is not in force, as a sentence. */
  get bundleProblem(): string | undefined {
    return this.#options.bundles?.problem;
  }

  /** The bundle in force; undefined where policies come from folders. */
  get bundle(): BundleEntry | undefined {
    return this.#options.bundles?.entry;
  }

  /** Sentences about lower layers that are not in force, or not as they are on disk. */
  get brokenLayers(): readonly string[] {
    const kept = this.isStale ? this.#refusedLayers.map(describeKept) : [];
    return [...this.#use.loaded.broken.map(describeBroken), ...kept];
  }

  /** Sentences about exceptions that have no effect, because they end or touch no rule, and about those that leave nothing of rules. */
  get warnings(): readonly string[] {
    return this.#use.warnings(timeIn(this.#context));
  }

  /** What the policies in force were like on disk. */
  get stamp(): string {
    return this.#use.loadedStamp;
  }

  /** What decides, for administrators. */
  get summary(): PolicySummary {
    const { loaded, layerStamps } = this.#use;
    const broken = loaded.broken.map(({ layer }) => layer.name);
    const { bundle = null, bundleProblem, brokenLayers, warnings } = this;
    const refused = this.isStale
      ? ['What is on disk is not valid, and not in force.', ...this.#refusedFor]
      : [];
    return {
      policies: loaded.digest,
      rules: ruleCount(this.#use),
      files: loaded.sources.length,
      layers: [...layerStamps.keys()].map((name) => ({ name, inForce: !broken.includes(name) })),
      bundle,
      watch: this.#options.mode.watches === true,
      problems: [...(bundleProblem === undefined ? refused : [bundleProblem]), ...brokenLayers, ...warnings],
    };
  }

  /** The digest of the policies in force. */
  get policies(): string {
    return this.#use.loaded.digest;
  }

  /** The digest of the policies that decide an event, where a canary answers it. */
  policiesOf: (event: Event) => string | undefined = () => undefined;

  /** Undefined where no rule remembers anything. */
  get memory(): ServerMemory | undefined {
    return this.#memory;
  }

  /** The memory of sessions; the last known one while it cannot be read. */
  get sessions(): StoreSize {
    this.#lookAtMemory();
    return this.#sessions;
  }

  /** Why what earlier calls did cannot be read, as a sentence; undefined while it can. */
  get memoryProblem(): string | undefined {
    this.#lookAtMemory();
    return this.#memoryProblem;
  }

  /** Whether every call is denied while the memory cannot be read; otherwise calls are decided without it. */
  get deniesWithoutMemory(): boolean {
    return this.engine.program.remembers && this.#memory?.onFailure !== 'stateless';
  }

  #lookAtMemory(): void {
    try {
      this.#sessions = this.#memory?.store.size ?? { memories: 0, evicted: 0 };
      this.#memoryProblem = undefined;
    } catch (error) {
      this.#memoryProblem = error instanceof Error ? error.message : String(error);
    }
  }

  /** Looks for changes from now on, every so many milliseconds. */
  watch(interval: number): void {
    this.#timer = setInterval(() => void this.look(), interval);
    this.#timer.unref();
    this.#options.bundles?.watch(() => void this.look());
  }

  /** Looks no more, and lets go of the memory. */
  async close(): Promise<void> {
    this.#tellEvicted();
    clearInterval(this.#timer);
    await this.#options.bundles?.close();
    await this.#memory?.store.close();
  }

  /** Takes over a change that has stayed as it is since the last look. */
  async look(): Promise<void> {
    this.#tellEvicted();
    await this.#tellMemory();
    const next = await this.#options.bundles?.look();
    if (next !== undefined) await this.#follow(next);
    const stamp = this.#use.stamp();
    const settled = stamp === this.#seen;
    this.#seen = stamp;
    if (settled && stamp !== this.#use.loadedStamp && stamp !== this.#refused) await this.reload();
    if (stamp === this.#use.loadedStamp) this.#refused = undefined;
  }

  async #tellMemory(): Promise<void> {
    const problem = this.memoryProblem;
    if (problem === this.#saidOfMemory) return;
    this.#saidOfMemory = problem;
    if (problem === undefined) await this.#say('The memory of earlier calls can be read again.');
    else await this.#say(`${this.#describeForgetting()} ${problem}`, 'error');
  }

  /** What is decided while the memory cannot be read, as a sentence. */
  #describeForgetting(): string {
    if (this.deniesWithoutMemory)
      return 'Every call is denied, because rules need the memory of earlier ones.';
    return this.#use.program.remembers
      ? 'Calls are decided without the memory of earlier ones: rules that ask for it are unsure.'
      : 'What calls write to files cannot be remembered, and such files are unknown.';
  }

  #tellEvicted(): void {
    const { evicted } = this.sessions;
    if (evicted > this.#evicted) this.#options.evicted?.(evicted - this.#evicted);
    this.#evicted = evicted;
  }

  /** Puts a bundle in the place of the one in force, if its policies are valid. */
  async #follow(next: BundleCandidate): Promise<void> {
    const before = this.#named;
    // One that is read anew just now has its turn first; the next look comes back to this one.
    if (this.#reloading !== undefined) return;
    this.#named = next.named;
    if ((await this.#takeOver()) === 'in force') return await this.#options.bundles?.taken(next);
    this.#named = before;
    this.#refused = undefined;
    await this.#options.bundles?.refused(next);
  }

  /**
   * Loads the policies anew and puts them in force, if they are valid. Who asks while they are read gets the result of that
   * reading. `refused` also where they are those of an older bundle, since the published one was refused.
   */
  async reload(): Promise<Reloaded> {
    const isJoined = this.#reloading !== undefined;
    const result = await this.#takeOver();
    if (result === 'refused' && !isJoined) this.#options.refused?.(this.policies, this.#refusedFor);
    return this.bundleProblem === undefined ? result : 'refused';
  }

  #takeOver(): Promise<Reloaded> {
    this.#reloading ??= this.#readAnew().finally(() => {
      this.#reloading = undefined;
    });
    return this.#reloading;
  }

  async #readAnew(): Promise<Reloaded> {
    try {
      const stamp = this.#use.stamp();
      const use = await this.#load();
      this.#refusedLayers = [];
      if (use === undefined) {
        this.#refused = stamp;
        return 'refused';
      }
      // A lower layer that is broken by a change goes on as it was, as long as no other layer has changed.
      // A bundle comes into force as a whole.
      const isPart = this.#options.bundles !== undefined && use.loaded.broken.length > 0;
      if (isPart || losesOnly(this.#use, use)) {
        this.#refused = stamp;
        this.#refusedLayers = use.loaded.broken;
        this.#refusedFor = listProblems(
          use.loaded.broken.flatMap(({ problems }) => problems),
          use.loaded.problemLookup,
        );
        await sayBroken(use.loaded.broken, { lookup: use.loaded.problemLookup }, this.#context, describeKept);
        return 'refused';
      }
      await sayBroken(use.loaded.broken, { lookup: use.loaded.problemLookup }, this.#context);
      const memory = this.memoryFor(use);
      // Calls have a turn between the steps, still by the policies before.
      await setImmediate();
      use.program.index.prepare();
      await setImmediate();
      this.engine.follow(use.program, memory);
      const isSame = use.loaded.digest === this.policies;
      this.#use = use;
      this.#refused = undefined;
      if (!isSame) this.#options.changed?.(use);
      const what = isSame
        ? 'The policies were read again, and are those that were in force'
        : 'New policies are in force';
      await this.#say(
        `${what}: ${countOf(ruleCount(use), 'rule')} from ${countOf(use.loaded.sources.length, 'file')}.`,
      );
      return 'in force';
    } catch (error) {
      // Nothing that happens here may end a server that decides.
      this.#refused = this.#use.stamp();
      const why = error instanceof Error ? error.message : String(error);
      this.#refusedFor = [printable(why)];
      await this.#say(`The policies cannot be loaded anew, and those before go on deciding: ${why}`, 'error');
      return 'refused';
    }
  }

  #load(): Promise<PoliciesInUse | undefined> {
    const { budget, mode, beside = [] } = this.#options;
    const refused: UseOptions['refused'] = (problems, lookup) => {
      this.#refusedFor = listProblems(problems, lookup);
    };
    const options = { budget, mode, beside, refused, otherwise: stillInForce, isDeciding: true };
    return loadForUse(this.#context, this.#named, options);
  }

  #say(sentence: string, level: Level = 'info'): Promise<void> {
    return say(this.#context.stderr, level, `bylaw: ${sentence}\n`);
  }
}
