/** Starts a thread that decides for a server, which is a file of its own beside this one. */
import { Worker } from 'node:worker_threads';
import type { LaneOptions } from '../../server/lanes/lane.ts';
import type { ThreadStart } from './decide-apart.ts';
import type { MessageWay } from './ways.ts';

/** Mebibytes: a message of the most octets takes some hundreds. */
const mostMemory = 1024;

export const startDecidingThread =
  (workerData: ThreadStart): LaneOptions<MessageWay>['start'] =>
  (hear, died) => {
    const resourceLimits = { maxOldGenerationSizeMb: mostMemory };
    const worker = new Worker(new URL('./deciding-thread.cjs', import.meta.url), {
      workerData,
      argv: process.argv.slice(2),
      resourceLimits,
    });
    // A server that has nothing else to do ends.
    worker.unref();
    worker.on('message', hear);
    worker.on('error', ({ message }) => died(message));
    worker.on('exit', (code) => died(`it ended with ${code}`));
    return {
      say: (message) => worker.postMessage(message),
      end: () => void worker.terminate().catch(() => {}),
    };
  };
