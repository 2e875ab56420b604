/** Reports changes of files, once they have stayed as they are for a moment. */

/** Calls back after each change until it is closed; `stamp` changes when the files change. */
export type WatchFiles = (stamp: () => string, changed: () => void) => { close(): void };

/** How often files are looked at, in milliseconds. */
const interval = 250;

/**
 * Looks again and again, as a server does: it sees what an editor does to whole
 * folders, and needs no watches of the system. A change counts when two looks see
 * the same.
 */
export const pollFiles: WatchFiles = (stamp, changed) => {
  let known = stamp();
  let seen = known;
  const look = (): void => {
    const now = stamp();
    const isSettled = now === seen;
    seen = now;
    if (!isSettled || now === known) return;
    known = now;
    changed();
  };
  const timer = setInterval(look, interval);
  return { close: () => clearInterval(timer) };
};
