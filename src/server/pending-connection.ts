/**
 * Connections on their way to a serving process. `node:cluster` closes its own copy of a
 * connection when the process says that it has taken it; a process that dies before that
 * never says so, and the client would wait for ever on a connection that nobody reads.
 * Such a connection is closed here: what the process had read of it cannot be known, so
 * that no other could go on with it.
 */
import type { Worker } from 'node:cluster';

interface Connection {
  close(): void;
}

/** The process that a connection was given to last: one that is ending gives it back. */
const givenTo = new WeakMap<Connection, Worker>();

/**
 * Closes what the process was given last and has not taken when it ends. One connection at
 * a time is on its way to a process, and closing what is closed already does nothing.
 */
export function closePendingConnection(worker: Worker): void {
  const child = worker.process;
  // There is no way to send where the process could not be started.
  const send = child.send;
  if (send === undefined) return;
  let last: Connection | undefined;
  child.send = (...args: readonly unknown[]): boolean => {
    const handle = args[1];
    if (isConnection(handle)) {
      last = handle;
      givenTo.set(handle, worker);
    }
    return Reflect.apply(send, child, args);
  };
  worker.once('exit', () => {
    if (last !== undefined && givenTo.get(last) === worker) last.close();
  });
}

const isConnection = (handle: unknown): handle is Connection =>
  typeof handle === 'object' && handle !== null && 'close' in handle && typeof handle.close === 'function';
