// How long deriving the effects of a shell command takes, warm, beside parsing a JSON text of the same length in
// the same run: what the machine does meanwhile hits both.
//
//   node bench/derive.mjs [ROUNDS] [--policies DIR]
//
// Says the median and p95 for ordinary commands under 200 characters, for one of 4 KB, and the distribution over
// the commands in the tests of the policies. An event is made anew for each measurement: nothing is remembered.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { importSource, root } from '../scripts/import-source.mjs';
import { median, percentile } from '../scripts/statistics.mjs';
import { readGiven, refuse } from './usage.mjs';

const help = `node bench/derive.mjs [ROUNDS] [--policies DIR]

How long deriving the effects of a shell command takes, beside parsing a JSON text of the same length.

  ROUNDS           in which each command has a turn (200)
  --policies DIR   whose tests have commands to measure as well (those that ship with bylaw)
`;

const { rounds, policies } = readGiven(help, [{ name: 'rounds', usual: 200, least: 1 }], {
  policies: { type: 'string', default: resolve(root, 'policies') },
});
if (!existsSync(policies))
  refuse(`\`--policies ${policies}\` cannot be read: there is no such file or folder.`);

const { derive, shellEvent, ordinaryCommands, loadPolicies } = await importSource(`
  export { derive } from './src/facts/facts.ts';
  export { shellEvent } from './test/variants/shell-event.ts';
  export { ordinaryCommands } from './test/variants/ordinary-commands.ts';
  export { loadPolicies } from './src/host/load/load.ts';
`);

const short = ordinaryCommands.filter((command) => command.length < 200);
const long = longCommand(4096);
const { program } = loadPolicies([resolve(policies)], root);
const tests = [
  ...new Set(
    (program?.rules ?? []).flatMap((rule) =>
      rule.tests.flatMap(({ call }) => (call.kind === 'command' ? [call.command] : [])),
    ),
  ),
];

let sink = 0;
console.log(`${rounds} rounds, Node ${process.version}; times in µs`);
console.log('commands                            count    median       p95      most    of JSON.parse');
report('ordinary, under 200 characters', short, rounds);
report('ordinary, each at its median', short, rounds, true);
report(`one of ${long.length} characters`, [long], rounds);
report('tests of the policies', tests, Math.max(5, Math.ceil(rounds / 10)));
report('tests, each at its median', tests, Math.max(5, Math.ceil(rounds / 10)), true);
if (sink === 0) console.log('nothing was derived');

/** Measures commands in turn with the yardstick; `each` takes the median of every command before the distribution. */
function report(name, commands, times, each = false) {
  if (commands.length === 0) {
    console.log(`${name.padEnd(34)} none`);
    return;
  }
  for (let round = 0; round < 30; round++) for (const command of commands) time(command);
  const own = commands.map(() => []);
  const yardstick = commands.map(() => []);
  for (let round = 0; round < times; round++) {
    commands.forEach((command, index) => {
      own[index].push(time(command));
      yardstick[index].push(timeOfJson(command));
    });
  }
  const values = (each ? own.map(median) : own.flat()).sort((a, b) => a - b);
  const base = median(yardstick.map(median));
  const show = (value) => (value * 1000).toFixed(1).padStart(9);
  const of = (median(values) / base).toFixed(0);
  console.log(
    `${name.padEnd(34)} ${String(commands.length).padStart(5)} ${show(median(values))} ${show(percentile(values, 0.95))} ${show(values.at(-1))}    ×${of}`,
  );
}

function time(command) {
  const event = shellEvent(command);
  const start = performance.now();
  const { effects } = derive(event);
  const taken = performance.now() - start;
  sink += effects.commands.length;
  return taken;
}

/** A list of short texts that is as long as the command; parsed ten times, since once is below the clock's grain. */
function timeOfJson(command) {
  const text = JSON.stringify(command.split(/\s+/)).slice(0, -1).concat(']');
  const start = performance.now();
  for (let count = 0; count < 10; count++) sink += JSON.parse(text).length;
  return (performance.now() - start) / 10;
}

/** What agents make: a here-document with a script, and a few commands around it. */
function longCommand(length) {
  const head = 'cd /home/user/project && git status --short\n';
  let text = head;
  for (let index = 0; text.length < length; index++)
    text += `${ordinaryCommands[index % ordinaryCommands.length]}\n`;
  const cut = text.lastIndexOf('\n', length);
  return text.slice(0, cut);
}
