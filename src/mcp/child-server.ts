/**
 * A server that is a process of ours and speaks over its standard streams. Its
 * environment is the proxy’s, its standard error goes where the proxy’s goes. It
 * is asked to end by the end of its input, then by signals.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { openLineOutput } from '../server/line-output.ts';
import type { LongLine } from './client-output.ts';
import { OctetLines } from './octet-lines.ts';
import { longestLine, type Upstream, type UpstreamOptions } from './upstream.ts';
import { within } from './within.ts';

export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

type Child = ChildProcessByStdio<Writable, Readable, null>;

/** Starts the server. Rejects with the system’s error where that cannot be done. */
export async function startServer(
  { command, args, cwd }: ServerCommand,
  options: UpstreamOptions,
): Promise<Upstream> {
  const child = spawn(command, args, { cwd, stdio: ['pipe', 'pipe', 'inherit'], windowsHide: true });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve).once('error', reject);
  });
  return new ChildServer(child, options);
}

class ChildServer implements Upstream {
  /** Resolves when the process is gone and all that it wrote is with the client. */
  readonly ended: Promise<string>;
  readonly #child: Child;
  readonly #options: UpstreamOptions;
  readonly #input: ReturnType<typeof openLineOutput>;
  /** Resolves when the process is gone, with how. */
  readonly #exited: Promise<string>;
  #hasExited = false;
  #isEnding = false;
  /** Whether the client is being waited for. */
  #isWriting = false;
  /** Whether what the client has not read yet may be lost. */
  #isHurried = false;

  constructor(child: Child, options: UpstreamOptions) {
    this.#child = child;
    this.#options = options;
    // A signal that cannot be sent is reported here; the process is gone then, or soon.
    child.on('error', () => {});
    const kill = (): void => {
      child.kill();
    };
    process.once('exit', kill);
    this.#exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        this.#hasExited = true;
        process.off('exit', kill);
        child.stdin.destroy();
        resolve(
          signal === null
            ? `the MCP server ended with exit code ${code}`
            : `the MCP server was ended by ${signal}`,
        );
      });
    });
    // A server that takes no more input, or gives no more output, is of no use.
    this.#input = openLineOutput(child.stdin, () => this.#endOfUse());
    const drained = this.#passOutput().catch(() => {});
    void drained.then(() => this.#endOfUse());
    this.ended = this.#exited.then(async (how) => {
      await this.#drain(drained);
      return how;
    });
  }

  async send({ octets }: { readonly octets: Uint8Array }): Promise<void> {
    await this.#input.write(octets).catch(() => this.#endOfUse());
  }

  async close(signal: NodeJS.Signals | undefined): Promise<void> {
    if (signal !== undefined) {
      this.#isHurried = true;
      this.#child.kill(signal);
      // Its input stays open as long as it may be about to do what the signal says.
      await within(this.#options.grace, this.#exited);
    }
    this.#endOfUse();
    await this.ended;
  }

  /** Waits for what the server has still written. A process that it started may hold its output open for ever. */
  async #drain(drained: Promise<void>): Promise<void> {
    while (!(await within(this.#options.grace, drained))) {
      if (this.#isHurried || !this.#isWriting) break;
    }
    this.#child.stdout.destroy();
    if (!this.#isWriting) await drained;
  }

  async #writing(written: Promise<void>): Promise<void> {
    this.#isWriting = true;
    await written;
    this.#isWriting = false;
  }

  async #passOutput(): Promise<void> {
    const { gate, output } = this.#options;
    const lines = new OctetLines(longestLine);
    let long: LongLine | undefined;
    const passAll = async (pieces: ReturnType<OctetLines['push']>): Promise<void> => {
      for (const piece of pieces) {
        if (piece.whole) {
          // Learnt from first: the client may act on the line before writing it has returned.
          gate.fromServer(piece.octets);
          await this.#writing(output.pass(piece.octets));
          continue;
        }
        long ??= await output.longLine();
        await this.#writing(long.write(piece.octets));
        if (!piece.last) continue;
        long.end();
        long = undefined;
      }
    };
    try {
      for await (const chunk of this.#child.stdout) await passAll(lines.push(chunk));
    } finally {
      await passAll(lines.end());
    }
  }

  /** Ends the input of the server, waits, asks it by signal, waits, and ends it. */
  #endOfUse(): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    void this.#end();
  }

  async #end(): Promise<void> {
    this.#child.stdin.end();
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      await within(this.#options.grace, this.#exited);
      if (this.#hasExited) return;
      this.#child.kill(signal);
    }
  }
}
