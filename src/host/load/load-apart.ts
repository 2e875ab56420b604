/**
 * Has policies read by a process of its own, which is `loading-process.ts`: the one
 * that asks goes on with its work meanwhile, and nothing of the reading stays in its
 * memory. The process keeps what it has read, or hands it over where nothing can be kept.
 */
import { spawn } from 'node:child_process';
import type { Diagnostic } from '../../language/diagnostic.ts';

export interface Order {
  /** As the user names them. */
  readonly named: readonly string[];
  readonly cwd: string;
  readonly build: string;
}

export interface Refusal {
  readonly problems: readonly Diagnostic[];
  /** The folder that the paths of the problems are relative to. */
  readonly root: string;
}

/** How the process ends that reads: with an entry of the cache, or with an entry or what is wrong on standard output. */
export const ends = { kept: 0, handed: 4, problems: 2, nothing: 3 } as const;

/**
 * What became of it; undefined where no process could be started, or it could not do
 * its work, and the policies are best read here. Never rejects.
 */
export function loadApart(
  order: Order,
  env: Readonly<Record<string, string | undefined>>,
): Promise<'kept' | { readonly entry: Buffer } | Refusal | undefined> {
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
      if (code === ends.kept) resolve('kept');
      else if (code === ends.handed) resolve({ entry: output });
      else if (code === ends.problems) resolve(readRefusal(output.toString()));
      else resolve(undefined);
    });
  });
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
