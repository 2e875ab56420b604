/** Waiting that ends early where the process is asked to end. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves after some milliseconds, or when `stop` is aborted. Never rejects. */
export const waitOrStop = (milliseconds: number, stop: AbortSignal): Promise<void> =>
  sleep(milliseconds, undefined, { signal: stop }).catch(() => {});
