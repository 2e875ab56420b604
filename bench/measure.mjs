// Measures engines beside each other: each in a process of its own, in turns within each round, so that what the
// machine does meanwhile hits all. The engines of a case are loaded, checked and warm before the first round.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const child = fileURLToPath(new URL('engine-process.mjs', import.meta.url));

/**
 * What an engine took in each round, in nanoseconds for one decision; or why it has no figures: it `cannot` say such
 * rules, it was `leftOut`, or it `failed`, which a wrong decision is.
 * @typedef {{ title: string, loaded: number, checked: number, rounds: readonly number[] }
 *   | { title: string, cannot: string } | { title: string, leftOut: string } | { title: string, failed: string }} Taken
 */

/**
 * @param {import('./workloads.mjs').Plan} plan
 * @param {readonly string[]} engines names of modules in `engines/`
 * @param {{ rounds: number, turn: number, loadWithin: number, clock?: boolean, handicap?: number }} options times in
 *   milliseconds; `clock` takes the clock instead of the processor's time
 * @returns {Promise<Record<string, Taken>>}
 */
export async function measure(plan, engines, { rounds, turn, loadWithin, clock = false, handicap = 1 }) {
  // An engine that does not even give up by itself.
  const patience = loadWithin * 2 + 60_000;
  const taken = {};
  const running = [];
  try {
    for (const engine of engines) {
      const runner = start(engine, handicap);
      const begun = await runner.ask(
        { engine, plan, loadWithin, checkFor: turn * 10, warmUpFor: turn * 5 },
        patience,
      );
      const { title = engine, loaded, checked, nanoseconds } = begun;
      if (loaded === undefined) {
        taken[engine] = { title, ...begun };
        await runner.end();
        continue;
      }
      taken[engine] = { title, loaded, checked, rounds: [] };
      running.push({ engine, runner, decisions: Math.max(3, Math.ceil((turn * 1e6) / nanoseconds)) });
    }
    for (let round = 0; round < rounds; round++) {
      for (const place of running.keys()) {
        const { engine, runner, decisions } = running[(place + round) % running.length];
        if (taken[engine].failed !== undefined) continue;
        const { failed, ...cost } = await runner.ask({ decisions }, patience);
        if (failed !== undefined) taken[engine] = { title: taken[engine].title, failed };
        else taken[engine].rounds.push(clock ? cost.clock : cost.processor);
      }
    }
  } finally {
    await Promise.all(running.map(({ runner }) => runner.end()));
  }
  return taken;
}

function start(engine, handicap) {
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
    engine,
  };
}

function after(milliseconds, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => clearTimeout(timer));
  });
}
