/**
 * Host patterns that match hosts that anybody can have: ranges with most of the internet, and domains below
 * which a service gives names to its users. A rule may deny such hosts on purpose; an exception for them is
 * nearly always a mistake.
 */
import { getPublicSuffix } from 'tldts';

/** Services that own all names below a suffix, although the list of suffixes says otherwise. */
const ownNames: ReadonlySet<string> = new Set(['githubusercontent.com']);

/** What such a pattern matches, as words after the pattern; undefined for all others. */
export function describeWidth(pattern: string): string | undefined {
  if (pattern === '*') return 'matches every host';
  const [, address, bits] = /^\[?([0-9a-f:.]+)\]?\/(\d{1,3})$/i.exec(pattern) ?? [];
  if (address !== undefined) {
    const fewest = address.includes(':') ? 7 : 4;
    return Number(bits) < fewest ? 'matches most of the internet' : undefined;
  }
  const name = /^\*\.([^*]+)$/.exec(pattern)?.[1]?.toLowerCase();
  if (name === undefined || name.length > 253 || ownNames.has(name)) return undefined;
  const suffix = getPublicSuffix(`x.${name}`, { allowPrivateDomains: true });
  return suffix === name && name.includes('.')
    ? `matches every host below \`${name}\`, where anybody can have a name`
    : undefined;
}
