/**
 * The hook as a client: the payload goes to a running server as it is, one line
 * each way, and the server does the rest. The least that can be done here is what
 * makes the hook fast.
 */
import { lstatSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import type { HookHost, NativeAnswer } from '../adapters/adapter.ts';
import { makeServerKey, readServerKey, serverKeyFile } from '../host/credentials/server-key.ts';
import { isNamedPipe } from '../host/machine/named-pipe.ts';

/** The method by which a hook asks a server; it is no part of the protocol, and only the local socket knows it. */
export const hookMethod = 'bylaw/hook';

export interface ForwardedHook {
  readonly harness: string | null;
  readonly payload: string;
  readonly host: HookHost;
  readonly failOpen: boolean;
  /** Rules that would deny are only recorded. */
  readonly watch: boolean;
  /** The policies that the hook is to use, as absolute paths; empty for those of the server. */
  readonly policies: readonly string[];
  /** The files that the hook sees, as `mountsOfProcess` says; null where the disk is not to be looked at. */
  readonly mounts: string | null;
  /** Where programs are looked for, as the `PATH` of the hook has it; null where there is none, or no look at the disk. */
  readonly searchPath: string | null;
}

export type Forwarding =
  | { readonly kind: 'answered'; readonly answer: NativeAnswer }
  /** There is no answer, or one by other policies. The reason follows “the server …”. */
  | { readonly kind: 'unavailable'; readonly problem: string };

type Env = Readonly<Record<string, string | undefined>>;

/** Why a socket is not to be trusted, as what follows “the server …”; else whether it must name the key of this user. */
type Trust = { readonly problem: string } | { readonly key: string | undefined };

/**
 * A socket is trusted if it, and its folder, belong to root, to this user or to the owners of the policies, and no
 * other user can put another one there. That of another user is beyond the reach of what this user runs. This user's own must
 * name the key of this user.
 */
function trustIn(path: string, owners: ReadonlySet<number> | undefined, env: Env): Trust {
  // Nothing says whose a named pipe is.
  if (isNamedPipe(path) || process.getuid === undefined) return ownKey(env);
  const own = process.getuid();
  try {
    const { uid } = lstatSync(path);
    if (!(owners ?? new Set([0, own])).has(uid))
      return { problem: `has no socket of its owner at \`${path}\`` };
    const folder = statSync(dirname(path));
    const isOpen = (folder.mode & 0o022) !== 0 && (folder.mode & 0o1000) === 0;
    if (isOpen || ![0, own, uid].includes(folder.uid))
      return {
        problem: `is in a folder where others can put another socket; run \`chmod go-w ${dirname(path)}\``,
      };
    return uid === own ? ownKey(env) : { key: undefined };
  } catch {
    return { problem: `has no socket at \`${path}\`` };
  }
}

function ownKey(env: Env): Trust {
  const key = readServerKey(env) ?? newKey(env);
  const problem = `cannot be known for one of this user: ${serverKeyFile(env)} is missing, or open to others`;
  return key === undefined ? { problem } : { key };
}

/** A key where none was: a server that the system starts with the first question reads the same one. */
function newKey(env: Env): string | undefined {
  try {
    return makeServerKey(env);
  } catch {
    return undefined;
  }
}

/** A connection that is being made while the hook still reads its input. */
export interface Forwarder {
  /** Asks. Calls back once; without a patience, in milliseconds, it is the caller who has a deadline. */
  ask(hook: ForwardedHook, done: (forwarding: Forwarding) => void, patience?: number): void;
}

/** Connects to the server at a socket of one of the owners. What goes wrong is the answer to `ask`. */
export function openForwarder(path: string, owners: ReadonlySet<number> | undefined, env: Env): Forwarder {
  const trust = trustIn(path, owners, env);
  if ('problem' in trust) return { ask: (_hook, done) => done({ kind: 'unavailable', ...trust }) };
  const expected = { nonce: `${process.pid}-${process.hrtime.bigint()}`, key: trust.key };
  let watches = false;
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
    if (text.endsWith('\n')) settle(readServerAnswer(text, expected, watches));
  });
  socket.on('error', (error: NodeJS.ErrnoException) =>
    unavailable(`at \`${path}\` cannot be reached (${error.code ?? error.message})`),
  );
  socket.on('close', () => unavailable(`at \`${path}\` hung up`));
  return {
    ask(hook, done, patience) {
      if (outcome !== undefined) {
        done(outcome);
        return;
      }
      listener = done;
      if (patience !== undefined)
        setTimeout(() => unavailable(`at \`${path}\` gave no answer in ${patience} ms`), patience).unref();
      watches = hook.watch;
      const params = { ...hook, nonce: expected.nonce };
      socket.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: hookMethod, params })}\n`);
    },
  };
}

/** What an answer must name: the question, and where the socket is this user's own, the key of this user. */
export interface Expected {
  readonly nonce: string;
  readonly key: string | undefined;
}

/** What would make a harness skip its own questions, or run another call than that which was asked about. */
const grants =
  /"(?:permissionDecision|permission|decision|behavior)":"(?:allow|approve|approved)"|"(?:updated|modified)_?(?:input|args|tool)\w*":/i;

/**
 * Whether an adapter could have said it: nothing, or an object of JSON as it is written here. In another spelling, or with a member
 * twice, a harness could read something else in it. No adapter grants, so that whoever does is no server of bylaw.
 */
function isSayable(stdout: string): boolean {
  if (stdout === '') return true;
  const document: unknown = JSON.parse(stdout);
  const isObject = typeof document === 'object' && document !== null && !Array.isArray(document);
  return isObject && `${JSON.stringify(document)}\n` === stdout && !grants.test(stdout);
}

/** Only an answer of exactly this shape, with the marks of the question and the server, counts: anything else must not be taken for a pass. */
export function readServerAnswer(text: string, expected: Expected, watches: boolean): Forwarding {
  const unusable = { kind: 'unavailable', problem: 'gave no answer that can be used' } as const;
  try {
    const document = JSON.parse(text);
    // The server writes it in this very form: another one may be read in two ways, such as one with two results.
    if (JSON.stringify(document) !== text.trimEnd()) return unusable;
    const { result } = document;
    const { stdout, stderr, exitCode, nonce, key, other } = result;
    if (nonce !== expected.nonce || (expected.key !== undefined && key !== expected.key))
      return { kind: 'unavailable', problem: 'is not the server of this user: it does not know the key' };
    if (other === 'policies') return { kind: 'unavailable', problem: 'has other policies than the hook' };
    if (other === 'mode') {
      const problem = watches
        ? 'lets rules deny, and the hook has `--watch`'
        : 'has `--watch` and denies nothing, and the hook has not';
      return { kind: 'unavailable', problem };
    }
    if (typeof stdout !== 'string' || typeof stderr !== 'string' || !isSayable(stdout)) return unusable;
    if (exitCode !== 0 && exitCode !== 2) return unusable;
    return { kind: 'answered', answer: { stdout, stderr, exitCode } };
  } catch {
    return unusable;
  }
}
