/** A process that is in the middle of an upload, from test/store/upload-halfway.ts. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

export interface Report {
  readonly half?: true;
  readonly text: string;
  readonly ref: string;
}

/** Runs the bundled program until it is in the middle of its last upload. */
export async function untilHalfWay(
  program: string,
  directory: string,
): Promise<{ child: ChildProcess; receipts: Report[] }> {
  const child = fork(program, [directory]);
  const receipts: Report[] = [];
  // One listener for all: several reports may arrive at once.
  await new Promise<void>((resolve, reject) => {
    child.on('message', (report: Report) => {
      if (report.half) resolve();
      else receipts.push(report);
    });
    child.once('exit', (code) => reject(new Error(`the child ended with ${code}`)));
  });
  return { child, receipts };
}

export async function kill(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}
