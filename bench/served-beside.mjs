// `bylaw serve` beside what people would build instead: fastify with cedar-wasm, and with cel-js. The same rules on
// kind, tool and one field, the same TLS, and a log that has each decision before its answer. All servers run at once
// and are asked in turn, so that what the machine does meanwhile hits them all: it is the ratios that count. A fourth
// server is fastify without an engine: what it reaches is the most that any engine behind it could.
//
//   npm run build && npm ci --prefix bench && node bench/served-beside.mjs [options]
import { execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { median, percentile, ratios } from '../scripts/statistics.mjs';
import { load } from './load.mjs';
import { processorSeconds } from './processes.mjs';
import { fieldPolicy, fieldRequest } from './served-texts.mjs';
import { readOptions, runBench, wholeNumber } from './usage.mjs';

const help = `node bench/served-beside.mjs [options]

What \`bylaw serve\` decides beside fastify with another engine, over TLS and with a log, in turns.

  --rules N         so many rules (500)
  --rounds N        rounds in which each server has a turn (7)
  --requests N      in a turn (3000)
  --connections N   at the same time (10)
  --inputs WHAT     what bylaw's log keeps of inputs (masked): masked, as its users have it, or full, as the others do
`;

/** What each ratio must reach, by the number of rules: decisions a second of bylaw, in those of the other. */
const aims = { cedar: { 500: 10 }, 'cel-js': { 500: 2, 5000: 20 } };

/** The engine that costs nothing. */
const floor = 'known';

const root = fileURLToPath(new URL('..', import.meta.url));
const isClient = process.argv[2] === '--client';
if (isClient) process.on('message', async (plan) => process.send(await ask(plan)));
else await runBench(main);

async function main() {
  const options = readOptions({
    rules: { type: 'string', default: '500' },
    rounds: { type: 'string', default: '7' },
    requests: { type: 'string', default: '3000' },
    connections: { type: 'string', default: '10' },
    inputs: { type: 'string', default: 'masked' },
    help: { type: 'boolean', default: false },
  });
  if (options.help) {
    console.log(help);
    return 0;
  }
  const [rules, rounds, requests, connections] = ['rules', 'rounds', 'requests', 'connections'].map((name) =>
    wholeNumber(name, options[name], 1),
  );
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-bench-'));
  const children = [];
  try {
    const servers = await startAll(folder, rules, options.inputs, children);
    const client = fork(fileURLToPath(import.meta.url), ['--client']);
    children.push(client);
    const measured = await askInTurns(servers, client, { rules, rounds, requests, connections });
    return report(measured, { rules, rounds, requests, connections });
  } finally {
    for (const child of children) child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts the servers, each with the same key, certificate and rules. */
async function startAll(folder, rules, inputs, children) {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '1'];
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  execFileSync('openssl', [...made, ...subject, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  const policies = join(folder, 'policies');
  mkdirSync(policies);
  writeFileSync(join(policies, 'served.policy'), fieldPolicy(rules));
  const places = ['memory', 'log', 'content'].flatMap((name) => [`--${name}`, join(folder, name)]);
  const serve = ['serve', '--port', '0', '--policies', policies, ...places, '--log-inputs', inputs];
  const tls = ['--tls-certificate', certificate, '--tls-key', key];
  const start = async (name, args) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
    children.push(child);
    return {
      name,
      child,
      where: { port: await portOf(child), host: '127.0.0.1', ca: readFileSync(certificate, 'utf8') },
    };
  };
  const rival = (engine) =>
    start(engine, [
      'bench/rival.mjs',
      engine,
      String(rules),
      join(folder, `${engine}.log`),
      key,
      certificate,
    ]);
  return [
    await start('bylaw', ['dist/bylaw.cjs', ...serve, ...tls]),
    await rival('cedar'),
    await rival('cel-js'),
    await rival(floor),
  ];
}

/** The port that a server says it listens on. */
function portOf(child) {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stderr.setEncoding('utf8');
    child.stderr.on('data', (part) => {
      said += part;
      const port = /127\.0\.0\.1:(\d+)/.exec(said)?.[1];
      if (port !== undefined) resolve(Number(port));
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
  });
}

async function askInTurns(servers, client, { rules, rounds, requests, connections }) {
  const figures = Object.fromEntries(servers.map(({ name }) => [name, []]));
  let runs = 0;
  const turn = async ({ child, where }, requests) => {
    const before = processorSeconds(child.pid);
    client.send({ where, run: `run-${++runs}`, connections, requests, rules });
    const [{ seconds, p99, denied, failed }] = await once(client, 'message');
    const expected = Math.floor((requests + 9) / 20);
    if (failed > 0 || denied !== expected)
      throw new Error(`${denied} denied instead of ${expected}, ${failed} failed`);
    const cpu = ((processorSeconds(child.pid) - before) / requests) * 1e6;
    return { rate: requests / seconds, p99, cpu };
  };
  for (const server of servers) await turn(server, Math.min(requests, 2000));
  for (let round = 0; round < rounds; round++)
    for (const server of servers) figures[server.name].push(await turn(server, requests));
  return figures;
}

/** In the client: one turn, and what it took. */
async function ask({ rules, ...plan }) {
  const text = (run, index) => fieldRequest(run, index, rules).text;
  const { seconds, latencies, statuses, denied } = await load({ ...plan, text });
  return {
    seconds,
    denied,
    p99: percentile(latencies, 0.99),
    failed: plan.requests - (statuses['200'] ?? 0),
  };
}

/** Prints the figures and the ratios; returns the exit code, 1 where a ratio misses its aim. */
function report(figures, { rules, rounds, requests, connections }) {
  console.log(
    `${rules} rules, ${connections} connections, ${rounds} rounds of ${requests} calls, Node ${process.version}`,
  );
  console.log(
    '| server | decisions a second | p99, ms | µs of the processor | bylaw decides | p99 of bylaw | no engine decides |',
  );
  console.log('|:--|--:|--:|--:|--:|--:|--:|');
  const of = (name, key) => figures[name].map((each) => each[key]);
  let missed = 0;
  for (const name of Object.keys(figures)) {
    const row = [
      median(of(name, 'rate')).toFixed(0),
      median(of(name, 'p99')).toFixed(1),
      median(of(name, 'cpu')).toFixed(0),
    ];
    if (name !== 'bylaw') {
      const faster = median(ratios(of('bylaw', 'rate'), of(name, 'rate')));
      const slower = median(ratios(of('bylaw', 'p99'), of(name, 'p99')));
      const aim = aims[name]?.[rules];
      if (name !== floor && (slower > 1 || (aim !== undefined && faster < aim))) missed++;
      row.push(
        `${faster.toFixed(1)} times${verdict(faster >= aim, aim)}`,
        `${slower.toFixed(2)} times${verdict(slower <= 1, name === floor ? undefined : 1)}`,
        `${median(ratios(of(floor, 'rate'), of(name, 'rate'))).toFixed(1)} times`,
      );
    } else row.push('', '', '');
    console.log(`| ${name} | ${row.join(' | ')} |`);
  }
  return missed === 0 ? 0 : 1;
}

function verdict(isReached, aim) {
  if (aim === undefined) return '';
  return isReached ? ` (aim ${aim})` : ` (MISSED ${aim})`;
}
