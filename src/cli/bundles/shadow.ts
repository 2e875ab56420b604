/**
 * A bundle that is evaluated beside what is in force: what it would answer otherwise is counted and written down. It never
 * answers, unless a share of the sessions is a canary (`canary.ts`); of these, what is in force is evaluated afterwards. It comes after the answer, takes a tenth of the time at most, and remembers in this process only, from the moment it is
 * there. A session is compared as a whole or not at all.
 */
import type { Program } from '../../compile/program.ts';
import { whenThere } from '../../engine/awaitable.ts';
import type { Decision } from '../../engine/decision.ts';
import { type Asked, type DecisionPoint, Engine } from '../../engine/engine.ts';
import type { Event } from '../../facts/event/event.ts';
import { BundleProblem } from '../../host/bundle/bundle-content.ts';
import type { BundleSource } from '../../host/bundle/bundle-source.ts';
import { type Bundle, describeBundle } from '../../host/bundle/open-bundle.ts';
import { openMemory } from '../../host/remembering.ts';
import { changeKinds, compare } from '../../replay/compare.ts';
import type { ComparedBundle } from '../../server/metrics/metrics.ts';
import type { ShadowEntry } from '../../store/decision-log/record.ts';
import { countOf, type PoliciesInUse } from '../policies/policies.ts';
import { isOfShare, type Shares } from '../settings/share.ts';
import { type CommandContext, type Level, say, timeIn } from '../terminal/context.ts';
import type { Canary } from './canary.ts';

/** What came of calls: `failed` of those that the bundle could not decide, `skipped` of those it had no time for. */
export const shadowResults = ['same', ...changeKinds, 'failed', 'skipped'] as const;
export type ShadowCounts = Readonly<Record<(typeof shadowResults)[number], number>>;

export interface ShadowOptions {
  readonly source: BundleSource;
  readonly context: CommandContext;
  /** Loads the policies of a bundle; undefined where they may not decide, which has been said then. */
  load(named: readonly string[]): Promise<PoliciesInUse | undefined>;
  /** How many of the sessions, in percent, to begin with. */
  readonly share: number;
  readonly noted: (entry: ShadowEntry) => void;
  /** Where the bundle also answers, while its share is not 0; undefined where it never does. */
  readonly canary?: Canary | undefined;
  /** What is in force: its program, and the sequence of its bundle, undefined where it comes from folders. */
  readonly inForce?: (() => { readonly program: Program; readonly sequence: number | undefined }) | undefined;
}

/** Calls that wait; none of them is long, since long messages are decided elsewhere. */
const mostWaiting = 64;
/** The part of the time, and how many milliseconds of it may be saved up. */
const part = 0.1;
const mostSaved = 500;

interface Waiting {
  readonly event: Event;
  readonly asked: Asked | undefined;
  /** Undefined for news. */
  readonly decision: Decision | undefined;
  /** Whether the bundle has answered, and what is in force is evaluated. */
  readonly isCanary: boolean;
}

export class Shadow {
  readonly #options: ShadowOptions;
  #compared: number;
  readonly #counts: Record<keyof ShadowCounts, number>;
  readonly #waiting: Waiting[] = [];
  #candidate:
    | { readonly bundle: Bundle; readonly engine: Engine; readonly policies: string; readonly since: number }
    | undefined;
  /** What is in force, evaluated for sessions that the bundle answers. */
  #usual: Engine | undefined;
  /** The digest of a bundle whose policies may not decide, so that they are loaded once. */
  #unfit: string | undefined;
  /** What was said last of why there is nothing, so that it is said once. */
  #problem: string | undefined;
  /** The sequence of what was in force at the last look. */
  #lastInForce: number | undefined;
  #looking = false;
  #timer: NodeJS.Timeout | undefined;
  #saved = mostSaved;
  #savedAt = performance.now();

  constructor(options: ShadowOptions) {
    this.#options = options;
    this.#compared = options.share;
    this.#counts = Object.fromEntries(shadowResults.map((each) => [each, 0])) as Record<
      keyof ShadowCounts,
      number
    >;
  }

  get counts(): ShadowCounts {
    return this.#counts;
  }

  /** What is compared now. */
  get candidate(): ComparedBundle | undefined {
    if (this.#candidate === undefined) return undefined;
    const { bundle, policies, since } = this.#candidate;
    return { sequence: bundle.content.sequence, digest: bundle.digest, policies, ...this.shares, since };
  }

  get shares(): Shares {
    return { compared: this.#compared, answers: this.#options.canary?.share ?? 0 };
  }

  /** What answers for some sessions; undefined while it answers none. */
  get #canary(): Canary | undefined {
    const { canary } = this.#options;
    return canary === undefined || canary.share === 0 ? undefined : canary;
  }

  /** Takes other shares. A bundle that is to answer and did not has to fit what is in force first. */
  async follow(shares: Shares): Promise<void> {
    const before = this.shares;
    if (shares.compared === before.compared && shares.answers === before.answers) return;
    this.#compared = shares.compared;
    this.#options.canary?.follow(shares.answers);
    await this.#say(
      `The candidate ${describeShares(before)}; from here on it ${describeShares(this.shares)}.`,
    );
    if (before.answers > 0 || shares.answers === 0) return;
    this.#candidate = undefined;
    this.#unfit = undefined;
    await this.look();
  }

  /** Looks for the bundle now, and every so many milliseconds. */
  async watch(interval: number): Promise<void> {
    this.#timer = setInterval(() => void this.look(), interval);
    this.#timer.unref();
    this.#options.source.watch(() => void this.look());
    await this.look();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#candidate = undefined;
    await this.#options.source.close();
  }

  /** Takes the bundle that is there, where it is another one; without one nothing is compared. Never rejects. */
  async look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    const wasThere = this.#candidate !== undefined;
    try {
      const bundle = await this.#options.source.look();
      this.#refuseOld(bundle);
      if (bundle.digest === this.#unfit) return;
      if (bundle.digest !== this.#candidate?.bundle.digest) await this.#take(bundle);
      this.#refuseMisfit();
      this.#problem = undefined;
      await this.#warnOfNewInForce();
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      // Whoever takes the bundle away wants it to answer no more.
      this.#drop();
      const ended = wasThere ? `${this.#describeEnd()} ` : '';
      if (wasThere || why !== this.#problem)
        await this.#say(
          `${ended}The bundle at ${this.#options.source.from} cannot be compared: ${why}.`,
          'warning',
        );
      this.#problem = why;
    } finally {
      this.#looking = false;
    }
  }

  /** Whoever publishes while a candidate answers has to know where the new bundle does not hold. */
  async #warnOfNewInForce(): Promise<void> {
    const own = this.#options.inForce?.().sequence;
    const isNew = this.#lastInForce !== undefined && own !== undefined && own !== this.#lastInForce;
    this.#lastInForce = own;
    const [candidate, canary] = [this.#candidate, this.#canary];
    if (!isNew || candidate === undefined || canary === undefined) return;
    await this.#say(
      `Bundle ${candidate.bundle.content.sequence} goes on answering ${canary.share} % of the sessions. Of bundle ${own} only the rules that are \`final\` hold there; for the others, end the canary.`,
      'warning',
    );
  }

  #drop(): void {
    this.#candidate = undefined;
    this.#usual = undefined;
    this.#options.canary?.drop();
  }

  #describeEnd(): string {
    const { inForce } = this.#options;
    if (this.#canary === undefined) return 'Nothing is compared any more.';
    const own = inForce?.().sequence;
    const rest = own === undefined ? 'what is in force' : `bundle ${own}`;
    return `The canary has ended; ${rest} answers all sessions.`;
  }

  /** One that answers has to be newer than what decides; otherwise anybody could have an old bundle answer. */
  #refuseOld({ content: { sequence } }: Bundle): void {
    const own = this.#options.inForce?.().sequence;
    if (this.#canary === undefined || own === undefined || sequence > own) return;
    throw new BundleProblem(`its sequence is ${sequence}, and one with ${own} decides`);
  }

  /** What is in force may have changed since the bundle was taken. */
  #refuseMisfit(): void {
    const [own, usual] = [this.#candidate?.engine.program, this.#options.inForce?.().program];
    const why = own && usual && this.#canary?.misfit(own, usual);
    if (why !== undefined) throw new BundleProblem(why);
  }

  async #take(bundle: Bundle): Promise<void> {
    this.#candidate = undefined;
    this.#unfit = undefined;
    const use = await this.#options.load([this.#options.source.unpack(bundle)]);
    if (use === undefined || use.loaded.broken.length > 0) {
      this.#unfit = bundle.digest;
      throw new BundleProblem('its policies are not valid here');
    }
    use.program.index.prepare();
    const memory = openMemory(use.program, { folder: undefined });
    this.#candidate = {
      bundle,
      engine: new Engine({ program: use.program, memory }),
      policies: use.loaded.digest,
      since: timeIn(this.#options.context),
    };
    this.#refuseMisfit();
    // The share may have become one while the policies were loaded.
    this.#refuseOld(bundle);
    const canary = this.#canary;
    canary?.take(use);
    const rules = countOf(use.program.rules.length, 'rule');
    const answers = canary === undefined ? '' : `; it answers ${canary.share} % of the sessions`;
    await this.#say(`The server compares ${describeBundle(bundle)} with what decides: ${rules}${answers}.`);
  }

  /** A point that answers as it does, and has the same asked of the bundle afterwards. */
  beside(point: DecisionPoint): DecisionPoint {
    return {
      decide: (event, asked) => {
        const isCanary = this.#isCanary(event);
        return whenThere(point.decide(event, asked), (decision) => {
          this.#later({ event, asked, decision, isCanary });
          return decision;
        });
      },
      observe: (event, asked) => {
        const isCanary = this.#isCanary(event);
        return whenThere(point.observe(event, asked), (result) => {
          this.#later({ event, asked, decision: undefined, isCanary });
          return result;
        });
      },
    };
  }

  #isCanary(event: Event): boolean {
    return this.#options.canary?.policiesOf(event) !== undefined;
  }

  #later(question: Waiting): void {
    const isCompared = question.isCanary || isOfShare(question.event, this.#compared);
    if (this.#candidate === undefined || !isCompared) return;
    if (this.#waiting.length >= mostWaiting) {
      this.#counts.skipped++;
      return;
    }
    this.#waiting.push(question);
    // One at a time: the next question is answered in between.
    if (this.#waiting.length === 1) setImmediate(() => this.#next());
  }

  #next(): void {
    const question = this.#waiting[0];
    if (question !== undefined) {
      if (this.#hasTime()) this.#judge(question);
      else this.#counts.skipped++;
    }
    this.#waiting.shift();
    if (this.#waiting.length > 0) setImmediate(() => this.#next());
  }

  #hasTime(): boolean {
    const now = performance.now();
    this.#saved = Math.min(mostSaved, this.#saved + (now - this.#savedAt) * part);
    this.#savedAt = now;
    return this.#saved > 0;
  }

  /** Whatever goes wrong here is counted, and nothing else. */
  #judge({ event, asked, decision, isCanary }: Waiting): void {
    const began = performance.now();
    try {
      const { bundle, engine: other } = this.#candidate ?? {};
      const engine = isCanary ? this.#usualEngine() : other;
      if (bundle === undefined || engine === undefined) return;
      if (decision === undefined) engine.observe(event, asked);
      else if (isCanary) this.#compare(bundle, event, engine.decide(event, asked), decision, 'candidate');
      else this.#compare(bundle, event, decision, engine.decide(event, asked), 'in-force');
    } catch {
      this.#counts.failed++;
    } finally {
      this.#saved -= performance.now() - began;
    }
  }

  /** By what is in force now, with a memory of its own: it must not write into that of the sessions. */
  #usualEngine(): Engine | undefined {
    const program = this.#options.inForce?.().program;
    if (program === undefined || program === this.#usual?.program) return this.#usual;
    const memory = openMemory(program, { folder: undefined });
    if (this.#usual === undefined) this.#usual = new Engine({ program, memory });
    else this.#usual.follow(program, memory);
    return this.#usual;
  }

  /** `decision`: by what is in force; `other`: by the bundle; `answered`: which of both was the answer. */
  #compare(
    bundle: Bundle,
    event: Event,
    decision: Decision,
    other: Decision,
    answered: NonNullable<ShadowEntry['answered']>,
  ): void {
    // What is refused before any rule is asked says nothing of the rules.
    if (decision.code?.startsWith('io.bylaw.engine.') === true) return;
    if (other.faults.length > 0) this.#counts.failed++;
    const changes = compare(answerOf(decision), answerOf(other));
    for (const { kind } of changes) this.#counts[kind]++;
    if (changes.length === 0) {
      this.#counts.same++;
      return;
    }
    this.#options.noted({
      type: 'shadow',
      answered,
      sequence: bundle.content.sequence,
      digest: bundle.digest,
      source: event.source,
      session: event.session?.id ?? null,
      id: event.id,
      changes: changes.map(({ kind, rule, was }) => ({ kind, rule, was })),
    });
  }

  #say(sentence: string, level: Level = 'info'): Promise<void> {
    return say(this.#options.context.stderr, level, `bylaw: ${sentence}\n`);
  }
}

const describeShares = ({ compared, answers }: Shares): string =>
  `is compared on ${compared} % of the sessions and answers ${answers} %`;

const answerOf = ({ effect, code, unsure }: Decision) => ({
  effect,
  code: code ?? null,
  unsure: [...new Set(unsure.map((finding) => finding.code))],
});
