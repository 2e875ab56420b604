/**
 * The hook as a client: the payload goes to a running server as it is, one line
 * each way, and the server does the rest. The least that can be done here is what
 * makes the hook fast.
 */
import { lstatSync } from 'node:fs';
import { connect } from 'node:net';
import type { HookHost, NativeAnswer } from '../adapters/adapter.ts';

/** The method by which a hook asks a server; it is no part of the protocol, and only the local socket knows it. */
export const hookMethod = 'bylaw/hook';

export interface ForwardedHook {
  readonly harness: string | null;
  readonly payload: string;
  readonly host: HookHost;
  readonly failOpen: boolean;
  /** The policies that the hook was told to use, as absolute paths; empty for those of the server. */
  readonly policies: readonly string[];
}

export type Forwarding =
  | { readonly kind: 'answered'; readonly answer: NativeAnswer }
  /** Nobody answers there, or with other policies: the reason follows “the server …”. */
  | { readonly kind: 'unavailable'; readonly problem: string };

/** Whether a socket file is there that this user may trust: nobody else could listen at it. */
export function isTrustedSocket(path: string): boolean {
  if (path.startsWith('\\\\')) return true;
  try {
    const { uid } = lstatSync(path);
    return uid === 0 || uid === (process.getuid?.() ?? uid);
  } catch {
    return false;
  }
}

/** Asks the server at a socket. Calls back once; it is the caller who has a deadline. */
export function forward(path: string, hook: ForwardedHook, done: (forwarding: Forwarding) => void): void {
  if (!isTrustedSocket(path)) {
    done({ kind: 'unavailable', problem: `has no socket of this user at \`${path}\`` });
    return;
  }
  const socket = connect(path);
  let text = '';
  let settled = false;
  const settle = (forwarding: Forwarding): void => {
    if (settled) return;
    settled = true;
    socket.destroy();
    done(forwarding);
  };
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    text += chunk;
    if (text.endsWith('\n')) settle(readAnswer(text));
  });
  socket.on('error', (error: NodeJS.ErrnoException) =>
    settle({
      kind: 'unavailable',
      problem: `at \`${path}\` cannot be reached (${error.code ?? error.message})`,
    }),
  );
  socket.on('close', () => settle({ kind: 'unavailable', problem: `at \`${path}\` hung up` }));
  socket.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: hookMethod, params: hook })}\n`);
}

/** Only an answer of exactly this shape counts: anything else must not be taken for a pass. */
function readAnswer(text: string): Forwarding {
  const unusable = { kind: 'unavailable', problem: 'gave no answer that can be used' } as const;
  try {
    const { result } = JSON.parse(text);
    if (result?.other === true) return { kind: 'unavailable', problem: 'has other policies than the hook' };
    const { stdout, stderr, exitCode } = result;
    if (typeof stdout !== 'string' || typeof stderr !== 'string') return unusable;
    if (exitCode !== 0 && exitCode !== 2) return unusable;
    return { kind: 'answered', answer: { stdout, stderr, exitCode } };
  } catch {
    return unusable;
  }
}
