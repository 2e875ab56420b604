/**
 * A server at half of its rate for half an hour, with new policies every ten seconds: every answer is right, none is made of two
 * bundles, and the memory stays as it is. `BYLAW_SOAK_MINUTES` makes it shorter. It is in no gate, since nothing shows in seconds.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isFull, tell } from './effort.ts';
import { startServer } from './service/server.ts';
import { openGenerations } from './soak/generations.ts';
import { saturate, soak } from './soak/soaked.ts';

const minutes = Number(process.env.BYLAW_SOAK_MINUTES ?? 30);
const between = 10_000;

test.runIf(isFull)(
  'a server that is busy for long answers as at its start',
  { timeout: 2 * minutes * 60_000 + 120_000 },
  async () => {
    const home = mkdtempSync(join(tmpdir(), 'bylaw-soak-'));
    const env = { PATH: process.env.PATH, HOME: home };
    const generations = await openGenerations(home, env);
    const { bundle, publicKey } = generations;
    const socket = join(home, 's.sock');
    const kept = ['--memory', join(home, 'memory'), '--log', join(home, 'log'), '--log-keep', '2'];
    const server = await startServer(
      ['--bundle', bundle, '--bundle-key', publicKey, '--socket', socket, ...kept],
      env,
    );
    try {
      await saturate(socket, 10);
      const saturation = await saturate(socket, 10);
      let current = 1;
      const first = server.memory();
      const memory: number[] = [];
      const problems: unknown[] = [];
      let reloading: Promise<void> | undefined;
      const timer = setInterval(() => {
        memory.push(server.memory());
        // On a busy machine a generation takes longer to make than the time between two.
        reloading ??= generations
          .next()
          .then((generation) => {
            current = generation;
          })
          .catch((error) => void problems.push(error))
          .finally(() => {
            reloading = undefined;
          });
      }, between);
      const soaked = await soak(socket, {
        rate: saturation / 2,
        seconds: minutes * 60,
        current: () => current,
      });
      clearInterval(timer);
      await reloading;
      const share = (part: number): number =>
        soaked.latencies[Math.floor(part * (soaked.latencies.length - 1))] ?? Number.NaN;
      const most = (from: number, to: number): number =>
        Math.max(...memory.slice(Math.floor(from * memory.length), Math.ceil(to * memory.length)));
      const [early, late] = [most(0.25, 0.5), most(0.75, 1)];
      tell({
        minutes,
        'calls a second at saturation': Math.round(saturation),
        'calls answered': soaked.answers,
        'calls that there was no time for': soaked.unasked,
        'bundles in force': soaked.seen.size,
        'microseconds at the median': Math.round(1000 * share(0.5)),
        'microseconds at the 99th percentile': Math.round(1000 * share(0.99)),
        'MiB at the start': Math.round(first),
        'MiB at most in the second quarter': Math.round(early),
        'MiB at most in the last quarter': Math.round(late),
      });
      expect(soaked.wrong).toEqual([]);
      expect(problems).toEqual([]);
      expect(soaked.seen.size).toBeGreaterThan(0.8 * current);
      expect(late).toBeLessThan(1.15 * early);
    } finally {
      await server.stop();
      rmSync(home, { recursive: true, force: true });
    }
  },
);
