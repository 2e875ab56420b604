// How long policies of many rules take to be in force, and what a process that
// decides by them weighs: `bylaw serve` from its start until it says that it is
// ready, without a cache and with one, and its resident memory then and after some
// thousand decisions, beside bare Node in the same run. Run after `npm run build`:
//   node bench/loading.mjs [ROUNDS] [RULES,RULES,…]
// The counts take turns. Processor time says more than the clock on a busy machine.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from '../scripts/statistics.mjs';
import { load } from './load.mjs';
import { writeManyRules } from './many-rules.mjs';
import { readGiven } from './usage.mjs';

const help = `node bench/loading.mjs [ROUNDS] [RULES,RULES,…]

How long \`bylaw serve\` takes until it is ready, with a cache of the policies and without one, and how much memory
it then has, beside bare Node.

  ROUNDS    in which each number of rules has a turn (5)
  RULES,…   the numbers of rules (100,1000,10000)
`;

const { rounds, rules: counts } = readGiven(help, [
  { name: 'rounds', usual: 5, least: 1 },
  // With fewer than ten, no call of the load would be denied.
  { name: 'rules', usual: [100, 1000, 10_000], least: 10, form: 'list' },
]);
const decisions = 3000;
const root = fileURLToPath(new URL('..', import.meta.url));
const command = join(root, 'dist', 'bylaw.cjs');
const home = mkdtempSync(join(tmpdir(), 'bylaw-bench-'));
const folderOf = (count) => join(home, `policies-${count}`);
const envOf = (cache) => ({ PATH: process.env.PATH, HOME: home, XDG_CACHE_HOME: cache });

for (const count of counts) writeManyRules(folderOf(count), count);

const message = JSON.parse(readFileSync(join(root, 'examples', 'shell-call.json'), 'utf8'));
let events = 0;
/** Calls of all sorts, of which one in twenty is denied. */
const body = (count) => {
  const n = Math.floor((events * 7919) % count);
  const event = { ...message.params.event, id: `bench-${events}` };
  const hit = events++ % 20 === 0;
  const path = hit ? `/srv/team-${n - (n % 10) + 4}/notes.txt` : `/w/p/src/file-${n}.ts`;
  const commands = ['npm test', 'git status && ls -la', `cat src/${n}.ts | grep -n main`];
  const tool =
    hit || events % 2 === 0
      ? { name: 'Write', kind: 'file_write', origin: 'native', input: { file_path: path, content: 'x' } }
      : { name: 'Bash', kind: 'shell', origin: 'native', input: { command: commands[n % 3] } };
  return JSON.stringify({
    ...message,
    id: event.id,
    params: { ...message.params, event: { ...event, tool } },
  });
};

const bare = { clock: [], cpu: [], ready: [], used: [] };
const results = new Map(counts.map((count) => [count, { cold: fresh(), warm: fresh() }]));
try {
  for (let round = 0; round < rounds; round++) {
    await measureBare();
    for (const count of counts) {
      const cache = mkdtempSync(join(home, 'cache-'));
      for (const kind of ['cold', 'warm']) await measureServe(count, cache, results.get(count)[kind]);
    }
  }
  print();
} finally {
  rmSync(home, { recursive: true, force: true });
}

function fresh() {
  return { clock: [], cpu: [], ready: [], used: [] };
}

async function measureBare() {
  const start = performance.now();
  const child = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1000)'], {
    env: envOf(home),
  });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  note(bare, child.pid, start);
  bare.used.push(residentMegabytes(child.pid));
  await ended(child);
}

async function measureServe(count, cache, into) {
  const args = [command, 'serve', '--port', '0', '--policies', folderOf(count)];
  const start = performance.now();
  const child = spawn(process.execPath, args, { env: envOf(cache), stdio: ['ignore', 'ignore', 'pipe'] });
  const line = String(await new Promise((resolve) => child.stderr.once('data', resolve)));
  const port = Number(/http:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1]);
  if (!(port > 0)) throw new Error(line);
  note(into, child.pid, start);
  const { statuses } = await load({
    where: { host: '127.0.0.1', port },
    run: `loading-${count}`,
    text: () => body(count),
    connections: 4,
    requests: decisions,
  });
  if (statuses['200'] !== decisions) throw new Error(JSON.stringify(statuses));
  into.used.push(residentMegabytes(child.pid));
  await ended(child);
}

function note(into, pid, start) {
  into.clock.push(performance.now() - start);
  into.cpu.push(processorMilliseconds(pid));
  into.ready.push(residentMegabytes(pid));
}

async function ended(child) {
  const end = new Promise((resolve) => child.once('exit', resolve));
  child.kill();
  await end;
}

/** What a process and its children that have ended have used; not a number where the system does not say. */
function processorMilliseconds(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1].split(' ');
    // User and system time of the process, then of its children, in hundredths of a second.
    return fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0) * 10;
  } catch {
    return Number.NaN;
  }
}

function residentMegabytes(pid) {
  return Number(spawnSync('ps', ['-o', 'rss=', '-p', String(pid)]).stdout) / 1024;
}

function print() {
  const cell = (values) => {
    const spread = `${Math.min(...values).toFixed(0)}–${Math.max(...values).toFixed(0)}`;
    return `${median(values).toFixed(0)} (${spread})`;
  };
  const row = (name, { clock, cpu, ready, used }) =>
    console.log(`| ${name} | ${cell(clock)} | ${cell(cpu)} | ${cell(ready)} | ${cell(used)} |`);
  console.log(`Node ${process.version}, ${rounds} rounds, ${decisions} decisions; median (least–most)`);
  console.log('| | ready, ms | processor, ms | resident then, MiB | after the decisions, MiB |');
  console.log('|---|---|---|---|---|');
  row('bare node', bare);
  for (const count of counts)
    for (const kind of ['cold', 'warm'])
      row(`${count.toLocaleString('en-US')} rules, ${kind}`, results.get(count)[kind]);
}
