// What a change of a memory costs: in the process, in a folder, and in a folder that
// another process is writing at the same time. All are measured in turn in one run,
// so that what the machine does meanwhile hits all; take the ratios.
//
//   node bench/memory-store.mjs [ROUNDS] [CHANGES]
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median, percentile } from '../scripts/statistics.mjs';
import { readGiven } from './usage.mjs';

const help = `node bench/memory-store.mjs [ROUNDS] [CHANGES]

What a change of a memory costs: in the process, in a folder, and in a folder that another process is writing too.

  ROUNDS    in which each store has a turn (5)
  CHANGES   in a turn (3000)
`;

const isBeside = process.send !== undefined;
const { rounds, changes } = isBeside
  ? {}
  : readGiven(help, [
      { name: 'rounds', usual: 5, least: 1 },
      { name: 'changes', usual: 3000, least: 1 },
    ]);

// Only now, so that bylaw is loaded for measuring alone.
const { emptyMemory, openMemoryStore, openVolatileStore } = await import('./bylaw.mjs');

/** How many sessions take turns. */
const sessions = 200;
const sizes = { '1 KB': 1024, '32 KB': 32 * 1024 };

if (isBeside) runBeside(process.argv[2], Number(process.argv[3]));
else await main();

async function main() {
  const parent = mkdtempSync(join(tmpdir(), 'bylaw-bench-'));
  console.log(
    `${rounds} rounds of ${changes} changes in ${sessions} sessions; Node ${process.version}; times in µs`,
  );
  console.log('memory  store             mean      p50      p99     most   of volatile (p50)');
  for (const [size, octets] of Object.entries(sizes)) {
    const memory = memoryOf(octets);
    const shared = join(parent, `shared ${size}`);
    const stores = {
      volatile: openVolatileStore(),
      'volatile, JSON': throughJson(openVolatileStore()),
      embedded: openMemoryStore({ folder: join(parent, `alone ${size}`) }),
      'embedded, read': openMemoryStore({ folder: join(parent, `read ${size}`) }),
      'embedded, shared': openMemoryStore({ folder: shared }),
    };
    for (const store of Object.values(stores)) fill(store, memory);
    const other = fork(fileURLToPath(import.meta.url), [shared, `${octets}`]);
    const results = Object.fromEntries(Object.keys(stores).map((name) => [name, []]));
    for (let round = 0; round < rounds; round++) {
      for (const [name, store] of Object.entries(stores)) {
        const beside = name === 'embedded, shared';
        if (beside) await answer(other, 'start');
        results[name].push(measure(store, name === 'embedded, read' ? read : change, changes));
        if (beside) await answer(other, 'stop');
      }
    }
    const base = median(results.volatile.map(({ p50 }) => p50));
    for (const [name, each] of Object.entries(results)) {
      const show = (key) =>
        median(each.map((result) => result[key]))
          .toFixed(1)
          .padStart(9);
      const ratio = (median(each.map(({ p50 }) => p50)) / base).toFixed(1);
      console.log(
        `${size.padEnd(7)} ${name.padEnd(17)}${show('mean')}${show('p50')}${show('p99')}${show('most')}   ×${ratio}`,
      );
    }
    other.kill();
    for (const store of Object.values(stores)) store.close();
  }
  rmSync(parent, { recursive: true, force: true });
}

/** The same after a memory has become text and a memory again, which any store on disk pays at least. */
function throughJson(store) {
  return {
    ...store,
    change: (keys, change) =>
      store.change(keys, (memories) => {
        const { memories: after, result } = change(memories);
        return { memories: after.map((memory) => memory && JSON.parse(JSON.stringify(memory))), result };
      }),
  };
}

/** A memory whose text is about so long: calls, as an engine keeps them. */
function memoryOf(octets) {
  const call = (index) => ({
    event: `source/${index}/0123456789abcdef0123456789abcdef`,
    call: `source/session/${index}`,
    digest: '',
    at: 1_760_000_000_000 + index,
    outcome: 'ok',
    marks: [],
    limits: ['pack.pushes'],
    answer: null,
  });
  const each = JSON.stringify(call(1000)).length + 1;
  return {
    ...emptyMemory,
    calls: Array.from({ length: Math.ceil(octets / each) }, (_, index) => call(index)),
  };
}

function fill(store, memory) {
  for (let session = 0; session < sessions; session++)
    store.change([`session ${session}`], () => ({ memories: [memory], result: undefined }));
}

/** One more call, and the oldest leaves. */
function change([memory]) {
  const calls = [...memory.calls.slice(1), memory.calls[0]];
  return { memories: [{ ...memory, clock: memory.clock + 1, calls }], result: undefined };
}

function read() {
  return { memories: [undefined], result: undefined };
}

function measure(store, action, changes) {
  const times = new Float64Array(changes);
  for (let index = 0; index < changes; index++) {
    const start = performance.now();
    store.change([`session ${(index * 7) % sessions}`], action);
    times[index] = (performance.now() - start) * 1000;
  }
  const mean = times.reduce((sum, time) => sum + time, 0) / changes;
  times.sort();
  return { mean, p50: percentile(times, 0.5), p99: percentile(times, 0.99), most: times.at(-1) };
}

async function answer(child, message) {
  const told = once(child, 'message');
  child.send(message);
  await told;
}

/** The other process: changes the same sessions until it is stopped. */
function runBeside(folder) {
  const store = openMemoryStore({ folder });
  let running = false;
  let index = 0;
  const some = () => {
    if (!running) return;
    for (let count = 0; count < 20; count++) store.change([`session ${index++ % sessions}`], change);
    setImmediate(some);
  };
  process.on('message', (message) => {
    running = message === 'start';
    process.send(message);
    some();
  });
}
