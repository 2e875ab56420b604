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
  /** Rules that would deny are only recorded. */
  readonly watch: boolean;
  /** The policies that the hook was told to use, as absolute paths; empty for those of the server. */
  readonly policies: readonly string[];
  /** The files that the hook sees, as `mountsOfProcess` says; null where the disk is not to be looked at. */
  readonly mounts: string | null;
  /** Where programs are looked for, as the `PATH` of the hook has it; null where there is none, or no look at the disk. */
  readonly searchPath: string | null;
}

export type Forwarding =
  | { readonly kind: 'answered'; readonly answer: NativeAnswer }
  /** Nobody answers there, or with other policies: the reason follows “the server …”. */
  | { readonly kind: 'unavailable'; readonly problem: string };

/** Whether a socket file is there that is one of the owners'; or, of one that was named, this user's or root's. */
function isTrustedSocket(path: string, owners: ReadonlySet<number> | undefined): boolean {
  if (path.startsWith('\\\\')) return true;
  try {
    const { uid } = lstatSync(path);
    if (owners !== undefined) return owners.has(uid);
    return uid === 0 || uid === (process.getuid?.() ?? uid);
  } catch {
    return false;
  }
}

/** A connection that is being made while the hook still reads its input. */
export interface Forwarder {
  /** Asks. Calls back once; it is the caller who has a deadline. */
  ask(hook: ForwardedHook, done: (forwarding: Forwarding) => void): void;
}

/** Connects to the server at a socket of one of the owners. What goes wrong is told to who asks. */
export function openForwarder(path: string, owners: ReadonlySet<number> | undefined): Forwarder {
  if (!isTrustedSocket(path, owners)) {
    const problem = `has no socket of its owner at \`${path}\``;
    return { ask: (_hook, done) => done({ kind: 'unavailable', problem }) };
  }
  let text = '';
  let outcome: Forwarding | undefined;
  let listener: ((forwarding: Forwarding) => void) | undefined;
  const socket = connect(path);
  const settle = (forwarding: Forwarding): void => {
    if (outcome !== undefined) return;
    outcome = forwarding;
    socket.destroy();
    listener?.(forwarding);
  };
  const unavailable = (problem: string): void => settle({ kind: 'unavailable', problem });
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    text += chunk;
    if (text.endsWith('\n')) settle(readAnswer(text));
  });
  socket.on('error', (error: NodeJS.ErrnoException) =>
    unavailable(`at \`${path}\` cannot be reached (${error.code ?? error.message})`),
  );
  socket.on('close', () => unavailable(`at \`${path}\` hung up`));
  return {
    ask(hook, done) {
      if (outcome !== undefined) {
        done(outcome);
        return;
      }
      listener = done;
      socket.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: hookMethod, params: hook })}\n`);
    },
  };
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
