/**
 * The delay of the event loop: a timer should fire every half a second, and measures by how much it is
 * late. The delay is shown, and refuses nothing: one long script delays everything for a moment, and that
 * is no reason to refuse the calls after it.
 */

/** Milliseconds between two measurements. */
const interval = 500;
/** How many measurements are kept: ten seconds. */
const looks = 20;

export interface LoopDelay {
  /** The longest delay of the last ten seconds, in milliseconds. */
  readonly most: number;
  /** Records the time of a measurement; `watch` does so by itself. */
  look(now: number): void;
  /** Measures from now on; the timer does not keep the process alive. */
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
