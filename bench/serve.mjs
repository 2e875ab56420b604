// hooks/intercept beside a bare fastify echo that checks the same bodies by the same
// schema, over HTTP and as lines on a Unix socket, with 500 rules and the decision log
// on. The two are loaded in turn from a third process, so that what the machine does
// meanwhile hits both: it is the ratios that count. `cpu` is the time of the
// processor per request, of the server alone, which other work hardly touches.
//
//   npm run build && node bench/serve.mjs [rounds] [requests per round] [connections…]
//
// `RULES=1` shows what the service costs without the rules; `PATHS=http` or `lines` leaves the other out.
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { callMix, requestText } from './call-mix.mjs';
import { median, percentile } from './load.mjs';
import { writeManyRules } from './served-rules.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const [rounds = 7, requests = 6000, ...connectionCounts] = process.argv.slice(2).map(Number);
const folder = mkdtempSync(join(tmpdir(), 'bylaw-bench-'));
const policies = join(folder, 'policies');
const shipped = 53;
const told = writeManyRules(policies, join(root, 'policies'), shipped, Number(process.env.RULES ?? 500));

/** Flags of Node for the server, such as `--cpu-prof`. */
const flags = process.env.SERVE_FLAGS?.split(' ') ?? [];
const servers = {
  bylaw: await start('bylaw', [
    ...flags,
    'dist/cli/main.js',
    'serve',
    ...['--port', '0', '--socket', join(folder, 'bylaw.sock'), '--policies', policies],
    ...[
      '--content',
      join(folder, 'content'),
      '--memory',
      join(folder, 'memory'),
      '--log',
      join(folder, 'log'),
    ],
  ]),
  echo: await start('echo', ['bench/echo.mjs', join(folder, 'echo.sock')]),
};
const client = fork(join(root, 'bench', 'load.mjs'));
let runs = 0;

console.log(`${rounds} rounds of ${requests} requests for each server, in turn; Node ${process.version}`);
const lengths = Array.from({ length: 20 }, (_, index) => requestText('run-1', index).length);
console.log(`${callMix}; ${Math.min(...lengths)} to ${Math.max(...lengths)} characters`);
console.log(told);
console.log(servers.bylaw.said);
console.log(
  '                                                              bylaw in shares of the echo: median (least to most)',
);
console.log(
  'path    connections  server     req/s   p50 ms   p99 ms  cpu µs  req/s                p50                  p99                  cpu',
);
for (const path of process.env.PATHS?.split(',') ?? ['http', 'lines']) {
  for (const connections of connectionCounts.length > 0 ? connectionCounts : [1, 10, 50]) {
    const results = { bylaw: [], echo: [] };
    for (const server of Object.values(servers)) await measure(server, path, connections, 2000);
    for (let round = 0; round < rounds; round++) {
      for (const [name, server] of Object.entries(servers))
        results[name].push(await measure(server, path, connections, requests));
    }
    report(path, connections, results);
  }
}
for (const [name, { child }] of Object.entries(servers))
  console.log(`resident memory of ${name} after the run: ${residentMegabytes(child.pid)} MB`);
client.disconnect();
for (const { child } of Object.values(servers)) {
  child.kill();
  await once(child, 'exit');
}
rmSync(folder, { recursive: true, force: true });

async function measure({ child, port, socket }, path, connections, requests) {
  const isLines = path === 'lines';
  const where = isLines ? { path: socket } : { port, host: '127.0.0.1' };
  const before = processorSeconds(child.pid);
  client.send({ where, isLines, run: `run-${++runs}`, connections, requests });
  const [{ seconds, latencies, statuses }] = await once(client, 'message');
  const cpu = ((processorSeconds(child.pid) - before) / requests) * 1e6;
  if (statuses['200'] !== requests)
    throw new Error(`not every request was answered: ${JSON.stringify(statuses)}`);
  return { rate: requests / seconds, p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99), cpu };
}

function report(path, connections, results) {
  const shares = ['rate', 'p50', 'p99', 'cpu'].map((key) => {
    const all = results.bylaw.map((each, index) => each[key] / results.echo[index][key]);
    const [middle, least, most] = [median(all), Math.min(...all), Math.max(...all)];
    return `${middle.toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`.padEnd(21);
  });
  for (const name of ['bylaw', 'echo']) {
    const of = (key) => median(results[name].map((each) => each[key]));
    const figures = [
      of('rate').toFixed(0).padStart(9),
      of('p50').toFixed(2).padStart(8),
      of('p99').toFixed(2).padStart(8),
      of('cpu').toFixed(0).padStart(7),
    ];
    const start = `${path.padEnd(6)}  ${String(connections).padStart(11)}  ${name.padEnd(6)}`;
    console.log(`${start} ${figures.join(' ')}  ${name === 'bylaw' ? shares.join('') : ''}`.trimEnd());
  }
}

function start(name, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
    child.stderr.setEncoding('utf8');
    child.stderr.on('data', (said) => {
      const port = /127\.0\.0\.1:(\d+)/.exec(said)?.[1];
      if (port === undefined) reject(new Error(said));
      else resolve({ child, port: Number(port), socket: join(folder, `${name}.sock`), said: said.trim() });
    });
    child.on('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
}

/** User and system time of a process and its children that have ended, in seconds, off Linux's own count. */
function processorSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function residentMegabytes(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}
