/**
 * Paths in marks on files, written as text and read again, unknown parts included. Where there are too many paths, their
 * folders take their place: every file in such a folder may be one of them.
 */
import { DEEP, type PathShape, parentShape, type Step } from '../pattern/path/path-shape.ts';
import type { FileMark } from './memory.ts';

/** A path as text; two different paths have different texts. */
export const writePath = ({ anchor, segments }: PathShape): string =>
  JSON.stringify([anchor, ...segments.map((step) => (step === DEEP ? null : step))]);

const read = new WeakMap<FileMark, PathShape>();

/** The path of a mark. Throws for a text that was never written. */
export function readPathOf(mark: FileMark): PathShape {
  let path = read.get(mark);
  if (path === undefined) {
    const [anchor, ...steps] = JSON.parse(mark.path) as [
      PathShape['anchor'],
      ...(Exclude<Step, symbol> | null)[],
    ];
    path = { anchor, segments: steps.map((step) => step ?? DEEP) };
    read.set(mark, path);
  }
  return path;
}

/** A file that gets a label; `open`: the label may be on another file. */
export interface MarkedPlace {
  readonly path: PathShape;
  readonly open: boolean;
  /** What sets the label may not have happened. */
  readonly perhaps: boolean;
  /** The label is on this path only, not on what is below it. */
  readonly alone?: boolean;
}

/** The limits of paths and of characters for the files that one call labels one by one. */
const mostPlaces = 64;
const longestPlaces = 16 * 1024;

/** The places, each once; if they are too many, the deepest ones are replaced by their folders. */
export function gatherPlaces(places: readonly MarkedPlace[]): readonly MarkedPlace[] {
  let gathered = distinct(places);
  for (;;) {
    const deepest = Math.max(0, ...gathered.map(({ path }) => path.segments.length));
    const length = gathered.reduce((sum, { path }) => sum + writePath(path).length, 0);
    if (deepest === 0 || (gathered.length <= mostPlaces && length <= longestPlaces)) return gathered;
    gathered = distinct(
      gathered.map((place) =>
        place.path.segments.length < deepest
          ? place
          : { path: parentShape(place.path), open: true, perhaps: place.perhaps },
      ),
    );
  }
}

/** The folder around a path; undefined for one that is in none. */
export const folderAround = (path: PathShape): PathShape | undefined =>
  path.segments.length === 0 ? undefined : parentShape(path);

const distinct = (places: readonly MarkedPlace[]): readonly MarkedPlace[] => [
  ...new Map(places.map((place) => [keyOfPlace(place), place])).values(),
];

/** Equal for the same place. */
export const keyOfPlace = ({ path, open, perhaps, alone }: MarkedPlace): string =>
  `${open} ${perhaps} ${alone === true} ${writePath(path)}`;
