/** The server’s side of the proxy, however the server is reached. */
import type { ClientOutput } from './client-output.ts';
import type { Forwarded, Gate } from './gate.ts';

export interface Upstream {
  /** Passes a line on, and waits while the server has enough to read. Never rejects. */
  send(line: Forwarded): Promise<void>;
  /** Resolves, with a sentence for people, when the server has ended of its own. */
  readonly ended: Promise<string>;
  /**
   * The client sends no more, or the proxy was asked to end by a signal. Resolves
   * when the server is gone, and what it wrote is with the client. Never rejects.
   */
  close(signal: NodeJS.Signals | undefined): Promise<void>;
}

/** What every upstream is given. */
export interface UpstreamOptions {
  readonly gate: Gate;
  readonly output: ClientOutput;
  /** Shows people something, in a sentence without its full stop. */
  notify(sentence: string): Promise<void>;
  /** Milliseconds that a server is given to end by itself, before each harder step. */
  readonly grace: number;
}

/** How many octets a line may have to be looked through: 16 MiB and its end. */
export const longestLine = 16 * 1024 * 1024 + 2;
