/**
 * The directory that relative paths are resolved against, and the directories that it is instead if a `cd` has failed:
 * after `cd a; cd b` it is `a/b`, or else `b`, `a`, or the directory before. A directory that a script names is assumed
 * to exist. That it does not exist is only possible, and an exception has to hold in that case too.
 */
import { type PathShape, readPathShape, showPathShape } from '../../pattern/path/path-shape.ts';
import type { Shape } from '../../pattern/text/shape.ts';
import type { DiskView } from '../disk/disk-view.ts';

export interface Directory extends PathShape {
  /** Where the script is if the last `cd` has failed. */
  readonly stayed?: readonly PathShape[];
  /** Where the script is if an earlier `cd` has failed. */
  readonly orElse?: readonly PathShape[];
}

/** If there are more possible directories than these, the directory is unknown. */
export const mostDirectories = 3;
const floating: PathShape = { anchor: 'floating', segments: [] };
const nowhere: readonly PathShape[] = [];

/** The directories that it is instead if a `cd` has failed. */
export function placesElsewhere(directory: Directory | undefined): readonly PathShape[] {
  const { stayed = nowhere, orElse = nowhere } = directory ?? {};
  return stayed.length === 0 ? orElse : [...stayed, ...orElse];
}

/** A directory that is named relative to another one: `make -C dir`. */
export function directoryAt(name: Shape, base: Directory | undefined): Directory {
  const path = readPathShape(name, base);
  const others = placesElsewhere(base);
  return others.length === 0
    ? path
    : withElse(
        path,
        others.map((each) => readPathShape(name, each)),
      );
}

/**
 * A directory that a process enters by a name, and not a shell: the system follows each link before the `..` behind it.
 * `env -C ..`, `make -C link/..`, `os.chdir("..")`.
 */
export function enteredAt(name: Shape, base: Directory | undefined, disk: DiskView): Directory {
  const written = directoryAt(name, base);
  if (!hasUpward(name)) return written;
  const { anchor, segments } = disk.opened(name, base, written);
  return { ...written, anchor, segments };
}

/** Whether a name has `..` in it. */
const hasUpward = ({ pieces }: Shape): boolean =>
  pieces.some((piece) => piece.kind === 'text' && piece.text.includes('..'));

/** The directory after a `cd`, which may have failed. */
export const changedTo = (to: Directory | undefined, before: Directory | undefined): Directory | undefined =>
  to && withStayed(arrived(to), [before ?? floating, ...placesElsewhere(before)]);

/** The same directory, with some others that the script may still be in if the `cd` has failed. */
export function withStayed({ stayed = nowhere, ...to }: Directory, others: readonly PathShape[]): Directory {
  const all = distinct([...stayed, ...others], to);
  return all.length === 0 ? to : { ...to, stayed: all };
}

/** The directory if the last `cd` has succeeded. */
export function arrived(directory: Directory): Directory {
  if (directory.stayed === undefined) return directory;
  const { stayed: _, ...rest } = directory;
  return rest;
}

/** The directory if the last `cd` has failed. */
export function stayedAt({ stayed = nowhere, ...directory }: Directory): Directory {
  const [first, ...others] = stayed;
  if (first === undefined) return directory;
  const { anchor, segments } = first;
  return withElse({ anchor, segments }, others);
}

function withElse(path: PathShape, others: readonly PathShape[]): Directory {
  const all = distinct(others, path);
  return all.length === 0 ? path : { ...path, orElse: all };
}

/** Each directory once, without `own`: two that are unknown may be two, so such a one stays. */
function distinct(all: readonly PathShape[], own: PathShape): readonly PathShape[] {
  const byPlace = new Map(
    all.map(({ anchor, segments }) => [showPathShape({ anchor, segments }), { anchor, segments }] as const),
  );
  if (own.anchor !== 'floating') byPlace.delete(showPathShape(own));
  return byPlace.size > mostDirectories ? [floating] : [...byPlace.values()];
}

/** A key that is equal for the same directory with the same alternatives. */
export function keyOfDirectory(directory: Directory | undefined): string | undefined {
  if (directory === undefined) return undefined;
  const others = placesElsewhere(directory);
  return others.length === 0
    ? showPathShape(directory)
    : [directory, ...others].map(showPathShape).join('\n');
}

/** Whether a path leads elsewhere if a `cd` has failed: only a relative path does. */
export function mayBeElsewhere({ pieces: [first] }: Shape, base: Directory | undefined): boolean {
  if (base?.stayed === undefined && base?.orElse === undefined) return false;
  return first?.kind !== 'home' && !(first?.kind === 'text' && first.text.startsWith('/'));
}

/** The alternative directories from which the path leads to another place. */
export function basesElsewhere(shape: Shape, base: Directory | undefined): readonly PathShape[] {
  const others = placesElsewhere(base);
  if (others.length === 0) return others;
  const own = showPathShape(readPathShape(shape, base));
  return others.filter((each) => showPathShape(readPathShape(shape, each)) !== own);
}

/**
 * Directories whose name a script has asked for (`$PWD`, `pwd`) while a `cd` to them may have failed. A path below one of
 * them may be made from that name, and is then below another directory.
 */
export class AskedDirectories {
  readonly #all = new Map<string, Directory>();

  note(directory: Directory | undefined): void {
    if (directory === undefined || placesElsewhere(directory).length === 0) return;
    this.#all.set(keyOfDirectory(directory) ?? '', directory);
  }

  /** Where a path is instead if a `cd` has failed. */
  elsewhere({ anchor, segments }: PathShape): readonly PathShape[] {
    if (this.#all.size === 0) return nowhere;
    return [...this.#all.values()].flatMap((directory) => {
      const isBelow =
        directory.anchor === anchor && directory.segments.every((step, at) => step === segments[at]);
      if (!isBelow) return [];
      const rest = segments.slice(directory.segments.length);
      return placesElsewhere(directory).map((place) => ({
        anchor: place.anchor,
        segments: [...place.segments, ...rest],
      }));
    });
  }
}
