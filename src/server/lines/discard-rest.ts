/**
 * A refused client may still be sending. Closing at once would reset the connection and could lose the
 * answer on its way; so the rest is read and discarded, for a while.
 */
import type { IncomingMessage } from 'node:http';

/** Discards the rest of a request's body, and cuts the connection after `timeout` milliseconds. */
export function discardRest(request: IncomingMessage, timeout: number): void {
  if (request.complete || request.destroyed) return;
  const timer = setTimeout(() => request.destroy(), timeout);
  timer.unref();
  request.once('close', () => clearTimeout(timer));
  request.resume();
}
