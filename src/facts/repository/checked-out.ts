/** What rules can ask about the repository of a call: its branch, and the host of its remote. */
import type { PathShape } from '../../pattern/path/path-shape.ts';
import { staticText, textShape } from '../../pattern/text/shape.ts';
import type { Files } from '../disk/disk-view.ts';
import { remoteHost } from '../effect/remote-host.ts';
import { findRepository, urlOf, usualRemote } from './repository.ts';

/** Undefined: unknown, or there is none. */
export interface CheckedOut {
  readonly branch: string | undefined;
  /** The host of the remote that a push uses if it names none. */
  readonly host: string | undefined;
}

export function checkedOutAt(folder: PathShape, files: Files): CheckedOut {
  const repository = findRepository(folder, files);
  if (repository === undefined || repository.settings.isOpen)
    return { branch: repository?.branch, host: undefined };
  const [url, ...others] = urlOf(usualRemote(repository, 'push'), repository.settings, 'push');
  const host = url === undefined || others.length > 0 ? undefined : hostOf(url);
  return { branch: repository.branch, host };
}

/** The host of `https://user@host:1/path`, or of `user@host:path`; undefined for a folder. */
function hostOf(url: string): string | undefined {
  const [, address] = /^[a-z][a-z0-9+.-]*:\/\/(?:[^@/]*@)?(\[[^\]]*\]|[^/:]+)/i.exec(url) ?? [];
  if (address !== undefined || /^file:/i.test(url)) return address;
  const host = remoteHost(textShape(url, url));
  return host && staticText(host)?.replace(/^[^@]*@/, '');
}
