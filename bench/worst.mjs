// How long the worst texts of 64 KB take that are known: processor time of deriving what a call does and of asking
// the shipped policies, each text in a process that is warm. What would take more is to be unknown instead.
//
//   node bench/worst.mjs [--only WORD]
//
// Exit code 1 where one takes more than 250 ms.
import { resolve } from 'node:path';
import { importSource, root } from '../scripts/import-source.mjs';
import { readGiven } from './usage.mjs';
import { worstTexts } from './worst-texts.mjs';

const help = `node bench/worst.mjs [--only WORD]

How long the worst texts of 64 KB take: processor time of deriving and deciding, the median of five.

  --only WORD    only texts with this word in their name
`;

const { only } = readGiven(help, [], { only: { type: 'string', default: '' } });
const most = 250;

const { derive, shellEvent, loadPolicies, evaluate } = await importSource(`
  export { derive } from './src/facts/facts.ts';
  export { evaluate } from './src/engine/evaluate.ts';
  export { loadPolicies } from './src/host/load/load.ts';
  export { shellEvent } from './test/variants/shell-event.ts';
`);
const { program } = loadPolicies([resolve(root, 'policies')], root);

const texts = worstTexts(65_000);

let slow = 0;
const rows = Object.entries(texts)
  .filter(([name]) => name.includes(only))
  .map(([name, command]) => ({ name, command, ...measured(command) }));
console.log(`the median of five, Node ${process.version}; processor time in ms, at most ${most}`);
for (const { name, time, causes } of rows.sort((a, b) => b.time - a.time)) {
  if (time > most) slow++;
  console.log(`${name.padEnd(42)}${time.toFixed(0).padStart(6)}  ${causes}`);
}
process.exitCode = slow > 0 ? 1 : 0;

function measured(command) {
  const times = [];
  let causes = '';
  for (let round = 0; round < 5; round++) {
    const event = shellEvent(command);
    const start = process.cpuUsage();
    const facts = derive(event);
    evaluate(program, facts);
    const { user, system } = process.cpuUsage(start);
    times.push((user + system) / 1000);
    causes = [...new Set(facts.effects.unknowns.map(({ why }) => why))].slice(0, 2).join('; ').slice(0, 70);
    // The first round is one of a process that has not compiled what the text needs.
    if (times.length > 2 && Math.min(...times) > 4 * most) break;
  }
  times.sort((a, b) => a - b);
  return { time: times[Math.floor(times.length / 2)], causes };
}
