/**
 * The reports of all processes of a group, gathered whenever one of them needs them. The last report of
 * each process is kept, so that its counts stay when it has died, or is too busy to report.
 */
import type { GroupReports, Metrics, ProcessReport } from './process-report.ts';

/** A process that can be asked; it answers with `take`. */
export interface Reporter {
  readonly id: number;
  ask(id: number): void;
}

/** Milliseconds within which every process reports. */
const patience = 1000;

interface Asked {
  readonly waiting: Set<number>;
  /** By process. */
  readonly reports: Map<number, ProcessReport>;
  answer(): void;
}

export class GatheredReports {
  readonly #asked = new Map<number, Asked>();
  /** By process, while it lives. */
  readonly #last = new Map<number, ProcessReport>();
  /** The counts of ended processes, as if they were one process. */
  #ended: Promise<readonly Metrics[]> = Promise.resolve([]);
  #ids = 0;

  /** Asks all, and waits for a second at most. */
  async gather(reporters: readonly Reporter[]): Promise<Omit<GroupReports, 'of'>> {
    const id = ++this.#ids;
    const waiting = new Set(reporters.map((each) => each.id));
    const reports = new Map<number, ProcessReport>();
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, patience);
      const answer = (): void => {
        clearTimeout(timer);
        resolve();
      };
      this.#asked.set(id, { waiting, reports, answer });
      if (waiting.size === 0) answer();
      for (const each of reporters) each.ask(id);
    });
    // From here on there is no `await` until the reports are chosen.
    this.#asked.delete(id);
    const silent = [...waiting].flatMap((each) => this.#last.get(each)?.metrics ?? []);
    const received = [...reports.values()];
    return { reports: received, earlier: [...(await this.#ended), silent] };
  }

  /** A report; one that comes too late is kept all the same. */
  take(reporter: number, id: number, report: ProcessReport): void {
    this.#last.set(reporter, report);
    const ask = this.#asked.get(id);
    if (ask?.waiting.delete(reporter) !== true) return;
    ask.reports.set(reporter, report);
    if (ask.waiting.size === 0) ask.answer();
  }

  /** A process has ended: do not wait for it, and keep its counts. */
  end(reporter: number): void {
    const last = this.#last.get(reporter);
    this.#last.delete(reporter);
    if (last !== undefined) this.#ended = this.#ended.then((ended) => added([...ended, last.metrics]));
    for (const ask of this.#asked.values()) {
      // It is one of the ended ones, and would be counted twice.
      ask.reports.delete(reporter);
      ask.waiting.delete(reporter);
      if (ask.waiting.size === 0) ask.answer();
    }
  }
}

/** The library that adds takes long to load, and most groups never need it here. */
async function added(all: readonly Metrics[]): Promise<readonly Metrics[]> {
  try {
    const { addCounts } = await import('./process-report.ts');
    return [await addCounts(all)];
  } catch {
    // An update may have removed the file: then the sum is made where it is shown.
    return all;
  }
}
