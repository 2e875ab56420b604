/**
 * Host patterns that stand for hosts of anybody: ranges that are most of the
 * internet, and names below which a service lets its users have theirs. To
 * deny by such a pattern can be meant; to excuse by one hardly ever is.
 */
import { getPublicSuffix } from 'tldts';

/** Services whose names below a suffix are their own, whatever the list of suffixes says. */
const ownNames: ReadonlySet<string> = new Set(['githubusercontent.com']);

/** What a pattern stands for that nobody can vouch for, in words that follow it; undefined for all others. */
export function describeWidth(pattern: string): string | undefined {
  if (pattern === '*') return 'stands for every host';
  const [, address, bits] = /^\[?([0-9a-f:.]+)\]?\/(\d{1,3})$/i.exec(pattern) ?? [];
  if (address !== undefined) {
    const fewest = address.includes(':') ? 7 : 4;
    return Number(bits) < fewest ? 'stands for most of the internet' : undefined;
  }
  const name = /^\*\.([^*]+)$/.exec(pattern)?.[1]?.toLowerCase();
  if (name === undefined || name.length > 253 || ownNames.has(name)) return undefined;
  const suffix = getPublicSuffix(`x.${name}`, { allowPrivateDomains: true });
  return suffix === name && name.includes('.')
    ? `stands for every host below \`${name}\`, where anybody can have a name`
    : undefined;
}
