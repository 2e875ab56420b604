// Decisions per second with memory and log on, beside off, in one run. Run
//   node bench/remembering.mjs [DECISIONS]
// Each way decides as many calls, in turns of a tenth; 16 are under way at once, as
// in a server. `memory` is the embedded store, `log` a log that calls wait for.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { readGiven } from './usage.mjs';

const help = `node bench/remembering.mjs [DECISIONS]

Decisions per second with memory and log on, beside off.

  DECISIONS   of each way (20000)
`;

const turns = 10;
const { decisions } = readGiven(help, [{ name: 'decisions', usual: 20_000, least: turns }]);

// Only now, so that bylaw is loaded for measuring alone.
const { decodeEvent, Engine, loadPolicies, openLog, openMemory, withLog } = await import('./bylaw.mjs');

const folder = mkdtempSync(join(tmpdir(), 'bylaw-bench-'));
writeFileSync(
  join(folder, 'memory.policy'),
  `policy com.example.memory
list secret-files = paths "~/.aws/**", "**/.env"
label secret-seen on session lasts 30m
  when reads @secret-files and it succeeded
label hammering on session lasts 10m
  when denied 3 times within 5m by "com.example.memory.*"
limit shell-rate to 1000 shell per 10m per session
deny exfil-after-secret
  while secret-seen
  when connects to anything
  when unsure note
deny while-hammering
  while hammering
  when kind is shell
  when unsure note
deny force-push
  when runs "git push" with --force
  when unsure note
`,
);
const { program, digest } = loadPolicies([folder], '/');
const log = await openLog({
  folder: join(folder, 'log'),
  start: { bylaw: 'bench', by: 'serve', policies: digest, inputs: 'masked' },
  whenFull: 'block',
});
const engineWith = (name) =>
  new Engine({ program, memory: openMemory(program, { folder: join(folder, name) }), keptAnswers: 0 });
const ways = {
  off: new Engine({ program, keptAnswers: 0 }),
  memory: engineWith('memory'),
  log: withLog(new Engine({ program, keptAnswers: 0 }), log, { policies: digest }),
  'memory and log': withLog(engineWith('both'), log, { policies: digest }),
};

const commands = ['npm test', 'git status', 'cat src/a.ts | head', 'git push --force origin main', 'ls -la'];
let ids = 0;
function nextEvent() {
  const id = `event-${++ids}`;
  const decoded = decodeEvent(
    {
      id,
      type: 'tool.before',
      session: { id: `s${ids % 64}`, cwd: '/home/user/project' },
      call: { id },
      tool: { name: 'Bash', kind: 'shell', input: { command: commands[ids % commands.length] } },
    },
    id,
  );
  if (!decoded.ok) throw new Error(decoded.problem.message);
  return decoded.event;
}

const spent = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
for (let turn = 0; turn <= turns; turn++) {
  for (const [name, point] of Object.entries(ways)) {
    const events = Array.from({ length: decisions / turns }, nextEvent);
    const began = performance.now();
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        for (let event = events.pop(); event !== undefined; event = events.pop()) await point.decide(event);
      }),
    );
    // The first turn is for the compiler.
    if (turn > 0) spent[name].push((performance.now() - began) / 1000);
  }
}
await log.close();
rmSync(folder, { recursive: true, force: true });

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
const rates = Object.fromEntries(
  Object.entries(spent).map(([name, seconds]) => [name, decisions / turns / median(seconds)]),
);
for (const [name, rate] of Object.entries(rates)) {
  process.stdout.write(
    `${name.padEnd(16)} ${Math.round(rate).toLocaleString('en-US').padStart(8)} decisions/s   ${(rate / rates.off).toFixed(2)} of off\n`,
  );
}
