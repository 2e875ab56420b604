/**
 * Paths the obvious way: read by node's own path module, matched by minimatch
 * itself. What is not known of a path (whose home, which directory it floats
 * in) is tried out: every home, and every way in which the unknown part could
 * have used up the start of the pattern.
 */
import { posix } from 'node:path';
import { braceExpand, Minimatch, type MinimatchOptions } from 'minimatch';

export interface ReferencePath {
  readonly anchor: 'root' | 'home' | 'floating';
  /** The first may be a drive (`c:`) or a server (`\\server`). */
  readonly segments: readonly string[];
}

// ── reading ───────────────────────────────────────────────────────────────────────────────

/** Reads a path; back-slashes separate on Windows, which shows in the path or in what it is relative to. */
export function readPath(written: string, base: ReferencePath | undefined, windows = false): ReferencePath {
  const text = withoutFileScheme(written).normalize('NFC');
  const [drive = '', ...directories] = base?.anchor === 'root' ? base.segments : [];
  const isWindows = windows || isDrive(drive) || text.startsWith('\\\\') || /^[A-Za-z]:[\\/]/.test(text);
  const path = isWindows ? withoutDevice(text.split('\\').join('/')) : text;
  if (/^[A-Za-z]:(\/|$)/.test(path)) return below(path.slice(0, 2).toLowerCase(), path.slice(2));
  // On Windows `C:a` is relative to a directory that only the shell knows.
  if (isWindows && /^[A-Za-z]:/.test(path)) return standing('floating', [], path.slice(2));
  if (isWindows && path.startsWith('//')) {
    const [server = '', ...rest] = path.slice(2).split('/');
    return below(`\\\\${server}`, rest.join('/'));
  }
  if (path.startsWith('/')) return { anchor: 'root', segments: split(posix.normalize(path)) };
  if (path.startsWith('~')) return standing('home', [], path.split('/').slice(1).join('/'));
  if (base === undefined) return standing('floating', [], path);
  if (base.anchor !== 'root') return standing(base.anchor, base.segments, path);
  if (isDrive(drive)) return below(drive, [...directories, path].join('/'));
  return { anchor: 'root', segments: split(posix.join('/', ...base.segments, path)) };
}

const isDrive = (segment: string): boolean => /^[a-z]:$/.test(segment) || segment.startsWith('\\\\');
const split = (path: string): string[] =>
  path.split('/').filter((segment) => segment !== '' && segment !== '.');

/** Below a drive or a server, which `..` does not leave. */
function below(drive: string, path: string): ReferencePath {
  return { anchor: 'root', segments: [drive, ...split(posix.normalize(`/${path}`))] };
}

/** Below a directory that has no absolute path; above it nothing is known. */
function standing(anchor: 'home' | 'floating', base: readonly string[], path: string): ReferencePath {
  const segments = split(posix.join('.', ...base, path));
  const climbs = segments.filter((segment) => segment === '..').length;
  return { anchor: climbs > 0 ? 'floating' : anchor, segments: segments.slice(climbs) };
}

/** `//?/C:/a` and `//./UNC/server/a` are long spellings of `C:/a` and `//server/a`. */
function withoutDevice(path: string): string {
  if (!path.startsWith('//?/') && !path.startsWith('//./')) return path;
  const rest = path.slice(4);
  if (/^[A-Za-z]:/.test(rest)) return rest;
  return rest.toUpperCase().startsWith('UNC/') ? `//${rest.slice(4)}` : path;
}

function withoutFileScheme(text: string): string {
  const [, rest] = /^file:\/\/(?:localhost)?(\/.*)$/is.exec(text) ?? /^file:(\/(?!\/).*)$/is.exec(text) ?? [];
  if (rest === undefined) return text;
  const [path = ''] = rest.split(/[?#]/);
  const decoded = path.replace(/(?:%[0-9a-f][0-9a-f])+/gi, (bytes) => {
    const text = Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8');
    // What is no UTF-8 stays as it is written.
    return text.includes('\ufffd') ? bytes : text;
  });
  return /^\/[A-Za-z]:\//.test(decoded) ? decoded.slice(1) : decoded;
}

export function showPath({ anchor, segments }: ReferencePath): string {
  const joined = segments.join('/');
  if (anchor === 'floating') return `…/${joined}`;
  if (anchor === 'home') return joined === '' ? '~' : `~/${joined}`;
  if (joined.startsWith('\\\\')) return segments.join('\\');
  return isDrive(segments[0] ?? '') ? joined : `/${joined}`;
}

// ── matching ──────────────────────────────────────────────────────────────────────────────

export interface Match {
  /** Only the very letters count. */
  readonly exact: boolean;
  /** What lies below a match counts too. */
  readonly below: boolean;
}

const options: MinimatchOptions = { dot: true, nonegate: true, nocomment: true, platform: 'linux' };
const globs = { exact: new Map<string, Minimatch>(), folded: new Map<string, Minimatch>() };

function glob(pattern: string, nocase: boolean): Minimatch {
  const known = globs[nocase ? 'folded' : 'exact'];
  let made = known.get(pattern);
  if (made === undefined) {
    made = new Minimatch(pattern, { ...options, nocase });
    known.set(pattern, made);
  }
  return made;
}

/** Whether a pattern below some directory matches segments below the same directory. */
function hits(pattern: string, segments: readonly string[], { exact, below }: Match): boolean {
  const lengths = below ? [...segments.keys(), segments.length] : [segments.length];
  return lengths.some((length) => {
    if (pattern === '') return length === 0;
    // Below a directory of any name, which `**` alone is not.
    const path = ['dir', ...segments.slice(0, length)].join('/');
    return (exact ? [false] : [false, true]).some((nocase) => glob(`dir/${pattern}`, nocase).match(path));
  });
}

/** The same with unknown directories before the segments, which used up any number of the pattern's parts. */
function hitsAfterUnknown(pattern: string, segments: readonly string[], match: Match): boolean {
  return braceExpand(pattern, options).some((each) => {
    const parts = each === '' ? [] : each.split('/');
    return [...parts.keys(), parts.length].some((used) => hits(parts.slice(used).join('/'), segments, match));
  });
}

/** The same where the directory that the pattern is relative to may be anywhere on the path. */
const hitsSomewhere = (pattern: string, segments: readonly string[], match: Match): boolean =>
  [...segments.keys(), segments.length].some((from) => hits(pattern, segments.slice(from), match));

export type Answer = 'yes' | 'no' | 'unknown';
const possibly = (could: boolean): Answer => (could ? 'unknown' : 'no');
const certainly = (does: boolean): Answer => (does ? 'yes' : 'no');

/** Whether a pattern is relative to the workspace. */
export const isRelative = (pattern: string): boolean =>
  !/^(?:\/|~$|~\/|\*\*$|\*\*\/|[A-Za-z]:\/)/.test(pattern);

export function matchPath(
  written: string,
  path: ReferencePath,
  roots: readonly ReferencePath[] | undefined,
  match: Match,
): Answer {
  const pattern = written === '.' ? '' : written.normalize('NFC').replace(/^\.\//, '').replace(/\/+$/, '');
  const { anchor, segments } = path;
  if (isRelative(written)) return matchRelative(pattern, path, roots, match);
  if (/^\*\*(?:\/|$)/.test(written)) {
    if (hits(pattern, segments, match) || pattern === '**') return 'yes';
    if (anchor === 'root') return 'no';
    // A home is no directory of just any name, and nobody has one that a pattern means.
    if (anchor === 'home')
      return possibly(ordinaryHomes.some((home) => hits(pattern, [...home, ...segments], match)));
    return possibly(hitsAfterUnknown(pattern, segments, match));
  }
  if (written.startsWith('~')) return matchHome(pattern.slice(2), path, match);
  const rooted = pattern.replace(/^\/+/, '').replace(/^[A-Za-z]:/, (drive) => drive.toLowerCase());
  if (anchor === 'root') return certainly(hits(rooted, segments, match) || rooted === '**');
  if (anchor === 'floating') return possibly(hitsAfterUnknown(rooted, segments, match));
  return possibly(someHomes(rooted).some((home) => hits(rooted, [...home, ...segments], match)));
}

const ordinaryHomes = [['root'], ['home', 'somebody'], ['Users', 'somebody'], ['c:', 'Users', 'somebody']];

/** Homes that could be meant; a user may have any name, so the parts of the pattern are tried as names. */
function someHomes(pattern: string, names: readonly string[] = []): string[][] {
  const parts = braceExpand(pattern, options).flatMap((each) => each.split('/'));
  const users = ['alice', 'zz', ...names, ...parts];
  return [
    ['root'],
    ...users.flatMap((user) => [
      ['home', user],
      ['Users', user],
      ['c:', 'Users', user],
    ]),
  ];
}

function matchHome(pattern: string, { anchor, segments }: ReferencePath, match: Match): Answer {
  if (anchor === 'home') return certainly(hits(pattern, segments, match));
  if (anchor === 'floating') {
    return possibly(hitsAfterUnknown(pattern, segments, match) || hitsSomewhere(pattern, segments, match));
  }
  const rest = belowHome(segments, match.exact);
  return certainly(rest !== undefined && hits(pattern, rest, match));
}

/** What is left of an absolute path below a home. */
function belowHome(segments: readonly string[], exact: boolean): readonly string[] | undefined {
  const [first = '', second = ''] = segments.map((segment) => (exact ? segment : segment.toLowerCase()));
  const users = exact ? 'Users' : 'users';
  if (first === 'root') return segments.slice(1);
  if ((first === 'home' || first === users) && segments.length > 1) return segments.slice(2);
  return first === 'c:' && second === users && segments.length > 2 ? segments.slice(3) : undefined;
}

function matchRelative(
  pattern: string,
  path: ReferencePath,
  roots: readonly ReferencePath[] | undefined,
  match: Match,
): Answer {
  const { anchor, segments } = path;
  const could =
    hitsSomewhere(pattern, segments, match) ||
    (anchor !== 'root' && hitsAfterUnknown(pattern, segments, match));
  if (roots === undefined || anchor === 'floating') return possibly(could);
  const answers = roots.map((root): Answer => {
    if (root.anchor === 'floating') return possibly(could);
    const does = restsBelow(path, root, match.exact, pattern).some((rest) => hits(pattern, rest, match));
    return root.anchor === anchor ? certainly(does) : possibly(does);
  });
  if (answers.includes('yes')) return 'yes';
  return answers.includes('unknown') ? 'unknown' : 'no';
}

/** What is left of a path below a directory, for every home that one of the two may be relative to. */
function restsBelow(
  path: ReferencePath,
  directory: ReferencePath,
  exact: boolean,
  pattern = '',
): (readonly string[])[] {
  const view = (parts: readonly string[]): string =>
    JSON.stringify(exact ? parts : parts.map((part) => part.toLowerCase()));
  const home = belowHome(path.segments, exact);
  const paths =
    path.anchor === directory.anchor
      ? [path.segments]
      : path.anchor === 'home'
        ? someHomes(pattern, directory.segments).map((prefix) => [...prefix, ...path.segments])
        : home === undefined
          ? []
          : [home];
  const length = directory.segments.length;
  return paths
    .filter((segments) => view(segments.slice(0, length)) === view(directory.segments))
    .map((segments) => segments.slice(length));
}

/** Whether a path lies below a directory. */
export function isBelow(path: ReferencePath, directory: ReferencePath, exact: boolean): Answer {
  if (path.anchor === 'floating' || directory.anchor === 'floating') return 'unknown';
  const does = restsBelow(path, directory, exact).length > 0;
  return path.anchor === directory.anchor ? certainly(does) : possibly(does);
}

/** The same of a root of the workspace: case alone settles nothing on a drive of Windows or a volume of macOS. */
export function isInWorkspace(path: ReferencePath, root: ReferencePath, exact: boolean): Answer {
  const answer = isBelow(path, root, exact);
  const first = root.segments[0]?.toLowerCase() ?? '';
  const folds = root.anchor === 'root' && (['users', 'volumes'].includes(first) || /^[a-z]:$/.test(first));
  return answer === 'no' && folds && isBelow(path, root, false) !== 'no' ? 'unknown' : answer;
}
