/** Starts the thread that looks at the disk, which is a file of its own beside this one. */
import { Worker } from 'node:worker_threads';

export const startDiskWorker = (): Worker => new Worker(new URL('./disk-worker.cjs', import.meta.url));
