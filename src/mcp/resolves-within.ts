/** Waiting, but not for ever. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Whether the promise resolved within so many milliseconds; it is not awaited any longer then. */
export async function resolvesWithin(milliseconds: number, promise: Promise<unknown>): Promise<boolean> {
  const timer = new AbortController();
  const late = sleep(milliseconds, false, { signal: timer.signal }).catch(() => false);
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    timer.abort();
  }
}
