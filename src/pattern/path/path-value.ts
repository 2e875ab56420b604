/**
 * A path as the engine sees it: segments below an anchor, without `.`, `..`, doubled slashes or a slash at
 * the end. It reads only the text, never a file system: the engine often runs on another machine than the
 * agent.
 */
import { withoutEscapes } from './path-text.ts';

/**
 * `root`: absolute; a drive (`c:`) or a UNC server (`\\\\server`) is the first segment.
 * `home`: below some user's home. `floating`: relative to an unknown directory.
 */
export type PathAnchor = 'root' | 'home' | 'floating';

export interface PathValue {
  readonly anchor: PathAnchor;
  readonly segments: readonly string[];
}

/** A path of more characters than this exists on no system. */
export const longestPath = 32_768;

/**
 * Reads a path. A relative one starts at `base` (the current directory), and floats without it.
 * Back-slashes are separators in paths with a drive or UNC prefix, in paths relative to one, and everywhere
 * when `backslashes` is set.
 */
export function readPath(text: string, base: PathValue | undefined, backslashes = false): PathValue {
  const { start, rest } = readStart(text, backslashes || isOnDrive(base));
  if (start === undefined) return standOn(base ?? { anchor: 'floating', segments: [] }, rest);
  if (start.anchor === 'home') return standOn(start, rest);
  return { anchor: start.anchor, segments: resolve([...start.segments], rest, start.segments.length) };
}

/** Where a path begins, and what follows there, separated by `/`; a relative one has no start. */
export interface PathStart {
  readonly start: PathValue | undefined;
  readonly rest: string;
}

/** Finds where a path begins: at the root, on a drive or server, in a home, or in the current directory. */
export function readStart(text: string, backslashes: boolean): PathStart {
  const plain = composed(withoutScheme(text));
  const isDriveLike = plain.charCodeAt(1) === colon;
  const windows = backslashes || (isDriveLike && /^[A-Za-z]:[\\/]/.test(plain)) || plain.startsWith('\\\\');
  const path = windows ? withoutDevice(plain.replaceAll('\\', '/')) : plain;
  const drive = path.charCodeAt(1) === colon ? /^([A-Za-z]):(?=\/|$)/.exec(path) : null;
  if (drive !== null) return { start: rooted(`${drive[1]?.toLowerCase()}:`), rest: path.slice(2) };
  // `C:a` starts at the current directory of that drive, which is not known.
  if (windows && /^[A-Za-z]:/.test(path)) {
    return { start: { anchor: 'floating', segments: [] }, rest: path.slice(2) };
  }
  if (windows && path.startsWith('//')) {
    const slash = path.indexOf('/', 2);
    const server = slash < 0 ? path.slice(2) : path.slice(2, slash);
    return { start: rooted(`\\\\${server}`), rest: slash < 0 ? '' : path.slice(slash) };
  }
  if (path.startsWith('/')) return { start: rooted(), rest: path };
  if (path.startsWith('~')) {
    const slash = path.indexOf('/');
    return { start: { anchor: 'home', segments: [] }, rest: slash < 0 ? '' : path.slice(slash) };
  }
  return { start: undefined, rest: path };
}

const colon = 0x3a;

/** Letters and their accents as one character; ASCII needs no change. */
function composed(text: string): string {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return text.normalize('NFC');
  return text;
}

const rooted = (...segments: readonly string[]): PathValue => ({ anchor: 'root', segments });

/** Whether a directory is on a drive or a server, where back-slashes are separators. */
export const isOnDrive = (base: PathValue | undefined): boolean =>
  base !== undefined && fixedSegments(base) > 0;

/** A relative path in a directory. One that climbs out of a home is unknown, and floats. */
function standOn(base: PathValue, path: string): PathValue {
  const segments = resolve([...base.segments], path, fixedSegments(base));
  const climbs = base.anchor === 'home' && climbsOut(base.segments.length, path);
  return { anchor: climbs ? 'floating' : base.anchor, segments };
}

function climbsOut(depth: number, path: string): boolean {
  let left = depth;
  for (const step of path.split('/')) {
    if (step === '' || step === '.') continue;
    left += step === '..' ? -1 : 1;
    if (left < 0) return true;
  }
  return false;
}

/** `//?/C:/a` is `C:/a`, and `//?/UNC/server/a` is `//server/a`. */
function withoutDevice(path: string): string {
  return path.replace(/^\/\/[?.]\/(?=[A-Za-z]:)/, '').replace(/^\/\/[?.]\/UNC\//i, '//');
}

/** `file:///etc/passwd`, `file:/etc/passwd` and `file://localhost/etc/passwd#a` name the same file as `/etc/passwd`. */
function withoutScheme(text: string): string {
  if (text.charCodeAt(4) !== colon) return text;
  const match = /^file:(?:\/\/(?:localhost)?(?=\/)|(?=\/(?!\/)))/i.exec(text);
  if (match === null) return text;
  const path = withoutEscapes(text.slice(match[0].length).replace(/[?#].*$/s, ''));
  return /^\/[A-Za-z]:\//.test(path) ? path.slice(1) : path;
}

/** Applies the steps of a relative path; `..` never climbs above the first `fixed` segments. */
function resolve(segments: string[], path: string, fixed: number): string[] {
  for (let start = 0; start < path.length; ) {
    const slash = path.indexOf('/', start);
    const end = slash < 0 ? path.length : slash;
    const step = path.slice(start, end);
    start = end + 1;
    if (step === '' || step === '.') continue;
    if (step !== '..') segments.push(step);
    else if (segments.length > fixed) segments.pop();
  }
  return segments;
}

/** A drive or a UNC server is not a directory that `..` could leave. */
function fixedSegments({ anchor, segments }: PathValue): number {
  const first = segments[0] ?? '';
  return anchor === 'root' && isDrive(first) ? 1 : 0;
}

export const isDrive = (segment: string): boolean =>
  (segment.length === 2 && segment.charCodeAt(1) === colon && /^[a-z]/.test(segment)) ||
  segment.startsWith('\\\\');

/** The other machine that the first segment of a path names: `\\host`, `\\host@SSL`. */
export function serverOf(segment: unknown): string | undefined {
  if (typeof segment !== 'string' || !segment.startsWith('\\\\')) return undefined;
  const [host = ''] = segment.slice(2).split('@');
  return /^(?:|[.?]|localhost|127\.[\d.]*|::1|wsl\$|wsl\.localhost)$/i.test(host) ? undefined : host;
}

/** The path as text, which reads as the same path; only a floating one, shown with `…/` before it, does not. */
export function showPath({ anchor, segments }: PathValue): string {
  const first = segments[0] ?? '';
  const rest = segments.join('/');
  if (anchor === 'home') return segments.length === 0 ? '~' : `~/${rest}`;
  if (anchor === 'floating') return `…/${rest}`;
  if (first.startsWith('\\\\')) return segments.join('\\');
  return isDrive(first) ? rest : `/${rest}`;
}

const homes: readonly (readonly string[])[] = [['root'], ['home', '*'], ['Users', '*'], ['c:', 'Users', '*']];

/** The folders of homes, as segments, in which `*` means any user. */
export const homeDirectories = homes;

/** Whether a directory contains homes, as `/home`: it is no home itself. */
export const isAboveHome = (segments: readonly string[]): boolean =>
  homes.some(
    (home) =>
      segments.length < home.length &&
      segments.every((name, at) => home[at] === '*' || home[at]?.toLowerCase() === name.toLowerCase()),
  );

/** The rest of an absolute path below some user's home; undefined outside all homes. */
export function belowHome(segments: readonly string[], folded: boolean): readonly string[] | undefined {
  const same = (a: string, b: string): boolean => (folded ? a.toLowerCase() === b.toLowerCase() : a === b);
  for (const home of homes) {
    if (segments.length < home.length) continue;
    if (home.every((part, index) => part === '*' || same(part, segments[index] ?? ''))) {
      return segments.slice(home.length);
    }
  }
  return undefined;
}
