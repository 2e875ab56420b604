/** Starts the hook as a harness does: a process of its own, a payload on its standard input. */
import { spawn } from 'node:child_process';
import { resolve as resolvePath } from 'node:path';
import { fileURLToPath } from 'node:url';
import { keepCode } from './kept-code.ts';
import { keepPolicies } from './kept-policies.ts';

export const command = fileURLToPath(new URL('../../dist/bylaw.cjs', import.meta.url));

export interface HookOutcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Whether all of the input could be written. */
  readonly drained: boolean;
}

export interface HookOptions {
  /** The home of the user; caches and state go below it. */
  readonly home: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Undefined for an input that never ends. */
  readonly input: string | Buffer | undefined;
  /**
   * Whether this may be the first hook in its home, which keeps compiled code and checked policies; otherwise the code is there,
   * and so is the one folder of policies that is named. `readsPolicies`: only the code is there.
   */
  readonly isFirst?: boolean | 'readsPolicies';
}

/** Far more than any hook needs: only tests of the deadline may depend on how busy the machine is. */
const patient = ['--deadline', '60000'];

export function runHook(
  args: readonly string[],
  { home, env = {}, input, isFirst = false }: HookOptions,
): Promise<HookOutcome> {
  if (isFirst !== true) keepCode(home);
  if (isFirst === false) {
    const named = args.flatMap((word, at) =>
      args[at - 1] === '--policies' ? [resolvePath(home, word)] : [],
    );
    keepPolicies(named, { HOME: home });
  }
  const all = args.includes('--deadline') ? args : [...args, ...patient];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [command, 'hook', ...all], {
      cwd: home,
      env: { PATH: process.env.PATH ?? '', HOME: home, ...env },
    });
    let stdout = '';
    let stderr = '';
    let drained = true;
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr += text;
    });
    child.stdin.on('error', () => {
      drained = false;
    });
    child.on('error', reject);
    // Its outputs end when it does; its input is ours to close.
    child.on('exit', () => child.stdin.destroy());
    child.on('close', (code) => resolve({ code, stdout, stderr, drained }));
    if (input !== undefined) child.stdin.end(input);
  });
}
