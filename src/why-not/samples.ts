/**
 * Texts that a pattern names: a plain word for everything that it leaves open. They are guesses by the syntax of patterns,
 * and are tried before anything is said about them.
 */
import { braceExpand } from 'minimatch';
import type { hostClassWords } from '../vocabulary/effects.ts';

/** Names for a pattern: with a letter for each star, and with nothing. */
export function sampleNames(pattern: string): readonly string[] {
  if (!pattern.includes('*')) return [pattern];
  const bare = pattern.replaceAll('*', '');
  return [pattern.replaceAll('*', 'x'), ...(/[A-Za-z0-9]/.test(bare) ? [bare] : [])];
}

/** A host of each class. */
const hostOfClass: Readonly<Record<(typeof hostClassWords)[number], string>> = {
  loopback: 'localhost',
  private: '10.0.0.1',
  'link-local': '169.254.1.1',
  metadata: '169.254.169.254',
  public: 'example.com',
};

const isClass = (text: string): text is keyof typeof hostOfClass => Object.hasOwn(hostOfClass, text);

export function sampleHost(pattern: string): string {
  if (isClass(pattern)) return hostOfClass[pattern];
  // The first address of a range is in it.
  const address = /^([0-9A-Fa-f:.]+)\/\d+$/.exec(pattern)?.[1];
  if (address !== undefined) return address.includes(':') ? `[${address.replace(/:$/, ':1')}]` : address;
  return pattern.replace(/^\*\./, 'www.').replaceAll('*', 'x');
}

export interface SamplePackage {
  readonly manager: string | undefined;
  readonly name: string;
}

export function samplePackage(pattern: string): SamplePackage {
  const [, manager, name] = /^([a-z]+):(.+)$/.exec(pattern) ?? [];
  return { manager, name: (name ?? pattern).replaceAll('*', 'x') };
}

/** A command line for a command pattern, or for one of its words. */
export const sampleCommand = (pattern: string): string =>
  pattern
    .trim()
    .split(/\s+/)
    .map((word, index) => (word === '*' && index === 0 ? 'example' : word.replaceAll('*', 'x')))
    .join(' ');

// ── paths ─────────────────────────────────────────────────────────────────────────────────

const mostAlternatives = 4;

/** A path for each of the first alternatives of a pattern; a path in a user's home begins with `~/`. */
export const samplePaths = (pattern: string): readonly string[] =>
  braceExpand(pattern, { braceExpandMax: mostAlternatives }).slice(0, mostAlternatives).map(pathLike);

function pathLike(pattern: string): string {
  const segments = pattern.split('/');
  const last = segments.length - 1;
  const names = segments.flatMap((segment, index) => {
    // `**` is any number of directories: none is enough, but there has to be a file.
    if (segment === '**') return index === last ? ['example.txt'] : [];
    return [segmentLike(segment)];
  });
  return names.join('/');
}

function segmentLike(segment: string): string {
  if (segment === '*') return 'example';
  const withGroups = segment.replace(/([@+?*!])\(([^()|]*)[^()]*\)/g, (_all, sign: string, first: string) =>
    sign === '@' || sign === '+' ? first : sign === '!' ? 'x' : '',
  );
  return withGroups.replace(/\\(.)|\[([!^]?)([^\]])[^\]]*\]|[*?]/g, (all, escaped, negated, first) => {
    if (typeof escaped === 'string') return escaped;
    if (all === '*' || all === '?') return 'x';
    return negated === '' ? String(first) : 'z';
  });
}
