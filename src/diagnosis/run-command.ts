/** Runs a hook's command line as a harness does: its shell, its environment, its folder, the payload on standard input. */
import { spawn } from 'node:child_process';
import type { CommandLine, PostedLine } from '../install/command-line.ts';
import type { HookShell } from '../install/harness-install.ts';
import { findProgram, type Machine } from '../install/machine.ts';

export interface CommandRun {
  /** Undefined where it was ended by a signal, or could not be started. */
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  /** Whether it was stopped because it took too long. */
  readonly late: boolean;
  readonly milliseconds: number;
}

/** What is kept of an output; an answer is much shorter. */
const longestOutput = 1_048_576;

/** Never rejects: a command that cannot be started has no exit code. */
export function runCommand(
  line: Exclude<CommandLine, PostedLine>,
  shell: HookShell,
  input: string,
  machine: Machine,
  more: Readonly<Record<string, string>>,
  patience: number,
): Promise<CommandRun> {
  const [program = '', ...args] =
    line.kind === 'words' ? line.words : throughShell(line.text, shell, machine);
  const started = performance.now();
  return new Promise((resolve) => {
    const printed = { stdout: '', stderr: '' };
    let late = false;
    const child = spawn(program, args, {
      cwd: machine.project,
      env: { ...machine.env, ...more },
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
      windowsVerbatimArguments: line.kind === 'shell' && machine.platform === 'win32',
    });
    const timer = setTimeout(() => {
      late = true;
      child.kill('SIGKILL');
    }, patience);
    const finish = (exitCode: number | undefined): void => {
      clearTimeout(timer);
      resolve({ ...printed, exitCode, late, milliseconds: Math.round(performance.now() - started) });
    };
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream].setEncoding('utf8');
      child[stream].on('data', (text: string) => {
        printed[stream] = (printed[stream] + text).slice(0, longestOutput);
      });
    }
    child.on('error', (error) => {
      printed.stderr ||= error.message;
      finish(undefined);
    });
    child.on('close', (code) => finish(code ?? undefined));
    // A command that does not read its input says so by how it ends.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

function throughShell(text: string, shell: HookShell, machine: Machine): readonly string[] {
  if (machine.platform === 'win32')
    return text.startsWith('& ')
      ? ['powershell.exe', '-NoProfile', '-NonInteractive', '-Command', text]
      : [machine.env.COMSPEC || 'cmd.exe', '/d', '/s', '/c', `"${text}"`];
  if (shell === 'login') return [machine.env.SHELL || '/bin/sh', '-lc', text];
  return [(shell === 'bash' ? findProgram('bash', machine) : undefined) ?? '/bin/sh', '-c', text];
}
