// Throws commands at the analysis of shells, and counts what it says. Any command that breaks a law
// (test/variants/arbitrary-command.ts) is printed, and the exit code is 1.
//
//   node scripts/fuzz-shell.mjs [COUNT [SEED]]     100,000 commands and seed 1 if nothing is said
import { importSource } from './import-source.mjs';

const count = Number(process.argv[2] ?? 100_000);
const seed = Number(process.argv[3] ?? 1);
if (!Number.isInteger(count) || !Number.isInteger(seed) || count < 1) {
  console.error('usage: node scripts/fuzz-shell.mjs [COUNT [SEED]]');
  process.exit(3);
}

/** Milliseconds that no command may take, however hostile: a harness gives up on a hook after some seconds. */
const longest = 2000;

const { drawCommand, obeysShellLaws, chanceOf } = await importSource(`
  export { drawCommand, obeysShellLaws } from './test/variants/arbitrary-command.ts';
  export { chanceOf } from './test/pattern/path-pairs.ts';
`);

const chance = chanceOf(seed);
const sorts = new Map();
const broken = new Map();
const reasons = new Map();
const slowest = [];
let characters = 0;
let largestHeap = 0;
const started = performance.now();
for (let index = 1; index <= count; index++) {
  const command = drawCommand(chance);
  characters += command.text.length;
  const tally = sorts.get(command.sort) ?? { count: 0, quiet: 0, unknown: 0, time: 0, most: 0 };
  sorts.set(command.sort, tally);
  tally.count++;
  try {
    const { effects, time } = obeysShellLaws(command, index % 5 === 0 || command.text.length < 100);
    tally.time += time;
    tally.most = Math.max(tally.most, time);
    if (effects.unknowns.length > 0) tally.unknown++;
    if (Object.values(effects).every((list) => list.length === 0)) tally.quiet++;
    for (const why of new Set(effects.unknowns.map((part) => generalise(part.why))))
      reasons.set(why, (reasons.get(why) ?? 0) + 1);
    keepSlowest(command, time);
    if (time > longest) throw new Error(`it took ${time.toFixed(0)} ms`);
  } catch (error) {
    complain(command, error);
  }
  if (index % 1000 === 0) {
    largestHeap = Math.max(largestHeap, process.memoryUsage().heapUsed);
    if (process.stderr.isTTY) process.stderr.write(`\r${index} of ${count}`);
  }
}
if (process.stderr.isTTY) process.stderr.write('\r');

const seconds = (performance.now() - started) / 1000;
console.log(`${count} commands, ${characters} characters, seed ${seed}, ${seconds.toFixed(0)} s`);
console.log('sort            count   with unknown   nothing said   mean µs    most ms');
for (const [sort, tally] of [...sorts].sort((a, b) => b[1].count - a[1].count)) {
  const mean = ((1000 * tally.time) / tally.count).toFixed(0);
  console.log(
    `${sort.padEnd(13)} ${String(tally.count).padStart(7)} ${String(tally.unknown).padStart(14)} ${String(tally.quiet).padStart(14)} ${mean.padStart(9)} ${tally.most.toFixed(1).padStart(10)}`,
  );
}
console.log('why something is unknown, by commands:');
for (const [why, times] of [...reasons].sort((a, b) => b[1] - a[1]).slice(0, 30))
  console.log(`${String(times).padStart(8)}  ${why}`);
console.log('the slowest:');
for (const { time, command } of slowest)
  console.log(
    `${time.toFixed(1).padStart(9)} ms  ${command.sort}, ${command.text.length} characters: ${JSON.stringify(command.text.slice(0, 80))}`,
  );
const resident = process.resourceUsage().maxRSS / 1024;
console.log(
  `largest heap seen ${(largestHeap / 2 ** 20).toFixed(0)} MB, resident at most ${resident.toFixed(0)} MB`,
);
if (broken.size > 0) {
  console.log('laws that were broken:');
  for (const [message, { times, example }] of [...broken].sort((a, b) => b[1].times - a[1].times))
    console.log(`${String(times).padStart(8)}  ${message}\n          ${JSON.stringify(example)}`);
}
console.log(broken.size === 0 ? 'every law held' : `${broken.size} sorts of broken laws`);
process.exitCode = broken.size === 0 ? 0 : 1;

/** One entry for each message, with the shortest command that gives it. */
function complain({ text, tool, sort }, error) {
  const place = /\n\s+at (\S+)/.exec(error.stack ?? '')?.[1] ?? '';
  const key = `${generalise(error.message)} (${place})`;
  const entry = broken.get(key) ?? { times: 0, example: undefined };
  entry.times++;
  if (entry.example === undefined || text.length < entry.example.length) {
    entry.example = { tool, sort, length: text.length, text: text.slice(0, 2000) };
  }
  broken.set(key, entry);
}

function keepSlowest(command, time) {
  slowest.push({ time, command });
  slowest.sort((a, b) => b.time - a.time);
  slowest.length = Math.min(slowest.length, 10);
}

function generalise(message) {
  return message
    .replace(/`[^`]*`/g, '`…`')
    .replace(/\d+/g, 'N')
    .slice(0, 160);
}
