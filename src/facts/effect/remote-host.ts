/**
 * Places on other machines that are not written as addresses, for `scp`, `rsync`, `git` and the like:
 * `user@host:path`, `sftp:user@host:path`. The path behind the colon is never a host.
 */
import type { PathShape } from '../../pattern/path/path-shape.ts';
import { isDrive } from '../../pattern/path/path-value.ts';
import { anyShape, type Shape, staticText, textShape } from '../../pattern/text/shape.ts';

/**
 * The machine of such a place, or the address in it; undefined for any other text. `hasDrives`: the call may run on Windows,
 * where a letter in front of `:/` is a drive.
 */
export function remoteHost(value: Shape, hasDrives = true): Shape | undefined {
  const text = beginningOf(value).slice(0, 1000);
  // `sftp:`, `rest:` and `s3:` name the protocol in front of the place.
  const [, way = '', rest = ''] = /^(sftp|ssh|rest|s3|rclone):(?!\/)(.+)$/is.exec(text) ?? [];
  const isAddress = /^[a-z][a-z0-9+.-]*:\/\//i.test(rest);
  if (isAddress && staticText(value) !== undefined) return textShape(rest, value.source);
  const host =
    hostBefore(rest, hasDrives) ??
    (/^s3$/i.test(way) ? /^[\w-]+(?:\.[\w-]+)+(?=\/|$)/.exec(rest)?.[0] : undefined);
  if (host !== undefined) return textShape(host, value.source);
  const connection = /^:[a-z0-9]+[,:]/i.exec(text);
  if (connection !== null) {
    // `rclone` also takes a connection that the word itself describes.
    const described = /,host=([^,:]+)/.exec(text)?.[1];
    return described === undefined ? anyShape(value.source) : textShape(described, value.source);
  }
  const plain = hostBefore(text, hasDrives);
  return plain === undefined ? undefined : textShape(plain, value.source);
}

/** The text that a word begins with. An address in brackets is a glob for a shell, and stays as it is where no file fits. */
function beginningOf({ pieces }: Shape): string {
  const [first] = pieces;
  const text = first?.kind === 'text' ? first.text : '';
  const glob = pieces[text === '' ? 0 : 1];
  const isAddress = glob?.kind === 'glob' && /^\[[\da-f:.]*:[\da-f:.]*\]/i.test(glob.glob);
  if (!isAddress || !/^(?:[^/:@\s]+@)?$/.test(text)) return text;
  const next = pieces[text === '' ? 1 : 2];
  return text + glob.glob + (next?.kind === 'text' ? next.text : '');
}

/** The host before a colon. A single letter may be a drive, and `//` behind the colon makes an address. */
const hostBefore = (text: string, hasDrives: boolean): string | undefined => {
  const [, user, host] = /^([^/:@\s]+@)?(\[[^\]]+\]|[^/:\s@]+):(?!\/\/|\\)/.exec(text) ?? [];
  return hasDrives && user === undefined && host?.length === 1 ? undefined : host;
};

/** Whether a call may run on Windows, as its folders say. */
export const mayHaveDrives = (folders: readonly (PathShape | undefined)[]): boolean =>
  folders.every((folder) => folder === undefined || folder.anchor !== 'root') ||
  folders.some((folder) => typeof folder?.segments[0] === 'string' && isDrive(folder.segments[0]));
