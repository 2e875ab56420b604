/**
 * Has policies read by a process of its own, which is `loading-process.ts`: the one
 * that asks goes on with its work meanwhile, and nothing of the reading stays in its
 * memory. The process hands over what it has read as octets, and keeps it for others where it can.
 */
import { spawn } from 'node:child_process';
import type { Diagnostic } from '../../language/diagnostic.ts';
import type { BrokenLayer } from './load-fresh.ts';

export interface Order {
  /** As the user names them. */
  readonly named: readonly string[];
  readonly cwd: string;
  readonly build: string;
  /** Whether what is read is kept for others. */
  readonly keeps: boolean;
}

/** Policies that may decide. */
export interface Handed {
  /** An entry of a cache. */
  readonly entry: Buffer;
  /** Lower layers without which they may. */
  readonly broken: readonly BrokenLayer[];
}

export interface Refusal {
  readonly problems: readonly Diagnostic[];
  /** The folder that the paths of the problems are relative to. */
  readonly root: string;
}

/** How the process ends that reads, and what is on standard output then: policies (`writeHanded`), or a `Refusal` as JSON. */
export const ends = { handed: 4, problems: 2 } as const;

/**
 * What became of it; undefined where no process could be started, or it could not do
 * its work, and the policies are best read here. Never rejects.
 */
export function loadApart(
  order: Order,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Handed | Refusal | undefined> {
  const script = `
    import { readForAnother } from ${JSON.stringify(new URL('./loading-process.js', import.meta.url).href)};
    process.exitCode = readForAnother(JSON.parse(process.argv[1]));`;
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script, JSON.stringify(order)], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env,
    });
    const parts: Buffer[] = [];
    child.stdout.on('data', (part: Buffer) => parts.push(part));
    child.on('error', () => resolve(undefined));
    child.on('close', (code) => {
      const output = Buffer.concat(parts);
      if (code === ends.handed) resolve(readHanded(output));
      else if (code === ends.problems) resolve(readRefusal(output.toString()));
      else resolve(undefined);
    });
  });
}

/** A line about broken layers, and the entry. */
export const writeHanded = (broken: readonly BrokenLayer[], entry: readonly Buffer[]): readonly Buffer[] => [
  Buffer.from(`${JSON.stringify(broken)}\n`),
  ...entry,
];

/** Undefined for octets that were cut off: the policies are read here then. */
export function readHanded(output: Buffer): Handed | undefined {
  const end = output.indexOf('\n');
  try {
    return { broken: JSON.parse(output.toString('utf8', 0, end)), entry: output.subarray(end + 1) };
  } catch {
    return undefined;
  }
}

/** Undefined for a text that was cut off, or says nothing of what is wrong: the policies are read here then. */
export function readRefusal(text: string): Refusal | undefined {
  try {
    const { problems, root }: Partial<Refusal> = JSON.parse(text) ?? {};
    if (!Array.isArray(problems) || problems.length === 0 || typeof root !== 'string') return undefined;
    return { problems, root };
  } catch {
    return undefined;
  }
}
