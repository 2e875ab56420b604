/**
 * Only one process ships a log to a destination: the one that has the lock, a file beside the cursor. Another
 * waits, and takes over when the first has ended. If both take over a dead one's lock at the same moment, both
 * may send one batch, until the first sees that the lock is not its own.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** Milliseconds after which a lock that is not renewed is over; longer than the longest pause between two tries. */
const lastsFor = 180_000;
/** Milliseconds between two renewals. */
const renewedEvery = 5000;

export class ShipLock {
  readonly #path: string;
  readonly #own = JSON.stringify({ pid: process.pid, host: hostname(), id: randomUUID() });
  #renewed = Number.NEGATIVE_INFINITY;

  constructor(path: string) {
    this.#path = path;
  }

  /** Whether this process may ship; asked before each batch. A folder that cannot be written to has no lock. */
  hold(now: number): boolean {
    try {
      const text = this.#read();
      if (text === this.#own) {
        this.#renew(now);
        return true;
      }
      if (text !== undefined) {
        if (!this.#isOver(text, now)) return false;
        rmSync(this.#path, { force: true });
      }
      writeFileSync(this.#path, this.#own, { flag: 'wx', mode: 0o600 });
      return true;
    } catch (error) {
      return !(error instanceof Error && 'code' in error && error.code === 'EEXIST');
    }
  }

  release(): void {
    try {
      if (this.#read() === this.#own) rmSync(this.#path, { force: true });
    } catch {
      // It is over by itself.
    }
  }

  #read(): string | undefined {
    try {
      return readFileSync(this.#path, 'utf8');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
      throw error;
    }
  }

  #renew(now: number): void {
    if (Math.abs(now - this.#renewed) < renewedEvery) return;
    utimesSync(this.#path, now / 1000, now / 1000);
    this.#renewed = now;
  }

  #isOver(text: string, now: number): boolean {
    return now - statSync(this.#path).mtimeMs > lastsFor || isOfDeadProcess(text);
  }
}

/** Processes of another host are not seen here. */
function isOfDeadProcess(text: string): boolean {
  try {
    const { pid, host } = JSON.parse(text);
    if (host !== hostname() || !Number.isSafeInteger(pid)) return false;
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}
