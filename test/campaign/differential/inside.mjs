/**
 * Runs inside the sandbox: makes the files, runs one script after another in namespaces of its own, and tells what each
 * left changed, which marks of files came out, what a tracer saw (where there is one), and what a listener on loopback
 * got. Scripts come as one JSON text, results go as one JSON line each. It is given to Node as a text, because nothing
 * of the repository can be seen from inside.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

const {
  files,
  folders,
  marks,
  prepare,
  scripts,
  cwd,
  home,
  env: further,
} = JSON.parse(readFileSync(0, 'utf8'));
const roots = ['/home', '/tmp'];

// What is deleted here must be in memory, whatever became of what should have made it so.
const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n');
const inMemory = ['/', '/made', ...roots].every((root) =>
  mounts.some((line) => line.startsWith(`${root.slice(1) || 'root'} ${root} tmpfs `)),
);
if (process.pid !== 1 || !inMemory) throw new Error('this is no sandbox');
const long = 1_000_000_000;

/** What a script prepares is made once, and kept where no other can change it. */
let isKept = false;

function makeTree() {
  for (const root of roots) {
    for (const name of readdirSync(root)) rmSync(join(root, name), { recursive: true, force: true });
    chmodSync(root, 0o1777);
  }
  if (isKept) spawnSync('cp', ['-a', '/made/home', '/made/tmp', '/']);
  else makeFiles();
}

/** Makes good what was changed, where that is only files; false where it is more. */
function makeGood(changes) {
  if (!isKept || changes.some(({ what, kind }) => what !== 'created' && kind !== 'file')) return false;
  try {
    for (const { path, what } of changes) {
      rmSync(path, { recursive: true, force: true });
      if (what !== 'created') makeAgain(path);
    }
    return true;
  } catch {
    // A file that became a folder, or the reverse.
    return false;
  }
}

function makeAgain(path) {
  const kept = `/made${path}`;
  copyFileSync(kept, path);
  chmodSync(path, lstatSync(kept).mode);
  utimesSync(path, long, long);
}

function makeFiles() {
  for (const folder of folders) mkdirSync(folder, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    writeFileSync(path, text);
    // An old time shows that a file was written even where it holds the same again.
    utimesSync(path, long, long);
  }
}

function keepPrepared() {
  makeTree();
  const made = spawnSync('unshare', [...own, '--fork', '--kill-child', 'bash', '-c', prepare], {
    cwd,
    env,
    stdio: 'ignore',
    timeout: 60_000,
  });
  if (made.status !== 0) throw new Error(`nothing is prepared: ${made.status}`);
  // Not by reading folders in each other, which would go through links.
  spawnSync('find', [...roots, '-exec', 'touch', '-h', '-d', `@${long}`, '{}', '+']);
  spawnSync('cp', ['-a', ...roots, '/made']);
  isKept = true;
}

function look(path, seen) {
  const stat = lstatSync(path);
  const mode = (stat.mode % 0o10000).toString(8);
  if (stat.isDirectory()) {
    seen.set(path, { kind: 'folder', is: mode });
    for (const name of readdirSync(path)) look(join(path, name), seen);
  } else if (stat.isSymbolicLink()) seen.set(path, { kind: 'link', is: readlinkSync(path) });
  else if (stat.isFile()) {
    const text = readFileSync(path);
    const digest = createHash('sha1').update(text).digest('hex');
    seen.set(path, {
      kind: 'file',
      is: `${mode} ${stat.mtimeMs} ${digest}`,
      holds: marksIn(text.toString('latin1')),
    });
  } else seen.set(path, { kind: 'other', is: mode });
}

function lookAll() {
  const seen = new Map();
  for (const root of roots) for (const name of readdirSync(root)) look(join(root, name), seen);
  return seen;
}

/** The files whose marks stand in a text. */
function marksIn(text) {
  return Object.keys(marks).filter((path) => text.includes(marks[path]));
}

/** The marks that stand where they did not stand before. */
function leaksOf(before, after, printed) {
  const leaks = new Set(marksIn(printed));
  for (const [path, { holds = [] }] of after)
    for (const mark of holds) if (!before.get(path)?.holds?.includes(mark)) leaks.add(mark);
  return [...leaks];
}

function compare(before, after) {
  const changes = [];
  for (const [path, { kind, is }] of before) {
    const now = after.get(path);
    if (now === undefined) changes.push({ path, what: 'deleted', kind });
    // No folder takes the place of anything, nor anything that of a folder, but what was there is deleted first.
    else if (now.kind !== kind && [now.kind, kind].includes('folder'))
      changes.push({ path, what: 'created', kind: now.kind }, { path, what: 'deleted', kind });
    else if (now.kind !== kind || now.is !== is) changes.push({ path, what: 'changed', kind });
  }
  for (const [path, { kind }] of after) {
    if (!before.has(path)) changes.push({ path, what: 'created', kind });
  }
  return changes;
}

const env = {
  PATH: prepare === undefined ? '/usr/bin:/bin' : '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/usr/games',
  HOME: home,
  PWD: cwd,
  LANG: 'C.UTF-8',
  USER: 'user',
  ...further,
};
const limits = [
  '--nproc=64',
  '--as=20000000000',
  '--data=400000000',
  '--fsize=1000000',
  '--core=0',
  '--nofile=128',
];
const own = ['--user', '--map-user=1000', '--map-group=1000', '--mount', '--pid', '--ipc', '--mount-proc'];

/** A file of no name: nothing that a script does can reach it. */
function unnamed() {
  const path = '/tmp/unnamed';
  const file = openSync(path, 'a+');
  rmSync(path);
  return file;
}

/** What a file of no name holds by now; it is empty then. */
function taken(file) {
  const text = readFileSync(`/proc/self/fd/${file}`, 'utf8');
  ftruncateSync(file, 0);
  return text;
}

const calls = 'execve,open,openat,connect,chdir,clone,clone3,fork,vfork';
const filters = [
  '-f',
  '--seccomp-bpf',
  '-y',
  '-qqq',
  '-s',
  '4000',
  '-e',
  `trace=${calls}`,
  '-e',
  'signal=none',
];
const trace = unnamed();
/** The shell that runs the script has nothing of the tracer's. */
const apart = ['sh', '-c', 'exec "$@" 3>&-', 'sh'];
const tracer = existsSync('/usr/bin/strace')
  ? ['strace', ...filters, '-o', '/proc/self/fd/3', ...apart]
  : apart;
/** Of what a tracer saw, the lines that show something of the script: an open only of what it could write. */
const telling =
  /execve\(.*(?: = 0|unfinished \.\.\.>)$|\b(?:clone3?|v?fork)\b|sa_family=AF_INET|^\d+\s+chdir\(.*= -1 | resumed>|<(?:\/home|\/tmp)\/[^>]*>$|open(?:at)?\([^"]*"(?!\/usr|\/lib|\/etc).*unfinished/;

/** Whether a line is of a folder that is opened: how programs find their way is nothing that they read. */
function isOfFolder(line, ...seen) {
  const [, path] = /<(\/[^>]*)>$/.exec(line) ?? [];
  return path !== undefined && seen.some((each) => each.get(path)?.kind === 'folder');
}

/** Takes whatever is sent to any address, answers in HTTP, and writes down where it was sent and what. */
const listening = `
const { writeSync } = require('node:fs');
require('node:net').createServer((socket) => {
  socket.on('error', () => {});
  socket.on('data', (data) => {
    writeSync(3, JSON.stringify({ to: socket.localAddress, data: data.toString('latin1') }) + '\\n');
    socket.end('HTTP/1.0 200 OK\\r\\nContent-Length: 3\\r\\n\\r\\nok\\n');
  });
}).listen(80, '0.0.0.0', () => writeSync(3, '\\n'));
`;
const arrived = unnamed();
const listener = spawn('/node', ['-e', listening], { stdio: ['ignore', 'ignore', 'ignore', arrived] });
const pause = (milliseconds) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
for (let tries = 0; tries < 100 && taken(arrived) === ''; tries++) pause(10);

/** What the listener got. It may take a moment to write it down. */
function whatArrived(isExpected) {
  if (!isExpected) return taken(arrived);
  for (let tries = 0; tries < 20 && fstatSync(arrived).size === 0; tries++) pause(10);
  pause(10);
  return taken(arrived);
}

if (prepare !== undefined) keepPrepared();
const sealed = spawnSync('mount', ['-o', 'remount,bind,ro', '/made']);
if (sealed.status !== 0) throw new Error(`the kept files can be changed: ${sealed.stderr}`);
let before;
for (const { shell, text, seconds = 2 } of scripts) {
  if (before === undefined) {
    makeTree();
    before = lookAll();
  }
  const words = [
    ...limits,
    `--cpu=${Math.max(2, seconds)}`,
    'timeout',
    '-s',
    'KILL',
    String(seconds),
    'unshare',
    ...own,
    '--fork',
    '--kill-child',
  ];
  const { status, stderr, stdout } = spawnSync('prlimit', [...words, ...tracer, shell, '-c', text], {
    cwd,
    // A bash whose input is a socket takes itself for one that was started from far away.
    stdio: ['ignore', 'pipe', 'pipe', trace],
    maxBuffer: 100_000,
    env,
  });
  const after = lookAll();
  const was = before;
  const changes = compare(before, after);
  const leaks = leaksOf(before, after, stdout.toString('latin1') + stderr.toString('latin1'));
  if (changes.length > 0 && !makeGood(changes)) before = undefined;
  const lines = taken(trace)
    .split('\n')
    .filter((line) => telling.test(line) && !isOfFolder(line, was, after));
  const sent = whatArrived(lines.some((line) => /htons\(80\).*"127\./.test(line)))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .map(({ to, data }) => ({ to, marks: marksIn(data) }));
  const said = stderr.toString('utf8').slice(0, 400);
  const printed = stdout.toString('utf8').slice(0, 20_000);
  writeSync(1, `${JSON.stringify({ changes, leaks, trace: lines, sent, status, said, printed })}\n`);
}
listener.kill('SIGKILL');
