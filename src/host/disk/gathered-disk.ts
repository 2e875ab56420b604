/**
 * A disk that another thread looks at. A derivation asks at once and cannot wait: what has not been answered yet is
 * unknown to it, and is asked for when it has ended; then it is done again. Few rounds come to all that it asks, since
 * each asks for everything that it can name.
 */
import type { Worker } from 'node:worker_threads';
import type { Disk, DiskEntry, FileText } from '../../facts/disk/disk.ts';
import { foldersOf, homeOf } from './disk.ts';

export type DiskQuestion = readonly [ask: 'entry' | 'names' | 'text', path: string];

export interface DiskRequest {
  readonly id: number;
  readonly questions: readonly DiskQuestion[];
}

export type DiskAnswer = DiskEntry | FileText | readonly string[] | undefined;

interface DiskReply {
  readonly id: number;
  readonly answers: readonly DiskAnswer[];
}

export const answerOf = ([ask, path]: DiskQuestion, disk: Disk): DiskAnswer => disk[ask](path);

/** Links that lead to scripts that name links: no honest call needs so many rounds. */
const mostRounds = 16;
const unseen = { is: 'unseen' } as const;

export const keyOfQuestion = (question: DiskQuestion): string => question.join(' ');

/** Answers that are there, and questions that are not answered yet. */
export class GatheredDisk implements Disk {
  readonly home: string | undefined;
  readonly searchPath: readonly string[] | undefined;
  failed = false;
  readonly #answers = new Map<string, DiskAnswer>();
  readonly #open = new Map<string, DiskQuestion>();

  /** `searchPath`, `home`: those of the user whose disk it is. */
  constructor(searchPath: string | undefined, home: string | undefined) {
    this.home = home;
    this.searchPath = foldersOf(searchPath);
  }

  entry(path: string): DiskEntry {
    return (this.#answer(['entry', path]) as DiskEntry | undefined) ?? unseen;
  }

  names(folder: string): readonly string[] | undefined {
    return this.#answer(['names', folder]) as readonly string[] | undefined;
  }

  text(file: string): FileText {
    return (this.#answer(['text', file]) as FileText | undefined) ?? unseen;
  }

  #answer(question: DiskQuestion): DiskAnswer {
    const key = keyOfQuestion(question);
    if (!this.#answers.has(key)) this.#open.set(key, question);
    return this.#answers.get(key);
  }

  /** The questions that are open, which are so no more. */
  take(): readonly (readonly [key: string, question: DiskQuestion])[] {
    const taken = [...this.#open];
    this.#open.clear();
    return taken;
  }

  put(key: string, answer: DiskAnswer): void {
    this.#answers.set(key, answer);
  }
}

export class DiskReader {
  readonly #start: () => Worker;
  readonly #patience: number;
  #worker: Worker | undefined;
  #ids = 0;
  readonly #waiting = new Map<number, (answers: readonly DiskAnswer[] | undefined) => void>();

  /** `patience`: milliseconds after which the thread is given up, and what it was asked is unknown. */
  constructor(start: () => Worker, patience = 500) {
    this.#start = start;
    this.#patience = patience;
  }

  /** The disk with all that `ask` asks of it; `searchPath`: the `PATH` of the process that asks. Never rejects. */
  async gather(ask: (disk: Disk) => void, searchPath?: string): Promise<Disk> {
    const disk = new GatheredDisk(searchPath, homeOf());
    for (let round = 0; round < mostRounds; round++) {
      ask(disk);
      const open = disk.take();
      if (open.length === 0) return disk;
      const answers = await this.#ask(open.map(([, question]) => question));
      for (const [at, [key]] of open.entries()) disk.put(key, answers?.[at]);
      if (answers === undefined) {
        disk.failed = true;
        return disk;
      }
    }
    disk.failed = true;
    return disk;
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #ask(questions: readonly DiskQuestion[]): Promise<readonly DiskAnswer[] | undefined> {
    return new Promise((resolve) => {
      const id = ++this.#ids;
      const worker = this.#running();
      const timer = setTimeout(() => this.#giveUp(worker), this.#patience);
      this.#waiting.set(id, (answers) => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        resolve(answers);
      });
      worker.postMessage({ id, questions } satisfies DiskRequest);
    });
  }

  #running(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = this.#start();
    this.#worker = worker;
    // A server that has nothing else to do ends.
    worker.unref();
    worker.on('message', ({ id, answers }: DiskReply) => this.#waiting.get(id)?.(answers));
    worker.on('error', () => this.#giveUp(worker));
    worker.on('exit', () => this.#giveUp(worker));
    return worker;
  }

  /** Questions that wait for this thread get *unknown*; the next question starts another thread. */
  #giveUp(worker: Worker): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    for (const settle of [...this.#waiting.values()]) settle(undefined);
    worker.terminate().catch(() => {});
  }
}
