/** Starts `bylaw mcp` in this process, where it is no point that it is one of its own. */
import { PassThrough } from 'node:stream';
import { run } from '../../src/cli/run.ts';

interface ProxyHere {
  readonly stdin: PassThrough;
  /** Waits until the proxy has ended. */
  ended(): Promise<{ readonly code: number; readonly stdout: Buffer; readonly stderr: string }>;
}

/** Starts the proxy in a folder that has `policies` in it. What its server prints as errors is not gathered. */
export function startProxyHere(cwd: string, args: readonly string[]): ProxyHere {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const said = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  stdout.on('data', (chunk: Buffer) => said.stdout.push(chunk));
  stderr.on('data', (chunk: Buffer) => said.stderr.push(chunk));
  const env = { ...process.env, XDG_CONFIG_HOME: `${cwd}/.config`, XDG_STATE_HOME: `${cwd}/.state` };
  const stop = new AbortController().signal;
  const ended = run(['mcp', ...args], { stdin, stdout, stderr, cwd, env, stop });
  return {
    stdin,
    async ended() {
      const code = await ended;
      return { code, stdout: Buffer.concat(said.stdout), stderr: Buffer.concat(said.stderr).toString() };
    },
  };
}
