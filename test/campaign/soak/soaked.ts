/**
 * A server under a steady load for a long time. `saturate` asks as fast as answers come, which gives the rate that the server has;
 * `soak` asks at a given rate, whatever the server does, and holds every answer against the one that is right.
 */
import { setTimeout as after } from 'node:timers/promises';
import { type Connection, callOf, type Denial, openConnection, type Session } from '../crashes/calls.ts';
import { generationIn } from './generations.ts';

export interface Soaked {
  readonly answers: number;
  /** Calls that were due and never asked, because the answers before came too late. */
  readonly unasked: number;
  /** Answers that are not the right one, and errors in the place of answers: the first of them. */
  readonly wrong: readonly string[];
  /** Generations that answered a probe. */
  readonly seen: ReadonlySet<number>;
  /** Milliseconds between the time at which a call was due and its answer, sorted. */
  readonly latencies: readonly number[];
}

const connections = 16;
/** So many calls has a session, before another begins. */
const callsOfSession = 200;

/** Answers a second where each connection asks as soon as it has an answer. */
export async function saturate(socket: string, seconds: number): Promise<number> {
  const open = await openAll(socket);
  let answers = 0;
  const began = performance.now();
  const passed = (): number => (performance.now() - began) / 1000;
  await Promise.all(
    open.map(async (connection, at) => {
      for (let n = 0; passed() < seconds; n++, answers++) await connection.answer(nth(at, n, 0).call);
    }),
  );
  for (const connection of open) connection.end();
  return answers / passed();
}

/**
 * Asks at a rate (calls a second) for some seconds, and stops then, also where the server lags behind the rate.
 * @param current the number of the last generation that was put in its place
 */
export async function soak(
  socket: string,
  {
    rate,
    seconds,
    current,
  }: { readonly rate: number; readonly seconds: number; readonly current: () => number },
): Promise<Soaked> {
  const open = await openAll(socket);
  const latencies: number[] = [];
  const wrong: string[] = [];
  const seen = new Set<number>();
  let unasked = 0;
  const began = performance.now();
  const gap = (1000 * connections) / rate;
  await Promise.all(
    open.map(async (connection, at) => {
      for (let n = 0; ; n++) {
        const due = began + (n + at / connections) * gap;
        if (due - began > seconds * 1000) return;
        const now = performance.now();
        if (now - began > seconds * 1000) {
          unasked += Math.ceil((seconds * 1000 - (due - began)) / gap);
          return;
        }
        const early = due - now;
        if (early > 1) await after(early);
        const { call, problem } = nth(at, n, current());
        try {
          const denial = await connection.answer(call);
          const said = problem(denial);
          if (said !== undefined && wrong.length < 20) wrong.push(said);
          if (denial?.code === probeCode) seen.add(generationIn(denial.reason));
        } catch (error) {
          if (wrong.length < 20) wrong.push(String(error));
          return;
        }
        latencies.push(performance.now() - due);
      }
    }),
  );
  for (const connection of open) connection.end();
  latencies.sort((one, other) => one - other);
  return { answers: latencies.length, unasked, wrong, seen, latencies };
}

const openAll = (socket: string): Promise<readonly Connection[]> =>
  Promise.all(Array.from({ length: connections }, () => openConnection(socket)));

const probeCode = 'com.example.probe.probe';
let runs = 0;

interface Asked {
  readonly call: ReturnType<typeof callOf>;
  /** What is wrong with an answer; undefined where it is right. */
  problem(denial: Denial | null): string | undefined;
}

/** The n-th call of a connection: nine of ten are those of an agent at work, each tenth is a probe. */
function nth(connection: number, n: number, generation: number): Asked {
  const id = `session-${connection}-${Math.floor(n / callsOfSession)}-${n === 0 ? ++runs : runs}`;
  const session: Session = { id, counted: 0, asked: false, succeeded: false };
  const shell = (text: string) => callOf(session, 'Bash', 'shell', { command: text });
  const expect = (code: string | null) => (denial: Denial | null) =>
    (denial?.code ?? null) === code
      ? undefined
      : `${denial?.code ?? 'passed'} in the place of ${code}: ${denial?.reason}`;
  switch (n % 10) {
    case 0:
    case 5: {
      // A generation may come into force between its number was read and the answer: the next and the one before are asked for too.
      const asked = generation - 1 + (n % 3);
      return {
        call: callOf(session, 'Probe', 'other', { generation: String(asked) }),
        problem: (denial) =>
          denial === null || generationIn(denial.reason) === asked
            ? undefined
            : `generation ${asked} was answered by ${denial.code}: ${denial.reason}`,
      };
    }
    case 1:
      return { call: shell(`git push --force origin main-${n}`), problem: expect('io.bylaw.git.force-push') };
    case 2:
      return {
        call: shell(`npm test -- --run test/cart-${n}.test.ts 2>&1 | tail -40`),
        problem: expect(null),
      };
    case 3:
      return {
        call: callOf(session, 'Write', 'file_write', { file_path: `/srv/work/a${n}.ts`, content: 'x' }),
        problem: expect(null),
      };
    case 4:
      return {
        call: shell(`export TOKEN_NAME=key; rg -n "createOrder${n}" src test | head -50`),
        problem: expect(null),
      };
    default:
      return {
        call: callOf(session, 'Read', 'file_read', { file_path: `/srv/work/src/a${n}.ts` }),
        problem: expect(null),
      };
  }
}
