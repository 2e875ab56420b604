/**
 * Runs scripts where they can do no harm: as an unprivileged user in user, mount, process, network, IPC and host-name
 * namespaces of their own. The root there is read-only and holds the system's programs, a few devices and a file of
 * users; only `/home` and `/tmp` can be written, which are bounded and in memory. Each script has a namespace of
 * processes for itself, bounded processes, memory, size of files and time. `probes.ts` tries all of that
 * before anything else is run.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { type Ran, readTrace } from './trace.ts';

export type Shell = 'bash' | 'dash';

export interface Run {
  readonly shell: Shell;
  readonly text: string;
  /** It is killed then. */
  readonly seconds?: number;
}

/** What a script left changed. */
export interface Change {
  readonly path: string;
  readonly what: 'deleted' | 'created' | 'changed';
  readonly kind: 'file' | 'folder' | 'link' | 'other';
}

/** Something that a script did. */
export type Deed =
  | Change
  /** It opened a file, or what the file held came out: it was printed, or is in another file. */
  | { readonly what: 'opened' | 'leaked'; readonly path: string }
  | (Ran & { readonly what: 'ran' })
  | { readonly what: 'connected'; readonly host: string }
  /** What the file held went to a host. */
  | { readonly what: 'sent'; readonly host: string; readonly path: string };

export interface Outcome {
  readonly changes: readonly Change[];
  /** The changes and all else: what was opened, what ran and what was connected to only where there is a tracer. */
  readonly deeds: readonly Deed[];
  /** The shell's; null where it was killed. */
  readonly status: number | null;
  readonly said: string;
  readonly printed: string;
  /** Whether a shell did not find a directory; false where there is no tracer. */
  readonly isLost: boolean;
}

export const home = '/home/user';
export const workspace = '/home/user/project';

const texts: Readonly<Record<string, string>> = {
  [`${workspace}/a.txt`]: 'alpha',
  [`${workspace}/b.txt`]: 'beta',
  [`${workspace}/my file`]: 'gamma',
  [`${workspace}/.env`]: 'delta',
  [`${workspace}/list`]: 'a.txt\nsub\nb.txt',
  [`${workspace}/sub/a.txt`]: 'epsilon',
  [`${workspace}/sub/c.txt`]: 'zeta',
  [`${home}/a.txt`]: 'eta',
  [`${home}/doc/d.txt`]: 'theta',
  [`${home}/beside/a.txt`]: 'iota',
  [`${home}/beside/z.txt`]: 'kappa',
};

/** Each file ends with a line that is in no script and in no other file. */
const marks: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(texts).map((path) => [
    path,
    `mark-${createHash('sha1').update(path).digest('hex').slice(0, 12)}`,
  ]),
);

/** What there is before each script. */
export interface World {
  readonly files: Readonly<Record<string, string>>;
  readonly folders: readonly string[];
  /** By the path of a file: a text that is in no other. */
  readonly marks: Readonly<Record<string, string>>;
  /** A script of bash that makes the rest, once for all that are run together. */
  readonly prepare?: string;
  /** A folder outside that is laid over the system: its `usr`, and what its `etc` has besides. */
  readonly overlay?: string;
  /** Names of further hosts, by their addresses: one for each. */
  readonly hosts?: Readonly<Record<string, string>>;
  /** Variables of the environment, besides those that every script has. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The hosts that have a name there. A listener takes what is sent to any of them, to port 80. */
const hosts: Readonly<Record<string, string>> = { '127.0.0.2': 'one.example', '127.0.0.3': 'two.example' };

/** The world of generated scripts. */
const plain: World = {
  files: Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, `${text}\n${marks[path]}\n`])),
  folders: [...['sub', 'empty'].map((name) => `${workspace}/${name}`), `${home}/doc`, `${home}/beside`],
  marks,
};

/** Whether there is a tracer: else what is opened, run and connected to is not seen. */
export const hasTracer = existsSync('/usr/bin/strace');

/** Makes a root of its own, and leaves the old one. */
const setUp = `
set -e
mount -t tmpfs -o size=1m,nr_inodes=1000,mode=755 root /tmp
cd /tmp
mkdir usr proc dev etc home tmp old made
bound() { mount --rbind "$1" "$2"; mount -o remount,bind,ro "$2"; }
if [ -n "$3" ]; then mount -t overlay -o "lowerdir=$3/usr:/usr" usr usr; else bound /usr usr; fi
for name in bin sbin lib lib32 lib64 libx32; do
  if [ -L "/$name" ]; then ln -s "$(readlink "/$name")" "$name"
  elif [ -d "/$name" ]; then mkdir "$name"; bound "/$name" "$name"
  fi
done
mount -t proc proc proc
for name in null zero urandom; do : > "dev/$name"; mount --bind "/dev/$name" "dev/$name"; done
mkdir dev/shm; mount -t tmpfs -o size=1m,nr_inodes=100 shm dev/shm
mkdir dev/pts; mount -t devpts -o newinstance,mode=620,ptmxmode=666 pts dev/pts 2> /dev/null && ln -s pts/ptmx dev/ptmx || :
for name in fd:fd stdin:fd/0 stdout:fd/1 stderr:fd/2; do ln -s "/proc/self/\${name#*:}" "dev/\${name%:*}"; done
echo 'root:x:0:0::/:/bin/false
user:x:1000:1000::${home}:/bin/bash' > etc/passwd
printf '%s %s\\n' $4 > etc/hosts
: > etc/ld.so.cache; [ ! -f /etc/ld.so.cache ] || mount --bind /etc/ld.so.cache etc/ld.so.cache
mkdir etc/alternatives; [ ! -d /etc/alternatives ] || bound /etc/alternatives etc/alternatives
for path in \${3:+"$3"/etc/*}; do
  name=etc/\${path##*/}
  if [ -e "$name" ]; then continue
  elif [ -d "$path" ]; then mkdir "$name"; bound "$path" "$name"
  elif [ -f "$path" ]; then : > "$name"; bound "$path" "$name"
  fi
done
ip link set lo up || :
: > node; mount --bind "$1" node; mount -o remount,bind,ro node
for name in home tmp made; do mount -t tmpfs -o size=16m,nr_inodes=4000 "$name" "$name"; done
pivot_root . old
cd /
umount -l /old
rmdir /old
mount -o remount,bind,ro /
exec env -i PATH=/usr/bin:/bin /node --input-type=module -e "$2"
`;

/**
 * As the super-user, another user is taken first: limits do not hold for the one, and a namespace takes nothing from it.
 * Each campaign has a user of its own, because the limit of processes is for all of a user together.
 */
const own = 100_000 + (process.pid % 60_000);
const asAnother =
  process.getuid?.() === 0
    ? ['setpriv', `--reuid=${own}`, `--regid=${own}`, '--clear-groups', '--inh-caps=-all']
    : [];
const apart = '--user --map-root-user --mount --pid --fork --kill-child --net --ipc --uts'.split(' ');
const inside = readFileSync(new URL('inside.mjs', import.meta.url), 'utf8');

/** Runs scripts one after another, each on files that are made anew. */
export function runAll(scripts: readonly Run[], world: World = plain): readonly Outcome[] {
  const { overlay = '', hosts: further = {}, ...made } = world;
  const names = { ...hosts, ...further };
  const [program = 'unshare', ...words] = [...asAnother, 'unshare', ...apart];
  const { stdout, stderr, error } = spawnSync(
    program,
    [
      ...words,
      'sh',
      '-c',
      setUp,
      'sh',
      process.execPath,
      inside,
      overlay,
      Object.entries(names).flat().join(' '),
    ],
    {
      cwd: '/',
      env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin' },
      input: JSON.stringify({ ...made, scripts, cwd: workspace, home }),
      encoding: 'utf8',
      maxBuffer: 1e9,
      timeout: 20_000 + 4000 * scripts.length,
      killSignal: 'SIGKILL',
    },
  );
  if (error !== undefined) throw new Error(`no sandbox: ${error.message}`);
  const lines = stdout.split('\n').filter((line) => line !== '');
  if (lines.length !== scripts.length) throw new Error(`no sandbox: ${stderr.slice(0, 500)}`);
  return lines.map((line) => outcomeOf(JSON.parse(line), names));
}

/** A line from inside. */
interface Told extends Omit<Outcome, 'deeds' | 'isLost'> {
  readonly leaks: readonly string[];
  readonly trace: readonly string[];
  readonly sent: readonly { readonly to: string; readonly marks: readonly string[] }[];
}

function outcomeOf(
  { changes, leaks, trace, sent, status, said, printed }: Told,
  names: Readonly<Record<string, string>>,
): Outcome {
  const hostOf = (address: string): string => names[address] ?? address;
  const { reads, ran, connects, isLost } = readTrace(trace);
  const deeds: readonly Deed[] = [
    ...changes,
    ...reads.map((path) => ({ what: 'opened', path }) as const),
    ...leaks.map((path) => ({ what: 'leaked', path }) as const),
    ...ran.map((each) => ({ what: 'ran', ...each }) as const),
    ...[...new Set([...connects, ...sent.map(({ to }) => to)])].map(
      (address) => ({ what: 'connected', host: hostOf(address) }) as const,
    ),
    ...sent.flatMap(({ to, marks: paths }) =>
      paths.map((path) => ({ what: 'sent', host: hostOf(to), path }) as const),
    ),
  ];
  return { changes, deeds, status, said, printed, isLost };
}
