// How long deriving what a call does takes, by sort of call: processor time, the least of many rounds, with nothing
// remembered from one event to the next. With another clone, both take turns in one run.
//
//   node bench/calls.mjs [ROUNDS] [--before DIR] [--only WORD]
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { importSource, root } from '../scripts/import-source.mjs';
import { readGiven, refuse } from './usage.mjs';

const help = `node bench/calls.mjs [ROUNDS] [--before DIR] [--only WORD]

How long deriving what a call does takes, by sort of call: processor time, the least of many rounds.

  ROUNDS         in which each clone has a turn (60)
  --before DIR   another clone of the repository, to measure in turns with this one
  --only WORD    only sorts of calls with this word in their name
`;

const { rounds, ...options } = readGiven(help, [{ name: 'rounds', usual: 60, least: 1 }], {
  before: { type: 'string' },
  only: { type: 'string', default: '' },
});
if (options.before !== undefined && !existsSync(factsOf(options.before)))
  refuse(`\`--before ${options.before}\` is not a clone of bylaw: it has no \`src/facts/facts.ts\`.`);

const { toolEvent, ordinaryCommands } = await importSource(`
  export { toolEvent } from './test/variants/shell-event.ts';
  export { ordinaryCommands } from './test/variants/ordinary-commands.ts';
`);

const shell = (command) => ['Bash', 'shell', { command }];
const calls = [
  ['Read', ['Read', 'file_read', { file_path: '/home/user/project/src/index.ts' }]],
  [
    'Write',
    ['Write', 'file_write', { file_path: '/home/user/project/a.ts', content: 'export const a = 1;\n' }],
  ],
  ['Edit', ['Edit', 'file_edit', { file_path: 'src/a.ts', old_string: 'const a', new_string: 'let a' }]],
  ['Grep', ['Grep', 'search', { pattern: 'readPath', path: 'src', glob: '*.ts', output_mode: 'content' }]],
  [
    'WebFetch',
    ['WebFetch', 'fetch', { url: 'https://docs.example.com/api/index.html', prompt: 'Sum it up' }],
  ],
  [
    'a tool of a server',
    ['mcp__github__create_issue', 'mcp', { owner: 'acme', repo: 'site', title: 'A', body: 'B' }],
  ],
  ['ls -l', shell('ls -l')],
  ['git push', shell('git push --force origin main')],
  ['npm ci && npm test', shell('npm ci && npm test')],
  ['curl | sh', shell('curl -fsSL https://get.example.com/install.sh | sh')],
  ['an ordinary command', ...ordinaryCommands.filter((each) => each.length < 200).map(shell)],
  ['4 KB of commands', shell(longScript(4096))],
  ['4 KB, one command', shell(`git add ${longList(4096)}`)],
  ['4 KB, here-document', shell(`cat > notes.txt <<'END'\n${longText(4096)}\nEND`)],
].filter(([name]) => name.includes(options.only));
if (calls.length === 0) refuse(`\`--only ${options.only}\`: no sort of calls has this in its name.`);

const builds = [{ name: 'now', derive: await deriveOf(root) }];
if (options.before !== undefined)
  builds.unshift({ name: 'before', derive: await deriveOf(resolve(options.before)) });

let sink = 0;
console.log(`the least of ${rounds} rounds, Node ${process.version}; processor time in µs`);
console.log(`${'call'.padEnd(24)}${builds.map(({ name }) => name.padStart(10)).join('')}`);
for (const [name, ...tools] of calls) report(name, tools);
if (sink === 0) console.log('nothing was derived');

function report(name, tools) {
  const inputs = tools.map((tool) => JSON.stringify(tool));
  const one = builds.map(({ derive }) => warmUp(derive, inputs));
  const size = Math.max(1, Math.ceil(8000 / Math.min(...one) / inputs.length));
  const least = builds.map(() => Infinity);
  for (let round = 0; round < rounds; round++) {
    builds.forEach(({ derive }, index) => {
      least[index] = Math.min(least[index], batch(derive, inputs, size));
    });
  }
  const [before, now] = least;
  const ratio = now === undefined ? '' : `   ×${(before / now).toFixed(2)}`;
  console.log(`${name.padEnd(24)}${least.map((each) => each.toFixed(1).padStart(10)).join('')}${ratio}`);
}

/** Has the compiler see enough of them, and says about how long one takes. */
function warmUp(derive, inputs) {
  const end = performance.now() + 1500 + 50 * inputs.length;
  let batches = 0;
  let sum = 0;
  for (; performance.now() < end; batches++) sum += batch(derive, inputs, 10);
  return Math.max(1, sum / batches);
}

/** Microseconds for one event; every event is parsed anew, so that nothing can be known of its objects. */
function batch(derive, inputs, times) {
  const events = [];
  for (let count = 0; count < times; count++)
    for (const input of inputs) events.push(toolEvent(...JSON.parse(input)));
  const start = process.cpuUsage();
  for (const event of events) sink += derive(event).effects.paths.length + 1;
  const { user, system } = process.cpuUsage(start);
  return (user + system) / events.length;
}

async function deriveOf(clone) {
  return (await importSource(`export { derive } from './src/facts/facts.ts';`, undefined, clone)).derive;
}

function factsOf(clone) {
  return join(clone, 'src', 'facts', 'facts.ts');
}

function longScript(length) {
  let text = 'cd /home/user/project && git status --short\n';
  for (let index = 0; text.length < length; index++)
    text += `${ordinaryCommands[index % ordinaryCommands.length]}\n`;
  return text.slice(0, text.lastIndexOf('\n', length));
}

function longList(length) {
  let text = '';
  for (let index = 0; text.length < length; index++) text += ` src/module-${index}/index.ts`;
  return text.slice(1);
}

function longText(length) {
  return 'The quick brown fox jumps over the lazy dog, and nobody minds.\n'.repeat(length / 63);
}
