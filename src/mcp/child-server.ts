/**
 * A server that is a child process and uses its standard streams. It has the environment and the standard
 * error of the proxy. To end it, the proxy closes its input, and then sends signals.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { openLineOutput } from '../server/lines/line-output.ts';
import type { LongLine } from './client-output.ts';
import { OctetLines } from './octet-lines.ts';
import { resolvesWithin } from './resolves-within.ts';
import { longestLine, type Upstream, type UpstreamOptions } from './upstream.ts';

export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

type Child = ChildProcessByStdio<Writable, Readable, null>;

/** Starts the server. Rejects with the system’s error if that fails. */
export async function startChildServer(
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
  /** Resolves when the process has ended and the client has all of its output. */
  readonly ended: Promise<string>;
  readonly #child: Child;
  readonly #options: UpstreamOptions;
  readonly #input: ReturnType<typeof openLineOutput>;
  /** Resolves when the process has ended, with its exit status. */
  readonly #exited: Promise<string>;
  #hasExited = false;
  #isEnding = false;
  /** Whether the proxy waits for the client. */
  #isWriting = false;
  /** Whether output that the client has not read yet may be dropped. */
  #isHurried = false;

  constructor(child: Child, options: UpstreamOptions) {
    this.#child = child;
    this.#options = options;
    // A signal that cannot be sent is reported here; the process has ended then, or ends soon.
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
    // A server that reads no more input, or writes no more output, cannot be used.
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
      // Its input stays open while it may still react to the signal.
      await resolvesWithin(this.#options.grace, this.#exited);
    }
    this.#endOfUse();
    await this.ended;
  }

  /** Waits for the rest of the server's output. A process that it started may keep the output open for ever. */
  async #drain(drained: Promise<void>): Promise<void> {
    while (!(await resolvesWithin(this.#options.grace, drained))) {
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
          // The gate reads the line first: the client may act on it before the write has returned.
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

  /** Closes the input of the server, waits, sends SIGTERM, waits, and kills it. */
  #endOfUse(): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    void this.#end();
  }

  async #end(): Promise<void> {
    this.#child.stdin.end();
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      await resolvesWithin(this.#options.grace, this.#exited);
      if (this.#hasExited) return;
      this.#child.kill(signal);
    }
  }
}
