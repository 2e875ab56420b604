// How fast `bylaw replay` is, and how much memory it takes, at 100,000 records and
// at a million: if the second figure is that of the first, memory is flat. The log
// is written by an engine and the log's own code, with a clock that is made up.
// Other work on the machine slows the events per second down, and hardly those per
// second of CPU.
//
//   npm run build && node bench/replay.mjs [RECORDS…]
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { readGiven } from './usage.mjs';

const help = `node bench/replay.mjs [RECORDS…]

How fast \`bylaw replay\` is, and how much memory it takes, for logs of some lengths.

  RECORDS   of each log (100000 1000000)
`;

const rules = 60;
/** Sessions that go on at the same time, and calls of each before another takes its place. */
const atOnce = 50;
const callsOfSession = 60;

/** What the shells of the sessions are given. */
const commands = [
  'npm test -- --run test/cart.test.ts 2>&1 | tail -40',
  'git status --short && git diff --stat',
  'rg -n "createOrder" src test | head -50',
  'sed -n 1,120p src/orders/create-order.ts',
  'curl -s https://registry.example.net/health',
  'git commit -m "Round prices before they are added"',
  'cat ~/.aws/credentials',
  'ls -la node_modules/.bin',
];

const [part, ...others] = process.send === undefined ? [] : process.argv.slice(2);
if (part === 'write') await writeLog(others[0], Number(others[1]));
else if (part === 'replay') await replay(others[0]);
else await main(readGiven(help, [{ name: 'records', usual: [100_000, 1_000_000], least: 1, form: 'rest' }]));

async function main({ records: sizes }) {
  console.log(`${rules} rules, two labels and two limits; Node ${process.version}`);
  console.log(
    '   records   log in MB   events per second   per second of CPU   peak RSS in MB   compared   changed',
  );
  for (const records of sizes) {
    const folder = mkdtempSync(join(tmpdir(), 'bylaw-bench-'));
    try {
      writePolicies(folder);
      await inChild(['write', folder, `${records}`]);
      const { size } = statSync(join(folder, 'log', 'decisions-000001.ndjson'));
      const { seconds, cpu, rss, report } = await inChild(['replay', folder]);
      const rate = (time) => Math.round(records / time).toLocaleString('en-US');
      const cells = [
        records.toLocaleString('en-US').padStart(10),
        (size / 1e6).toFixed(0).padStart(12),
        rate(seconds).padStart(20),
        rate(cpu).padStart(20),
        (rss / 1e6).toFixed(0).padStart(17),
        report.compared.toLocaleString('en-US').padStart(11),
        report.changed.toLocaleString('en-US').padStart(10),
      ];
      console.log(cells.join(''));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

/** Each part in a process of its own, so that the peak is that of the replay alone. */
async function inChild(args) {
  const child = fork(fileURLToPath(import.meta.url), args);
  let answer;
  child.on('message', (message) => {
    answer = message;
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${args[0]} failed`);
  return answer;
}

async function replay(folder) {
  const { run } = await import('./bylaw.mjs');
  const stdout = new PassThrough();
  let text = '';
  stdout.on('data', (chunk) => {
    text += chunk;
  });
  const began = performance.now();
  const code = await run(['replay', 'log', '--policies', 'next', '--json'], {
    stdin: new PassThrough(),
    stdout,
    stderr: process.stderr,
    cwd: folder,
    env: {},
    stop: new AbortController().signal,
  });
  if (code !== 0) throw new Error(`bylaw replay ended with ${code}`);
  const seconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage();
  process.send({
    seconds,
    cpu: (user + system) / 1e6,
    rss: process.resourceUsage().maxRSS * 1024,
    report: JSON.parse(text),
  });
}

// ── the log ─────────────────────────────────────────────────────────────────────────────

async function writeLog(folder, records) {
  const { decodeEvent, digest, Engine, loadPolicies, openImmediateLog, openVolatileStore, withLog } =
    await import('./bylaw.mjs');
  const { program } = loadPolicies(['now'], folder);
  let clock = Date.UTC(2026, 9, 1);
  const now = () => clock;
  const policies = 'a'.repeat(64);
  const log = openImmediateLog({
    folder: join(folder, 'log'),
    start: { bylaw: '0.1.0', by: 'library', policies, inputs: 'masked' },
    whenFull: 'block',
    stays: true,
    now,
    rotation: { maxSize: 1e12, maxAge: 1e12, keep: 10 },
  });
  const store = openVolatileStore({ sessions: 1000 });
  const point = withLog(new Engine({ program, memory: { store, now, digest } }), log, { policies });
  const random = randomOf(7);
  const sessions = Array.from({ length: atOnce }, (_, index) => ({ name: `session-${index}`, calls: 0 }));
  let named = atOnce;
  for (let made = 0; made < records; ) {
    clock += Math.floor(random() * 600);
    const slot = Math.floor(random() * atOnce);
    const session = sessions[slot];
    if (session.calls++ >= callsOfSession) sessions[slot] = { name: `session-${named++}`, calls: 0 };
    const before = callOf(session, random, new Date(clock).toISOString());
    const decision = point.decide(decodeEvent(before).event);
    made++;
    // The agent asks once more now and then, and does not hear the answer.
    if (made < records && random() < 0.01) {
      point.decide(decodeEvent(before).event);
      made++;
    }
    if (made < records && decision.effect === 'none' && random() < 0.95) {
      clock += Math.floor(random() * 400);
      point.observe(decodeEvent(afterOf(before, new Date(clock).toISOString(), random() < 0.1)).event);
      made++;
    }
  }
  log.close();
}

/** The same numbers in each run. */
function randomOf(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function callOf({ name, calls }, random, time) {
  const pick = random();
  const index = Math.floor(random() * commands.length);
  const tools = [
    { name: 'Bash', kind: 'shell', input: { command: commands[index], description: 'one step of the task' } },
    { name: 'Read', kind: 'file_read', input: { file_path: `/home/sam/shop/src/file-${index}.ts` } },
    {
      name: 'Edit',
      kind: 'file_write',
      input: {
        file_path: `/home/sam/shop/src/file-${index}.ts`,
        old_string: 'const total = prices.reduce(sum);\n'.repeat(4),
        new_string: 'const total = prices.map(round).reduce(sum);\n'.repeat(4),
      },
    },
    { name: 'WebFetch', kind: 'fetch', input: { url: `https://site-${index}.example.net/page` } },
  ];
  const tool = tools[pick < 0.5 ? 0 : pick < 0.7 ? 1 : pick < 0.9 ? 2 : 3];
  const id = `${name}-call-${calls}`;
  return {
    id: `before-${id}`,
    source: 'urn:example:harness',
    type: 'tool.before',
    time,
    path: 'native',
    harness: { name: 'example', version: '1.2.3' },
    session: { id: name, cwd: '/home/sam/shop', workspaceRoots: ['/home/sam/shop'] },
    call: { id },
    tool: { ...tool, origin: 'native' },
  };
}

function afterOf(before, time, failed) {
  return {
    ...before,
    id: before.id.replace('before', 'after'),
    type: 'tool.after',
    time,
    execution: { status: 'executed' },
    items: [],
    ...(failed ? { outcome: 'error', error: { class: 'tool', message: 'exit code 1' } } : { outcome: 'ok' }),
  };
}

// ── the policies ────────────────────────────────────────────────────────────────────────

function writePolicies(folder) {
  for (const name of ['now', 'next']) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'bench.policy'), policyText(name === 'next'));
  }
}

/** What was in force has one rule, so that a log is written in less time than it is replayed in. */
function policyText(isNext) {
  if (!isNext) return 'policy com.example.bench\n\ndeny releases\n  when tool "Release"\n';
  const forms = [
    (n) => `when runs "program-${n}" or "tool-${n}"`,
    (n) => `when writes "/srv/area-${n}/**"`,
    (n) => `when connects to "host-${n}.example.org"`,
    (n) => `when any text in input matches /token-${n}-[0-9a-f]{16}/`,
    (n) => `when tool "Tool${n}" and input.owner is not "example-${n}"`,
    (n) => `when reads "**/secret-${n}/*.key"`,
  ];
  const plain = Array.from(
    { length: rules - 2 },
    (_, n) => `deny rule-${n}\n  ${forms[n % forms.length](n)}\n  when unsure note\n  reason "Rule ${n}."\n`,
  );
  return `policy com.example.bench

label secret-seen on session lasts 5m
  when reads "~/.aws/**" and it succeeded

label hammering on session lasts 10m
  when denied 5 times within 5m by "com.example.bench.*"

limit fetch-rate to 20 fetch per 1m per session
  reason "Limit of {limit} fetches per {period} reached; next at {retry-at}."

limit call-rate to 1000 shell per 1m per source
  reason "Limit of {limit} commands per {period} reached."

deny exfil-after-secret
  while secret-seen
  when connects to "*.example.net"
  when unsure note
  reason "A secret was read {since secret-seen} ago."

deny quiet-please
  while hammering
  when kind is shell
  reason "Too many denials."

${plain.join('\n')}`;
}
