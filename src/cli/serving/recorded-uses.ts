/**
 * Who used the doors for administrators, in the decision log. The first use by a client has a record at once;
 * those that follow within a minute are counted in one more, so that a reader of the log who comes every
 * second does not fill it. A reload always has its own. Without a log, each is said on standard error.
 */
import { type Client, clientText } from '../../facts/event/client.ts';
import { loggedClient } from '../../host/decision-log/log-entry.ts';
import type { DecisionLog } from '../../store/decision-log/decision-log.ts';
import type { AdminAction, AdminEntry } from '../../store/decision-log/record.ts';

/** Milliseconds for which uses are counted together. */
const countedFor = 60_000;

export class RecordedUses {
  readonly #log: DecisionLog | undefined;
  readonly #say: (sentence: string) => void;
  /** Uses that no record counts yet, by action and client. */
  readonly #open = new Map<string, { entry: AdminEntry; timer: NodeJS.Timeout; requests: number }>();

  constructor(log: DecisionLog | undefined, say: (sentence: string) => void) {
    this.#log = log;
    this.#say = say;
  }

  /** Rejects if it cannot be recorded. */
  async note(action: AdminAction, client: Client): Promise<void> {
    const key = `${action} ${clientText(client)}`;
    const open = this.#open.get(key);
    if (open !== undefined) {
      open.requests++;
      return;
    }
    const entry: AdminEntry = {
      type: 'admin',
      action,
      client: loggedClient(client, (text) => text.slice(0, 256)),
      requests: 1,
    };
    await this.#record(entry);
    if (action === 'reload') return;
    const timer = setTimeout(() => this.#end(key), countedFor).unref();
    this.#open.set(key, { entry, timer, requests: 0 });
  }

  /** Records what is only counted so far. */
  close(): void {
    for (const key of [...this.#open.keys()]) this.#end(key);
  }

  #end(key: string): void {
    const open = this.#open.get(key);
    if (open === undefined) return;
    clearTimeout(open.timer);
    this.#open.delete(key);
    // The log itself says that it cannot be written.
    if (open.requests > 0)
      void this.#record({ ...open.entry, requests: open.requests }).catch(() => undefined);
  }

  async #record(entry: AdminEntry): Promise<void> {
    if (this.#log !== undefined) return await this.#log.append(entry);
    const { action, client, requests } = entry;
    this.#say(
      `${requests} request${requests === 1 ? '' : 's'} of ${JSON.stringify(client.token ?? client.certificate)} for ${action}.`,
    );
  }
}
