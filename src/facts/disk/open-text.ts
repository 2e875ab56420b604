/**
 * Files whose text may be a value in a call. An answer shows the agent something about the value. With many calls, an
 * agent could find out the text of a file that it must not read. So bylaw reads only files that agents work on for this:
 * those of the workspace and of temporary folders, without hidden ones and without those whose names speak of secrets.
 */
import type { Event } from '../event/event.ts';

const temporary: readonly string[] = ['/tmp', '/var/tmp', '/private/tmp'];

/** Names of files with keys, and words for secrets in names. */
const secretName =
  /\.(?:pem|key|p12|pfx|jks|keystore|kdbx|asc|gpg|age|ovpn|tfstate|tfvars)$|^id_[a-z0-9]+$|secret|passw|credential|token|apikey|api[_-]key|private/i;

/** Whether the name of a file says that it holds secrets: `.env`, `db-password.txt`. */
export const isSecretName = (name: string): boolean => /^\.env/.test(name) || secretName.test(name);

/** The folders whose files are open, as places of the disk: the roots of the workspace, or the directory of the session. */
export const openFolders = ({ session }: Event): readonly string[] => {
  const roots = session?.workspaceRoots ?? [];
  const all = roots.length > 0 || session?.cwd === undefined ? roots : [session.cwd];
  return [...all, ...temporary].map((root) => root.replace(/\/+$/, '')).filter((root) => root !== '');
};

/** Whether the text of the file at a place, without links, may be a value. `folders`: those of `openFolders`. */
export function isOpenText(place: string, folders: readonly string[]): boolean {
  const folder = folders.find((each) => place.startsWith(`${each}/`));
  if (folder === undefined) return false;
  const names = place.slice(folder.length + 1).split('/');
  return names.every((name) => !name.startsWith('.') && !secretName.test(name));
}
