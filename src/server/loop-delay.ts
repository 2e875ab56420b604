/**
 * How late a process is: a timer that should fire every half a second says by how much
 * it was held up. It is shown and refuses nothing: one long script holds everything up
 * for a moment, and that is no reason to stop the calls behind it.
 */

/** Milliseconds between two looks. */
const interval = 500;
/** Looks of which the latest is told: ten seconds. */
const looks = 20;

export interface LoopDelay {
  /** Milliseconds: the most of the last ten seconds. */
  readonly most: number;
  /** Takes note of the time at which a look happened; `watch` does so by itself. */
  look(now: number): void;
  /** Looks from now on; the timer keeps no process alive. */
  watch(): void;
  close(): void;
}

/** Nothing is watched yet. */
export function createLoopDelay(now: () => number = () => performance.now()): LoopDelay {
  const delays: number[] = [];
  let last: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  const look = (at: number): void => {
    if (last !== undefined) delays.push(Math.max(0, at - last - interval));
    if (delays.length > looks) delays.shift();
    last = at;
  };
  return {
    get most() {
      return Math.max(0, ...delays);
    },
    look,
    watch() {
      timer ??= setInterval(() => look(now()), interval).unref();
    },
    close() {
      clearInterval(timer);
    },
  };
}
