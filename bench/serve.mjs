// hooks/intercept over HTTP beside a bare fastify echo of the same body, in one run:
// the two are loaded in turn, so that what the machine does meanwhile hits both.
//
//   npm run build && node bench/serve.mjs [rounds] [requests per round]
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load, median, percentile } from './load.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const rounds = Number(process.argv[2] ?? 5);
const requests = Number(process.argv[3] ?? 4000);
const content = mkdtempSync(join(tmpdir(), 'bylaw-bench-'));

const message = JSON.parse(readFileSync(join(root, 'examples', 'shell-call.json'), 'utf8'));
message.params.event.tool = {
  name: 'Read',
  kind: 'file_read',
  origin: 'native',
  input: { file_path: 'src/main.ts' },
};
let count = 0;
/** Each request is an event of its own: none is answered from what was kept for retries. */
const body = () => {
  const id = `bench-${count++}`;
  return JSON.stringify({
    ...message,
    id,
    params: { ...message.params, event: { ...message.params.event, id } },
  });
};

const servers = {
  bylaw: await start([
    'dist/cli/main.js',
    'serve',
    '--no-log',
    '--port',
    '0',
    '--policies',
    'policies',
    '--content',
    content,
  ]),
  echo: await start(['bench/echo.mjs']),
};
console.log(
  `${rounds} rounds of ${requests} requests of ${body().length} bytes for each server, in turn; Node ${process.version}`,
);
console.log('connections  server     req/s   p50 ms   p99 ms   of echo (req/s)');
for (const connections of [1, 10, 100]) {
  const results = { bylaw: [], echo: [] };
  await Promise.all(Object.values(servers).map((server) => measure(server, connections, requests)));
  for (let round = 0; round < rounds; round++) {
    for (const [name, server] of Object.entries(servers))
      results[name].push(await measure(server, connections, requests));
  }
  const ratios = results.bylaw.map((each, index) => each.rate / results.echo[index].rate);
  for (const name of ['bylaw', 'echo']) {
    const of = (key) => median(results[name].map((each) => each[key]));
    const share =
      name === 'bylaw'
        ? `${(median(ratios) * 100).toFixed(0)} % (${(Math.min(...ratios) * 100).toFixed(0)} to ${(Math.max(...ratios) * 100).toFixed(0)})`
        : '';
    console.log(
      `${String(connections).padStart(11)}  ${name.padEnd(6)} ${of('rate').toFixed(0).padStart(9)} ${of('p50').toFixed(2).padStart(8)} ${of('p99').toFixed(2).padStart(8)}   ${share}`,
    );
  }
}
for (const [name, { child }] of Object.entries(servers))
  console.log(`resident memory of ${name} after the run: ${residentMegabytes(child.pid)} MB`);
for (const { child } of Object.values(servers)) child.kill();
rmSync(content, { recursive: true, force: true });

async function measure({ port }, connections, requests) {
  const { seconds, latencies, statuses } = await load({
    port,
    path: '/hooks',
    bodies: body,
    connections,
    requests,
  });
  if (statuses.get('200') !== requests)
    throw new Error(`not every request was answered: ${JSON.stringify([...statuses])}`);
  const sorted = [...latencies].sort((a, b) => a - b);
  return { rate: requests / seconds, p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) };
}

function start(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
    child.stderr.setEncoding('utf8');
    child.stderr.on('data', (text) => {
      const port = /127\.0\.0\.1:(\d+)/.exec(text)?.[1];
      if (port === undefined) reject(new Error(text));
      else resolve({ child, port: Number(port) });
    });
    child.on('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
}

function residentMegabytes(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}
