/** The thread of a server that looks at the disk: it may have to wait for it, and is given up where that takes too long. */
import { parentPort } from 'node:worker_threads';
import { openDisk } from './disk.ts';
import { answerOf, type DiskRequest } from './gathered-disk.ts';

parentPort?.on('message', ({ id, questions }: DiskRequest) => {
  // The mounts may be others than last time.
  const disk = openDisk();
  parentPort?.postMessage({ id, answers: questions.map((question) => answerOf(question, disk)) });
});
