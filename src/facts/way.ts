/**
 * Ways through a call: where a branch begins, or where a call may end before its text does, what follows is on a way
 * of its own, inside the one around it. What happens on a way has happened wherever something later on the same way
 * does, or on a way inside it.
 */
export interface Way {
  /** The way that it is inside of; undefined where that is the whole call. */
  readonly outer: Way | undefined;
  readonly depth: number;
  readonly taken: Taken;
}

/** Where a way is taken that need not be. */
export interface Taken {
  /** Wherever the whole call succeeds: `b` of `a && b`. */
  readonly onSuccess?: true | undefined;
  /** Wherever the directory is there that it goes to: `b` of `cd a && b; c`. */
  readonly ifThere?: true | undefined;
}

/** The way of the whole call: what happens on it always happens. */
export type AnyWay = Way | undefined;

/** A way that begins on another, and may not be taken. */
export const wayInside = (outer: AnyWay, taken: Taken = {}): Way => ({
  outer,
  depth: (outer?.depth ?? 0) + 1,
  taken,
});

/** The innermost way that two are inside of. */
export function commonWay(one: AnyWay, other: AnyWay): AnyWay {
  let [a, b] = [one, other];
  while (a !== b) {
    if (a === undefined || b === undefined) return undefined;
    if (a.depth >= b.depth) a = a.outer;
    else b = b.outer;
  }
  return a;
}

/** On which way something happens, and in which order. */
export interface Moment {
  readonly way: AnyWay;
  readonly order: number;
}

/** Which calls are asked about: all, those that have succeeded, or those of them that found each directory. */
export type Ended = 'always' | 'on success' | 'as meant';

/** Whether something has happened in all of these calls. */
export function hasHappened(moment: Moment | undefined, ended: Ended): boolean {
  for (let way = moment?.way; way !== undefined; way = way.outer)
    if (!isTaken(way.taken, ended)) return false;
  return true;
}

const isTaken = ({ onSuccess, ifThere }: Taken, ended: Ended): boolean =>
  ended !== 'always' && (onSuccess === true || (ended === 'as meant' && ifThere === true));

/** Whether the first has happened wherever the second does; a moment that is not told of is on the whole call. */
export function comesBefore(first: Moment | undefined, second: Moment | undefined): boolean {
  if (first?.way === undefined) return true;
  return second !== undefined && first.order < second.order && commonWay(first.way, second.way) === first.way;
}
