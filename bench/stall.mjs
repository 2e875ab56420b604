// How long one client waits for its small calls while another one sends what takes longest: alone, and beside requests of
// 64 KB, 1 MB and 5 MB. Server, sender and client are a process each.
//
//   npm run build && node bench/stall.mjs [SECONDS]
//
// The longest should be at most 50 ms, but for the short ones; on a machine with two cores other work, and the garbage of the client, are in it.
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { percentile } from '../scripts/statistics.mjs';
import { requestText } from './call-mix.mjs';
import { readGiven } from './usage.mjs';
import { worstTexts } from './worst-texts.mjs';

const help = `node bench/stall.mjs [SECONDS]

How long a client waits for small calls while another one sends what takes longest.

  SECONDS       for which each of the large requests is sent over and over, at least once (3)
`;

const kilo = 1000;
const shell = (command) => ({ command });
const many = (length, each, make) => Array.from({ length: Math.floor(length / each) }, (_, at) => make(at));
const structures = (length) => ({
  'empty lists': { command: 'ls', x: many(length, 3, () => []) },
  'names and values': {
    command: 'ls',
    x: Object.fromEntries(many(length, 22, (at) => [`key${at}`, `v${at}`])),
  },
});
const repeated = (length) => ({
  'rm over and over': shell('rm a;'.repeat(length / 5)),
  'words such as token': shell(`echo ${'token word '.repeat(length / 11)}`),
});
/** Of the worst texts those that take longest. */
const longest = [
  'files that are moved on',
  'two lists of Python that hold each other',
  'arrays that grow on either way',
  'a list of Node doubles',
];
const worst = (length) => Object.fromEntries(longest.map((name) => [name, shell(worstTexts(length)[name])]));

const requests = {
  '64 KB': { ...worst(64 * kilo), ...structures(64 * kilo) },
  '1 MB': { ...worst(1000 * kilo), ...repeated(1000 * kilo), ...structures(1000 * kilo) },
  '5 MB': { ...repeated(5000 * kilo), ...structures(5000 * kilo) },
  '3 KB': worst(3 * kilo),
};

/** The request with that input, in a session of its own. */
function largeText(index, input) {
  const message = JSON.parse(requestText('large', index));
  const { event } = message.params;
  event.session.id = 'session-of-the-large';
  event.tool = { name: 'Bash', kind: 'shell', origin: 'native', input };
  return JSON.stringify(message);
}

/** Asks one after the other on a connection; the answers are lines. */
async function connected(path) {
  const socket = connect(path);
  socket.setEncoding('latin1');
  await once(socket, 'connect');
  let answered = () => {};
  let pending = '';
  socket.on('data', (chunk) => {
    pending += chunk;
    if (!pending.endsWith('\n')) return;
    const line = pending;
    pending = '';
    answered(line);
  });
  return {
    ask: (text) =>
      new Promise((resolve) => {
        answered = resolve;
        socket.write(`${text}\n`);
      }),
    end: () => socket.destroy(),
  };
}

async function send({ path, group, name, seconds }) {
  const input = requests[group][name];
  const { ask, end } = await connected(path);
  const began = performance.now();
  let count = 0;
  do {
    const answer = await ask(largeText(count++, input));
    if (answer.includes('"error"')) throw new Error(`${group}, ${name}: ${answer.slice(0, 200)}`);
  } while (performance.now() - began < seconds * 1000);
  end();
  return { count, each: (performance.now() - began) / count };
}

async function measure(path, until) {
  const { ask, end } = await connected(path);
  const latencies = [];
  let isDone = false;
  const done = until().then((value) => {
    isDone = true;
    return value;
  });
  for (let index = 0; !isDone; index++) {
    const text = requestText(`small-${path}-${performance.now()}`, index);
    const began = performance.now();
    await ask(text);
    latencies.push(performance.now() - began);
    await pause(2);
  }
  end();
  return { latencies: latencies.sort((a, b) => a - b), sent: await done };
}

async function main() {
  const { seconds } = readGiven(help, [{ name: 'seconds', usual: 3, least: 1 }]);
  const root = join(dirname(fileURLToPath(import.meta.url)), '..');
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-bench-'));
  const path = join(folder, 'bylaw.sock');
  const places = ['memory', 'log', 'content'].flatMap((each) => [`--${each}`, join(folder, each)]);
  const server = spawn(
    process.execPath,
    ['dist/bylaw.cjs', 'serve', '--socket', path, '--policies', 'policies', ...places],
    { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  server.stderr.setEncoding('utf8');
  const [said] = await once(server.stderr, 'data');
  if (!said.includes('ready')) throw new Error(said);
  server.stderr.on('data', (text) => process.stderr.write(text));
  const sender = fork(fileURLToPath(import.meta.url), ['--send']);
  console.log(`Node ${process.version}; milliseconds of the second client, and of one large request`);
  console.log(
    `${''.padEnd(50)}${['median', 'p99', 'longest', 'calls', 'large'].map((each) => each.padStart(9)).join('')}`,
  );
  const show = (name, { latencies, sent }) => {
    const figures = [percentile(latencies, 0.5), percentile(latencies, 0.99), latencies.at(-1)];
    const shown = figures.map((each) => each.toFixed(1).padStart(9)).join('');
    const large = sent === undefined ? '' : sent.each.toFixed(0).padStart(9);
    console.log(`${name.padEnd(50)}${shown}${String(latencies.length).padStart(9)}${large}`);
  };
  try {
    await measure(path, () => pause(3000));
    show('alone', await measure(path, () => pause(seconds * 1000)));
    for (const [group, inputs] of Object.entries(requests)) {
      for (const name of Object.keys(inputs)) {
        const sending = async () => {
          sender.send({ path, group, name, seconds });
          const [sent] = await once(sender, 'message');
          if (sent.problem !== undefined) throw new Error(sent.problem);
          return sent;
        };
        show(`${group}, ${name}`, await measure(path, sending));
      }
    }
  } finally {
    sender.disconnect();
    server.kill();
    await once(server, 'exit');
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[2] === '--send') {
  process.on('message', async (plan) => {
    const sent = await send(plan).catch((error) => ({ problem: error.message }));
    process.send(sent);
  });
} else await main();
