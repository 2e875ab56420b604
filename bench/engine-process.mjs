// One engine in a process of its own, so that the garbage and the optimised code of one are no matter of another. It is
// told what to prepare and then, turn by turn, how often to decide; it answers with what that cost, or that a decision
// was wrong. Only one engine has its turn at a time: see measure.mjs.
import { workloadFor } from './workloads.mjs';

/** The engine, its calls as it wants to be asked, and the call that is next. */
let engine;
let next = 0;

process.on('message', async (message) => {
  try {
    process.send(message.engine === undefined ? await turn(message.decisions) : await begin(message));
  } catch (error) {
    process.send({ failed: describe(error) });
  }
});
process.on('disconnect', async () => {
  await engine?.close?.();
  process.exit();
});

/** Anything may be thrown here: other engines run in this process. */
function describe(error) {
  if (!(error instanceof Error)) return String(error);
  const isMissing = error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'MODULE_NOT_FOUND';
  const [message] = error.message.split('\n');
  return isMissing ? `${message}; run \`npm ci\` and \`npm ci --prefix bench\` first` : message;
}

/**
 * Prepares an engine, checks its decisions and warms it up.
 * @param {{ engine: string, plan: import('./workloads.mjs').Plan, loadWithin: number,
 *   checkFor: number, warmUpFor: number }} message times in milliseconds; where checking takes longer, not every call is checked here; a stretch of warming up takes `warmUpFor`
 */
async function begin({ engine: name, plan, loadWithin, checkFor, warmUpFor }) {
  const { prepare, title, elsewhere = false, decides = true } = await import(`./engines/${name}.mjs`);
  const workload = workloadFor(plan);
  const started = performance.now();
  const prepared = await prepare(workload, { within: loadWithin });
  if (prepared.decide === undefined) return { title, ...prepared };
  const loaded = performance.now() - started;
  const asks = workload.calls.map(prepared.ask);
  const isImmediate = !(prepared.decide(asks[0]) instanceof Promise);
  engine = { ...prepared, asks, calls: workload.calls, isImmediate, elsewhere, decides };
  const checked = await checkCalls(checkFor);
  return { title, loaded, checked, nanoseconds: await warmUp(warmUpFor) };
}

/** So many stretches in a row that are no faster than what went before end the warming-up, and so many at the latest. */
const enoughStretches = 3;
const mostStretches = 15;

/**
 * Decides until it gets no faster: an engine with much code takes seconds until all of it is optimised, which a server
 * has behind it.
 * @param {number} stretch milliseconds of its own, which other work on the machine does not take, in which it has to
 *   get faster by a twentieth
 * @returns {Promise<number>} nanoseconds for one decision
 */
async function warmUp(stretch) {
  let decisions = 1;
  let last = await turn(decisions);
  let least = Number.POSITIVE_INFINITY;
  for (let done = 0, same = 0; same < enoughStretches && done < mostStretches; done++) {
    let spent = 0;
    let decided = 0;
    while (spent < stretch * 1e6) {
      decisions = Math.min(decisions * 2, Math.ceil(5e6 / last.clock));
      last = await turn(decisions);
      spent += last.processor * decisions;
      decided += decisions;
    }
    const mean = spent / decided;
    same = mean > least * 0.95 ? same + 1 : 0;
    least = Math.min(least, mean);
  }
  return last.clock;
}

/** Of calls that a rule denies and others in turns, since of a slow engine only some can be checked; at least ten. */
async function checkCalls(milliseconds) {
  const { calls, asks, decide } = engine;
  const denied = [...calls.keys()].filter((at) => calls[at].expected !== undefined);
  const others = [...calls.keys()].filter((at) => calls[at].expected === undefined);
  const order = others.flatMap((at, place) => (place < denied.length ? [denied[place], at] : [at]));
  const end = performance.now() + milliseconds;
  let checked = 0;
  for (const at of order) {
    if (checked >= 10 && performance.now() > end) break;
    check(calls[at], await decide(asks[at]));
    checked++;
  }
  return checked;
}

/**
 * Decides so often. Every decision is looked at afterwards.
 * @returns {Promise<{ clock: number, processor: number }>} nanoseconds for one decision; the processor's time is that
 *   of all threads of the process, which is the clock's where the engine is somewhere else
 */
async function turn(decisions) {
  const { asks, calls, decide, isImmediate, elsewhere } = engine;
  const given = new Array(decisions);
  const from = next;
  const cpu = process.cpuUsage();
  const start = performance.now();
  if (isImmediate) {
    for (let number = 0; number < decisions; number++) {
      given[number] = decide(asks[next]);
      next = next + 1 === asks.length ? 0 : next + 1;
    }
  } else {
    for (let number = 0; number < decisions; number++) {
      given[number] = await decide(asks[next]);
      next = next + 1 === asks.length ? 0 : next + 1;
    }
  }
  const clock = ((performance.now() - start) * 1e6) / decisions;
  const { user, system } = process.cpuUsage(cpu);
  for (const [number, answer] of given.entries()) check(calls[(from + number) % calls.length], answer);
  return { clock, processor: elsewhere ? clock : ((user + system) * 1e3) / decisions };
}

/** @throws where an answer is not the one that the workload was made for; `true` denies without saying for which rule */
function check({ sent, expected }, answer) {
  if (!engine.decides || answer === expected || (answer === true && expected !== undefined)) return;
  const wrong = `${answer ?? 'no denial'} instead of ${expected ?? 'no denial'}`;
  throw new Error(`a wrong decision, ${wrong}, for ${JSON.stringify(sent).slice(0, 300)}`);
}
