/** The directory of a call and the roots of its workspace, as paths, with the real ones where the disk says them. */
import { otherReadings, type PathReading } from '../pattern/path/path-readings.ts';
import { isKnown, type PathShape } from '../pattern/path/path-shape.ts';
import { isDrive, longestPath, type PathValue, readPath } from '../pattern/path/path-value.ts';
import { fold } from '../pattern/text/fold.ts';
import { textShape } from '../pattern/text/shape.ts';
import type { DiskView } from './disk/disk-view.ts';
import { BoundedCache } from './event/bounded-cache.ts';
import type { Event } from './event/event.ts';

/** No workspace has more roots than this. Each root makes every path pattern slower. */
export const mostRoots = 256;

/** Readings of one path. An exception must hold in each of `exact`; for a denial, one of `all` is enough. */
export interface PathViews {
  readonly exact: readonly PathValue[];
  readonly all: readonly PathValue[];
}

export function foldedNames(segments: PathShape['segments']): readonly string[] {
  const names: string[] = [];
  for (const step of segments) if (typeof step === 'string') names.push(fold(step));
  return names;
}

/** Directories and roots of calls: they are the same for all calls of a session. */
const directories = new BoundedCache<PathValue>(200);

/** By the root; in `roots`, by the directory and the root if the two texts differ. */
const ownRoots = new BoundedCache<PathValue>(200);

const otherRoots = new BoundedCache<PathValue>(200);

function readOnce(
  cache: BoundedCache<PathValue>,
  key: string,
  text: string,
  base: PathValue | undefined,
): PathValue {
  if (key.length > 1000) return readPath(text, base);
  let place = cache.get(key);
  if (place === undefined) {
    place = readPath(text, base);
    cache.set(key, place);
  }
  return place;
}

/** A root of the workspace; `directory` is the current one as it was sent, and `cwd` as it was read. */
function readRoot(root: string, directory: string | undefined, cwd: PathValue | undefined): PathValue {
  if (root === directory) return readOnce(ownRoots, root, root, cwd);
  return readOnce(otherRoots, `${directory?.length ?? -1} ${directory ?? ''}${root}`, root, cwd);
}

export function readCwd({ session }: Event): PathValue | undefined {
  const text = session?.cwd;
  const path =
    text === undefined || text.length > longestPath
      ? undefined
      : readOnce(directories, text, text, undefined);
  return path?.anchor === 'floating' ? undefined : path;
}

/** The roots, and the places to which their links lead. */
export function withReal(
  roots: readonly PathValue[] | undefined,
  disk: DiskView | undefined,
): readonly PathValue[] | undefined {
  if (disk === undefined) return roots;
  return roots?.flatMap((root) => {
    const real = disk.realOf(root);
    return real !== undefined && isKnown(real) && !isWholeSystem(real) ? [root, real] : [root];
  });
}

export function readViews(text: string, cwd: PathValue | undefined, disk: DiskView | undefined): PathViews {
  const canonical = readPath(text, cwd);
  const written = otherReadings(textShape(text), cwd);
  const places = [canonical, ...(disk?.reals(textShape(text), cwd, canonical, true) ?? [])];
  const homes = disk === undefined ? [] : places.flatMap((each) => disk.inHome(each) ?? []);
  const others: readonly PathReading[] = [...written, ...places.slice(1), ...homes];
  const known = (each: (typeof others)[number]): readonly PathValue[] => (isKnown(each) ? [each] : []);
  return {
    exact: [canonical, ...others.filter(({ isAlias }) => isAlias !== true).flatMap(known)],
    all: [canonical, ...others.flatMap(known)],
  };
}

/**
 * The roots of the workspace. If there are too many, or one is too long, they count as withheld. So does the root of a
 * system or a drive, because everything is inside it.
 */
export function readWorkspaceRoots(
  { session }: Event,
  cwd: PathValue | undefined,
): readonly PathValue[] | undefined {
  const roots = session?.workspaceRoots ?? [];
  if (roots.length > mostRoots) return undefined;
  for (const root of roots) if (root.length > longestPath) return undefined;
  const read: PathValue[] = [];
  for (const root of roots) {
    const place = readRoot(root, session?.cwd, cwd);
    if (!isWholeSystem(place)) read.push(place);
  }
  if (read.length > 0) return read;
  return cwd === undefined || isWholeSystem(cwd) ? undefined : [cwd];
}

const isWholeSystem = ({ anchor, segments }: PathValue): boolean =>
  segments.length < 2 && anchor === 'root' && (segments.length === 0 || isDrive(segments[0] ?? ''));
