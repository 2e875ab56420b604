/** Starts `bylaw mcp` as a host does: a process of its own, spoken to over its standard streams. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const command = fileURLToPath(new URL('../../dist/bylaw.cjs', import.meta.url));
export const notesServer = fileURLToPath(new URL('./servers/notes.mjs', import.meta.url));
export const filesystemServer = fileURLToPath(
  import.meta.resolve('@modelcontextprotocol/server-filesystem/dist/index.js'),
);

export const policy = `policy com.example.dev
deny writing
  when mcp tool "write_*" or "add_*"
  reason "No writing: {tool}."
  test
    denies mcp "x" "write_file"
    passes mcp "x" "read_file"

deny secrets
  when mcp tool "resources/read" and input.uri contains "secret"
  test
    denies mcp "x" "resources/read" { uri: "note://secret" }
    passes mcp "x" "resources/read" { uri: "note://other" }
`;

export interface Proxy {
  readonly child: ChildProcessWithoutNullStreams;
  /** Waits for so many lines of standard output, from the first. */
  lines(count: number): Promise<readonly string[]>;
  /** Waits until the proxy, and whoever has its standard error, has ended. */
  ended(): Promise<{ readonly code: number | null; readonly stdout: Buffer; readonly stderr: string }>;
}

/** Starts the proxy in a folder that has `policies` in it. */
export function startProxy(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Proxy {
  const child = spawn(process.execPath, [command, 'mcp', ...args], { cwd, env: { ...process.env, ...env } });
  const chunks: Buffer[] = [];
  let stderr = '';
  let wake = (): void => {};
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
  child.stdout.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    wake();
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  child.stdin.on('error', () => {});
  void closed.then(() => wake());
  return {
    child,
    lines: (count) =>
      new Promise((resolve, reject) => {
        wake = () => {
          const lines = Buffer.concat(chunks).toString().split('\n').slice(0, -1);
          if (lines.length >= count) resolve(lines);
          else if (child.exitCode !== null) reject(new Error(`ended with ${lines.length} lines: ${stderr}`));
        };
        wake();
      }),
    async ended() {
      const code = await closed;
      return { code, stdout: Buffer.concat(chunks), stderr };
    },
  };
}

/** A server of one line of JavaScript. */
export const script = (text: string): readonly string[] => ['--', process.execPath, '-e', text];
