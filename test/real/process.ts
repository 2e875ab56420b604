/** Programs that are started in a group of their own, with a limit of time, and leave nothing behind. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type { Command } from './harnesses.ts';

interface Surroundings {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly seconds: number;
}

export interface Ended {
  /** Undefined where it was ended over time, or could not be started. */
  readonly status: number | undefined;
  readonly output: string;
}

/** Runs a program until it ends, or until time is up. Whatever is left of its group is ended then. */
export function start({ file, args }: Command, { cwd, env, seconds }: Surroundings): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    const timer = setTimeout(() => endGroup(child.pid), seconds * 1000);
    const ended = (status: number | undefined): void => {
      clearTimeout(timer);
      endGroup(child.pid);
      resolve({ status, output });
    };
    child.on('error', (error) => {
      output += error.message;
      ended(undefined);
    });
    // Hooks that only report may still be on their way.
    child.on('exit', (status) => setTimeout(ended, 1000, status ?? undefined));
  });
}

function endGroup(leader: number | undefined): void {
  try {
    if (leader !== undefined) process.kill(-leader, 'SIGKILL');
  } catch {}
}

/** Ends what a harness started in groups of their own: the processes that have this home, and no others. */
export function endAllOf(home: string): void {
  for (const name of readdirSync('/proc').filter(
    (each) => /^\d+$/.test(each) && Number(each) !== process.pid,
  ))
    try {
      const environment = readFileSync(`/proc/${name}/environ`, 'utf8').split('\0');
      if (environment.includes(`HOME=${home}`)) process.kill(Number(name), 'SIGKILL');
    } catch {}
}
