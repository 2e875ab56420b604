/**
 * A thread that decides for a server. It opens its own policies and memory, as each process of a group does. It asks
 * the server for what exists only once: the log, the order of calls, and which client speaks for which source.
 */
import { Writable } from 'node:stream';
import type { UseMode } from '../../compile/program.ts';
import type { DecisionPoint } from '../../engine/engine.ts';
import { Engine } from '../../engine/engine.ts';
import type { MemoryStore } from '../../engine/memory-store.ts';
import { trialsOf } from '../../host/credentials/trial.ts';
import { DiskReader } from '../../host/disk/gathered-disk.ts';
import { startDiskWorker } from '../../host/disk/start-disk-worker.ts';
import { userStateFolder } from '../../host/machine/user-folders.ts';
import type { FromThread, Message, ServerSide, ToThread } from '../../server/lanes/lane-messages.ts';
import { sessionNameOf } from '../../server/lanes/turns.ts';
import { countedBy, type Tally } from '../../server/limits/counted.ts';
import type { EntryLog } from '../../store/decision-log/decision-log.ts';
import { digestWith, loadKey } from '../../store/decision-log/key.ts';
import type { LogInputs } from '../../store/decision-log/record.ts';
import { endedCallsByKeeper } from '../../store/ended-calls.ts';
import { loadForUse, type MemoryPlace, serverMemoryForUse } from '../policies/policies.ts';
import type { CommandContext } from '../terminal/context.ts';
import { around, pointsOf } from './points.ts';
import { handlerOf, type MessageWay } from './ways.ts';

/** What a thread has to know of its server. */
export interface ThreadStart extends MemoryPlace {
  readonly policies: readonly string[] | undefined;
  readonly mode: UseMode;
  readonly disk: boolean;
  readonly tolerateMissingHarness: boolean;
  readonly log: { readonly folder: string; readonly inputs: LogInputs } | undefined;
  readonly key: string | undefined;
  readonly beside: readonly (string | undefined)[];
  readonly cwd: string;
  readonly env: CommandContext['env'];
}

/** Opens what it takes to decide, says when that is done, and gives what hears the server; undefined where there are no policies. */
export async function decideApart(
  start: ThreadStart,
  say: (message: FromThread) => void,
): Promise<((message: ToThread<MessageWay>) => void) | undefined> {
  const { mode, beside, cwd, env, key } = start;
  const context = { cwd, env, stdin: process.stdin, stdout: quiet, stderr: quiet, stop };
  const use = await loadForUse(context, start.policies, { mode, beside });
  if (use === undefined) return undefined;
  const memory = serverMemoryForUse(context, use, start);
  use.program.index.prepare();
  const questions = new Questions(say);
  const server = questions.server;
  const log = start.log && logOf(start.log, server);
  const policies = use.loaded.digest;
  const points = pointsOf({
    engine: new Engine<MemoryStore>({ program: use.program, memory }),
    speakers: {
      spoke: ({ source }) => server.spoke(source),
      isSpokenFor: ({ source }) => server.isSpokenFor(source),
    },
    watches: mode.watches === true,
    reader: start.disk ? new DiskReader(startDiskWorker) : undefined,
    counted: (point) => countedBy(tallyOf(say), point, log, { policies, isTrial: trialsOf(env) }),
  });
  const inTurn = around(points, (point) => whenItsTurn(point, server));
  const asking = {
    hooks: {
      endedOf: endedCallsByKeeper(userStateFolder(env), Date.now),
      decidesBy: use.decidesBy,
      watches: mode.watches === true,
      key,
      now: () => new Date().toISOString(),
    },
    tolerance: { tolerateMissingHarness: start.tolerateMissingHarness },
  };
  const answer = async ({ way, text, client }: Message<MessageWay>): Promise<void> => {
    const reply = await handlerOf(way, inTurn, asking)?.handle(text, client);
    say({ kind: 'reply', reply: reply ?? { kind: 'failed' } });
  };
  say({ kind: 'ready', policies: use.loadedStamp });
  return (message) => {
    if (message.kind === 'answer') questions.resolve(message);
    else void answer(message);
  };
}

/** What is wrong with policies or the memory is said by the server. */
const quiet = new Writable({ write: (_chunk, _encoding, done) => done() });
const { signal: stop } = new AbortController();

const whenItsTurn = (point: DecisionPoint, server: ServerSide): DecisionPoint => ({
  async decide(event, asked) {
    await server.turn(sessionNameOf(event));
    return await point.decide(event, asked);
  },
  async observe(event, asked) {
    await server.turn(sessionNameOf(event));
    return await point.observe(event, asked);
  },
});

function logOf({ folder, inputs }: NonNullable<ThreadStart['log']>, server: ServerSide): EntryLog {
  let key: Buffer | undefined;
  return {
    inputs,
    digestOf(text) {
      key ??= loadKey(folder);
      return digestWith(key, text);
    },
    append: (entry) => server.append(entry),
    lose: (error) => server.lose(error instanceof Error ? error.message : String(error)),
  };
}

function tallyOf(say: (message: FromThread) => void): Tally {
  return {
    took: (value) => say({ kind: 'counted', count: { of: 'took', value } }),
    decided: ({ effect, code, repeated, unsure, faults, excused }) =>
      say({
        kind: 'counted',
        count: {
          of: 'decided',
          value: {
            ...{ effect, code, unsure: { length: unsure.length }, faults: { length: faults.length } },
            ...(excused && { excused: excused.map(({ exception }) => ({ exception })) }),
            ...(repeated === undefined ? {} : { repeated }),
          },
        },
      }),
    observed: () => say({ kind: 'counted', count: { of: 'observed' } }),
    disbelieved: (value) => say({ kind: 'counted', count: { of: 'disbelieved', value } }),
  };
}

type AnswerMessage = Extract<ToThread<MessageWay>, { readonly kind: 'answer' }>;

/** What the server is asked, until it answers. */
class Questions {
  readonly #say: (message: FromThread) => void;
  readonly #waiting = new Map<number, (answer: AnswerMessage) => void>();
  #ids = 0;

  constructor(say: (message: FromThread) => void) {
    this.#say = say;
  }

  readonly server: ServerSide = {
    turn: (about) => this.#ask((id) => ({ kind: 'asks', id, ask: 'turn', about })),
    append: (about) => this.#ask((id) => ({ kind: 'asks', id, ask: 'append', about })),
    lose: (about) => this.#ask((id) => ({ kind: 'asks', id, ask: 'lose', about })),
    spoke: (about) => this.#ask((id) => ({ kind: 'asks', id, ask: 'spoke', about })),
    isSpokenFor: (about) => this.#ask((id) => ({ kind: 'asks', id, ask: 'isSpokenFor', about })),
  };

  resolve(answer: AnswerMessage): void {
    this.#waiting.get(answer.id)?.(answer);
    this.#waiting.delete(answer.id);
  }

  #ask<Value>(question: (id: number) => FromThread): Promise<Value> {
    return new Promise((resolve, reject) => {
      const id = ++this.#ids;
      this.#waiting.set(id, ({ value, error }) =>
        error === undefined ? resolve(value as Value) : reject(new Error(error)),
      );
      this.#say(question(id));
    });
  }
}
