/**
 * Has policies read by a process of its own, which runs `loading-process.ts`: the one
 * that asks goes on with its work meanwhile, and nothing of the reading stays in its
 * memory. The process hands over what it has read as octets, and keeps it for others where it can.
 */
import { type StdioOptions, spawn } from 'node:child_process';
import { type Diagnostic, errorAt } from '../../language/diagnostic.ts';

export interface Order {
  /** As the user names them. */
  readonly named: readonly string[];
  readonly cwd: string;
  readonly build: string;
  /** Whether what is read is kept for others. */
  readonly keeps: boolean;
}

export interface Refusal {
  readonly problems: readonly Diagnostic[];
  /** The folder that the paths of the problems are relative to. */
  readonly root: string;
}

/** How the process ends that reads, and what is on standard output then: policies as an entry of a cache, or a `Refusal` as JSON. */
export const ends = { handed: 4, problems: 2 } as const;

/** How a process is started that reads. */
export interface Apart {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where `loading-process.cjs` is, which is made of `start-loading.ts`. */
  readonly module: string;
  /** Whether it goes on when this process ends, and keeps what it has read; this process does not wait for it then. */
  readonly outlives?: boolean;
}

/** Nothing that this process has open but the pipe: whoever waits for the end of its output would wait for the other one too. */
const stdio: StdioOptions = ['ignore', 'pipe', ...Array<'ignore'>(4).fill('ignore')];

/**
 * What became of it; undefined where no process could be started, or it could not do
 * its work, and the policies are best read here. A process that was killed is a refusal. Never rejects.
 */
export function loadApart(
  order: Order,
  { env, module, outlives = false }: Apart,
): Promise<Buffer | Refusal | undefined> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [module, JSON.stringify(order)], {
      stdio,
      env,
      detached: outlives,
    });
    if (outlives) child.unref();
    const parts: Buffer[] = [];
    child.stdout?.on('data', (part: Buffer) => parts.push(part));
    child.on('error', () => resolve(undefined));
    child.on('close', (code, signal) => {
      const output = Buffer.concat(parts);
      if (code === ends.handed) resolve(output);
      else if (code === ends.problems) resolve(readRefusal(output.toString()));
      else resolve(signal === null ? undefined : killed(order, signal));
    });
  });
}

/** Whoever killed it, such as a lack of memory, would end a process that reads the policies here as well. */
const killed = ({ named: [first = '.'], cwd }: Order, signal: string): Refusal => ({
  problems: [
    errorAt(
      'unreadable-file',
      first,
      { start: 0, end: 0 },
      `the process that reads the policies was ended before it was done (${signal})`,
      {
        help: 'they may need more memory than there is: look for very long tests, lists and regular expressions',
      },
    ),
  ],
  root: cwd,
});

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
