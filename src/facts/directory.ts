/**
 * The directory that paths stand on, with those that it is instead where a change of directory has failed: behind
 * `cd a; cd b` it is `a/b`, or else `b`, `a`, or the one before. A directory that is named is taken to be there; that
 * it is not is only possible, and what excuses has to hold for it too.
 */
import { type PathShape, readPathShape, showPathShape } from '../pattern/path-shape.ts';
import type { Shape } from '../pattern/shape.ts';

export interface Directory extends PathShape {
  /** Where it is if the last change of directory has failed. */
  readonly stayed?: readonly PathShape[];
  /** Where it is if an earlier one has failed. */
  readonly orElse?: readonly PathShape[];
}

/** More directories than these become an unknown one. */
export const mostDirectories = 3;
const floating: PathShape = { anchor: 'floating', segments: [] };
const nowhere: readonly PathShape[] = [];

/** The directories that it is instead, if a change has failed. */
export function placesElsewhere(directory: Directory | undefined): readonly PathShape[] {
  const { stayed = nowhere, orElse = nowhere } = directory ?? {};
  return stayed.length === 0 ? orElse : [...stayed, ...orElse];
}

/** A directory that is named where another one is the current one: `make -C dir`. */
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

/** The directory behind a change to another one, which may have failed. */
export const changedTo = (to: Directory | undefined, before: Directory | undefined): Directory | undefined =>
  to && withStayed(arrived(to), [before ?? floating, ...placesElsewhere(before)]);

/** The same directory where the change may have left one of some others as it was. */
export function withStayed({ stayed = nowhere, ...to }: Directory, others: readonly PathShape[]): Directory {
  const all = distinct([...stayed, ...others], to);
  return all.length === 0 ? to : { ...to, stayed: all };
}

/** The directory if the last change has not failed. */
export function arrived(directory: Directory): Directory {
  if (directory.stayed === undefined) return directory;
  const { stayed: _, ...rest } = directory;
  return rest;
}

/** The directory if the last change has failed. */
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

/** Each once, by where it is, and none that is the directory itself. */
function distinct(all: readonly PathShape[], own: PathShape): readonly PathShape[] {
  const byPlace = new Map(
    all.map(({ anchor, segments }) => [showPathShape({ anchor, segments }), { anchor, segments }] as const),
  );
  byPlace.delete(showPathShape(own));
  return byPlace.size > mostDirectories ? [floating] : [...byPlace.values()];
}

/** By this two directories are the same, also where changes have failed. */
export function keyOfDirectory(directory: Directory | undefined): string | undefined {
  if (directory === undefined) return undefined;
  const others = placesElsewhere(directory);
  return others.length === 0
    ? showPathShape(directory)
    : [directory, ...others].map(showPathShape).join('\n');
}

/** Whether a path may lead elsewhere where a change of directory has failed: it is relative. */
export function mayBeElsewhere({ pieces: [first] }: Shape, base: Directory | undefined): boolean {
  if (base?.stayed === undefined && base?.orElse === undefined) return false;
  return first?.kind !== 'home' && !(first?.kind === 'text' && first.text.startsWith('/'));
}

/** The directories from which a path leads elsewhere than from where the shell is taken to be. */
export function basesElsewhere(shape: Shape, base: Directory | undefined): readonly PathShape[] {
  const others = placesElsewhere(base);
  if (others.length === 0) return others;
  const own = showPathShape(readPathShape(shape, base));
  return others.filter((each) => showPathShape(readPathShape(shape, each)) !== own);
}

/**
 * Directories of which a script has asked the name (`$PWD`, `pwd`) while a change to them may have failed. A path below one of
 * them may have been made of that name, and is then below another directory.
 */
export class AskedDirectories {
  readonly #all = new Map<string, Directory>();

  note(directory: Directory | undefined): void {
    if (directory === undefined || placesElsewhere(directory).length === 0) return;
    this.#all.set(keyOfDirectory(directory) ?? '', directory);
  }

  /** Where a path is instead, if changes have failed. */
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
