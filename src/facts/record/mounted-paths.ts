/**
 * Folders of this machine that a command sees at other places: bind mounts, those of a container, and the new root
 * of `chroot`. A path at or below such a place is a path of the folder.
 */
import {
  DEEP,
  type PathShape,
  readPathShape,
  type Step,
  showPathShape,
} from '../../pattern/path/path-shape.ts';
import { anyShape, joinPieces, type Piece, type Shape, showShape } from '../../pattern/text/shape.ts';
import type { DiskView } from '../disk/disk-view.ts';

export interface MountedFolder {
  readonly path: Shape;
  readonly base: PathShape | undefined;
  /** Where it is seen; undefined if that is not known. */
  readonly at: PathShape | undefined;
  readonly writes: boolean;
}

/** A path of this machine that a mounted path may be. */
export interface PathBehind {
  readonly path: Shape;
  readonly base: PathShape | undefined;
  /** The folder is below the path, so only what works on whole folders reaches it. */
  readonly isWhole: boolean;
  readonly writes: boolean;
}

/** If a call mounts more folders than these, any path may be behind any other. */
const mostMounts = 16;

/** The folders that the current command of a call sees at other places. */
export class MountedFolders {
  readonly #disk: DiskView;
  readonly #mounted: (place: PathShape | undefined) => void;
  #folders: readonly MountedFolder[] = [];
  readonly #places: (PathShape | undefined)[] = [];

  /** `mounted` is called with each place at which something else is seen from then on; undefined if it is not known. */
  constructor(disk: DiskView, mounted: (place: PathShape | undefined) => void) {
    this.#disk = disk;
    this.#mounted = mounted;
  }

  /** The places at which the call has mounted folders: what the disk has there is not seen any more. */
  get places(): readonly (PathShape | undefined)[] {
    return this.#places;
  }

  get isEmpty(): boolean {
    return this.#folders.length === 0;
  }

  /** Runs what sees these folders at other places as well. */
  seeing(folders: readonly MountedFolder[], run: () => void): void {
    const before = this.#folders;
    this.#folders = [...before, ...folders];
    run();
    this.#folders = before;
  }

  /** From here on, these folders are seen at other places as well. What is mounted from such a place is behind it. */
  mount(folders: readonly MountedFolder[]): void {
    const behind = folders.flatMap(({ path, base, at }) =>
      pathsBehind(path, base, this.#folders).map(
        (each): MountedFolder => ({ path: each.path, base: each.base, at, writes: true }),
      ),
    );
    // A place that is a link is the folder that it leads to.
    const led = [...folders, ...behind].flatMap((each): readonly MountedFolder[] => {
      const real = each.at && (this.#disk.realOf(each.at) ?? this.#disk.absolute(each.at));
      return real === undefined || real === each.at ? [] : [{ ...each, at: real }];
    });
    const all = [...this.#folders, ...folders, ...behind, ...led];
    const anywhere = { path: anyShape('…'), base: undefined, at: undefined, writes: true };
    this.#folders = all.length > mostMounts ? [anywhere] : all;
    for (const { at } of [...folders, ...led]) {
      this.#places.push(at);
      this.#mounted(at);
    }
  }

  /** The paths of this machine that the current command sees at a path. */
  seenAt(path: Shape, base: PathShape | undefined): readonly PathShape[] {
    if (this.#folders.length === 0) return [];
    const found = pathsBehind(path, base, this.#folders).filter(({ isWhole }) => !isWhole);
    return found.map((each) => readPathShape(each.path, each.base));
  }

  /** The paths of this machine that a path may be, or where its links lead. */
  behind(path: Shape, base: PathShape | undefined): readonly PathBehind[] {
    const named = readPathShape(path, base);
    const absolute = this.#disk.absolute(named);
    const led = [...(absolute === named ? [] : [absolute]), ...this.#disk.reals(path, base, named, true)];
    return [
      ...pathsBehind(path, base, this.#folders),
      ...led.flatMap((real) => pathsBehind(shapeOfPath(real), undefined, this.#folders)),
    ];
  }
}

/** The paths behind a path that a command names. */
function pathsBehind(
  path: Shape,
  base: PathShape | undefined,
  mounts: readonly MountedFolder[],
): readonly PathBehind[] {
  const named = readPathShape(path, base);
  return mounts.flatMap((mount): readonly PathBehind[] => {
    const { at } = mount;
    const behind = (steps: readonly Step[], isWhole = false): readonly PathBehind[] => [
      { path: shapeBelow(mount.path, steps), base: mount.base, isWhole, writes: mount.writes },
    ];
    if (mount.path.pieces.every(({ kind }) => kind === 'any'))
      return [{ path: mount.path, base: mount.base, isWhole: false, writes: mount.writes }];
    if (at !== undefined && showShape(mount.path) === showPathShape(at)) return [];
    if (named.anchor === 'floating' || at === undefined || at.anchor === 'floating') return behind([DEEP]);
    if (named.anchor !== at.anchor) {
      if (named.anchor === 'root')
        return mayHoldHome(named) ? behind([DEEP], named.segments.length < mostAboveHome) : [];
      return behind(
        mayHoldHome(at) && at.segments.length <= mostAboveHome ? [DEEP, ...named.segments] : [DEEP],
      );
    }
    const depth = Math.min(at.segments.length, named.segments.length);
    for (let index = 0; index < depth; index++) {
      if (typeof named.segments[index] !== 'string') return behind([DEEP]);
      if (named.segments[index] !== at.segments[index]) return [];
    }
    const rest = named.segments.slice(at.segments.length);
    return behind(rest, named.segments.length < at.segments.length);
  });
}

/** `/home/user`: the segments of a home. */
const mostAboveHome = 2;

/** Whether a home may be at or below a place. */
const mayHoldHome = ({ segments: [first] }: PathShape): boolean =>
  first === undefined || first === 'home' || first === 'root' || first === 'Users';

/** A path as a word that names it. */
export const shapeOfPath = (path: PathShape): Shape =>
  shapeBelow(
    path.anchor === 'root'
      ? { pieces: [], source: showPathShape(path) }
      : { pieces: [{ kind: path.anchor === 'home' ? 'home' : 'any' }], source: showPathShape(path) },
    path.segments,
  );

/** The shape of what is below a folder. */
function shapeBelow({ pieces, source }: Shape, steps: readonly Step[]): Shape {
  const below = steps.flatMap((step): readonly Piece[] => [
    { kind: 'text', text: '/' },
    ...(typeof step === 'string'
      ? [{ kind: 'text', text: step } as const]
      : step === DEEP
        ? [{ kind: 'glob', glob: '**' } as const]
        : step.tokens.map(
            (token): Piece =>
              typeof token === 'string' ? { kind: 'text', text: token } : { kind: 'glob', ...token },
          )),
  ]);
  return joinPieces([...pieces, ...below], source);
}
