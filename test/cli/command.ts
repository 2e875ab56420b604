/** Runs the command in this process, with its streams handed in and gathered. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { run } from '../../src/cli/run.ts';

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

class Gathered extends Writable {
  text = '';
  override _write(chunk: Buffer | string, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

/** Runs `bylaw ARGS…` in a folder, with a text on standard input. */
export async function bylaw(
  args: readonly string[],
  {
    cwd,
    stdin = '',
    env = {},
    stop = new AbortController().signal,
    now = '2026-01-01T00:00:00Z',
  }: {
    readonly cwd: string;
    readonly stdin?: string | Buffer;
    readonly env?: Readonly<Record<string, string>>;
    readonly stop?: AbortSignal;
    /** What the clock says. */
    readonly now?: string;
  },
): Promise<Outcome> {
  const stdout = new Gathered();
  const stderr = new Gathered();
  const input = Readable.from(stdin.length === 0 ? [] : [Buffer.from(stdin)]);
  const code = await run(args, {
    stdin: input,
    stdout,
    stderr,
    cwd,
    // The policies of whoever runs the tests are no matter of theirs.
    env: { XDG_CONFIG_HOME: join(cwd, '.config'), ...env },
    stop,
    now: () => Date.parse(now),
  });
  return { code, stdout: stdout.text, stderr: stderr.text };
}

/** A folder with files in it, which is removed when the callback is done. */
export async function withFolder<Result>(
  files: Readonly<Record<string, string | Buffer>>,
  use: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-test-'));
  try {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const denyShell = `policy com.example.dev
deny shell
  when kind is shell
  reason "No shell: {tool}."
  test
    denies "ls"
    passes read "a"
`;

export const shellEvent = '{"id":"e1","tool":{"name":"Bash","kind":"shell","input":{"command":"ls"}}}';
export const readEvent = '{"id":"e2","tool":{"name":"Read","kind":"file_read","input":{"file_path":"a"}}}';
