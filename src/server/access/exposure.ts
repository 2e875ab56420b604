/** The conditions for a server to listen on an address that other machines can reach. */
import { BlockList, isIP } from 'node:net';
import type { Access } from './access.ts';

/** Whether only this machine can reach an address or name: 127.0.0.0/8, ::1 and `localhost`. */
export function isLoopback(host: string): boolean {
  if (host.toLowerCase() === 'localhost') return true;
  const family = isIP(host);
  // Each request asks this about its `Host`, and a look into the list makes an object.
  return family === 4 ? host.startsWith('127.') : family === 6 && loopback.check(host, 'ipv6');
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether clients are authenticated, and their messages encrypted. */
export interface Protection {
  readonly access: Pick<Access, 'anonymous'>;
  readonly isEncrypted: boolean;
  /** Whether the administrator has allowed plain HTTP, because a proxy in front encrypts. */
  readonly mayBePlain: boolean;
}

/** What is missing before the server may listen on an address; undefined if nothing is. */
export function missingFor(
  host: string,
  { access, isEncrypted, mayBePlain }: Protection,
): 'tokens' | 'tls' | undefined {
  if (isLoopback(host)) return undefined;
  if (access.anonymous) return 'tokens';
  return isEncrypted || mayBePlain ? undefined : 'tls';
}

/** Why an address for other machines needs TLS, and what to do, for people. */
export const plainText = 'without TLS others can read all messages, also the tokens.';
export const plainAdvice =
  'give `--tls-certificate FILE` and `--tls-key FILE`; where a proxy in front encrypts, say `--insecure-plain-http`';
