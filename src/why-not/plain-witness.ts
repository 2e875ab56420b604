/** Texts for the plainer patterns: names, hosts, packages and the words of commands. */
import type { hostClassWords } from '../vocabulary/effects.ts';

/** A name for everything that its stars leave open: nothing, and something. */
export function nameWitnesses(pattern: string): readonly string[] {
  if (!pattern.includes('*')) return [pattern];
  const bare = pattern.replaceAll('*', '');
  return [pattern.replaceAll('*', 'x'), ...(/[A-Za-z0-9]/.test(bare) ? [bare] : [])];
}

/** A host of each class; the addresses are those kept for examples, where there are such. */
const hostOfClass: Readonly<Record<(typeof hostClassWords)[number], string>> = {
  loopback: 'localhost',
  private: '10.0.0.1',
  'link-local': '169.254.1.1',
  metadata: '169.254.169.254',
  public: 'example.com',
};

const isClass = (text: string): text is keyof typeof hostOfClass => Object.hasOwn(hostOfClass, text);

export function hostWitness(pattern: string): string {
  if (isClass(pattern)) return hostOfClass[pattern];
  // The first address of a range is in it.
  const address = /^([0-9A-Fa-f:.]+)\/\d+$/.exec(pattern)?.[1];
  if (address !== undefined) return address.includes(':') ? `[${address.replace(/:$/, ':1')}]` : address;
  return pattern.replace(/^\*\./, 'www.').replaceAll('*', 'x');
}

export interface PackageWitness {
  readonly manager: string | undefined;
  readonly name: string;
}

export function packageWitness(pattern: string): PackageWitness {
  const [, manager, name] = /^([a-z]+):(.+)$/.exec(pattern) ?? [];
  return { manager, name: (name ?? pattern).replaceAll('*', 'x') };
}

/** A command line for a command pattern, or for one of its words. */
export const commandWitness = (pattern: string): string =>
  pattern
    .trim()
    .split(/\s+/)
    .map((word, index) => (word === '*' && index === 0 ? 'example' : word.replaceAll('*', 'x')))
    .join(' ');
