/**
 * Recorded events beside policies that no test uses. A folder holds recorded
 * events if it is called `events`, or if some test takes one from it; every file
 * in it that ends in `.json` is one.
 */
import { type Dirent, readdirSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { type Diagnostic, errorAt } from '../../language/diagnostic.ts';
import { isProfile } from '../policy-files/policy-folder.ts';

/** The usual name of a folder of recorded events. */
const eventsFolder = 'events';

/**
 * What lies unused in folders of policies; all three are of one root, the folders
 * absolute and the files that tests use relative to it. Never throws: what cannot
 * be listed holds nothing.
 */
export function findUnusedEvents(
  root: string,
  folders: readonly string[],
  used: ReadonlySet<string>,
): Diagnostic[] {
  const taken = new Set([...used].map((file) => posix.dirname(file)));
  const found = new Set<string>();
  const visit = (folder: string): void => {
    const holdsEvents = taken.has(folder) || posix.basename(folder) === eventsFolder;
    for (const entry of entriesOf(join(root, folder))) {
      if (entry.name.startsWith('.')) continue;
      const path = posix.join(folder, entry.name);
      if (entry.isDirectory()) {
        if (!isProfile(join(root, path))) visit(path);
      } else if (holdsEvents && entry.name.endsWith('.json') && !used.has(path)) found.add(path);
    }
  };
  for (const folder of folders) visit(relative(root, folder).split(sep).join('/') || '.');
  return [...found].sort().map((path) =>
    errorAt('unused-event', path, { start: 0, end: 0 }, 'no test uses this recorded event', {
      help: `use it in a test, such as \`denies event "${path}"\`, or remove it`,
    }),
  );
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
