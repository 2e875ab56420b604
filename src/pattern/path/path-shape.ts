/**
 * A path with unknown parts, read as `path-value.ts` reads a known one. It means every path that it could
 * be; a pattern matches if it matches all of them, and does not match if it matches none.
 * `path-readings.ts` has the other readings of the same text.
 */
import { joinPieces, type Piece, type Shape, staticText, textShape } from '../text/shape.ts';
import {
  isDrive,
  isOnDrive,
  longestPath,
  type PathAnchor,
  type PathValue,
  readPath,
  readStart,
  showPath,
} from './path-value.ts';

/**
 * A part of a segment: characters, or a placeholder for some. `visible`: as in a shell, where at the start
 * of a name it takes no dot.
 */
export type GlobToken = string | { readonly glob: string; readonly visible?: true };

/** Any number of segments, none of them known. */
export const DEEP = Symbol('any segments');

/** A segment: a name, a name with unknown parts, or any segments. */
export type Step = string | { readonly tokens: readonly GlobToken[] } | typeof DEEP;

/** Any one name: the same object each time, since what is worked out of a name is kept with its tokens. */
export const someName: Step = { tokens: [{ glob: '*' }] };

/** Every `PathValue` is one. */
export interface PathShape {
  readonly anchor: PathAnchor;
  readonly segments: readonly Step[];
}

/** An unknown path. */
export const anyPath: PathShape = { anchor: 'floating', segments: [DEEP] };

/** Whether every segment of a path is known; for a floating path, the base directory is not. */
export const isKnown = (path: PathShape): path is PathValue =>
  path.segments.every((segment) => typeof segment === 'string');

/**
 * Reads a path that may have unknown parts. A relative one starts at `base`, and floats without it. The
 * text before a part that could be any text is unknown: that part may be absolute, or climb. Without a base
 * the system is not known; then `..` after back-slashes makes the path unknown.
 */
export function readPathShape(shape: Shape, base: PathShape | undefined): PathShape {
  const text = staticText(shape);
  return text === undefined ? readPieces(shape, base, false) : pathShapeOfText(text, base);
}

/** The same for a known text. */
export function pathShapeOfText(text: string, base: PathShape | undefined): PathShape {
  if (text.length > longestPath || (base === undefined && mayClimb(text))) return anyPath;
  if (climbsFromLink.test(text)) return readPieces(textShape(text), base, false);
  if (base === undefined || isKnown(base)) return readPath(text, base);
  return readPieces(textShape(text), base, false);
}

/** A path that climbs out of a link of a process, such as `/dev/fd/9/..`. */
const climbsFromLink = /^\/+(?:dev\/+fd|proc)\/.*\/\.\.(?:\/|$)/s;

/** Whether back-slashes, as separators, give `..` steps. */
const mayClimb = (text: string): boolean =>
  /\\\.\.(?:[\\/]|$)|(?:^|[\\/])\.\.\\/.test(text) && !/^[A-Za-z]:[\\/]|^\\\\/.test(text);

/** The mark for an unknown piece while the text around it is read; no name on any system has this character. */
const mark = '\ufdd0';

/** The path of a `file:` address whose home is not known, as `readStart` has it for known texts: `file:$HOME/a?mode=ro`. */
function withoutScheme(pieces: readonly Piece[]): readonly Piece[] {
  const [first, second, ...rest] = pieces;
  if (
    second?.kind !== 'home' ||
    first?.kind !== 'text' ||
    !/^file:(?:\/\/(?:localhost)?)?$/i.test(first.text)
  )
    return pieces;
  return [
    second,
    ...rest.map((piece) =>
      piece.kind === 'text' ? { ...piece, text: piece.text.replace(/[?#].*$/s, '') } : piece,
    ),
  ];
}

/** Reads a shape piece by piece; with `backslashes`, those in its texts are separators. */
export function readPieces(shape: Shape, base: PathShape | undefined, backslashes: boolean): PathShape {
  const onDrive = backslashes || isShapeOnDrive(base);
  const pieces = readable(withoutScheme(shape.pieces), onDrive);
  const text = pieces.map((piece) => (piece.kind === 'text' ? piece.text : mark)).join('');
  if (text.length > longestPath) return anyPath;
  const unknown = pieces.filter(({ kind }) => kind !== 'text');
  const { start, rest } = readStart(text, onDrive);
  const lastAny = unknown.findLastIndex(({ kind }) => kind === 'any');
  if (lastAny >= 0) {
    const from = nthMark(rest, lastAny - marksIn(start?.segments[0] ?? ''));
    if (from === undefined) return anyPath;
    return standOn({ anchor: 'floating', segments: [] }, stepsOf(rest.slice(from), unknown.slice(lastAny)));
  }
  if (unknown[0]?.kind === 'home' && rest.startsWith(mark) && start === undefined) {
    return standOn({ anchor: 'home', segments: [] }, stepsOf(rest.slice(1), unknown.slice(1)));
  }
  const first = start?.segments[0] ?? '';
  if (marksIn(first) > 0 || (start === undefined && rest.startsWith(`${mark}:`))) return anyPath;
  return standOn(start ?? base ?? { anchor: 'floating', segments: [] }, stepsOf(rest, unknown));
}

/** Replaces homes inside a text, and globs that match slashes, by any text; marks in the text itself do not count. */
function readable(pieces: readonly Piece[], backslashes: boolean): readonly Piece[] {
  const separator = backslashes ? /^[\\/]/ : /^\//;
  const read = pieces.map((piece, at): Piece => {
    if (piece.kind === 'text') {
      return piece.text.includes(mark)
        ? { kind: 'text', text: piece.text.replaceAll(mark, '\ufffd') }
        : piece;
    }
    if (piece.kind === 'glob') return piece.glob.includes('/') ? { kind: 'any' } : piece;
    if (piece.kind !== 'home') return piece;
    const next = pieces[at + 1];
    const isWhole = next === undefined || (next.kind === 'text' && separator.test(next.text));
    return at === 0 && isWhole ? piece : { kind: 'any' };
  });
  return joinPieces(read, '').pieces;
}

const marksIn = (text: string): number => text.split(mark).length - 1;

/** The offset of the mark with that number in a text. */
function nthMark(text: string, index: number): number | undefined {
  let at = -1;
  for (let left = index; left >= 0; left--) {
    at = text.indexOf(mark, at + 1);
    if (at < 0) return undefined;
  }
  return index < 0 ? undefined : at;
}

type RawStep = Step | '..';

/** The steps of a text with marks; the pieces of the marks come in order. */
function stepsOf(text: string, unknown: readonly Piece[]): RawStep[] {
  if (unknown.length === 0) return text.split('/');
  let next = 0;
  const steps: RawStep[] = [];
  const parts = text.split('/');
  for (const [index, part] of parts.entries()) {
    if (!part.includes(mark)) {
      steps.push(part);
      continue;
    }
    const pieces: Piece[] = [];
    for (const [at, literal] of part.split(mark).entries()) {
      const piece = at === 0 ? undefined : unknown[next++];
      if (piece !== undefined) pieces.push(piece);
      if (literal !== '') pieces.push({ kind: 'text', text: literal });
    }
    steps.push(...stepOf(pieces, index === parts.length - 1));
  }
  return steps;
}

/** One segment; an unknown text is its start if it has one. */
function stepOf(pieces: readonly Piece[], isLast: boolean): readonly Step[] {
  const [first, ...rest] = pieces;
  if (first?.kind === 'any') {
    // If only dots follow it, it may be `..`, or no step.
    const hasName = rest.some((piece) => piece.kind !== 'text' || !/^\.{1,2}$/.test(piece.text));
    if (!hasName) return rest.length > 0 || isLast ? [DEEP] : [];
  }
  if (pieces.every((piece) => piece.kind === 'glob' && /^\*+$/.test(piece.glob))) {
    const stars = pieces.map((piece) => (piece.kind === 'glob' ? piece.glob : '')).join('');
    // At the end it means what is below, not the directory itself.
    if (stars.length > 1) return isLast ? [{ tokens: [tokenOf(pieces[0])] }, DEEP] : [DEEP];
  }
  return [{ tokens: pieces.map(tokenOf) }];
}

function tokenOf(piece: Piece | undefined): GlobToken {
  if (piece?.kind === 'text') return piece.text;
  if (piece?.kind !== 'glob') return { glob: '*' };
  return piece.visible === true ? { glob: piece.glob, visible: true } : { glob: piece.glob };
}

/**
 * Applies steps to a directory. A path that climbs out of a home is unknown, and floats. So does one that climbs out of
 * the place that a link of a process leads to.
 */
function standOn(base: PathShape, steps: readonly RawStep[]): PathShape {
  let segments: Step[] = [...base.segments];
  const fixed = fixedSteps(base);
  let climbed = false;
  let hasLeft = false;
  for (const step of steps) {
    if (step === '' || step === '.') continue;
    if (step !== '..') {
      if (step !== DEEP || segments[segments.length - 1] !== DEEP) segments.push(step);
      continue;
    }
    if (!hasLeft && base.anchor === 'root' && isProcessLink(segments)) {
      segments = [];
      hasLeft = true;
      continue;
    }
    const isDeep = segments[segments.length - 1] === DEEP;
    if (isDeep) segments.pop();
    if (segments.length > fixed) segments.pop();
    else climbed = true;
    // One step less than any number is any number, beginning one step earlier.
    if (isDeep && segments[segments.length - 1] !== DEEP) segments.push(DEEP);
  }
  return { anchor: hasLeft || (base.anchor === 'home' && climbed) ? 'floating' : base.anchor, segments };
}

/** Whether a path is `/proc/NUMBER/cwd`, `/proc/self/fd/NUMBER`, `/dev/fd/NUMBER` or the like: a link to some folder. */
function isProcessLink(segments: readonly Step[]): boolean {
  const [first, second, third] = segments;
  if (first === 'dev') return second === 'fd' && segments.length === 3;
  if (first !== 'proc') return false;
  const at = third === 'task' ? 4 : 2;
  const name = segments[at];
  return name === 'fd' ? segments.length === at + 2 : name === 'cwd' && segments.length === at + 1;
}

/** A drive or a server is not a directory that `..` could leave. */
function fixedSteps({ anchor, segments }: PathShape): number {
  const [first] = segments;
  return anchor === 'root' && typeof first === 'string' && isDrive(first) ? 1 : 0;
}

/** Whether a directory is on a drive or a server, where back-slashes are separators. */
export function isShapeOnDrive(base: PathShape | undefined): boolean {
  const [first] = base?.segments ?? [];
  if (base === undefined || typeof first !== 'string') return false;
  return isOnDrive({ anchor: base.anchor, segments: [first] });
}

/** The path of these names below another. */
export const below = ({ anchor, segments }: PathShape, ...names: readonly string[]): PathShape => ({
  anchor,
  segments: [...segments, ...names],
});

/** The folder of a path; for a root or a home that itself. */
/** The folder in front of the first segment that is not known. */
export function knownFolder({ anchor, segments }: PathShape): PathShape {
  const open = segments.findIndex((segment) => typeof segment !== 'string');
  return { anchor, segments: open < 0 ? segments : segments.slice(0, open) };
}

export const parentShape = ({ anchor, segments }: PathShape): PathShape => ({
  anchor,
  segments: segments.slice(0, -1),
});

/** The path as text, for messages: unknown names as globs, unknown segments as `…`. */
export function showPathShape(path: PathShape): string {
  if (isKnown(path)) return showPath(path);
  if (path.anchor === 'floating' && path.segments.length === 1 && path.segments[0] === DEEP) return '…';
  return showPath({ anchor: path.anchor, segments: path.segments.map(showStep) });
}

function showStep(step: Step): string {
  if (typeof step === 'string') return step;
  if (step === DEEP) return '…';
  return step.tokens.map((token) => (typeof token === 'string' ? token : token.glob)).join('');
}
