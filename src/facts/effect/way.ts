/**
 * Paths of execution through a call. Where a branch begins, or where a call may end early, what follows is on its own
 * way, inside the one around it. If something happens on a way, then everything earlier on that way, or on a way around
 * it, has happened too.
 */
export interface Way {
  /** The way around it; undefined where that is the whole call. */
  readonly outer: Way | undefined;
  readonly depth: number;
  readonly taken: Taken;
}

/** When a way is surely taken. */
export interface Taken {
  /** Whenever the whole call succeeds: `b` of `a && b`. */
  readonly onSuccess?: true | undefined;
  /** Whenever the directory exists that the call changes to: `b` of `cd a && b; c`. */
  readonly ifThere?: true | undefined;
}

/** The way of the whole call: what is on it always happens. */
export type AnyWay = Way | undefined;

/** A new way inside another one, which may not be taken. */
export const wayInside = (outer: AnyWay, taken: Taken = {}): Way => ({
  outer,
  depth: (outer?.depth ?? 0) + 1,
  taken,
});

/** The innermost way that contains both. */
export function commonWay(one: AnyWay, other: AnyWay): AnyWay {
  let [a, b] = [one, other];
  while (a !== b) {
    if (a === undefined || b === undefined) return undefined;
    if (a.depth >= b.depth) a = a.outer;
    else b = b.outer;
  }
  return a;
}

/** The way on which something happens, and its order. */
export interface Moment {
  readonly way: AnyWay;
  readonly order: number;
}

/** The calls in question: all of them; those that succeeded; or those that succeeded and found each directory. */
export type Ended = 'always' | 'on success' | 'as meant';

/** Whether something has happened in all calls in question. */
export function hasHappened(moment: Moment | undefined, ended: Ended): boolean {
  for (let way = moment?.way; way !== undefined; way = way.outer)
    if (!isTaken(way.taken, ended)) return false;
  return true;
}

const isTaken = ({ onSuccess, ifThere }: Taken, ended: Ended): boolean =>
  ended !== 'always' && (onSuccess === true || (ended === 'as meant' && ifThere === true));

/** Whether the first has happened whenever the second happens; an undefined moment is one of the whole call. */
export function comesBefore(first: Moment | undefined, second: Moment | undefined): boolean {
  if (first?.way === undefined) return true;
  return second !== undefined && first.order < second.order && commonWay(first.way, second.way) === first.way;
}
