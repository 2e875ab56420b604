/**
 * Runs inside the sandbox: makes the files, runs one script after another in namespaces of its own, and tells what each
 * left changed. Scripts come as one JSON text, results go as one JSON line each. It is given to Node as a text, because
 * nothing of the repository can be seen from inside.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

const { files, folders, scripts, cwd, home } = JSON.parse(readFileSync(0, 'utf8'));
const roots = ['/home', '/tmp'];

// What is deleted here must be in memory, whatever became of what should have made it so.
const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n');
const inMemory = ['/', ...roots].every((root) =>
  mounts.some((line) => line.startsWith(`${root.slice(1) || 'root'} ${root} tmpfs `)),
);
if (process.pid !== 1 || !inMemory) throw new Error('this is no sandbox');
const long = 1_000_000_000;

function makeTree() {
  for (const root of roots) {
    for (const name of readdirSync(root)) rmSync(join(root, name), { recursive: true, force: true });
    chmodSync(root, 0o1777);
  }
  for (const folder of folders) mkdirSync(folder, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    writeFileSync(path, text);
    // An old time shows that a file was written even where it holds the same again.
    utimesSync(path, long, long);
  }
}

function look(path, seen) {
  const stat = lstatSync(path);
  const mode = (stat.mode % 0o10000).toString(8);
  if (stat.isDirectory()) {
    seen.set(path, { kind: 'folder', is: mode });
    for (const name of readdirSync(path)) look(join(path, name), seen);
  } else if (stat.isSymbolicLink()) seen.set(path, { kind: 'link', is: readlinkSync(path) });
  else if (stat.isFile()) {
    const digest = createHash('sha1').update(readFileSync(path)).digest('hex');
    seen.set(path, { kind: 'file', is: `${mode} ${stat.mtimeMs} ${digest}` });
  } else seen.set(path, { kind: 'other', is: mode });
}

function lookAll() {
  const seen = new Map();
  for (const root of roots) for (const name of readdirSync(root)) look(join(root, name), seen);
  return seen;
}

function compare(before, after) {
  const changes = [];
  for (const [path, { kind, is }] of before) {
    const now = after.get(path);
    if (now === undefined) changes.push({ path, what: 'deleted', kind });
    else if (now.kind !== kind || now.is !== is) changes.push({ path, what: 'changed', kind });
  }
  for (const [path, { kind }] of after) {
    if (!before.has(path)) changes.push({ path, what: 'created', kind });
  }
  return changes;
}

const limits = ['--nproc=64', '--as=400000000', '--fsize=1000000', '--cpu=2', '--core=0', '--nofile=128'];
const own = ['--user', '--map-user=1000', '--map-group=1000', '--mount', '--pid', '--ipc', '--mount-proc'];

let before;
for (const { shell, text, seconds = 3 } of scripts) {
  if (before === undefined) {
    makeTree();
    before = lookAll();
  }
  const words = [
    ...limits,
    'timeout',
    '-s',
    'KILL',
    String(seconds),
    'unshare',
    ...own,
    '--fork',
    '--kill-child',
  ];
  const { status, stderr, stdout } = spawnSync('prlimit', [...words, shell, '-c', text], {
    cwd,
    input: '',
    maxBuffer: 100_000,
    env: { PATH: '/usr/bin:/bin', HOME: home, PWD: cwd, LANG: 'C.UTF-8', USER: 'user' },
  });
  const changes = compare(before, lookAll());
  if (changes.length > 0) before = undefined;
  const said = stderr.toString('utf8').slice(0, 400);
  const printed = stdout.toString('utf8').slice(0, 1000);
  writeSync(1, `${JSON.stringify({ changes, status, said, printed })}\n`);
}
