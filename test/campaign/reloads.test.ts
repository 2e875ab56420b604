/**
 * How long a call waits while new policies come into force, beside calls at other times. The bundles are made before, so that only
 * the server works; one client asks one call after the other. It is in no gate, since it is a measurement.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Connection, callOf, openConnection, type Session } from './crashes/calls.ts';
import { isFull, tell, timeout } from './effort.ts';
import { startServer } from './service/server.ts';
import { type Generation, openGenerations } from './soak/generations.ts';

const swaps = 20;
/** Milliseconds that are looked at after the first answer of a new generation. */
const after = 500;

const session: Session = { id: 'session', counted: 0, asked: false, succeeded: false };

/** Microseconds of each wait. */
type Waits = number[];

/** Asks a shell command and a probe by turns, a millisecond apart, until `isOver`, which is told whether a probe was denied. */
async function askUntil(
  connection: Connection,
  generation: number,
  isOver: (isDenied: boolean) => boolean,
): Promise<Waits> {
  const waits: Waits = [];
  for (let at = 0; ; at++) {
    const isProbe = at % 2 === 0;
    const call = isProbe
      ? callOf(session, 'Probe', 'other', { generation: String(generation) })
      : callOf(session, 'Bash', 'shell', { command: `npm test -- --run test/cart-${at}.test.ts` });
    const began = performance.now();
    const denial = await connection.answer(call);
    waits.push(1000 * (performance.now() - began));
    if (isOver(isProbe && denial !== null)) return waits;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

/** Waits from the moment at which a bundle is in its place until some time after its first answer; the milliseconds until then. */
async function around(
  connection: Connection,
  { number, place }: Generation,
): Promise<{ readonly waits: Waits; readonly took: number }> {
  const began = performance.now();
  let live: number | undefined;
  place();
  const waits = await askUntil(connection, number, (isDenied) => {
    if (isDenied) live ??= performance.now();
    return live !== undefined && performance.now() - live > after;
  });
  return { waits, took: (live ?? began) - began };
}

const medianOf = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;

test.runIf(isFull)('no call waits long while policies come into force', { timeout }, async () => {
  const home = mkdtempSync(join(tmpdir(), 'bylaw-reloads-'));
  const env = { PATH: process.env.PATH, HOME: home };
  const generations = await openGenerations(home, env);
  const made: Generation[] = [];
  for (let at = 0; at < swaps; at++) made.push(await generations.make());
  const socket = join(home, 's.sock');
  const kept = ['--memory', join(home, 'memory'), '--log', join(home, 'log')];
  const server = await startServer(
    ['--bundle', generations.bundle, '--bundle-key', generations.publicKey, '--socket', socket, ...kept],
    env,
  );
  const connection = await openConnection(socket);
  try {
    // Until what is compiled at run time is compiled.
    let left = 3000;
    await askUntil(connection, 0, () => left-- <= 0);
    const usual: Waits = [];
    const longestUsual: number[] = [];
    const longest: number[] = [];
    for (const generation of made) {
      const { waits, took } = await around(connection, generation);
      longest.push(Math.max(...waits));
      // As long without a swap.
      const end = performance.now() + took + after;
      const others = await askUntil(connection, 0, () => performance.now() > end);
      usual.push(...others);
      longestUsual.push(Math.max(...others));
    }
    tell({
      'bundles that came into force': swaps,
      'microseconds of a call at the median': Math.round(medianOf(usual)),
      'microseconds at most in a span without a new bundle, at the median': Math.round(
        medianOf(longestUsual),
      ),
      'at most': Math.round(Math.max(...longestUsual)),
      'microseconds at most around a new bundle, at the median': Math.round(medianOf(longest)),
      'at most around one': Math.round(Math.max(...longest)),
    });
    expect(Math.max(...longest)).toBeLessThan(1_000_000);
  } finally {
    connection.end();
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  }
});
