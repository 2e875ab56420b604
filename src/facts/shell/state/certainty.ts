/** Whether a shell takes its present way, and whether it may have ended before. */
import { type AnyWay, commonWay, type Taken, wayInside } from '../../effect/way.ts';

/** How a way through the script ends before the script does. */
export type End = 'exit' | 'return' | 'loop';

/** How certain a state is; a function or a round of a loop restores it at its end. */
export interface Sureness {
  readonly perhaps: boolean;
  readonly way: AnyWay;
}

export class Certainty {
  /** Whether this way may not be taken: it is a branch, or it follows a branch that leaves it. */
  perhaps = false;
  /** How this way has ended; undefined while it goes on. Commands after the end are not on this way. */
  end: End | undefined;
  #way: AnyWay;
  /** The way on which the shell has not ended so far; undefined while it cannot have ended. */
  #behindEnd: AnyWay;
  /** The same way at the start of this shell. If this shell ends, the shells around it continue there. */
  #startedBehind: AnyWay | 'outermost' = 'outermost';

  /** A copy for another way. */
  fork(): Certainty {
    const copy = new Certainty();
    copy.perhaps = this.perhaps;
    copy.end = this.end;
    copy.#way = this.#way;
    copy.#behindEnd = this.#behindEnd;
    copy.#startedBehind = this.#startedBehind;
    return copy;
  }

  /** The way through the call; undefined if the call always takes it. */
  get way(): AnyWay {
    return this.end === undefined ? (this.#way ?? this.#behindEnd) : wayInside(this.#way);
  }

  /** From here on this is a way inside another one, which may not be taken. */
  branch(outer: AnyWay, taken?: Taken): void {
    this.perhaps = true;
    this.#way = wayInside(outer, taken);
  }

  /** From here on the end of this shell ends none of the shells around it. */
  enclose(): void {
    this.#startedBehind = this.#behindEnd;
  }

  /** Notes that the shell may have ended here: `set -e`, `${x:?}`, a branch that exits. */
  mayEnd(): void {
    if (this.#behindEnd?.taken.onSuccess !== undefined || this.#behindEnd === undefined)
      this.#behindEnd = wayInside(this.#behindEnd);
    // The shell may also have ended successfully before what follows.
    if (this.#way?.taken.onSuccess === true) this.#way = wayInside(this.#way);
  }

  /** Notes that the shell may have ended here with an error. `runsTraps`: a trap may then end it successfully. */
  mayFail(runsTraps: boolean): void {
    if (this.#startedBehind !== 'outermost' || runsTraps) this.mayEnd();
    else this.#behindEnd ??= wayInside(undefined, { onSuccess: true });
  }

  get sureness(): Sureness {
    return { perhaps: this.perhaps, way: this.#way };
  }

  set sureness({ perhaps, way }: Sureness) {
    this.perhaps = perhaps;
    this.#way = way;
  }

  /** Runs something that may not run. */
  unsurely<Result>(run: () => Result, taken?: Taken): Result {
    const before = this.#way;
    this.#way = wayInside(this.way, taken);
    const result = run();
    this.#way = before;
    return result;
  }

  /** Whether this shell may have ended while the shells around it go on. */
  get mayHaveLeft(): boolean {
    const isInner = this.#startedBehind !== 'outermost' && this.#startedBehind !== this.#behindEnd;
    return this.end !== undefined || isInner;
  }

  /** Joins ways. `going`: those that have not ended, or all if none goes on. */
  join(ways: readonly Certainty[], going: readonly Certainty[]): void {
    const [first] = going;
    if (first === undefined) return;
    const haveAllEnded = first.end !== undefined;
    // The ways have ended by `exit` only if each of them has.
    this.end = haveAllEnded ? (ways.find(({ end }) => end !== 'exit') ?? first).end : undefined;
    let through = first.#way;
    for (const way of going) {
      // Of two ends, that of success leaves less certain.
      if (this.#behindEnd === undefined || way.#behindEnd?.taken.onSuccess === undefined)
        this.#behindEnd = way.#behindEnd ?? this.#behindEnd;
      through = commonWay(through, way.#way);
    }
    this.#way = through;
    // What follows runs only if none of the other ways has left it.
    if (haveAllEnded || going.length === ways.length) return;
    if (ways.some(({ end }) => end === 'exit')) this.mayEnd();
    if (ways.some(({ end }) => end === 'return' || end === 'loop')) this.branch(this.way);
  }
}
