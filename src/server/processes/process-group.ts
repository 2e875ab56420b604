/**
 * Several processes that serve one port: the first process starts the others, takes no connection itself,
 * restarts those that die, and ends them together. Each of the others is a complete server, which opens its
 * own policies, memory and log; what they share is on disk. This file knows no policies; `group-member.ts`
 * is the side of the others.
 */
import cluster, { type Worker } from 'node:cluster';
import process from 'node:process';
import type { InheritedSocket } from '../sockets/inherited-sockets.ts';
import { closePendingConnection } from '../sockets/pending-connection.ts';
import { GatheredReports } from './gathered-reports.ts';
import { type FromProcess, inheritedVariable, socketVariable, type ToProcess } from './group-messages.ts';
import type { GroupReports } from './process-report.ts';
import { WarnOnce } from './warn-once.ts';

export interface GroupOptions {
  /** How many processes serve. */
  readonly count: number;
  /** The inherited sockets of this process, which the others serve. */
  readonly inherited: readonly InheritedSocket[];
  /** Aborted when all should end. */
  readonly stop: AbortSignal;
  /** Shows a text of complete lines to the administrator. */
  say(text: string): void;
}

/** How many processes may die within a minute while none serves, before the group ends. */
const mostDeaths = 5;
const minute = 60_000;
/** Milliseconds before a process is restarted: the first time, and at most. */
const shortestPause = 100;
const longestPause = 10_000;

/**
 * Runs the group. Resolves with 0 when it was asked to end; with the exit code of the first process if that
 * could not start; with 1 if processes died repeatedly and none was left, or if the last process with
 * sockets of a service manager died.
 */
export const runProcessGroup = async (options: GroupOptions): Promise<number> =>
  options.stop.aborted ? 0 : new ProcessGroup(options).run();

class ProcessGroup {
  readonly #options: GroupOptions;
  readonly #living = new Set<Worker>();
  readonly #serving = new Set<Worker>();
  /** Processes that wait for their restart. */
  readonly #pauses = new Set<NodeJS.Timeout>();
  readonly #reports = new GatheredReports();
  #gathering: Promise<Omit<GroupReports, 'of'>> | undefined;
  readonly #warnOnce = new WarnOnce();
  /** The ready line of the first process; until then no other process is started. */
  #readyText: string | undefined;
  #isTold = false;
  /** Serves what only one can. */
  #holder: Worker | undefined;
  /** When processes died within the last minute, in milliseconds. */
  #deaths: readonly number[] = [];
  #isEnding = false;
  #code = 0;
  #finish: () => void = () => undefined;

  constructor(options: GroupOptions) {
    this.#options = options;
  }

  run(): Promise<number> {
    const reload = (): void => this.#reload();
    this.#options.stop.addEventListener('abort', () => this.#end(), { once: true });
    process.on('SIGHUP', reload);
    return new Promise((resolve) => {
      this.#finish = () => {
        process.off('SIGHUP', reload);
        resolve(this.#code);
      };
      this.#start();
    });
  }

  #reload(): void {
    for (const worker of this.#serving) tell(worker, { kind: 'reload' });
  }

  #start(): void {
    const holds = this.#holder === undefined;
    const { inherited } = this.#options;
    const handed = inherited.length === 0 ? {} : { [inheritedVariable]: JSON.stringify(inherited) };
    const worker = cluster.fork({ [socketVariable]: holds ? '1' : '', ...handed });
    this.#living.add(worker);
    if (holds) this.#holder = worker;
    closePendingConnection(worker);
    worker.on('message', (message: FromProcess) => this.#hear(worker, message));
    worker.on('exit', (code, signal) => this.#lose(worker, code ?? 1, signal));
    worker.on('error', () => {
      // A process that was started has an exit event; one that could not be started has none.
      if (worker.process.pid === undefined) this.#lose(worker, 1, null);
    });
  }

  #hear(worker: Worker, message: FromProcess): void {
    switch (message.kind) {
      case 'ready':
        this.#welcome(worker, message.text);
        return;
      case 'say':
        if (this.#warnOnce.isNew(message.text, worker.id, performance.now())) this.#options.say(message.text);
        return;
      case 'reload':
        this.#reload();
        return;
      case 'reports':
        void this.#answer(worker, message.id);
        return;
      case 'report':
        this.#reports.take(worker.id, message.id, message.report);
        return;
      default:
        message satisfies never;
    }
  }

  /** A process serves. */
  #welcome(worker: Worker, text: string): void {
    const { count, say } = this.#options;
    this.#serving.add(worker);
    if (this.#isEnding) tell(worker, { kind: 'stop' });
    else if (this.#readyText === undefined) {
      this.#readyText = text;
      for (let other = 1; other < count; other++) this.#start();
    }
    if (this.#isTold || this.#serving.size < count) return;
    this.#isTold = true;
    say(`${this.#readyText}; ${count} processes\n`);
  }

  async #answer(worker: Worker, id: number): Promise<void> {
    // Requests during a collection get its result: many requests ask each process once.
    this.#gathering ??= this.#gather();
    const gathered = await this.#gathering;
    tell(worker, { kind: 'reports', id, ...gathered, of: this.#options.count });
  }

  async #gather(): Promise<Omit<GroupReports, 'of'>> {
    try {
      return await this.#reports.gather(
        [...this.#serving].map((each) => ({
          id: each.id,
          ask: (asked: number) => tell(each, { kind: 'report', id: asked }),
        })),
      );
    } finally {
      this.#gathering = undefined;
    }
  }

  /** A process has ended, or could not be started. */
  #lose(worker: Worker, code: number, signal: string | null): void {
    if (!this.#living.delete(worker)) return;
    this.#serving.delete(worker);
    this.#reports.end(worker.id);
    if (this.#holder === worker) this.#holder = undefined;
    if (this.#isEnding) {
      if (this.#living.size === 0) this.#finish();
    } else if (this.#readyText === undefined) this.#giveUp(code);
    else if (this.#hasLostSockets()) {
      this.#options.say(
        'bylaw: no process is left, and the sockets of the service manager were closed with the last: the server ends\n',
      );
      this.#giveUp(1);
    } else this.#startAnew(signal === null ? `with ${code}` : `by ${signal}`);
  }

  /** `node:cluster` closes a socket when no process serves it. One that was handed over cannot be opened again. */
  #hasLostSockets(): boolean {
    return this.#options.inherited.length > 0 && this.#serving.size === 0;
  }

  #startAnew(how: string): void {
    const { say } = this.#options;
    const now = performance.now();
    this.#deaths = [...this.#deaths.filter((at) => now - at < minute), now];
    if (this.#deaths.length >= mostDeaths && this.#serving.size === 0) {
      say(`bylaw: a process ended (${how}) again and again, and none is left: the server ends\n`);
      this.#giveUp(1);
      return;
    }
    const pause = Math.min(longestPause, shortestPause * 2 ** (this.#deaths.length - 1));
    const others = `${this.#serving.size} serve meanwhile`;
    say(`bylaw: a process ended (${how}) and is started anew in ${pause} ms; ${others}\n`);
    const timer = setTimeout(() => {
      this.#pauses.delete(timer);
      this.#start();
    }, pause);
    this.#pauses.add(timer);
  }

  #giveUp(code: number): void {
    this.#code = code;
    this.#end();
  }

  #end(): void {
    this.#isEnding = true;
    for (const pause of this.#pauses) clearTimeout(pause);
    this.#pauses.clear();
    for (const worker of this.#living) tell(worker, { kind: 'stop' });
    if (this.#living.size === 0) this.#finish();
  }
}

function tell(worker: Worker, message: ToProcess): void {
  if (worker.isConnected()) worker.send(message, () => undefined);
}
