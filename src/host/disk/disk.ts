/**
 * The disk of this machine, for what calls are derived from. Nothing is followed, run or waited for: what is no plain file
 * is not opened, and what a network has is not even looked at. It knows nothing from one question to the next, so that each
 * call sees the disk as it is then.
 */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  opendirSync,
  openSync,
  readFileSync,
  readlinkSync,
  readSync,
  type Stats,
} from 'node:fs';
import { delimiter } from 'node:path';
import { type Disk, type DiskEntry, type FileText, longestFile, mostNames } from '../../facts/disk/disk.ts';
import { homeFolder } from '../machine/home-folder.ts';

/** Opens the disk as this user sees it; `searchPath`: where programs are looked for, as `PATH` has it. Never throws. */
export function openDisk(searchPath = process.env.PATH): Disk {
  const mayLook = guard();
  return {
    home: homeOf(),
    searchPath: foldersOf(searchPath),
    entry: (path) => (path === nothing ? { is: 'file' } : mayLook(path) ? entryAt(path) : unseen),
    names: (folder) => (mayLook(folder) ? namesIn(folder) : undefined),
    text: (file) => (file === nothing ? { is: 'text', text: '' } : mayLook(file) ? textOf(file) : unseen),
  };
}

/** The folders of a search path; an empty one is the current folder. */
export const foldersOf = (searchPath: string | undefined): readonly string[] | undefined =>
  searchPath?.split(delimiter).map((folder) => (folder === '' ? '.' : folder));

/** The device that is always empty. */
const nothing = '/dev/null';

const unknown = { is: 'unknown' } as const;
const unseen = { is: 'unseen' } as const;
const absent = { is: 'absent' } as const;
const because = (why: string): FileText => ({ is: 'unknown', why });

/** The home of this user; undefined where the system knows none. */
export function homeOf(): string | undefined {
  try {
    return homeFolder();
  } catch {
    return undefined;
  }
}

// ── what is not looked at ───────────────────────────────────────────────────────────────────

/** File systems that another machine or another program answers for: to ask may take as long as that likes. */
const mayHang =
  /^(?:nfs\d?|cifs|smb\d?|smbfs|ncpfs|afs|ceph|glusterfs|lustre|gpfs|9p|autofs|davfs|coda|orangefs|fuse\.(?!.*(?:fuse-overlayfs|bindfs|lxcfs))|sshfs)/;

/** What processes and devices show as files. */
const shown = /^\/(?:proc|sys|dev)(?:\/|$)/;

/** Where macOS has volumes of other machines. */
const remote = /^\/(?:net|network)(?:\/|$)/i;

/** Whether a path may be looked at, by the table of mounts, which is read once and when it is first asked. */
function guard(): (path: string) => boolean {
  let mounts: readonly string[] | undefined;
  return (path) => {
    if (shown.test(path) || path.startsWith('//')) return false;
    if (process.platform === 'darwin' && remote.test(path)) return false;
    mounts ??= process.platform === 'linux' ? slowMounts() : [];
    return !mounts.some((mount) => path === mount || path.startsWith(`${mount}/`));
  };
}

/** The mount points that may hang. As `proc(5)` says: the fifth field is the point, and the type follows ` - `. */
function slowMounts(): readonly string[] {
  try {
    return readFileSync('/proc/self/mountinfo', 'utf8')
      .split('\n')
      .flatMap((line) => {
        const point = line.split(' ')[4];
        const [, type = ''] = / - (\S+) /.exec(line) ?? [];
        return point !== undefined && point !== '/' && mayHang.test(type) ? [unescaped(point)] : [];
      });
  } catch {
    return [];
  }
}

/** Blanks and back-slashes of a mount point are written as octal numbers. */
const unescaped = (text: string): string =>
  text.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));

// ── what is asked ───────────────────────────────────────────────────────────────────────────

function entryAt(path: string): DiskEntry {
  if (!isDecoded(path)) return unknown;
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return absent;
    if (stat.isSymbolicLink()) {
      const to = readlinkSync(path);
      return isDecoded(to) ? { is: 'link', to } : unknown;
    }
    if (stat.isDirectory()) return isShared(stat) ? { is: 'folder', isShared: true } : { is: 'folder' };
    if (!stat.isFile()) return { is: 'other' };
    return stat.nlink > 1 ? { is: 'file', hasOtherNames: true } : { is: 'file' };
  } catch (error) {
    // A name below a file is as good as absent.
    if (isOf(error, 'ENOTDIR', 'ENAMETOOLONG')) return absent;
    // Nor does the call come there, as this user.
    return isOf(error, 'EACCES', 'EPERM') ? unseen : unknown;
  }
}

/** Whether others may put something else into a folder: anybody may write it and is not kept to what is his, or it is theirs. */
function isShared({ mode, uid }: Stats): boolean {
  const own = process.getuid?.();
  const isOpen = (mode & 0o002) !== 0 && (mode & 0o1000) === 0;
  return own !== undefined && (isOpen || (uid !== 0 && uid !== own));
}

/** Whether a name is known octet by octet: what is no UTF-8 is read as something else. */
const isDecoded = (name: string): boolean => !name.includes('\ufffd');

/** Reads at most as many names as are reported: a folder may have millions. */
function namesIn(folder: string): readonly string[] | undefined {
  try {
    const open = opendirSync(folder);
    try {
      const names: string[] = [];
      for (let entry = open.readSync(); entry !== null; entry = open.readSync()) {
        if (names.length >= mostNames) return undefined;
        if (!isDecoded(entry.name)) return undefined;
        names.push(entry.name);
      }
      return names.sort();
    } finally {
      open.closeSync();
    }
  } catch (error) {
    return isOf(error, 'ENOENT', 'ENOTDIR') ? [] : undefined;
  }
}

const tooLong = because('it has more than 64 KiB');

/** A file that has become a pipe since it was looked at is opened without waiting, and not read. */
const careful = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

function textOf(file: string): FileText {
  let descriptor: number;
  try {
    descriptor = openSync(file, careful);
  } catch (error) {
    return isOf(error, 'ENOENT', 'ENOTDIR') ? absent : because('it may not be read');
  }
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) return because('it is no plain file');
    if (stat.size > longestFile) return startOf(descriptor);
    return asText(bytesOf(descriptor, longestFile + 1));
  } catch {
    return because('it cannot be read');
  } finally {
    closeSync(descriptor);
  }
}

/** A file that is too long is not read, but its first bytes show whether it is a compiled program. */
const startOf = (descriptor: number): FileText =>
  isProgram(bytesOf(descriptor, 80)) ? { is: 'binary' } : tooLong;

function bytesOf(descriptor: number, most: number): Buffer {
  const buffer = Buffer.alloc(most);
  let length = 0;
  while (length < most) {
    const read = readSync(descriptor, buffer, length, most - length, length);
    if (read === 0) break;
    length += read;
  }
  return buffer.subarray(0, length);
}

/** A file that grows while it is read is as good as too long. Shells and git pass over a zero behind the first line. */
function asText(bytes: Buffer): FileText {
  if (isProgram(bytes)) return { is: 'binary' };
  return bytes.length > longestFile
    ? tooLong
    : { is: 'text', text: bytes.toString('utf8').replaceAll('\0', '') };
}

/** As bash decides: a zero octet in the first line, or in its beginning. */
function isProgram(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 80);
  const end = start.indexOf(0x0a);
  return (end < 0 ? start : start.subarray(0, end)).includes(0);
}

const isOf = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));
