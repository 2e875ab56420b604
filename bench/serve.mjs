// hooks/intercept beside a bare fastify echo that checks the same bodies by the same
// schema, over HTTP and as lines on a Unix socket, with 500 rules and the decision log
// on. The two are loaded in turn from a third process, so that what the machine does
// meanwhile hits both: it is the ratios that count. `cpu` is the time of the
// processor per request, of the server alone, which other work hardly touches.
//
//   npm run build && node bench/serve.mjs [ROUNDS] [REQUESTS] [CONNECTIONS…]
//
// `--help` says what variables of the environment change. With `OVERLOAD=1`, requests per second should not
// fall, nor the time of those that are answered run away.
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { median, percentile } from '../scripts/statistics.mjs';
import { callMix, requestText } from './call-mix.mjs';
import { processorSeconds } from './processes.mjs';
import { rememberingRules, writeManyRules } from './served-rules.mjs';
import { readGiven, refuse } from './usage.mjs';

const help = `node bench/serve.mjs [ROUNDS] [REQUESTS] [CONNECTIONS…]

What \`bylaw serve\` answers beside a bare echo that checks the same bodies, in turns.

  ROUNDS        in which each server has a turn (7)
  REQUESTS      in a turn (6000)
  CONNECTIONS   at the same time (1 10 50)

In the environment:
  RULES=N            so many rules (500); 1 shows what the service costs without them
  PATHS=http         or \`lines\`: leaves the other out
  BESIDE=processes   compares \`--processes 2\` with one process, over HTTP (10 50)
  BESIDE=memory      compares rules that remember 64 sessions with rules that remember nothing, without a log (16)
  BESIDE=files       compares servers that remember what calls of 64 sessions wrote with some that forget it (16)
  OVERLOAD=1         asks over far more connections than are answered at once (10 500 1000), and says how many
                     messages were refused
  SERVE_FLAGS=…      flags of Node for the server, such as \`--cpu-prof\`
`;

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const {
  rounds,
  requests,
  connections: givenCounts,
} = readGiven(help, [
  { name: 'rounds', usual: 7, least: 1 },
  { name: 'requests', usual: 6000, least: 1 },
  { name: 'connections', usual: [], least: 1, form: 'rest' },
]);
const { RULES: ruleCount = '500' } = process.env;
if (!/^[0-9]{1,6}$/.test(ruleCount)) refuse(`\`RULES\` takes a whole number, not \`${ruleCount}\`.`);
const { BESIDE: beside = 'echo' } = process.env;
const isOverload = process.env.OVERLOAD === '1';
/** What is measured, what it is measured in shares of, over which paths and how many connections. */
const comparisons = {
  echo: { names: ['bylaw', 'echo'], usualPaths: ['http', 'lines'], usualCounts: [1, 10, 50] },
  processes: { names: ['two processes', 'one process'], usualPaths: ['http'], usualCounts: [10, 50] },
  memory: {
    names: ['with memory', 'without'],
    usualPaths: ['http', 'lines'],
    usualCounts: [16],
    sessions: 64,
  },
  files: {
    names: ['with files', 'without'],
    usualPaths: ['http', 'lines'],
    usualCounts: [16],
    sessions: 64,
  },
};
const comparison =
  comparisons[beside] ??
  refuse(`\`BESIDE\` takes \`processes\`, \`memory\` or \`files\`, not \`${beside}\`.`);
const { names, usualPaths, sessions } = comparison;
const [subject, yardstick] = names;
const usualCounts = isOverload ? [10, 500, 1000] : comparison.usualCounts;
const connectionCounts = givenCounts.length > 0 ? givenCounts : usualCounts;
const paths = process.env.PATHS?.split(',') ?? (isOverload ? ['http'] : usualPaths);
const strayPath = paths.find((path) => path !== 'http' && path !== 'lines');
if (strayPath !== undefined) refuse(`\`PATHS\` takes \`http\` or \`lines\`, not \`${strayPath}\`.`);
const folder = mkdtempSync(join(tmpdir(), 'bylaw-bench-'));
const policies = join(folder, 'policies');
const told = writeManyRules(policies, join(root, 'policies'), Number(ruleCount));

/** Flags of Node for the server, such as `--cpu-prof`. */
const flags = process.env.SERVE_FLAGS?.split(' ') ?? [];
const starts = {
  echo: async () => [
    await serve('bylaw', ['--content', join(folder, 'content')]),
    await start('echo', ['bench/echo.mjs', join(folder, 'echo.sock')]),
  ],
  processes: async () => [await serve('two', ['--processes', '2']), await serve('one', [])],
  memory: async () => {
    const remembering = join(folder, 'remembering');
    cpSync(policies, remembering, { recursive: true });
    writeFileSync(join(remembering, 'memory.policy'), rememberingRules);
    return [
      await serve('with', ['--no-log'], remembering),
      await serve('without', ['--no-log', '--forget-files']),
    ];
  },
  files: async () => [
    await serve('with', ['--no-log']),
    await serve('without', ['--no-log', '--forget-files']),
  ],
};
const [first, second] = await starts[beside]();
const servers = { [subject]: first, [yardstick]: second };
const client = fork(join(root, 'bench', 'load.mjs'));
let runs = 0;

console.log(`${rounds} rounds of ${requests} requests for each server, in turn; Node ${process.version}`);
const lengths = Array.from({ length: 20 }, (_, index) => requestText('run-1', index).length);
console.log(`${callMix}; ${Math.min(...lengths)} to ${Math.max(...lengths)} characters`);
console.log(told);
console.log(servers[subject].said);
console.log(`${' '.repeat(70)}${subject} in shares of ${yardstick}: median (least to most)`);
console.log(
  'path    connections  server            req/s   p50 ms   p99 ms  cpu µs  req/s                p50                  p99                  cpu',
);
for (const path of paths) {
  for (const connections of connectionCounts) {
    const results = { [subject]: [], [yardstick]: [] };
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
  client.send({ where, isLines, run: `run-${++runs}`, connections, requests, sessions });
  const [{ seconds, latencies, statuses }] = await once(client, 'message');
  const cpu = ((processorSeconds(child.pid) - before) / requests) * 1e6;
  const refused = isOverload ? (statuses['503'] ?? 0) : 0;
  if ((statuses['200'] ?? 0) + refused !== requests)
    throw new Error(`not every request was answered: ${JSON.stringify(statuses)}`);
  const [p50, p99] = [percentile(latencies, 0.5), percentile(latencies, 0.99)];
  return { rate: requests / seconds, p50, p99, cpu, refused: refused / requests };
}

function report(path, connections, results) {
  const shares = ['rate', 'p50', 'p99', 'cpu'].map((key) => {
    const all = results[subject].map((each, index) => each[key] / results[yardstick][index][key]);
    const [middle, least, most] = [median(all), Math.min(...all), Math.max(...all)];
    return `${middle.toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`.padEnd(21);
  });
  for (const name of [subject, yardstick]) {
    const of = (key) => median(results[name].map((each) => each[key]));
    const figures = [
      of('rate').toFixed(0).padStart(9),
      of('p50').toFixed(2).padStart(8),
      of('p99').toFixed(2).padStart(8),
      of('cpu').toFixed(0).padStart(7),
    ];
    const start = `${path.padEnd(6)}  ${String(connections).padStart(11)}  ${name.padEnd(13)}`;
    const refused = isOverload ? `${(100 * of('refused')).toFixed(1).padStart(5)} % refused  ` : '';
    const rest = name === subject ? shares.join('').trimEnd() : '';
    console.log(`${start} ${figures.join(' ')}  ${refused}${rest}`.trimEnd());
  }
}

/** A server with policies, memory and log, which in other modes has more options. */
function serve(name, options, rules = policies) {
  const kept = options.includes('--no-log') ? ['socket', 'memory'] : ['socket', 'memory', 'log'];
  const places = kept.flatMap((each) => [
    `--${each}`,
    join(folder, each === 'socket' ? `${name}.sock` : `${name}-${each}`),
  ]);
  return start(name, [
    ...flags,
    ...['dist/bylaw.cjs', 'serve', '--port', '0', '--policies', rules],
    ...places,
    ...options,
  ]);
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

function residentMegabytes(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}
