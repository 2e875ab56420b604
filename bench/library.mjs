// What a decision takes a program that uses the library: an object in, a decision out, with all that lies between. Rules of
// one sort, on the kind of a tool, a glob of its name and one text field; prints microseconds of the processor for each number of rules, for
// events without an id and with one, how long the rules took to load, and their memory. Ends with 1 where a figure misses its
// aim.
//
//   npm run build && node bench/library.mjs [ROUNDS] [RULES,RULES,…]

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from '../scripts/statistics.mjs';
import { readGiven } from './usage.mjs';

const help = `node bench/library.mjs [ROUNDS] [RULES,RULES,…]

How long one decision takes through the library, and how long and in how much memory its rules are loaded. Each number
of rules has a process of its own.

  ROUNDS    in which as many calls are decided as fit into 0.2 seconds; the median counts (15)
  RULES,…   the numbers of rules (10,1000,10000)
`;

const perFile = 500;

/** At most so many microseconds for a decision, by the number of rules. */
const aims = new Map([
  [10, 10],
  [1000, 15],
  [10_000, 25],
]);
/** For 10,000 rules, cold: milliseconds until the engine is there, and MiB that are resident then. */
const loadAims = { rules: 10_000, loaded: 1500, resident: 150 };

function measureAll() {
  const { rounds, rules: counts } = readGiven(help, [
    { name: 'rounds', usual: 15, least: 3 },
    { name: 'rules', usual: [10, 1000, 10_000], least: 1, form: 'list' },
  ]);
  const home = mkdtempSync(join(tmpdir(), 'bylaw-bench-'));
  let missed = 0;
  const verdict = (value, aim) => {
    if (aim === undefined) return '';
    if (value > aim) missed++;
    return value > aim ? ` (MISSED ${aim})` : ` (aim ${aim})`;
  };
  try {
    console.log('| rules | µs a decision | µs with an id | loaded, ms of the processor | resident, MiB |');
    console.log('|--:|--:|--:|--:|--:|');
    for (const count of counts) {
      const folder = join(home, `policies-${count}`);
      writeRules(folder, count);
      const child = spawnSync(
        process.execPath,
        ['--expose-gc', fileURLToPath(import.meta.url), '--child', folder, String(count), String(rounds)],
        { encoding: 'utf8', env: { ...process.env, HOME: home, XDG_CACHE_HOME: join(home, 'cache') } },
      );
      if (child.status !== 0) throw new Error(child.stderr);
      const { taken, withId, loaded, resident } = JSON.parse(child.stdout);
      const isLoaded = count === loadAims.rules;
      console.log(
        `| ${count.toLocaleString('en-US')} | ${median(taken).toFixed(1)}${verdict(median(taken), aims.get(count))} ` +
          `| ${median(withId).toFixed(1)} ` +
          `| ${loaded.toFixed(0)}${verdict(loaded, isLoaded ? loadAims.loaded : undefined)} ` +
          `| ${resident.toFixed(0)}${verdict(resident, isLoaded ? loadAims.resident : undefined)} |`,
      );
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
  process.exitCode = missed === 0 ? 0 : 1;
}

/** One process: loads, checks that it decides as the rules say, and measures. */
async function measureOne(folder, count, rounds) {
  const { createEngine } = await import('../dist/index.js');
  const before = process.cpuUsage();
  const engine = createEngine({ policies: folder });
  const { user, system } = process.cpuUsage(before);
  const loaded = (user + system) / 1000;
  const resident = process.memoryUsage().rss / 1024 / 1024;
  const calls = Array.from({ length: 500 }, (_, number) => callOf(number, count));
  for (const { event, rule } of calls) {
    const { code } = engine.decide(event);
    const wanted =
      rule === undefined ? undefined : `com.example.mix.part-${Math.floor(rule / perFile)}.rule-${rule}`;
    if (code !== wanted) throw new Error(`${JSON.stringify(event)}: ${code} instead of ${wanted}`);
  }
  let next = 0;
  let events = 0;
  const nextEvent = () => {
    const { event } = calls[next];
    next = next + 1 === calls.length ? 0 : next + 1;
    return event;
  };
  const round = (milliseconds, eventOf) => {
    const from = performance.now();
    const used = process.cpuUsage();
    let decided = 0;
    while (performance.now() - from < milliseconds) {
      for (let times = 0; times < 50; times++) engine.decide(eventOf());
      decided += 50;
    }
    const { user, system } = process.cpuUsage(used);
    return (user + system) / decided;
  };
  const measure = (eventOf) => {
    round(1500, eventOf);
    return Array.from({ length: rounds }, () => round(200, eventOf));
  };
  const taken = measure(nextEvent);
  const withId = measure(() => ({ id: `e${events++}`, ...nextEvent() }));
  console.log(JSON.stringify({ taken, withId, loaded, resident }));
}

function writeRules(folder, count) {
  mkdirSync(folder, { recursive: true });
  for (let file = 0; file * perFile < count; file++) {
    const rules = Array.from({ length: Math.min(perFile, count - file * perFile) }, (_, at) =>
      ruleText(file * perFile + at),
    );
    writeFileSync(
      join(folder, `part-${file}.policy`),
      `policy com.example.mix.part-${file}\n\n${rules.join('\n')}`,
    );
  }
}

/** The three questions about a text, in turns. */
function ruleText(n) {
  const clause = [`contains "ticket-${n} is "`, `matches /order-${n}-[0-9]+x/`, `is "owner-${n}"`][n % 3];
  return `deny rule-${n}\n  when kind is ${kindOf(n)} and tool is "svc${n % 50}_*" and input.note ${clause}\n  reason "Rule ${n}."\n`;
}

const kindOf = (n) => (n % 2 === 0 ? 'other' : 'mcp');

/** One call in twenty is denied; the others look like it, and lack the last word. */
function callOf(number, count) {
  const n = (number * 7919) % count;
  const isDenied = number % 20 === 10;
  const tail = isDenied ? '' : '!';
  const note = [
    `please see to it that ticket-${n} is ${isDenied ? 'closed' : 'n'}`.replace(/ is n$/, ' was closed'),
    `please see to it that order-${n}-4711${isDenied ? 'x' : 'y'} is sent`,
    `owner-${n}${tail}`,
  ][n % 3];
  const tool = { name: `svc${n % 50}_run`, kind: kindOf(n), origin: 'native', input: { note, size: number } };
  const event = {
    ...{ source: 'urn:bench', type: 'tool.before' },
    session: { id: 's', cwd: '/home/sam/shop', workspaceRoots: ['/home/sam/shop'] },
    tool:
      kindOf(n) === 'mcp'
        ? { ...tool, origin: 'mcp', mcp: { server: { id: 'svc' }, toolName: 'run' } }
        : tool,
  };
  return { event, rule: isDenied ? n : undefined };
}

const isChild = process.argv[2] === '--child';
if (isChild) await measureOne(process.argv[3], Number(process.argv[4]), Number(process.argv[5]));
else measureAll();
