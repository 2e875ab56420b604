/** What has to be so before a server listens where others than this machine can reach it. */
import { BlockList, isIP } from 'node:net';
import type { Access } from './access.ts';

/** Whether only this machine can reach an address or name: 127.0.0.0/8, ::1 and `localhost`. */
export function isLoopback(host: string): boolean {
  if (host.toLowerCase() === 'localhost') return true;
  const family = isIP(host);
  return family !== 0 && loopback.check(host, family === 4 ? 'ipv4' : 'ipv6');
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** How clients are known, and how what they say is kept from others. */
export interface Protection {
  readonly access: Pick<Access, 'anonymous'>;
  readonly isEncrypted: boolean;
  /** Whether its owner has said in words that others may read along, since a proxy in front encrypts. */
  readonly mayBePlain: boolean;
}

/** What is missing for an address to be listened on; undefined where nothing is. */
export function missingFor(
  host: string,
  { access, isEncrypted, mayBePlain }: Protection,
): 'tokens' | 'tls' | undefined {
  if (isLoopback(host)) return undefined;
  if (access.anonymous) return 'tokens';
  return isEncrypted || mayBePlain ? undefined : 'tls';
}

/** Why an address beyond this machine needs TLS, and what to do, for people. */
export const plainText = 'without TLS others can read what is said there, tokens too.';
export const plainAdvice =
  'give `--tls-certificate FILE` and `--tls-key FILE`; where a proxy in front encrypts, say `--insecure-plain-http`';
