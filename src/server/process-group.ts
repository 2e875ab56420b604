/**
 * Several processes that serve one port: the first process starts the others, takes no
 * connection itself, starts anew what dies, and ends them together. Each of the others is
 * a whole server, with policies, memory and log of its own opening; what they share is on
 * disk. This file knows no policies; what is told between processes is below.
 */
import cluster, { type Worker } from 'node:cluster';
import process from 'node:process';
import type { ProcessReport } from './process-report.ts';

/** From the first process to the others. */
export type ToProcess =
  | { readonly kind: 'stop' }
  | { readonly kind: 'reload' }
  | { readonly kind: 'report'; readonly id: number }
  | {
      readonly kind: 'reports';
      readonly id: number;
      readonly reports: readonly ProcessReport[];
      readonly of: number;
    };

/** From the others to the first process. */
export type FromProcess =
  | { readonly kind: 'ready'; readonly text: string }
  /** Asks for the reports of all. */
  | { readonly kind: 'reports'; readonly id: number }
  | { readonly kind: 'report'; readonly id: number; readonly report: ProcessReport };

export interface GroupOptions {
  /** How many processes serve. */
  readonly count: number;
  /** Aborted when all should end. */
  readonly stop: AbortSignal;
  /** Says a sentence to whoever runs the server. */
  say(text: string): void;
}

/** How often a process may die within a minute while no other serves, before the group gives up. */
const mostDeaths = 5;
const minute = 60_000;
/** Milliseconds before a process is started anew: the first time, and at most. */
const shortestPause = 100;
const longestPause = 10_000;
/** Milliseconds within which every process says how it is. */
const patience = 1000;

/** Whether this process is one of those that serve for a group. */
export const isServingProcess = (): boolean => cluster.isWorker;

/** Whether this process of a group is the one that serves what only one can. */
export const holdsSocket = (): boolean => process.env[socketVariable] === '1';

/** Tells a process that it is the one; another is told so when that one has died. */
const socketVariable = 'BYLAW_HOLDS_SOCKET';

/**
 * Runs the group until it is asked to end: 0. Where the first process cannot even start,
 * its exit code; 1 where processes died again and again and none was left.
 */
export function runProcessGroup({ count, stop, say }: GroupOptions): Promise<number> {
  return new Promise((resolve) => {
    /** Of the first process: until it serves, no other is started. */
    let readyText: string | undefined;
    let isTold = false;
    let holder: Worker | undefined;
    let isEnding = false;
    let code = 0;
    let deaths: number[] = [];
    const serving = new Set<Worker>();
    const pauses = new Set<NodeJS.Timeout>();
    const asked = new Map<number, Asked>();
    let ids = 0;

    const everyone = (): readonly Worker[] =>
      Object.values(cluster.workers ?? {}).filter((each) => each !== undefined);
    const tell = (worker: Worker, message: ToProcess): void => {
      if (worker.isConnected()) worker.send(message, () => undefined);
    };
    const end = (): void => {
      isEnding = true;
      for (const pause of pauses) clearTimeout(pause);
      pauses.clear();
      for (const worker of everyone()) tell(worker, { kind: 'stop' });
      if (everyone().length === 0) finish();
    };
    const finish = (): void => {
      process.off('SIGHUP', reload);
      resolve(code);
    };
    const reload = (): void => {
      for (const worker of serving) tell(worker, { kind: 'reload' });
    };
    const gather = (worker: Worker, id: number): void => {
      const own = ++ids;
      const waiting = new Set([...serving].map((each) => each.id));
      const answer = (): void => {
        clearTimeout(timer);
        asked.delete(own);
        tell(worker, { kind: 'reports', id, reports: ask.reports, of: count });
      };
      const timer = setTimeout(answer, patience);
      const ask: Asked = { waiting, reports: [], answer };
      asked.set(own, ask);
      for (const each of serving) tell(each, { kind: 'report', id: own });
    };
    const start = (): void => {
      const holds = holder === undefined;
      const worker = cluster.fork({ [socketVariable]: holds ? '1' : '' });
      if (holds) holder = worker;
      worker.on('message', (message: FromProcess) => {
        switch (message.kind) {
          case 'ready':
            serving.add(worker);
            if (isEnding) tell(worker, { kind: 'stop' });
            else if (readyText === undefined) {
              readyText = message.text;
              for (let other = 1; other < count; other++) start();
            }
            if (!isTold && serving.size === count) {
              isTold = true;
              say(`${readyText}; ${count} processes`);
            }
            return;
          case 'reports':
            gather(worker, message.id);
            return;
          case 'report': {
            const ask = asked.get(message.id);
            if (ask?.waiting.delete(worker.id) !== true) return;
            ask.reports.push(message.report);
            if (ask.waiting.size === 0) ask.answer();
            return;
          }
          default:
            message satisfies never;
        }
      });
      worker.on('exit', (exitCode, signal) => {
        serving.delete(worker);
        if (holder === worker) holder = undefined;
        if (isEnding) {
          if (everyone().length === 0) finish();
          return;
        }
        if (readyText === undefined) {
          code = exitCode ?? 1;
          end();
          return;
        }
        const now = performance.now();
        deaths = [...deaths.filter((at) => now - at < minute), now];
        const how = signal === null ? `with ${exitCode}` : `by ${signal}`;
        if (deaths.length >= mostDeaths && serving.size === 0) {
          say(`bylaw: a process ended (${how}) again and again, and none is left: the server ends`);
          code = 1;
          end();
          return;
        }
        const pause = Math.min(longestPause, shortestPause * 2 ** (deaths.length - 1));
        say(
          `bylaw: a process ended (${how}) and is started anew in ${pause} ms; ${serving.size} serve meanwhile`,
        );
        const timer = setTimeout(() => {
          pauses.delete(timer);
          start();
        }, pause);
        pauses.add(timer);
      });
    };

    if (stop.aborted) {
      resolve(0);
      return;
    }
    stop.addEventListener('abort', end, { once: true });
    process.on('SIGHUP', reload);
    start();
  });
}

/** Reports that are being gathered. */
interface Asked {
  readonly waiting: Set<number>;
  readonly reports: ProcessReport[];
  answer(): void;
}

/** The group, as one of its processes sees it. */
export interface Group {
  /** Tells that this process serves; `text` says where and what. */
  ready(text: string): void;
  /** What all processes say of themselves, and how many there should be. */
  reports(): Promise<{ readonly reports: readonly ProcessReport[]; readonly of: number }>;
}

export interface GroupMember {
  stop(): void;
  reload(): void;
  report(): Promise<ProcessReport>;
}

/** Ends the connection of a serving process to its group; nothing in another process. */
export const leaveGroup = (): void => {
  if (isServingProcess()) cluster.worker?.disconnect();
};

/** Joins the group that started this process. */
export function joinGroup(member: GroupMember): Group {
  const waiting = new Map<number, (message: ToProcess & { readonly kind: 'reports' }) => void>();
  let ids = 0;
  const send = (message: FromProcess): void => {
    if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
  };
  process.on('message', (message: ToProcess) => {
    switch (message.kind) {
      case 'stop':
        member.stop();
        return;
      case 'reload':
        member.reload();
        return;
      case 'report':
        void member.report().then((report) => send({ kind: 'report', id: message.id, report }));
        return;
      case 'reports':
        waiting.get(message.id)?.(message);
        waiting.delete(message.id);
        return;
      default:
        message satisfies never;
    }
  });
  return {
    ready: (text) => send({ kind: 'ready', text }),
    reports: () =>
      new Promise((resolve) => {
        const id = ++ids;
        waiting.set(id, resolve);
        send({ kind: 'reports', id });
      }),
  };
}
