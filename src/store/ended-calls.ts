/**
 * How many calls have ended, per session, in small files that only grow: one line
 * of fixed length for each call that ended. Several processes may append at once,
 * and a crash loses at most the line that was being written. Nothing of a call is
 * kept but a digest.
 */
import { appendFileSync, mkdirSync, readdirSync, readFileSync, statSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from './sha256.ts';

/** How many calls have ended, by what they look like. */
export interface EndedCalls {
  /** How many calls that look like this one have ended in the session; 0 where nothing can be remembered. */
  count(session: string, likeness: string): number;
  /** One more has ended. */
  add(session: string, likeness: string): void;
  /** The session is over. */
  forget(session: string): void;
}

/** For a host that keeps nothing: calls that look the same are then one call. */
export const nothingEnded: EndedCalls = { count: () => 0, add: () => {}, forget: () => {} };

/** Above this a session starts to count anew: its ids are then less telling, and nothing else. */
const largestFile = 1024 * 1024;
/** A session that has not been heard of for so long is over. */
const longestSession = 7 * 24 * 60 * 60 * 1000;

/** Keeps its files in a folder, which is made when the first call ends. Never throws: ids are no reason to stop work. */
export function openEndedCalls(folder: string, now: () => number): EndedCalls {
  const fileOf = (session: string): string =>
    join(folder, sha256(Buffer.from(session, 'utf8')).toString('hex'));
  return {
    count(session, likeness) {
      try {
        return occurrences(readFileSync(fileOf(session), 'latin1'), `${likeness}\n`);
      } catch {
        return 0;
      }
    },
    add(session, likeness) {
      try {
        const file = fileOf(session);
        const size = statSync(file, { throwIfNoEntry: false })?.size;
        if (size === undefined) {
          mkdirSync(folder, { recursive: true, mode: 0o700 });
          forgetOld(folder, now());
        } else if (size > largestFile) unlinkSync(file);
        appendFileSync(file, `${likeness}\n`, { mode: 0o600 });
      } catch {}
    },
    forget(session) {
      try {
        unlinkSync(fileOf(session));
      } catch {}
    },
  };
}

function occurrences(text: string, line: string): number {
  let count = 0;
  for (let at = text.indexOf(line); at >= 0; at = text.indexOf(line, at + line.length)) count++;
  return count;
}

/** Files of sessions that never said that they ended. */
function forgetOld(folder: string, now: number): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (now - statSync(file).mtimeMs > longestSession) unlinkSync(file);
  }
}
