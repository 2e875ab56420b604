// Measures engines beside each other: each in a process of its own, in turns within each round, so that what the
// machine does meanwhile hits all. The engines of a case are loaded, checked and warm before the first round.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** With fewer rounds, a median and its spread say too little to be shown or judged by. */
export const leastRounds = 5;

const child = fileURLToPath(new URL('engine-process.mjs', import.meta.url));

/**
 * What an engine took in each round, in nanoseconds for one decision; or why it has no figures: it `cannot` say such
 * rules, it was `leftOut`, or it `failed`, which a wrong decision is.
 * @typedef {{ title: string, loaded: number, checked: number, rounds: readonly number[] }
 *   | { title: string, cannot: string } | { title: string, leftOut: string } | { title: string, failed: string }} Taken
 */

/**
 * @typedef {{ engine: string, plan: import('./workloads.mjs').Plan }} Entry an engine is a module in `engines/`
 *
 * @param {Readonly<Record<string, Entry>>} entries
 * @param {{ rounds: number, turn: number, loadWithin: number, checkFor?: number, warmUpFor?: number, clock?: boolean,
 *   handicap?: number }} options times in milliseconds: decisions are checked, and then made to warm an engine up, before
 *   the first round; `clock` takes the clock instead of the processor's time
 * @returns {Promise<Record<string, Taken>>}
 */
export async function measure(entries, options) {
  const { rounds, turn, loadWithin, checkFor = 250, warmUpFor = 400, clock = false, handicap = 1 } = options;
  // For an engine that does not even give up by itself.
  const patience = loadWithin * 2 + 60_000;
  const taken = {};
  const running = [];
  try {
    for (const [key, { engine, plan }] of Object.entries(entries)) {
      const runner = start(handicap);
      running.push({ key, runner, decisions: 0 });
      const begun = await runner.ask({ engine, plan, loadWithin, checkFor, warmUpFor }, patience);
      const { title = engine, loaded, checked, nanoseconds } = begun;
      if (loaded === undefined) {
        taken[key] = { title, ...begun };
        running.pop();
        await runner.end();
        continue;
      }
      taken[key] = { title, loaded, checked, rounds: [] };
      running.at(-1).decisions = Math.max(3, Math.ceil((turn * 1e6) / nanoseconds));
    }
    for (let round = 0; round < rounds; round++) {
      for (const place of running.keys()) {
        const { key, runner, decisions } = running[(place + round) % running.length];
        if (taken[key].failed !== undefined) continue;
        const { failed, leftOut, ...cost } = await runner.ask({ decisions }, patience);
        const reason = failed ?? leftOut;
        if (reason !== undefined) taken[key] = { title: taken[key].title, failed: reason };
        else taken[key].rounds.push(clock ? cost.clock : cost.processor);
      }
    }
  } finally {
    await Promise.all(running.map(({ runner }) => runner.end()));
  }
  return taken;
}

/** The same plan for several engines. */
export const allOf = (plan, engines) =>
  Object.fromEntries(engines.map((engine) => [engine, { engine, plan }]));

function start(handicap) {
  const process_ = fork(child, {
    env: { ...process.env, BYLAW_BENCH_HANDICAP: String(handicap) },
    stdio: 'inherit',
  });
  const ended = once(process_, 'exit');
  return {
    /** @param {number} within milliseconds; an engine that takes longer is ended and left out */
    async ask(message, within) {
      process_.send(message);
      const stop = new AbortController();
      try {
        return await Promise.race([
          once(process_, 'message', stop).then(([answer]) => answer),
          ended.then(([code]) => ({ failed: `its process ended with ${code}` })),
          after(within, stop.signal).then(() => {
            process_.kill('SIGTERM');
            return { leftOut: `no answer within ${within / 1000} s` };
          }),
        ]);
      } finally {
        stop.abort();
      }
    },
    async end() {
      if (process_.connected) process_.disconnect();
      await ended;
    },
  };
}

function after(milliseconds, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => clearTimeout(timer));
  });
}
