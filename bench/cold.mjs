// What the same decisions take where nothing of them is at hand in the processor: right after one another, after a
// pause, and after other memory has been touched. A server that is asked now and then, or works on other things in
// between, is in the second or third of these; what is measured in a tight loop is the first.
//
//   node bench/cold.mjs [ROUNDS]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { median } from '../scripts/statistics.mjs';
import { callMix, requestText } from './call-mix.mjs';
import { writeManyRules } from './served-rules.mjs';
import { readGiven } from './usage.mjs';

const help = `node bench/cold.mjs [ROUNDS]

What reading a message and deciding it take, in microseconds of the clock: at once after the one before, after a
pause of 0.1 ms, and after 2 MiB of other memory have been touched.

  ROUNDS   in which each has a turn (7)
`;

const { rounds } = readGiven(help, [{ name: 'rounds', usual: 7, least: 1 }]);

// Only now, so that bylaw is loaded for measuring alone.
const { decodeText, deriveFor, evaluate, loadPolicies } = await import('./bylaw.mjs');

const shipped = join(dirname(fileURLToPath(import.meta.url)), '..', 'policies');
const folder = mkdtempSync(join(tmpdir(), 'bylaw-bench-'));
const told = writeManyRules(folder, shipped, 500);
const { program } = loadPolicies([folder], folder, { runsTests: false });
rmSync(folder, { recursive: true });
program.index.prepare();

const clock = new Int32Array(new SharedArrayBuffer(4));
const other = new Uint8Array(2 * 1024 * 1024);
const line = 64;
/** What is done before each message. */
const before = {
  'at once': () => {},
  'after a pause': () => Atomics.wait(clock, 0, 0, 0.1),
  'after other memory': () => {
    for (let at = 0; at < other.length; at += line) other[at]++;
  },
};
const calls = 2000;
const warmUp = 40_000;
let asked = 0;

/** Reads and decides so many new messages. @returns microseconds of each, in the middle */
function decideAll(count, prepare) {
  const texts = Array.from({ length: count }, () => requestText('cold', asked++));
  const reading = [];
  const deciding = [];
  for (const text of texts) {
    prepare();
    const start = performance.now();
    const message = decodeText(text);
    const read = performance.now();
    evaluate(program, deriveFor(program, message.event));
    deciding.push((performance.now() - read) * 1000);
    reading.push((read - start) * 1000);
  }
  return { reading: median(reading), deciding: median(deciding) };
}

decideAll(warmUp, before['at once']);
const results = Object.fromEntries(Object.keys(before).map((name) => [name, []]));
for (let round = 0; round < rounds; round++) {
  for (const [name, prepare] of Object.entries(before)) results[name].push(decideAll(calls, prepare));
}
console.log(`${callMix}; ${told}`);
console.log(`${rounds} rounds of ${calls} messages each, in turns; Node ${process.version}`);
console.log(`${' '.repeat(20)}read µs  decide µs  times at once`);
const [first] = Object.keys(before);
const totalOf = ({ reading, deciding }) => reading + deciding;
for (const [name, found] of Object.entries(results)) {
  const ratio = median(found.map((each, round) => totalOf(each) / totalOf(results[first][round])));
  const middle = (key) => median(found.map((each) => each[key])).toFixed(1);
  console.log(
    `${name.padEnd(20)}${middle('reading').padStart(7)}${middle('deciding').padStart(11)}${ratio.toFixed(1).padStart(15)}`,
  );
}
