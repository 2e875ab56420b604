/** The name under which requests of one remote machine are counted. */
import { isIPv6 } from 'node:net';

/**
 * The address; for IPv6 its first 64 bits, because one machine may use all addresses with them. Undefined
 * on a Unix socket.
 */
export function networkOf(address: string | undefined): string | undefined {
  if (address === undefined || !isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  return mapped?.[1] ?? `${groupsOf(address).slice(0, 4).join(':')}::/64`;
}

/** Its eight groups; `::` means groups of 0. */
function groupsOf(address: string): readonly string[] {
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  return [...before, ...Array<string>(zeros).fill('0'), ...after].map((group) => group.toLowerCase());
}
