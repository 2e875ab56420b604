/**
 * Names under which one system shows the files of another, or its own a second time: `/mnt/c` is the drive
 * `C:`, `/private/etc` is `/etc`, `/proc/self/root` is the root. Only well-known names count; other links
 * and mounts do not.
 */
import { isKnown, isShapeOnDrive, type PathShape, type Step } from './path-shape.ts';

export interface Alias {
  readonly path: PathShape;
  /** Whether it is certainly another name of the same file; for the links of a process it is not. */
  readonly isSame: boolean;
}

/** The other names of a path; `base` is the directory of the process, for links to that. */
export function aliasesOf(path: PathShape, base: PathShape | undefined): readonly Alias[] {
  if (path.anchor !== 'root') return [];
  const names = path.segments.slice(0, 6).map((step) => (typeof step === 'string' ? step.toLowerCase() : ''));
  const [first = '', second = ''] = names;
  const from = (count: number, ...before: readonly Step[]): PathShape => ({
    anchor: 'root',
    segments: [...before, ...path.segments.slice(count)],
  });
  const found: Alias[] = [];
  const same = (alias: PathShape): void => void found.push({ path: alias, isSame: true });
  if (first.startsWith('\\\\')) {
    const drive = /^([a-z])\$$/.exec(second)?.[1];
    if (drive !== undefined) same(from(2, `${drive}:`));
    if (/^\\\\wsl(?:\$|\.localhost)$/.test(first) && path.segments.length >= 2) same(from(2));
    return found;
  }
  if (/^[a-z]:$/.test(first)) {
    if (first !== 'c:' && second === 'users') same(from(1, 'c:'));
    if (second === 'documents and settings') same(from(2, 'c:', 'Users'));
    if (second === 'windows' && names[2] === 'sysnative') same(from(3, first, 'Windows', 'System32'));
    return found;
  }
  switch (first) {
    case 'proc':
      found.push(...linksOfProcess(path, names, base));
      break;
    case 'private':
      if (path.segments.length > 1) same(from(1));
      break;
    case 'system':
      if (second === 'volumes' && names[2] === 'data') same(from(3));
      break;
    case 'volumes':
      if (['users', 'private', 'etc', 'var', 'library'].includes(names[2] ?? '')) same(from(2));
      break;
    case 'mnt':
    case 'cygdrive':
      if (/^[a-z]$/.test(second)) same(from(2, `${second}:`));
      break;
    case 'var':
      if (second === 'root') same(from(2, 'root'));
      break;
    default:
      if (/^[a-z]$/.test(first) && (isShapeOnDrive(base) || driveFolders.test(second)))
        same(from(1, `${first}:`));
  }
  // Without a drive it is on the drive of the program.
  if (isShapeOnDrive(base) && /^[a-z]:$/.test(String(base?.segments[0])))
    same(from(0, base?.segments[0] ?? 'c:'));
  return found;
}

/** Paths on drives, and not below directories of one letter. */
const driveFolders = /^(?:users|windows|program files(?: \(x86\))?|programdata|documents and settings)$/;

/** `/proc/self/root` and `/proc/self/cwd`, of any program. */
function linksOfProcess(
  path: PathShape,
  names: readonly string[],
  base: PathShape | undefined,
): readonly Alias[] {
  if (!/^(?:self|thread-self|\d+|)$/.test(names[1] ?? 'x')) return [];
  const at = names[2] === 'task' ? 4 : 2;
  const rest = path.segments.slice(at + 1);
  if (names[at] === 'root') return [{ path: { anchor: 'root', segments: rest }, isSame: false }];
  if (names[at] !== 'cwd') return [];
  // Another process may stand anywhere.
  const elsewhere: readonly Alias[] = /self$/.test(names[1] ?? '')
    ? []
    : [{ path: { anchor: 'floating', segments: rest }, isSame: false }];
  if (base === undefined || !isKnown(base)) return elsewhere;
  return [
    { path: { anchor: base.anchor, segments: [...base.segments, ...rest] }, isSame: false },
    ...elsewhere,
  ];
}
