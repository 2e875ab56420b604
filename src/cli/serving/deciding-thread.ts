/** The thread of a server that decides what is large. */
import { parentPort, workerData } from 'node:worker_threads';
import { decideApart } from './decide-apart.ts';

export async function listen(): Promise<void> {
  if (parentPort === null) return;
  const port = parentPort;
  const hear = await decideApart(workerData, (message) => port.postMessage(message));
  // Without anybody to decide for, it ends.
  if (hear !== undefined) port.on('message', hear);
}
