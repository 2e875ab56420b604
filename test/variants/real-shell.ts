/** Harmless commands, tried in a real shell: what shows whether another text did what one of them does. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Draft } from './spelling.ts';

const available = new Map<string, boolean>();
function has(program: string): boolean {
  let known = available.get(program);
  if (known === undefined) {
    known = spawnSync('bash', ['-c', `command -v ${program}`]).status === 0;
    available.set(program, known);
  }
  return known;
}

export const canRun = process.platform === 'linux' && spawnSync('bash', ['-c', 'exit 0']).status === 0;

/** A harmless command, and what shows that it was run in a directory that `prepare` made ready. */
export interface Harmless {
  readonly command: string;
  prepare(directory: string): void;
  wasRun(directory: string): boolean;
}

export const harmless: readonly Harmless[] = [
  {
    command: 'touch -a -m made',
    prepare: () => {},
    wasRun: (directory) => existsSync(join(directory, 'made')),
  },
  {
    command: 'rm -r -f gone/inner',
    prepare: (directory) => mkdirSync(join(directory, 'gone', 'inner'), { recursive: true }),
    wasRun: (directory) => !existsSync(join(directory, 'gone', 'inner')),
  },
  {
    command: "cp -r -f 'source file' copied",
    prepare: (directory) => writeFileSync(join(directory, 'source file'), ''),
    wasRun: (directory) => existsSync(join(directory, 'copied')),
  },
  {
    command: 'mkdir -p -m 0700 new/directory',
    prepare: () => {},
    wasRun: (directory) =>
      (statSync(join(directory, 'new', 'directory'), { throwIfNoEntry: false })?.mode ?? 0) % 0o1000 ===
      0o700,
  },
];

/**
 * Runs a text in an empty directory of its own; gives whether the command was run, and what else was printed. What is
 * started in a session of its own may go on for a moment when the rest has ended: `patience`, in milliseconds.
 */
export function tryFor(
  text: string,
  { prepare, wasRun }: Harmless,
  patience = 0,
): { readonly ran: boolean; readonly said: string } {
  const directory = mkdtempSync(join(tmpdir(), 'bylaw-variants-'));
  try {
    prepare(directory);
    const { stderr } = spawnSync('bash', ['-c', text], {
      cwd: directory,
      input: '',
      timeout: 20_000,
      encoding: 'utf8',
      env: { ...process.env, HOME: directory, UNSET_X: undefined },
    });
    const late = Date.now() + patience;
    while (!wasRun(directory) && Date.now() < late) Atomics.wait(still, 0, 0, 20);
    return { ran: wasRun(directory), said: stderr };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

const still = new Int32Array(new SharedArrayBuffer(4));

const isTried = ({ untried, needs = [] }: Draft): boolean => untried !== true && needs.every(has);

/** Those that do not do what the command does. */
export const failing = (
  all: readonly Draft[],
  each: Harmless,
): readonly { readonly name: string; readonly said: string }[] =>
  all.filter(isTried).flatMap(({ name, text }) => {
    const { ran, said } = tryFor(text, each, 2000);
    return ran ? [] : [{ name, text, said }];
  });
