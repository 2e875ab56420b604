/**
 * What has been recorded of a call: a list for each kind of effect, and for each effect when it happens and what happens in its
 * place if a `cd` has failed. At a limit it records an unknown part, and nothing more.
 */
import { asPossible } from '../effect/as-possible.ts';
import type {
  Command,
  ConnectEffect,
  Effects,
  ElevateEffect,
  ElsewhereEffect,
  ExecutedFile,
  FileCopy,
  InputSpan,
  InstallEffect,
  PathEffect,
  Pipe,
  SendEffect,
  SpawnEffect,
  UnknownPart,
} from '../effect/effect.ts';
import type { AnyWay, Moment } from '../effect/way.ts';
import { mostDirectories } from './directory.ts';

/** The cost of one effect. Many calls name thousands of files at once, so each further word of the same command costs only 1. */
export const oneThing = 6;
/** The limit of a call, in the same units. */
export const mostEffects = 8000;
/** The limit of different things in a call. No honest call does more; what is beyond it is unknown. */
const mostThings = Math.floor(mostEffects / oneThing);
/** The most unknown parts that are recorded. One more says that there are more. */
const mostUnknowns = 100;
/** Unknown parts of one place are the same if their texts begin with the same characters, so many, and are as long. */
const longestBeginning = 200;

export class Ledger {
  readonly paths: PathEffect[] = [];
  readonly commands: Command[] = [];
  readonly connects: ConnectEffect[] = [];
  readonly sends: SendEffect[] = [];
  readonly pipes: Pipe[] = [];
  readonly installs: InstallEffect[] = [];
  readonly spawns: SpawnEffect[] = [];
  readonly elevates: ElevateEffect[] = [];
  readonly executed: ExecutedFile[] = [];
  readonly copies: FileCopy[] = [];
  readonly unknowns: UnknownPart[] = [];
  readonly succeeded = new Set<Command>();
  /** The current path of execution. */
  way: AnyWay;
  readonly #moments = new Map<object, Moment>();
  /** For effects that depend on an assumed directory: what happens if it does not exist. */
  readonly #elsewhere = new Map<object, () => readonly ElsewhereEffect[]>();
  /** What the recorded unknown parts say: one that says the same is no further part. */
  readonly #known = new Set<string>();
  #order = 0;
  #left = mostEffects;
  /** Whether the limit is already recorded as an unknown part. */
  #isOver = false;

  /** Adds an effect to its list. `cost`: how much of the limit it takes. */
  add<Item extends object>(to: Item[], item: Item, span: InputSpan, cost = oneThing): void {
    if (this.#left > 0) {
      to.push(item);
      this.#order++;
      if (this.way !== undefined) this.#moments.set(item, { way: this.way, order: this.#order });
    } else if (!this.#isOver) {
      this.#isOver = true;
      this.unknown({ sort: 'budget', text: '', why: `the call does more than ${mostThings} things`, span });
    }
    this.#left -= cost;
  }

  /** Adds the effects of another call as possible ones. */
  addPossible(others: Effects): void {
    const effects = asPossible(others, this.commands.length);
    const all = <Item extends { readonly span: InputSpan }>(to: Item[], items: readonly Item[]): void => {
      for (const item of items) this.add(to, item, item.span);
    };
    all(this.commands, effects.commands);
    all(this.paths, effects.paths);
    all(this.connects, effects.connects);
    all(this.sends, effects.sends);
    all(this.pipes, effects.pipes);
    all(this.installs, effects.installs);
    all(this.spawns, effects.spawns);
    all(this.elevates, effects.elevates);
    all(this.executed, effects.executed);
    const [span = noSpan] = effects.commands.map((command) => command.span);
    for (const copy of effects.copies) this.add(this.copies, copy, span);
  }

  unknown(part: UnknownPart): void {
    const { length } = this.unknowns;
    if (length > mostUnknowns) return;
    // Two readers may ask for the same file, and a command is followed once for each combination of its values.
    const { start, end, field } = part.span;
    // A loop in a loop says the same thousands of times of a text that is as long as the call.
    const beginning = part.text.slice(0, longestBeginning);
    const key = [part.sort, part.why, beginning, part.text.length, start, end, ...field].join('\0');
    if (this.#known.has(key)) return;
    this.#known.add(key);
    if (length < mostUnknowns) this.unknowns.push(part);
    else if (length === mostUnknowns)
      this.unknowns.push({
        sort: 'budget',
        text: '',
        why: `more than ${mostUnknowns} parts of the call are not known`,
        span: part.span,
      });
  }

  /** When an effect happens; undefined if the call always takes its path of execution. */
  momentOf(effect: object): Moment | undefined {
    return this.#moments.get(effect);
  }

  /** Notes what an effect is if a `cd` has failed; computed on demand. */
  noteElsewhere(effect: ElsewhereEffect, others: () => readonly ElsewhereEffect[]): void {
    let recorded: readonly ElsewhereEffect[] | undefined;
    this.#elsewhere.set(effect, () => {
      if (recorded !== undefined) return recorded;
      recorded = others().map((each) => ({ ...each, certain: false }));
      const moment = this.#moments.get(effect);
      if (moment !== undefined) for (const each of recorded) this.#moments.set(each, moment);
      return recorded;
    });
    this.#left -= mostDirectories;
  }

  /** What an effect is if a `cd` has failed; undefined if that changes nothing. */
  elsewhereOf(effect: object): (() => readonly ElsewhereEffect[]) | undefined {
    return this.#elsewhere.get(effect);
  }

  /** Makes the effect on a path at an index recursive, at the same moment. */
  reachBelow(at: number): void {
    const effect = this.paths[at];
    if (effect === undefined || effect.recursive) return;
    const whole = { ...effect, recursive: true };
    this.paths[at] = whole;
    const moment = this.#moments.get(effect);
    if (moment !== undefined) this.#moments.set(whole, moment);
    const others = this.#elsewhere.get(effect);
    if (others !== undefined)
      this.noteElsewhere(whole, () => others().map((each) => ({ ...(each as PathEffect), recursive: true })));
  }

  get effects(): Effects {
    return {
      paths: this.paths,
      commands: this.commands,
      connects: this.connects,
      sends: this.sends,
      pipes: this.pipes,
      installs: this.installs,
      spawns: this.spawns,
      elevates: this.elevates,
      executed: this.executed,
      copies: this.copies,
      unknowns: this.unknowns,
      moments: this.#moments,
      elsewhere: this.#elsewhere,
      succeeded: this.succeeded,
    };
  }

  /** How much has been recorded so far. */
  get count(): number {
    return mostEffects - this.#left + this.unknowns.length;
  }

  /** How much more can be recorded. */
  get left(): number {
    return this.#left;
  }

  get isFull(): boolean {
    return this.#left <= 0;
  }
}

const noSpan: InputSpan = { field: [], start: 0, end: 0 };
