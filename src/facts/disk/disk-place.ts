/** Paths in the form that a disk understands, and the parts of a written path that decide where it leads. */
import type { PathShape, Step } from '../../pattern/path/path-shape.ts';
import { isDrive } from '../../pattern/path/path-value.ts';
import { type Shape, staticText } from '../../pattern/text/shape.ts';

export interface KnownPlace {
  readonly anchor: PathShape['anchor'];
  readonly segments: readonly string[];
}

/** `/tmp`, `/var` and `/etc` of macOS are links to the same names in `/private`, which rules know as the same places. */
export const isOwnName = ([first, ...rest]: readonly string[], to: string): boolean =>
  rest.length === 0 &&
  /^(?:tmp|var|etc)$/.test(first ?? '') &&
  (to === `private/${first}` || to === `/private/${first}`);

/** The steps up that are looked at in one path. */
const mostClimbs = 4;

/**
 * A written path at each of its steps up: what is in front, and the rest, which begins with `..`. Nothing is in front of a
 * path that begins with such a step.
 */
export function partsAroundClimbs({
  pieces,
  source,
}: Shape): readonly (readonly [front: Shape, rest: Shape])[] {
  return pieces
    .flatMap((piece, at) => {
      if (piece.kind !== 'text') return [];
      return [...piece.text.matchAll(/(?:^|[\\/]+)(?=\.\.(?:[\\/]|$))/g)].flatMap(({ index, 0: slash }) => {
        const [before, after] = [piece.text.slice(0, index), piece.text.slice(index + slash.length)];
        if (before === '' && (at === 0) !== (slash === '')) return [];
        const front = [...pieces.slice(0, at), ...(before === '' ? [] : [{ ...piece, text: before }])];
        const rest = [{ ...piece, text: after }, ...pieces.slice(at + 1)];
        return [
          [
            { pieces: front, source },
            { pieces: rest, source },
          ] as const,
        ];
      });
    })
    .slice(0, mostClimbs);
}

/** The text of a path, with `~` for the home; undefined where a part of it is not known. */
export function writtenPathText(shape: Shape): string | undefined {
  const [first, ...rest] = shape.pieces;
  if (first?.kind !== 'home') return staticText(shape);
  const text = staticText({ pieces: rest, source: shape.source });
  return text === undefined ? undefined : `~${text}`;
}

/** A path in the form of the disk; undefined for paths that no disk has. */
export function diskPlaceOf({
  anchor,
  segments,
}: {
  readonly anchor: PathShape['anchor'];
  readonly segments: readonly Step[];
}): string | undefined {
  const text = segments.join('/');
  if (anchor !== 'root') return anchor === 'home' ? `~/${text}` : undefined;
  const [first] = segments;
  if (typeof first === 'string' && isDrive(first)) return first.startsWith('\\\\') ? undefined : text;
  return `/${text}`;
}

/** `/proc/$$/cwd` and the like count as `/proc/self/cwd`. */
export function ofThisProcess(path: PathShape): PathShape {
  const [first = 'proc', process, name, ...rest] = path.segments;
  const isAny = typeof process === 'object' || /^(?:thread-self|\d+)$/.test(String(process));
  if (path.anchor !== 'root' || !isAny || (name !== 'cwd' && name !== 'root')) return path;
  return { anchor: 'root', segments: [first, 'self', name, ...rest] };
}
