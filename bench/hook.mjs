// How long a hook takes as a whole process, beside `node -e 0` in the same run:
// forwarding to a server, through node and through a shell, and deciding by itself: without a look at the disk, and with the
// shell around it that `bylaw init` writes. Run after `npm run build`:
//   node bench/hook.mjs [RUNS]
// The runs take turns, so that whatever else the machine does meets all of them.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { median, percentile } from '../scripts/statistics.mjs';
import { readGiven } from './usage.mjs';

const help = `node bench/hook.mjs [RUNS]

How long a hook takes as a whole process, forwarding to a server, through node and through a shell, and deciding by
itself, beside \`node -e 0\`.

  RUNS   of each, in turns (200)
`;

const { runs } = readGiven(help, [{ name: 'runs', usual: 200, least: 1 }]);
const root = fileURLToPath(new URL('..', import.meta.url));
const command = join(root, 'dist', 'bylaw.cjs');
const policies = join(root, 'policies');
const home = mkdtempSync(join(tmpdir(), 'bylaw-bench-'));
// A list of certificates to read would cost every process the same again.
const env = { PATH: process.env.PATH, HOME: home };

/** Each kind has a session of its own: a call that another kind has asked about would be answered as a retry. */
const payload = (shell, kind, id) =>
  JSON.stringify({
    session_id: `s ${kind}`,
    cwd: root,
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: shell },
    tool_use_id: `toolu_${kind}_${id}`,
  });
const calls = [
  'npm test',
  'git push --force origin main',
  'cat README.md | head',
  'ls -la src && git status',
];

/** The command line that `bylaw init` writes. */
function written(...options) {
  spawnSync(process.execPath, [command, 'init', 'claude-code', '--policies', policies, ...options, '--yes'], {
    env,
  });
  const settings = JSON.parse(readFileSync(join(home, '.claude', 'settings.json'), 'utf8'));
  return settings.hooks.PreToolUse[0].hooks[0].command;
}
const alone = written();
const asking = written('--server');

const server = spawn(
  process.execPath,
  [command, 'serve', '--no-log', '--policies', policies, '--socket', 'default'],
  {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  },
);
await new Promise((resolve) => server.stderr.once('data', resolve));

const { execPath: node } = process;
const own = { ...env, XDG_RUNTIME_DIR: join(home, 'none') };
const kinds = {
  'node -e 0': [node, ['-e', '0']],
  'forwarding, from node': [node, [command, 'hook', 'claude-code', '--policies', policies]],
  'forwarding, from a shell': ['/bin/sh', ['-c', asking]],
  'by itself': [node, [command, 'hook', 'claude-code', '--policies', policies], own],
  'by itself, no disk': [node, [command, 'hook', 'claude-code', '--policies', policies, '--no-disk'], own],
  'by itself, in a shell': ['/bin/sh', ['-c', alone], own],
};
/** For each kind the milliseconds that passed, and those of the processors: other work on the machine lengthens the former alone. */
const times = Object.fromEntries(Object.keys(kinds).map((name) => [name, []]));
const processor = Object.fromEntries(Object.keys(kinds).map((name) => [name, 0]));

/** Milliseconds that the processors have worked for processes that have ended; 0 where the system does not tell. */
function workOfChildren() {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(13, 15);
    // In hundredths of a second: over many runs the rounding evens out.
    return (Number(user) + Number(system)) * 10;
  } catch {
    return 0;
  }
}

const measure = (name, [program, args, environment = env], id, at) => {
  const start = performance.now();
  const { status } = spawnSync(program, args, {
    env: environment,
    input: payload(calls[at % calls.length], name, id),
  });
  if (status !== 0) throw new Error(`${name} ended with ${status}`);
  return performance.now() - start;
};
try {
  // Once for the caches, and a few times for the files of the machine.
  for (const [name, args] of Object.entries(kinds))
    for (let run = 0; run < 5; run++) measure(name, args, `warm${run}`, run);
  for (let run = 0; run < runs; run++)
    for (const [name, args] of Object.entries(kinds)) {
      const before = workOfChildren();
      times[name].push(measure(name, args, run, run));
      processor[name] += workOfChildren() - before;
    }
} finally {
  server.kill();
  rmSync(home, { recursive: true, force: true });
}
const bare = median(times['node -e 0']);
const bareWork = processor['node -e 0'];
console.log(`${runs} runs each, milliseconds, whole processes`);
for (const [name, all] of Object.entries(times)) {
  const middle = median(all);
  const late = percentile(
    [...all].sort((a, b) => a - b),
    0.95,
  );
  const work = bareWork === 0 ? '' : `, ${(processor[name] / bareWork).toFixed(2)} times its processor time`;
  console.log(
    `${name.padEnd(25)} median ${middle.toFixed(1)}  p95 ${late.toFixed(1)}  ${(middle / bare).toFixed(2)} times bare Node${work}`,
  );
}
