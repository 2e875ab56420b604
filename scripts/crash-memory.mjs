// Kills a server under load again and again, and asks what it still knows.
//
//   npm run build && node scripts/crash-memory.mjs [ROUNDS [SEED]]     20 rounds and seed 1 if nothing is said
//
// `bylaw serve` runs with a memory (and a decision log, where it has one) and is sent
// calls over its socket on several connections. Each round ends with SIGKILL in the
// middle of that. Whatever had been answered must still be known by the next server:
// each counted call, each label of a call that was asked about, each label of a call
// that was said to have succeeded. Calls without an answer are sent again, as a
// harness does, and must be counted once. At the end every session has exactly as
// many calls left of its limit as were not counted. Whatever is not so is printed,
// and the exit code is 1.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const rounds = Number(process.argv[2] ?? 20);
const seed = Number(process.argv[3] ?? 1);
if (!Number.isInteger(rounds) || !Number.isInteger(seed) || rounds < 1) {
  console.error('usage: node scripts/crash-memory.mjs [ROUNDS [SEED]]');
  process.exit(3);
}

const connections = 16;
const sessionCount = 8;
/** How many calls a session may make. Of those before the kills fewer are made, so that some are left. */
const limit = 50 * rounds;
/** About how many answers come before a kill. */
const perRound = (sessionCount * limit) / rounds / 2;

const command = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist', 'bylaw.cjs');
const home = mkdtempSync(join(tmpdir(), 'bylaw-crash-'));
const socket = join(home, 's.sock');
const memory = join(home, 'memory');
const log = join(home, 'log');
const env = { PATH: process.env.PATH, HOME: home };
const policy = `policy com.example.crash

defaults
  severity medium
  when unsure deny

label secret-asked on session lasts 1d
  when reads "/srv/secrets/**"

label vault-read on session lasts 1d
  when reads "/srv/vault/**" and it succeeded

limit fetches to ${limit} fetch per 1d per session

deny write-after-asking
  while secret-asked
  when writes "/srv/out/**"

deny delete-after-reading
  while vault-read
  when deletes "/srv/out/**"
`;

const help = run('serve', '--help').stdout;
if (!help.includes('--memory')) {
  console.error('this build of bylaw has no `serve --memory`: build one that remembers');
  process.exit(3);
}
const logs = help.includes('--log DIR');
const verifies = logs && run('log', 'verify', '--help').status === 0;

/** The same numbers for the same seed, from 0 to below 1 (a linear congruential generator). */
let state = seed >>> 0;
const chance = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
};

const sessions = Array.from({ length: sessionCount }, (_, index) => ({
  id: `session-${index}`,
  /** Fetches with an answer. */
  counted: 0,
  asked: false,
  succeeded: false,
}));
/** Calls without an answer, which are sent again. */
let open = [];
const counts = { answered: 0, again: 0, repeated: 0, labels: 0, successes: 0, kills: 0 };
const wrong = [];
const expect = (condition, what) => {
  if (!condition) wrong.push(what);
};
let server;
let ids = 0;
// However this ends, no server stays.
process.on('exit', () => server?.kill('SIGKILL'));

try {
  mkdirSync(join(home, 'policies'));
  writeFileSync(join(home, 'policies', 'crash.policy'), policy);
  for (let round = 0; round < rounds; round++) {
    server = await startServer();
    await check(round);
    await loadAndKill(Math.ceil(perRound * (0.5 + chance())));
  }
  server = await startServer();
  await check(rounds);
  await useUpLimits();
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
  report();
} finally {
  if (wrong.length === 0) rmSync(home, { recursive: true, force: true });
}
process.exitCode = wrong.length === 0 ? 0 : 1;

function run(...args) {
  return spawnSync(process.execPath, [command, ...args], { encoding: 'utf8', env });
}

async function startServer() {
  const args = ['serve', '--policies', join(home, 'policies'), '--socket', socket, '--memory', memory];
  const child = spawn(process.execPath, [command, ...args, ...(logs ? ['--log', log] : [])], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  const failed = once(child, 'exit').then(() => {
    throw new Error(`the server did not start:\n${said}`);
  });
  const ready = new Promise((resolve) => {
    child.stderr.on('data', (text) => {
      said += text;
      if (said.includes('bylaw is ready')) resolve(undefined);
    });
  });
  failed.catch(() => {});
  await Promise.race([ready, failed]);
  return child;
}

/** A call of a session, as an event before it. */
function callOf(session, tool) {
  const id = `event-${ids++}`;
  const time = new Date().toISOString();
  return {
    session,
    event: {
      id,
      source: 'urn:example:crash',
      type: 'tool.before',
      time,
      harness: { name: 'example-agent', version: '1.0.0' },
      session: { id: session.id, cwd: '/srv/work', workspaceRoots: ['/srv/work'] },
      call: { id: `call-${id}` },
      path: 'native',
      tool: { origin: 'native', ...tool },
    },
  };
}

function fetchOf(session) {
  return callOf(session, { name: 'WebFetch', kind: 'fetch', input: { url: 'https://docs.example.net/' } });
}

function readOf(session, path) {
  return callOf(session, { name: 'Read', kind: 'file_read', input: { file_path: path } });
}

function writeOf(session) {
  const input = { file_path: '/srv/out/x', content: 'x' };
  return callOf(session, { name: 'Write', kind: 'file_write', input });
}

function deleteOf(session) {
  return callOf(session, { name: 'Bash', kind: 'shell', input: { command: 'rm /srv/out/x' } });
}

/** One connection. `ask` gives the code of the denial, null where the call passes; rejects when the server is gone. */
async function openConnection() {
  const stream = connect(socket);
  await once(stream, 'connect');
  const waiting = new Map();
  let gone = false;
  stream.on('error', () => {});
  stream.on('close', () => {
    gone = true;
    for (const { reject } of waiting.values()) reject(new Error('the server is gone'));
  });
  const lines = createInterface({ input: stream });
  // It passes on what goes wrong with the stream, of which `close` tells as well.
  lines.on('error', () => {});
  lines.on('line', (line) => {
    // The last line of a server that is killed may be torn.
    const answer = parse(line);
    if (answer === undefined) return;
    const { resolve, reject } = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (answer.error === undefined) resolve(answer.result.effects[0]?.code ?? null);
    else reject(new Error(`an error instead of an answer: ${line}`));
  });
  return {
    ask: ({ event }) =>
      new Promise((resolve, reject) => {
        if (gone) return reject(new Error('the server is gone'));
        waiting.set(event.id, { resolve, reject });
        const params = { protocolVersion: 'draft', event, capabilities: { effects: ['deny'] } };
        stream.write(
          `${JSON.stringify({ jsonrpc: '2.0', id: event.id, method: 'hooks/intercept', params })}\n`,
        );
      }),
    end: () => stream.destroy(),
  };
}

function parse(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Says that a call succeeded, over HTTP, where that is answered: true if it was taken. */
function tell({ event }) {
  const { id, tool, ...rest } = event;
  const after = { ...rest, id: `${id}-after`, type: 'tool.after', tool, outcome: 'ok', items: [] };
  const params = { protocolVersion: 'draft', event: { ...after, execution: { status: 'executed' } } };
  const body = JSON.stringify({ jsonrpc: '2.0', method: 'hooks/observe', params });
  return new Promise((resolve) => {
    const sent = request(
      { socketPath: socket, path: '/hooks', method: 'POST', headers: { 'content-type': 'application/json' } },
      (answer) => {
        answer.resume();
        if (answer.statusCode !== 202) expect(false, `an outcome was answered with ${answer.statusCode}`);
        resolve(answer.statusCode === 202);
      },
    );
    sent.on('error', () => resolve(false));
    sent.end(body);
  });
}

/** Asks until so many answers have come, then kills the server while more are on their way. */
async function loadAndKill(answers) {
  const child = server;
  let left = answers;
  let killed = false;
  const kill = () => {
    if (killed) return;
    killed = true;
    counts.kills++;
    child.kill('SIGKILL');
  };
  const exit = once(child, 'exit');
  const lost = [];
  const ask = async (connection, call) => {
    try {
      const code = await connection.ask(call);
      counts.answered++;
      if (--left <= 0) kill();
      return code;
    } catch (error) {
      if (!killed) expect(false, `${call.event.id}: ${error.message}`);
      lost.push(call);
      return undefined;
    }
  };
  await Promise.all(
    Array.from({ length: connections }, async (_, index) => {
      const connection = await openConnection().catch(() => undefined);
      while (connection !== undefined && !killed) {
        const session = sessions[Math.floor(chance() * sessionCount)];
        const dice = chance();
        if (index === 0 && dice < 0.04) await askForSecret(connection, session);
        else if (index === 1 && dice < 0.04) await readVault(connection, session);
        else {
          const call = fetchOf(session);
          const code = await ask(connection, call);
          if (code === null) session.counted++;
          else if (code !== undefined) expect(false, `a fetch of ${session.id} was denied with ${code}`);
        }
      }
      connection?.end();
    }),
  );
  kill();
  await exit;
  open = lost;

  async function askForSecret(connection, session) {
    const code = await ask(connection, readOf(session, '/srv/secrets/key'));
    if (code === undefined) return;
    expect(code === null, `a read of ${session.id} was denied with ${code}`);
    if (!session.asked) counts.labels++;
    session.asked = true;
  }

  async function readVault(connection, session) {
    const call = readOf(session, '/srv/vault/key');
    if ((await ask(connection, call)) === undefined || !(await tell(call))) return;
    if (!session.succeeded) counts.successes++;
    session.succeeded = true;
  }
}

/** What must hold after a kill: calls without an answer are sent again, and what was known is known. */
async function check(round) {
  const connection = await openConnection();
  for (const call of open) {
    counts.again++;
    const code = await connection.ask(call);
    const { kind } = call.event.tool;
    expect(code === null, `${call.event.id}, sent again after kill ${round}, was denied with ${code}`);
    if (kind === 'fetch') call.session.counted++;
    else if (call.event.tool.input.file_path === '/srv/secrets/key') call.session.asked = true;
    // Once more, as a harness that lost the answer too: nothing is counted for it.
    counts.repeated++;
    expect((await connection.ask(call)) === code, `${call.event.id} was answered otherwise the second time`);
  }
  open = [];
  for (const session of sessions) {
    const afterAsking = await connection.ask(writeOf(session));
    if (session.asked)
      expect(afterAsking !== null, `after kill ${round} ${session.id} has lost the label secret-asked`);
    else expect(afterAsking === null, `after kill ${round} ${session.id} has a label that nothing set`);
    const afterReading = await connection.ask(deleteOf(session));
    if (session.succeeded)
      expect(afterReading !== null, `after kill ${round} ${session.id} has lost the label vault-read`);
  }
  connection.end();
}

/** Asks until each limit denies: what is left says what was counted. */
async function useUpLimits() {
  const connection = await openConnection();
  for (const session of sessions) {
    let passed = 0;
    while (passed <= limit && (await connection.ask(fetchOf(session))) === null) passed++;
    const counted = limit - passed;
    expect(
      counted === session.counted,
      `${session.id} made ${session.counted} fetches, and ${counted} of ${limit} were counted`,
    );
  }
  connection.end();
}

function report() {
  const made = sessions.reduce((sum, { counted }) => sum + counted, 0);
  console.log(
    `${counts.kills} times SIGKILL, seed ${seed}, ${connections} connections, ${sessionCount} sessions`,
  );
  console.log(`${String(counts.answered).padStart(8)}  calls answered before a kill`);
  console.log(`${String(counts.again).padStart(8)}  calls without an answer, sent again to the next server`);
  console.log(`${String(counts.repeated).padStart(8)}  of these sent once more, and answered the same`);
  console.log(`${String(made).padStart(8)}  fetches in all, each of which must be counted once`);
  console.log(`${String(counts.labels).padStart(8)}  labels set by calls that were answered`);
  console.log(`${String(counts.successes).padStart(8)}  labels set by successes that were taken`);
  if (verifies) {
    const { status, stdout, stderr } = run('log', 'verify', log);
    expect(status === 0, `the log does not verify:\n${stdout}${stderr}`);
    console.log(`          the log verifies: ${stdout.trim().split('\n').at(-1)}`);
  } else console.log('          no log was verified: this build has none');
  console.log(`          in ${memory}: ${readdirSync(memory).join(', ')}`);
  for (const what of wrong.slice(0, 50)) console.log(`WRONG: ${what}`);
  console.log(wrong.length === 0 ? 'nothing was lost' : `${wrong.length} things are wrong; see ${home}`);
}
