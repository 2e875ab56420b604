/**
 * Runs scripts where they can do no harm: as an unprivileged user in user, mount, process, network, IPC and host-name
 * namespaces of their own. The root there is read-only and holds the system's programs, a few devices and a file of
 * users; only `/home` and `/tmp` can be written, which are bounded and in memory. Each script has a namespace of
 * processes for itself, bounded processes, memory, size of files and time. `probes.ts` tries all of that
 * before anything else is run.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

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

export interface Outcome {
  readonly changes: readonly Change[];
  /** The shell's; null where it was killed. */
  readonly status: number | null;
  readonly said: string;
  readonly printed: string;
}

export const home = '/home/user';
export const workspace = '/home/user/project';

/** What is there before each script. */
const madeFiles: Readonly<Record<string, string>> = {
  [`${workspace}/a.txt`]: 'alpha\n',
  [`${workspace}/b.txt`]: 'beta\n',
  [`${workspace}/my file`]: 'gamma\n',
  [`${workspace}/.env`]: 'delta\n',
  [`${workspace}/list`]: 'a.txt\nsub\nb.txt\n',
  [`${workspace}/sub/a.txt`]: 'epsilon\n',
  [`${workspace}/sub/c.txt`]: 'zeta\n',
  [`${home}/a.txt`]: 'eta\n',
  [`${home}/doc/d.txt`]: 'theta\n',
  [`${home}/beside/a.txt`]: 'iota\n',
  [`${home}/beside/z.txt`]: 'kappa\n',
};
const madeFolders = ['sub', 'empty'].map((name) => `${workspace}/${name}`);
const folders = [...madeFolders, `${home}/doc`, `${home}/beside`];

/** Makes a root of its own, and leaves the old one. */
const setUp = `
set -e
mount -t tmpfs -o size=1m,nr_inodes=200,mode=755 root /tmp
cd /tmp
mkdir usr proc dev etc home tmp old
bound() { mount --rbind "$1" "$2"; mount -o remount,bind,ro "$2"; }
bound /usr usr
for name in bin sbin lib lib32 lib64 libx32; do
  if [ -L "/$name" ]; then ln -s "$(readlink "/$name")" "$name"
  elif [ -d "/$name" ]; then mkdir "$name"; bound "/$name" "$name"
  fi
done
mount -t proc proc proc
for name in null zero urandom; do : > "dev/$name"; mount --bind "/dev/$name" "dev/$name"; done
for name in fd:fd stdin:fd/0 stdout:fd/1 stderr:fd/2; do ln -s "/proc/self/\${name#*:}" "dev/\${name%:*}"; done
echo 'root:x:0:0::/:/bin/false
user:x:1000:1000::${home}:/bin/bash' > etc/passwd
: > node; mount --bind "$1" node; mount -o remount,bind,ro node
mount -t tmpfs -o size=8m,nr_inodes=1000 home home
mount -t tmpfs -o size=8m,nr_inodes=1000 tmp tmp
pivot_root . old
cd /
umount -l /old
rmdir /old
mount -o remount,bind,ro /
exec env -i PATH=/usr/bin:/bin /node --input-type=module -e "$2"
`;

/** As the super-user, another user is taken first: limits do not hold for the one, and a namespace takes nothing from it. */
const asNobody =
  process.getuid?.() === 0
    ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--inh-caps=-all']
    : [];
const apart = '--user --map-root-user --mount --pid --fork --kill-child --net --ipc --uts'.split(' ');
const inside = readFileSync(new URL('inside.mjs', import.meta.url), 'utf8');

/** Runs scripts one after another, each on files that are made anew. */
export function runAll(scripts: readonly Run[]): readonly Outcome[] {
  const [program = 'unshare', ...words] = [...asNobody, 'unshare', ...apart];
  const { stdout, stderr, error } = spawnSync(
    program,
    [...words, 'sh', '-c', setUp, 'sh', process.execPath, inside],
    {
      cwd: '/',
      env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin' },
      input: JSON.stringify({ files: madeFiles, folders, scripts, cwd: workspace, home }),
      encoding: 'utf8',
      maxBuffer: 1e9,
      timeout: 20_000 + 4000 * scripts.length,
      killSignal: 'SIGKILL',
    },
  );
  if (error !== undefined) throw new Error(`no sandbox: ${error.message}`);
  const lines = stdout.split('\n').filter((line) => line !== '');
  if (lines.length !== scripts.length) throw new Error(`no sandbox: ${stderr.slice(0, 500)}`);
  return lines.map((line) => JSON.parse(line) as Outcome);
}
