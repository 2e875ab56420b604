/** What messages call a policy file: as somebody in a folder names it, so that a terminal or an editor opens it. */
import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { SourceLookup } from '../../language/render.ts';

/** The folder that policies were read from, and the current folder of the user who reads the messages. */
interface NamingPlace {
  readonly root: string;
  readonly cwd: string;
}

/** A file below the current folder is named from there, and any other by its whole path. */
export const namedFrom = (lookup: SourceLookup, place: NamingPlace): SourceLookup =>
  Object.assign((path: string) => lookup(path), {
    shown: (path: string) => fromHere(path, place) ?? resolve(place.root, path),
  });

/** The same, but any other keeps its path below the root: each line of an explanation has such a name. */
export const brieflyNamedFrom = (lookup: SourceLookup, place: NamingPlace): SourceLookup =>
  Object.assign((path: string) => lookup(path), {
    shown: (path: string) => fromHere(path, place) ?? path,
  });

function fromHere(path: string, { root, cwd }: NamingPlace): string | undefined {
  // The current folder of a service is `/`: a path from there is of no use.
  if (cwd === resolve(cwd, '..')) return undefined;
  const below = relative(cwd, resolve(root, path));
  const isOutside = below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below);
  return isOutside ? undefined : below.split(sep).join('/') || '.';
}
