/**
 * A bundle that is evaluated beside what is in force, and never answered: what it would answer otherwise is counted and written
 * down. It comes after the answer, takes a tenth of the time at most, and remembers in this process only, from the moment it is
 * there. A session is compared as a whole or not at all.
 */
import { createHash } from 'node:crypto';
import { whenThere } from '../../engine/awaitable.ts';
import type { Decision } from '../../engine/decision.ts';
import { type Asked, type DecisionPoint, Engine } from '../../engine/engine.ts';
import type { Event } from '../../facts/event.ts';
import { BundleProblem } from '../../host/bundle/bundle-content.ts';
import type { BundleSource } from '../../host/bundle/bundle-source.ts';
import { type Bundle, describeBundle } from '../../host/bundle/open-bundle.ts';
import { openMemory } from '../../host/remembering.ts';
import { changeKinds, compare } from '../../replay/compare.ts';
import type { ShadowEntry } from '../../store/decision-log/record.ts';
import { type CommandContext, type Level, say } from '../context.ts';
import { countOf, loadForUse, type PoliciesInUse } from '../policies.ts';
import { placesBeside, type ServeSettings } from '../serving/serve-settings.ts';
import { bundleSource } from './bundle-option.ts';

/** What came of calls: `failed` of those that the bundle could not decide, `skipped` of those it had no time for. */
export const shadowResults = ['same', ...changeKinds, 'failed', 'skipped'] as const;
export type ShadowCounts = Readonly<Record<(typeof shadowResults)[number], number>>;

export interface ShadowOptions {
  readonly source: BundleSource;
  readonly context: CommandContext;
  /** Loads the policies of a bundle; undefined where they may not decide, which has been said then. */
  load(named: readonly string[]): Promise<PoliciesInUse | undefined>;
  /** Of the sessions, in percent. */
  readonly share: number;
  readonly noted: (entry: ShadowEntry) => void;
}

/** Calls that wait; none of them is long, since long messages are decided elsewhere. */
const mostWaiting = 64;
/** Of the time, and how many milliseconds of it may be saved up. */
const part = 0.1;
const mostSaved = 500;

interface Waiting {
  readonly event: Event;
  readonly asked: Asked | undefined;
  /** Undefined for news. */
  readonly decision: Decision | undefined;
}

export class Shadow {
  readonly #options: ShadowOptions;
  readonly #counts: Record<keyof ShadowCounts, number>;
  readonly #waiting: Waiting[] = [];
  #candidate: { readonly bundle: Bundle; readonly engine: Engine } | undefined;
  /** The digest of what was looked at last. */
  #seen: string | undefined;
  /** What was said last of why there is nothing, so that it is said once. */
  #problem: string | undefined;
  #looking = false;
  #timer: NodeJS.Timeout | undefined;
  #saved = mostSaved;
  #savedAt = performance.now();

  constructor(options: ShadowOptions) {
    this.#options = options;
    this.#counts = Object.fromEntries(shadowResults.map((each) => [each, 0])) as Record<
      keyof ShadowCounts,
      number
    >;
  }

  get counts(): ShadowCounts {
    return this.#counts;
  }

  /** Looks for the bundle now, and every so many milliseconds. */
  async watch(interval: number): Promise<void> {
    this.#timer = setInterval(() => void this.look(), interval);
    this.#timer.unref();
    await this.look();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#candidate = undefined;
  }

  /** Takes the bundle that is there, where it is another one. Never rejects. */
  async look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    try {
      const bundle = await this.#options.source.look();
      if (bundle.digest !== this.#seen) await this.#take(bundle);
      this.#problem = undefined;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      if (why !== this.#problem)
        await this.#say(`The bundle at ${this.#options.source.from} cannot be compared: ${why}.`, 'warning');
      this.#problem = why;
    } finally {
      this.#looking = false;
    }
  }

  async #take(bundle: Bundle): Promise<void> {
    this.#seen = bundle.digest;
    this.#candidate = undefined;
    const use = await this.#options.load([this.#options.source.unpack(bundle)]);
    if (use === undefined || use.loaded.broken.length > 0)
      throw new BundleProblem('its policies are not valid here');
    use.program.index.prepare();
    const memory = openMemory(use.program, { folder: undefined });
    this.#candidate = { bundle, engine: new Engine({ program: use.program, memory }) };
    const rules = countOf(use.program.rules.length, 'rule');
    await this.#say(`Compared with what decides is ${describeBundle(bundle)}: ${rules}.`);
  }

  /** A point that answers as it does, and has the same asked of the bundle afterwards. */
  beside(point: DecisionPoint): DecisionPoint {
    return {
      decide: (event, asked) =>
        whenThere(point.decide(event, asked), (decision) => {
          this.#later({ event, asked, decision });
          return decision;
        }),
      observe: (event, asked) =>
        whenThere(point.observe(event, asked), (told) => {
          this.#later({ event, asked, decision: undefined });
          return told;
        }),
    };
  }

  #later(question: Waiting): void {
    if (this.#candidate === undefined || !isOfShare(question.event, this.#options.share)) return;
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
  #judge({ event, asked, decision }: Waiting): void {
    const began = performance.now();
    try {
      const { bundle, engine } = this.#candidate ?? {};
      if (bundle === undefined || engine === undefined) return;
      if (decision === undefined) engine.observe(event, asked);
      else this.#compare(bundle, event, decision, engine.decide(event, asked));
    } catch {
      this.#counts.failed++;
    } finally {
      this.#saved -= performance.now() - began;
    }
  }

  #compare(bundle: Bundle, event: Event, decision: Decision, other: Decision): void {
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

const answerOf = ({ effect, code, unsure }: Decision) => ({
  effect,
  code: code ?? null,
  unsure: [...new Set(unsure.map((finding) => finding.code))],
});

/** The bundle that settings of a server name. Throws `UsageError`. */
export function openShadow(
  shadow: NonNullable<ServeSettings['shadow']>,
  settings: ServeSettings,
  context: CommandContext,
  noted: ShadowOptions['noted'],
): Shadow {
  const { mode, budget } = settings;
  const otherwise = 'It is not compared with what decides.';
  const use = { mode, budget, beside: placesBeside(settings), otherwise, isDeciding: true };
  return new Shadow({
    source: bundleSource(shadow, context),
    context,
    load: (named) => loadForUse(context, named, use),
    share: shadow.share,
    noted,
  });
}

/** A session is in the share or not, on every server; an event without one goes by its id. */
export function isOfShare(
  { source, session, id }: Pick<Event, 'source' | 'session' | 'id'>,
  share: number,
): boolean {
  if (share >= 100) return true;
  const name = `${source}\n${session?.id ?? id}`;
  return createHash('sha256').update(name).digest().readUInt32BE(0) < (share / 100) * 2 ** 32;
}
