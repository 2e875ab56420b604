/**
 * Folders of this machine that a command sees at other places: bind mounts, those of a container, and the new root
 * of `chroot`. A path at or below such a place is a path of the folder.
 */
import { DEEP, type PathShape, readPathShape, type Step, showPathShape } from '../pattern/path-shape.ts';
import { joinPieces, type Piece, type Shape, showShape } from '../pattern/shape.ts';

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

/** The paths behind a path that a command names. */
export function pathsBehind(
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
