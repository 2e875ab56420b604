/**
 * How many calls have ended, per session, in small files that only grow: one line of fixed length for each
 * call that ended. Several processes may append at once, and a crash loses at most the line that was being
 * written. Only a digest of a call is kept.
 */
import { appendFileSync, readdirSync, readFileSync, rmSync, statSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from './make-folder.ts';
import { sha256 } from './sha256.ts';

/** How many calls have ended, by their digest. */
export interface EndedCalls {
  /** How many calls with this digest have ended in the session; 0 if nothing can be stored. */
  count(session: string, likeness: string): number;
  /** One more has ended. */
  add(session: string, likeness: string): void;
  /** The session is over. */
  forget(session: string): void;
}

/** For a host without storage: equal calls are then one call. */
export const nothingEnded: EndedCalls = { count: () => 0, add: () => {}, forget: () => {} };

/** Above this a session starts to count again: its ids are then less exact, with no other effect. */
const largestFile = 1024 * 1024;
/** A session without events for this time has ended. */
const longestSession = 7 * 24 * 60 * 60 * 1000;

/** The most sessions that are kept; beyond that, those without events for the longest time are removed. */
const mostSessions = 2000;
/** The search reads all files, which takes time. */
const newBetweenLooks = 100;

/** Keeps its files in a folder, which is made when the first call ends. Never throws: an id is not worth a failure. */
export function openEndedCalls(folder: string, now: () => number): EndedCalls {
  const fileOf = (session: string): string => join(folder, nameFor(session));
  let made = 0;
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
          makeFolder(folder, 0o700);
          if (made++ % newBetweenLooks === 0) forgetOld(folder, now());
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

/**
 * The ended calls of this user, and of each other client in a separate folder: a client cannot end the
 * calls of another, or use their room. `folder`: the state folder of this user; `keeper`: from `keeperOf`,
 * undefined for this user.
 */
export function endedCallsByKeeper(
  folder: string,
  now: () => number,
): (keeper: string | undefined) => EndedCalls {
  const own = openEndedCalls(join(folder, 'calls'), now);
  const others = new Map<string, EndedCalls>();
  return (keeper) => {
    if (keeper === undefined) return own;
    const known =
      others.get(keeper) ?? openEndedCalls(join(folder, 'calls-of-clients', nameFor(keeper)), now);
    others.delete(keeper);
    others.set(keeper, known);
    const [first] = others.keys();
    if (others.size > mostKeepers && first !== undefined) others.delete(first);
    return known;
  };
}

/** Beyond this, only the count of new files is lost. */
const mostKeepers = 1000;

const nameFor = (text: string): string => sha256(Buffer.from(text, 'utf8')).toString('hex');

/** Files of sessions without a reported end, and those beyond the limit. */
function forgetOld(folder: string, now: number): void {
  const files = readdirSync(folder).map((name) => {
    const file = join(folder, name);
    return { file, at: statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 };
  });
  const lasting = files.filter(({ at }) => now - at <= longestSession).sort((a, b) => b.at - a.at);
  const kept = new Set(lasting.slice(0, mostSessions - newBetweenLooks));
  for (const each of files) if (!kept.has(each)) rmSync(each.file, { force: true });
}
