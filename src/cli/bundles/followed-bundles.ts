/**
 * The bundles of a server: the one that is in force, and what became of others that were published since. One that may not
 * decide leaves the one before in force; at the start that is the one that was in force when the server ended.
 */
import { setImmediate } from 'node:timers/promises';
import { BundleProblem } from '../../host/bundle/bundle-content.ts';
import type { BundleSource } from '../../host/bundle/bundle-source.ts';
import { type Bundle, describeBundle } from '../../host/bundle/open-bundle.ts';
import { isAddress } from '../../host/machine/fetch-octets.ts';
import type { BundleEntry } from '../../store/decision-log/record.ts';
import type { PoliciesInUse } from '../policies/policies.ts';
import { type CommandContext, type Level, say, timeIn } from '../terminal/context.ts';

/** A bundle that could come into force. */
export interface BundleCandidate {
  readonly bundle: Bundle;
  /** Its file of layers, as `loadForUse` takes it. */
  readonly named: readonly string[];
}

/** How often an address is asked, in milliseconds; a file is looked at whenever policies are. */
const addressInterval = 10_000;

/** Loads the policies of a bundle; undefined where they may not decide, which has been said then. */
type LoadBundle = (named: readonly string[]) => Promise<PoliciesInUse | undefined>;

export class FollowedBundles {
  readonly #source: BundleSource;
  readonly #context: CommandContext;
  #inForce: BundleCandidate;
  #problem: string | undefined;
  /** A bundle whose policies may not decide: its digest. */
  #unfit: string | undefined;
  #askedAt: number;
  /** The keys that were said last. */
  #trusted: string;
  #looking = false;
  /** Called for what comes into force, and for what is refused. */
  noted: (entry: BundleEntry) => void = () => {};

  private constructor(source: BundleSource, context: CommandContext, first: BundleCandidate) {
    this.#source = source;
    this.#context = context;
    this.#inForce = first;
    this.#trusted = source.trusted;
    this.#askedAt = timeIn(context);
  }

  /** Finds the bundle to begin with; undefined where there is none that may decide, which has been said then. */
  static async open(
    source: BundleSource,
    context: CommandContext,
    load: LoadBundle,
  ): Promise<{ readonly use: PoliciesInUse; readonly bundles: FollowedBundles } | undefined> {
    const problems: string[] = [];
    for (const find of [() => source.look(), async () => source.kept()]) {
      try {
        const bundle = await find();
        const named = [source.unpack(bundle)];
        const use = await load(named);
        if (use === undefined || use.loaded.broken.length > 0) throw new BundleProblem(unfit(bundle));
        const bundles = new FollowedBundles(source, context, { bundle, named });
        bundles.#keep(bundle);
        const [problem] = problems;
        if (problem !== undefined) {
          bundles.#problem = bundles.#sentence(problem);
          await bundles.#say(bundles.#problem, 'error');
        }
        return { use, bundles };
      } catch (error) {
        if (!(error instanceof BundleProblem)) throw error;
        problems.push(error.message);
      }
    }
    await say(
      context.stderr,
      'error',
      `bylaw: The bundle at ${source.from} is refused: ${problems[0]}. There is no earlier one to go on with: ${problems[1]}.\n`,
    );
    // What asks a cluster again and again would keep the process.
    await source.close();
    return undefined;
  }

  /** What is in force, for people. */
  get description(): string {
    return describeBundle(this.#inForce.bundle);
  }

  get named(): readonly string[] {
    return this.#inForce.named;
  }

  /** Why what is published is not in force, as a sentence; undefined while it is. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** What is in force, as the decision log has it. */
  get entry(): BundleEntry {
    const { digest, signers, content } = this.#inForce.bundle;
    const refused = this.#problem === undefined ? {} : { refused: this.#problem };
    return { type: 'bundle', sequence: content.sequence, digest, signers, ...refused };
  }

  /** Calls back soon after a bundle was published, where the source says so by itself. */
  watch(changed: () => void): void {
    this.#source.watch(changed);
  }

  close(): Promise<void> {
    return this.#source.close();
  }

  /** A bundle that is to come into force; undefined where nothing is new, or what is new is refused. Never rejects. */
  async look(): Promise<BundleCandidate | undefined> {
    const now = timeIn(this.#context);
    const waits = isAddress(this.#source.from) && now - this.#askedAt < addressInterval;
    if (this.#looking || waits) return undefined;
    this.#looking = true;
    this.#askedAt = now;
    try {
      const bundle = await this.#source.look();
      if (bundle.digest === this.#unfit) return undefined;
      this.#unfit = undefined;
      if (bundle.digest !== this.#inForce.bundle.digest) {
        // Calls have a turn between one step and the next.
        await setImmediate();
        const named = [this.#source.unpack(bundle)];
        await setImmediate();
        return { bundle, named };
      }
      await this.#recovered();
    } catch (error) {
      await this.#refuse(error instanceof Error ? error.message : String(error));
    } finally {
      this.#looking = false;
      await this.#sayKeys();
    }
    return undefined;
  }

  /** Called after a candidate has come into force. */
  async taken(candidate: BundleCandidate): Promise<void> {
    this.#inForce = candidate;
    this.#problem = undefined;
    await this.#say(`The server now decides by ${this.description}.`);
    this.noted(this.entry);
    this.#keep(candidate.bundle);
  }

  /** Called if the policies of a candidate may not decide. */
  async refused({ bundle }: BundleCandidate): Promise<void> {
    this.#unfit = bundle.digest;
    await this.#refuse(unfit(bundle));
  }

  async #sayKeys(): Promise<void> {
    const { trusted } = this.#source;
    if (trusted === this.#trusted) return;
    this.#trusted = trusted;
    await this.#say(`Bundles have to be signed by one of these keys from here on: ${trusted}.`);
  }

  async #recovered(): Promise<void> {
    if (this.#problem === undefined) return;
    this.#problem = undefined;
    await this.#say(`What is published at ${this.#source.from} is in force again: ${this.description}.`);
  }

  /** Said and noted once. */
  async #refuse(why: string): Promise<void> {
    const problem = this.#sentence(why);
    if (problem === this.#problem) return;
    this.#problem = problem;
    this.noted(this.entry);
    await this.#say(problem, 'error');
  }

  #sentence(why: string): string {
    return `The bundle at ${this.#source.from} is refused: ${why}. The server still decides by ${this.description}.`;
  }

  /** A machine that cannot keep it decides by it all the same. */
  #keep(bundle: Bundle): void {
    try {
      this.#source.keep(bundle);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      void this.#say(`The bundle cannot be kept for the next start: ${why}`, 'warning');
    }
  }

  #say(sentence: string, level: Level = 'info'): Promise<void> {
    return say(this.#context.stderr, level, `bylaw: ${sentence}\n`);
  }
}

const unfit = (bundle: Bundle): string => `the policies of ${describeBundle(bundle)}, are not valid here`;
