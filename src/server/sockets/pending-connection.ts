/**
 * Connections on their way to a serving process. `node:cluster` closes its own copy of a connection when
 * the process confirms that it has accepted it. A process that dies before that never confirms, and the
 * client would wait for ever on a connection that no process reads. This file closes such a connection: it
 * is not known what the process had read of it, so no other process could go on with it.
 */
import type { Worker } from 'node:cluster';

interface Connection {
  close(): void;
}

/** The process that got a connection last: an ending process gives it back. */
const givenTo = new WeakMap<Connection, Worker>();

/**
 * When a process ends, closes its last connection if it has not accepted it. One connection at a time is on
 * its way to a process, and closing what is closed already does nothing.
 */
export function closePendingConnection(worker: Worker): void {
  const child = worker.process;
  // There is no channel if the process could not be started.
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
