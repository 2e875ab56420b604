/**
 * Places on other machines that are not written as addresses, for `scp`, `rsync`, `git` and the like:
 * `user@host:path`, `sftp:user@host:path`. The path behind the colon is never a host.
 */
import { anyShape, type Shape, staticText, textShape } from '../../../pattern/shape.ts';

/** The machine of such a place, or the address in it; undefined for any other text. */
export function remoteHost(value: Shape): Shape | undefined {
  const [first] = value.pieces;
  const text = first?.kind === 'text' ? first.text.slice(0, 1000) : '';
  // `sftp:`, `rest:` and `s3:` name the protocol in front of the place.
  const [, way = '', rest = ''] = /^(sftp|ssh|rest|s3|rclone):(?!\/)(.+)$/is.exec(text) ?? [];
  const isAddress = /^[a-z][a-z0-9+.-]*:\/\//i.test(rest);
  if (isAddress && staticText(value) !== undefined) return textShape(rest, value.source);
  const host =
    hostBefore(rest) ?? (/^s3$/i.test(way) ? /^[\w-]+(?:\.[\w-]+)+(?=\/|$)/.exec(rest)?.[0] : undefined);
  if (host !== undefined) return textShape(host, value.source);
  const connection = /^:[a-z0-9]+[,:]/i.exec(text);
  if (connection !== null) {
    // `rclone` also takes a connection that the word itself describes.
    const described = /,host=([^,:]+)/.exec(text)?.[1];
    return described === undefined ? anyShape(value.source) : textShape(described, value.source);
  }
  const plain = hostBefore(text);
  return plain === undefined ? undefined : textShape(plain, value.source);
}

/** The host before a colon. A single letter is a drive, and `//` behind the colon makes an address. */
const hostBefore = (text: string): string | undefined => {
  const [, user, host] = /^([^/:@\s]+@)?(\[[^\]]+\]|[^/:\s@]+):(?!\/\/|\\)/.exec(text) ?? [];
  return user === undefined && host?.length === 1 ? undefined : host;
};
